package dialects_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/specs"
)

var ctx = context.Background()

// open serves a dialect by the reference server and reaches it by the target
// file that the server writes. An exchange that breaks the dialect's document,
// from either side, fails the test.
func open(t *testing.T, d specs.Dialect, legal variant.Legal) *wire.Session {
	t.Helper()
	server, err := reference.New(reference.Config{Dialects: []specs.Dialect{d}, ControlToken: "ctl-0123456789", Legal: legal})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close(ctx) })
	path := filepath.Join(t.TempDir(), "target.yaml")
	if err := server.Targets()[0].WriteFile(path); err != nil {
		t.Fatal(err)
	}
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := specs.Document(d)
	if err != nil {
		t.Fatal(err)
	}
	c, err := wire.NewClient(f, doc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, v := range slices.Concat(c.Violations(), c.InvalidRequests()) {
			t.Errorf("%s: %s: %s -> %s", v.Operation, v.Reason, v.Exchange.Request.Body, v.Exchange.Response.Body)
		}
		c.Close()
	})
	return c.Session(wire.SessionOptions{Name: t.Name()})
}

// each runs body for every dialect, over the reference as it is and over some
// of its legal variants.
func each(t *testing.T, body func(*testing.T, *wire.Session, target.Service)) {
	for _, d := range specs.Dialects() {
		for seed := range uint64(4) {
			legal := variant.Legal{}
			if seed > 0 {
				legal = variant.Draw(seed)
			}
			t.Run(string(d), func(t *testing.T) {
				t.Parallel()
				s := open(t, d, legal)
				body(t, s, dialects.Service(s))
			})
		}
	}
}

func ptr[T any](v T) *T { return &v }

// must fails the test unless an outcome is of the class.
func must(t *testing.T, what string, o target.Outcome, class target.Class) {
	t.Helper()
	if o.Class != class {
		t.Fatalf("%s is %s %q, status %d, %v: %s; want %s", what, o.Class, o.Code, o.Status, o.Err, o.Body, class)
	}
}

// take receives until n messages are there.
func take(t *testing.T, q target.Queue, n int, visibility time.Duration) []target.Delivery {
	t.Helper()
	var got []target.Delivery
	for deadline := time.Now().Add(10 * time.Second); len(got) < n && time.Now().Before(deadline); {
		r := q.Receive(ctx, target.Receive{Max: ptr(min(n, 10)), Visibility: &visibility, Wait: ptr(time.Second)})
		must(t, "receive", r.Outcome, target.OK)
		got = append(got, r.Deliveries...)
	}
	if len(got) != n {
		t.Fatalf("%d of %d messages came", len(got), n)
	}
	return got
}

func create(t *testing.T, svc target.Service, s target.Settings) target.Queue {
	t.Helper()
	q, o := svc.CreateQueue(ctx, target.NewRunPrefix()+"-1", s)
	must(t, "create", o, target.OK)
	return q
}

func TestStandardQueue(t *testing.T) {
	each(t, func(t *testing.T, _ *wire.Session, svc target.Service) {
		q := create(t, svc, target.Settings{Kind: target.Standard, Visibility: 30 * time.Second, ReceiveWait: time.Second})
		settings, o := q.Describe(ctx)
		must(t, "describe", o, target.OK)
		if settings.Visibility != 30*time.Second || settings.ReceiveWait != time.Second || settings.Kind != target.Standard {
			t.Errorf("described as %+v", settings)
		}
		if listed, o := svc.ListQueues(ctx, q.Name()); o.Class != target.OK || len(listed) != 1 || listed[0].Ref() != q.Ref() {
			t.Errorf("listed as %v: %+v", listed, o)
		}

		attributes := map[string]target.Attribute{"n": {Type: "Number", Value: "1.50"}}
		one := q.Send(ctx, target.Message{Body: "one <&> \u00fc", Attributes: attributes})
		must(t, "send", one.Outcome, target.OK)
		for i, sent := range q.SendBatch(ctx, []target.Message{{Body: "two"}, {Body: "three"}}) {
			must(t, "batch", sent.Outcome, target.OK)
			if sent.MessageID == "" {
				t.Errorf("entry %d has no id", i)
			}
		}
		got := take(t, q, 3, 30*time.Second)
		at := slices.IndexFunc(got, func(d target.Delivery) bool { return d.MessageID == one.MessageID })
		if at < 0 || got[at].Body != "one <&> \u00fc" || got[at].Attributes["n"].Value != "1.50" || got[at].ReceiveCount != 1 || got[at].SentAt == "" {
			t.Errorf("delivered %+v", got)
		}
		must(t, "visibility", q.ChangeVisibility(ctx, time.Minute, got[0].Handle)[0], target.OK)
		must(t, "visibility of two", q.ChangeVisibility(ctx, 0, got[0].Handle, got[1].Handle)[1], target.OK)
		again := take(t, q, 2, 30*time.Second)
		must(t, "an earlier lease", q.Acknowledge(ctx, got[0].Handle)[0], target.Stale)
		must(t, "acknowledge", q.Acknowledge(ctx, got[2].Handle)[0], target.OK)
		for _, o := range q.Acknowledge(ctx, again[0].Handle, again[1].Handle) {
			must(t, "acknowledge two", o, target.OK)
		}
		must(t, "send", q.Send(ctx, target.Message{Body: "four"}).Outcome, target.OK)
		must(t, "purge", q.Purge(ctx), target.OK)
		must(t, "delete", q.Delete(ctx), target.OK)
		must(t, "receive after the delete", q.Receive(ctx, target.Receive{}).Outcome, target.NotFound)
		must(t, "second delete", q.Delete(ctx), target.NotFound)
	})
}

