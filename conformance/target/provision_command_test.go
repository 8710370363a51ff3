package target_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// The test binary is its own provisioning command where this says how to behave.
const behaviour = "LEASECHECK_TEST_HOOK"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		beHook(how)
		return
	}
	os.Exit(m.Run())
}

// beHook answers requests and writes each to the file that the second word names.
func beHook(how string) {
	how, path, _ := strings.Cut(how, " ")
	log, _ := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	fmt.Fprintln(os.Stderr, "connecting with "+secrets["LC_TEST_TOKEN"])
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Fprintln(log, lines.Text())
		var r struct {
			ID        int
			Op, Queue string
		}
		json.Unmarshal(lines.Bytes(), &r)
		switch {
		case how == "dies":
			os.Exit(1)
		case how == "babbles":
			fmt.Println("hello " + secrets["LC_TEST_TOKEN"])
		case how == "sleeps":
			continue
		case how == "unsupported" && r.Op == "send":
			fmt.Printf(`{"id":%d,"error":{"code":"unsupported","message":"no producer for %s"}}`+"\n", r.ID, secrets["LC_TEST_TOKEN"])
		case how == "fails" && r.Op != "create":
			fmt.Printf(`{"id":%d,"error":{"code":"failed","message":"disk full"}}`+"\n", r.ID)
		case r.Op == "create":
			fmt.Printf(`{"id":%d,"result":{"queue":"id-%s","more":1}}`+"\n", r.ID, r.Queue)
		case r.Op == "send":
			fmt.Printf(`{"id":%d,"result":{"message_ids":["m1","m2"]}}`+"\n", r.ID)
		default:
			fmt.Printf(`{"id":%d,"result":true}`+"\n", r.ID)
		}
	}
	fmt.Fprintln(log, "end of input")
}

// command provisions by the hook and gives what the hook was told until now.
func command(t *testing.T, how string) (target.Provisioner, *shelf, func() []string) {
	t.Helper()
	return commandOf(t, specs.EZGH, how)
}

// commandOf is command for a target of the dialect.
func commandOf(t *testing.T, d specs.Dialect, how string) (target.Provisioner, *shelf, func() []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "requests")
	t.Setenv(behaviour, how+" "+log)
	f := &target.File{
		Path:         filepath.Join(t.TempDir(), "target.yaml"),
		Dialect:      d,
		Auth:         target.Auth{Token: target.NewSecret(secrets["LC_TEST_TOKEN"])},
		Provisioning: target.Provisioning{Mode: target.Command, Command: []string{os.Args[0]}},
	}
	return target.NewProvisioner(f), &shelf{}, func() []string {
		text, _ := os.ReadFile(log)
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
}

func TestCommandSpeaksLines(t *testing.T) {
	ctx := context.Background()
	p, svc, told := command(t, "works")
	q, o := p.Make(ctx, svc, "leasecheck-00000000-1", target.Settings{Kind: target.FIFO, Visibility: 1500 * time.Millisecond, DeadLetter: "d", MaxReceives: 3})
	if o.Class != target.OK || q.Ref() != "id-leasecheck-00000000-1" || q.Kind() != target.FIFO || o.Sent.IsZero() || o.Answered.Before(o.Sent) {
		t.Fatalf("%v, %+v", q, o)
	}
	for i, sent := range q.SendBatch(ctx, []target.Message{
		{Body: "a", Attributes: map[string]target.Attribute{"n": {Type: "Number", Value: "1"}}, Group: "g", DeduplicationID: "x", Delay: time.Second}, {Body: "b"},
	}) {
		if sent.Class != target.OK || sent.MessageID != fmt.Sprintf("m%d", i+1) {
			t.Errorf("sent %+v", sent)
		}
	}
	if o := q.Purge(ctx); o.Class != target.OK {
		t.Error(target.Told(o))
	}
	p.Remove(ctx, q)
	p.Make(ctx, svc, "leasecheck-00000000-2", target.Settings{Kind: target.Standard})
	if err := p.Close(ctx, svc, ""); err != nil {
		t.Error(err)
	}
	want := []string{
		`{"id":1,"op":"create","queue":"leasecheck-00000000-1","settings":{"kind":"fifo","visibility_seconds":1.5,"dead_letter":"d","max_receives":3}}`,
		`{"id":2,"op":"send","queue":"id-leasecheck-00000000-1","messages":[{"body":"a","attributes":{"n":{"type":"Number","value":"1"}},"group":"g","deduplication_id":"x","delay_seconds":1},{"body":"b"}]}`,
		`{"id":3,"op":"purge","queue":"id-leasecheck-00000000-1"}`,
		`{"id":4,"op":"delete","queue":"id-leasecheck-00000000-1"}`,
		`{"id":5,"op":"create","queue":"leasecheck-00000000-2","settings":{"kind":"standard"}}`,
		`{"id":6,"op":"delete","queue":"id-leasecheck-00000000-2"}`,
		`end of input`,
	}
	if got := told(); !slices.Equal(got, want) {
		t.Errorf("the command was told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCommandServesManyAtOnce(t *testing.T) {
	ctx := context.Background()
	p, svc, _ := command(t, "works")
	var wg sync.WaitGroup
	for n := range 50 {
		wg.Go(func() {
			name := fmt.Sprintf("leasecheck-00000000-%d", n)
			if q, o := p.Make(ctx, svc, name, target.Settings{}); o.Class != target.OK || q.Ref() != "id-"+name {
				t.Errorf("%s: %v, %s", name, q, target.Told(o))
			}
		})
	}
	wg.Wait()
	if err := p.Close(ctx, svc, ""); err != nil {
		t.Error(err)
	}
}

func TestCommandThatDoesNotDoIt(t *testing.T) {
	for how, want := range map[string]string{
		"dies":        "failed to create leasecheck-00000000-1: the command ended",
		"babbles":     "the command wrote a line that is no answer: \"hello ***\"",
		"sleeps":      "failed to create leasecheck-00000000-1: context deadline exceeded",
		"unsupported": "does not offer send: no producer for ***",
		"fails":       "failed to send id-leasecheck-00000000-1: disk full",
	} {
		t.Run(how, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			defer cancel(nil)
			p, svc, told := command(t, how)
			if how == "sleeps" { // its time is up a second after it was told
				go func() {
					for ctx.Err() == nil && !strings.Contains(told()[0], "create") {
						time.Sleep(time.Millisecond)
					}
					time.Sleep(time.Second)
					cancel(context.DeadlineExceeded)
				}()
			}
			q, o := p.Make(ctx, svc, "leasecheck-00000000-1", target.Settings{})
			if q != nil {
				o = q.Send(ctx, target.Message{Body: "b"}).Outcome
			}
			if o.Err == nil || !strings.Contains(o.Err.Error(), want) {
				t.Fatalf("%s: %v; want %q", o.Class, o.Err, want)
			}
			skips := how == "unsupported"
			if errors.Is(o.Err, target.ErrUnsupported) != skips || (o.Class == target.Refused) != skips {
				t.Errorf("%s is %s: %v", how, o.Class, o.Err)
			}
			if !skips && !strings.Contains(o.Err.Error(), "its stderr: connecting with ***") {
				t.Errorf("what the command said is not shown: %v", o.Err)
			}
			if strings.Contains(o.Err.Error(), secrets["LC_TEST_TOKEN"]) {
				t.Errorf("a secret stands in %v", o.Err)
			}
			closing := p.Close(ctx, svc, "")
			if (closing != nil) != (how == "fails") {
				t.Errorf("closing: %v", closing)
			}
		})
	}
}

func TestCommandThatIsNotThere(t *testing.T) {
	p := target.NewProvisioner(&target.File{
		Path:         "/nowhere/target.yaml",
		Provisioning: target.Provisioning{Mode: target.Command, Command: []string{"./queues.sh"}},
	})
	_, o := p.Make(context.Background(), &shelf{}, "leasecheck-00000000-1", target.Settings{})
	if o.Class != target.Unanswered || !strings.Contains(o.Err.Error(), "/nowhere/queues.sh: no such file") {
		t.Errorf("%s: %v", o.Class, o.Err)
	}
	if err := p.Close(context.Background(), &shelf{}, ""); err != nil {
		t.Error(err)
	}
}

func TestCommandThatGivesNoID(t *testing.T) {
	p, svc, told := commandOf(t, specs.Basaltic, "works")
	q, o := p.Make(t.Context(), svc, "leasecheck-00000000-1", target.Settings{})
	if q != nil || o.Class != target.Unanswered || o.Err == nil || !strings.Contains(o.Err.Error(), `queue "id-leasecheck-00000000-1", which is no queue's id`) {
		t.Errorf("%v, %s: %v", q, o.Class, o.Err)
	}
	if err := p.Close(t.Context(), svc, ""); err != nil || !strings.Contains(strings.Join(told(), ""), `"op":"delete"`) {
		t.Errorf("what was made is not deleted: %v, %q", err, told())
	}
}