func TestFIFOQueue(t *testing.T) {
	each(t, func(t *testing.T, _ *wire.Session, svc target.Service) {
		q := create(t, svc, target.Settings{Kind: target.FIFO})
		for _, body := range []string{"1", "2"} {
			must(t, "send", q.Send(ctx, target.Message{Body: body, Group: "g", DeduplicationID: body}).Outcome, target.OK)
		}
		first := take(t, q, 1, 30*time.Second)[0]
		if first.Body != "1" || first.Group != "g" {
			t.Errorf("first is %+v", first)
		}
		must(t, "acknowledge", q.Acknowledge(ctx, first.Handle)[0], target.OK)
		if next := take(t, q, 1, 30*time.Second)[0]; next.Body != "2" {
			t.Errorf("next is %+v", next)
		}
		must(t, "garbage", q.Acknowledge(ctx, "garbage")[0], map[specs.Dialect]target.Class{
			specs.Basaltic: target.Refused, specs.EZGH: target.Invalid,
		}[svc.Dialect()])
	})
}

func TestDeadLetterQueue(t *testing.T) {
	each(t, func(t *testing.T, _ *wire.Session, svc target.Service) {
		dead := create(t, svc, target.Settings{Kind: target.Standard})
		q := create(t, svc, target.Settings{Kind: target.Standard, DeadLetter: dead.Ref(), MaxReceives: 1})
		must(t, "send", q.Send(ctx, target.Message{Body: "poison"}).Outcome, target.OK)
		take(t, q, 1, 0)
		for range 10 { // a receive may answer none, and then moves none
			q.Receive(ctx, target.Receive{Wait: ptr(time.Duration(0))})
		}
		if moved := take(t, dead, 1, 30*time.Second)[0]; moved.Body != "poison" {
			t.Errorf("moved %+v", moved)
		}
	})
}

func TestLimitedCredential(t *testing.T) {
	each(t, func(t *testing.T, s *wire.Session, svc target.Service) {
		q := create(t, svc, target.Settings{Kind: target.Standard})
		if call := dialects.Receive(ctx, s, q.Ref(), nil, wire.As(wire.Limited)); call.Status != 403 {
			t.Errorf("status %d: %s", call.Status, call.Body)
		}
		if call := dialects.Receive(ctx, s, q.Ref(), nil, wire.As(wire.None)); call.Status != 401 {
			t.Errorf("status %d: %s", call.Status, call.Body)
		}
	})
}

func TestControl(t *testing.T) {
	each(t, func(t *testing.T, s *wire.Session, svc target.Service) {
		api := control.New(s)
		offered, err := api.Capabilities(ctx)
		if err != nil || !offered.Clock || !offered.RateLimits || !offered.Unavailable || !offered.Credentials {
			t.Fatalf("%+v, %v", offered, err)
		}
		q := create(t, svc, target.Settings{Kind: target.Standard})
		must(t, "send", q.Send(ctx, target.Message{Body: "b"}).Outcome, target.OK)
		lapsed := take(t, q, 1, time.Hour)[0]
		if _, err := api.Advance(ctx, time.Hour); err != nil {
			t.Fatal(err)
		}
		if ahead := time.Until(s.Client().ServerTime()); ahead < 59*time.Minute {
			t.Errorf("the target is thought to be %v ahead", ahead)
		}
		if back := take(t, q, 1, time.Minute)[0]; back.MessageID != lapsed.MessageID {
			t.Errorf("another message came: %+v", back)
		}
		if _, err := api.SetUnavailable(ctx, q.Ref(), 1, time.Second); err != nil {
			t.Fatal(err)
		}
		down := q.Receive(ctx, target.Receive{})
		if after, ok := wire.RetryAfter(down.Call); down.Status != 503 || !ok || after < time.Second {
			t.Errorf("status %d, Retry-After %v", down.Status, after)
		}
		credential, err := api.IssueCredential(ctx, svc.Dialect())
		if err != nil {
			t.Fatal(err)
		}
		if call := dialects.Receive(ctx, s, q.Ref(), nil, wire.As(credential.Auth())); call.Status != 403 {
			t.Errorf("without permissions: status %d", call.Status)
		}
	})
}
