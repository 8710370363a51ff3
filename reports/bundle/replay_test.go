package bundle_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/bundle"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

// recordedHandle is the handle in the recorded answers.
const recordedHandle = "AQAAABIB/7ka8kyEv3f+KXMJ1EgAAA=="

// bundled writes the bundle of a case that made these exchanges, and gives its folder.
func bundled(t *testing.T, exchanges ...reports.Exchange) string {
	t.Helper()
	r := sample.Result()
	q := &r.Requirements[1]
	q.Cases = []reports.Case{{Name: "a-case", Status: reports.Failed, Message: "expected 1, observed 2", Exchanges: exchanges}}
	dir := t.TempDir()
	write(t, dir, r)
	return filepath.Join(dir, bundle.Folder, q.ID+"-a-case")
}

// asked is an exchange that was sent at a time and answered 1 ms later.
func asked(seq int, at float64, method, url, body, answer string) reports.Exchange {
	x := reports.Exchange{
		Seq: seq, SentS: at, AnsweredS: at + 0.001,
		Request: reports.Request{Method: method, URL: url, Body: body, BodyBytes: len(body), Headers: map[string][]string{
			"Authorization": {"Bearer ***"}, "Content-Type": {"application/json"},
		}},
	}
	if answer != "" {
		x.Response = &reports.Response{Status: 200, Body: answer, BodyBytes: len(answer)}
	}
	return x
}

// fakeCurl writes down its arguments as one line and answers from a file
// that is called after the exchange.
const fakeCurl = `#!/bin/sh
while [ "$1" != -w ]; do [ "$1" != -o ] || file=$2; shift; done
shift 2
printf '%s' "${file##*/}" >>"$FAKE/asked"
printf ' %s' "$@" >>"$FAKE/asked"
echo >>"$FAKE/asked"
cat "$FAKE/${file##*/}" >"$file" 2>/dev/null
printf 200
`

// replayed runs a bundle's script against the fake curl, which gives these
// answers, and returns what curl was asked and what the script printed.
func replayed(t *testing.T, folder string, answers map[int]string) (asked []string, printed string, err error) {
	t.Helper()
	fake := t.TempDir()
	if err := os.WriteFile(filepath.Join(fake, "curl"), []byte(fakeCurl), 0o755); err != nil {
		t.Fatal(err)
	}
	for seq, text := range answers {
		if err := os.WriteFile(filepath.Join(fake, fmt.Sprint(seq)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := shell(t, folder)
	cmd.Env = append(os.Environ(), "FAKE="+fake, "PATH="+fake+string(os.PathListSeparator)+os.Getenv("PATH"),
		"TOKEN=secret", "CONTROL_TOKEN=control-secret", "BASIC=basic-secret", "RUN=00c0ffee", "URL=http://new:1")
	out, err := cmd.CombinedOutput()
	if left, _ := os.ReadDir(cmd.Dir); len(left) > 0 {
		t.Errorf("the script made %v", left)
	}
	text, _ := os.ReadFile(filepath.Join(fake, "asked"))
	return strings.Split(strings.TrimSpace(string(text)), "\n"), string(out), err
}

func shell(t *testing.T, folder string) *exec.Cmd {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	cmd := exec.Command(bash, filepath.Join(folder, bundle.ReplayName))
	cmd.Dir = t.TempDir()
	return cmd
}

const (
	recordedURL = "http://127.0.0.1:8080/v1/queues"
	aQueue      = "/0e3b50d4-33e9-433f-8404-e9802de05e92"
	madeQueue   = `{"queue":{"id":"0e3b50d4-33e9-433f-8404-e9802de05e92","name":"leasecheck-38ca482d-2"}}`
	newQueue    = `{"queue": {"name": "leasecheck-00c0ffee-2", "id": "ffffffff-33e9"}}`
	aMessage    = `{"messages":[{"receiptHandle":"` + recordedHandle + `","body":"x"}]}`
	usual       = " -H Authorization: Bearer secret -H Content-Type: application/json"
)

func TestReplayTakesWhatTheNewAnswersGive(t *testing.T) {
	folder := bundled(t,
		asked(1, 0, "POST", recordedURL, `{"name":"leasecheck-38ca482d-2"}`, madeQueue),
		asked(2, 0.001, "GET", recordedURL+aQueue+"/messages?n=1", "", aMessage),
		asked(3, 0.002, "DELETE", recordedURL+aQueue+"?handle=AQAAABIB%2F7ka8kyEv3f%2BKXMJ1EgAAA%3D%3D", "", `{}`),
		asked(4, 0.003, "POST", recordedURL+"/ack", `{"handles":["`+recordedHandle+`"],"body":"x"}`, `{}`),
		asked(5, 0.004, "POST", recordedURL+"/ack", `{"handles":["none of theirs"]}`, `{}`),
	)
	got, printed, err := replayed(t, folder, map[int]string{
		1: newQueue,
		2: `{"messages":[{"receiptHandle":"bbbbbbbb\/bbbb\u0026bbbbbf+LXMJ1EgbAb==","body":"receiptHandle"}]}`,
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	due := []string{
		`1 -X POST http://new:1/v1/queues` + usual + ` --data-raw {"name":"leasecheck-00c0ffee-2"}`,
		`2 http://new:1/v1/queues/ffffffff-33e9/messages?n=1` + usual,
		`3 -X DELETE http://new:1/v1/queues/ffffffff-33e9?handle=bbbbbbbb%2Fbbbb%26bbbbbf%2BLXMJ1EgbAb%3D%3D` + usual,
		`4 -X POST http://new:1/v1/queues/ack` + usual + ` --data-raw {"handles":["bbbbbbbb\/bbbb\u0026bbbbbf+LXMJ1EgbAb=="],"body":"x"}`,
		`5 -X POST http://new:1/v1/queues/ack` + usual + ` --data-raw {"handles":["none of theirs"]}`,
	}
	if !slices.Equal(got, due) {
		t.Errorf("got\n%s\ndue\n%s", strings.Join(got, "\n"), strings.Join(due, "\n"))
	}
}

// What a case altered in a handle is altered in the new one, and never gives
// the new one itself.
func TestReplayAltersTheNewHandle(t *testing.T) {
	for name, tc := range map[string]struct{ recorded, given, due string }{
		"changed":             {"AQAAABIB/7ka8kyEv3f-KXMJ1EgAAA==", "bbbbbbbb/bbbbbbbbbbbbbbb1bbbbbb=", "bbbbbbbb/bbbbbbbbbb-bbbb1bbbbbb="},
		"already so":          {"AQAAABIB/7ka8kyEv3f-KXMJ1EgAAA==", "bbbbbbbb/bbbbbbbbbb-bbbb1bbbbbb=", "bbbbbbbb/bbbbbbbbbb+bbbb1bbbbbb="},
		"dropped":             {"AQAAABIB/7ka8kyEv3fKXMJ1EgAAA==", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=", "bbbbbbbb/bbbbbbbbbbbbbb1bbbbbb="},
		"added":               {"AQAAABIB/7ka8kyEv3f+ KXMJ1EgAAA==", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=", "bbbbbbbb/bbbbbbbbbbc bbbb1bbbbbb="},
		"the first":           {"BQAAABIB/7ka8kyEv3f+KXMJ1EgAAA==", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=", "Bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb="},
		"behind the last":     {recordedHandle + "=", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=="},
		"unlike any":          {"CCCCCCCC", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=", "CCCCCCCC"},
		"altered beyond this": {"AQAAABIB/7ka8kyEv3f+KXMJ1EgAAA=\\n", "bbbbbbbb/bbbbbbbbbbcbbbb1bbbbbb=", "AQAAABIB/7ka8kyEv3f+KXMJ1EgAAA=\\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := bundled(t,
				asked(1, 0, "GET", recordedURL, "", aMessage),
				asked(2, 0.001, "POST", recordedURL, `{"handle":"`+tc.recorded+`"}`, `{}`),
			)
			got, printed, err := replayed(t, folder, map[int]string{1: strings.Replace(aMessage, recordedHandle, tc.given, 1)})
			if err != nil || !strings.HasSuffix(got[1], `{"handle":"`+tc.due+`"}`) {
				t.Errorf("%v\n%s\ngot %s\ndue %s", err, printed, got[1], tc.due)
			}
		})
	}
}

// What a sender chose is sent again as it was, also when its own request is not
// among the recorded ones.
func TestReplayKeepsWhatTheSenderChose(t *testing.T) {
	folder := bundled(t,
		asked(7, 0, "GET", recordedURL, "", `{"messages":[{"groupId":"group 1","message_deduplication_id":"dedup-1"}]}`),
		asked(8, 0.001, "POST", recordedURL, `{"groupId":"group 1","deduplicationId":"dedup-1"}`, `{}`),
	)
	got, printed, err := replayed(t, folder, nil)
	if err != nil || len(got) != 2 || !strings.HasSuffix(got[1], `{"groupId":"group 1","deduplicationId":"dedup-1"}`) {
		t.Errorf("%v, asked %q\n%s", err, got, printed)
	}
}

func TestReplayStopsWithoutAValue(t *testing.T) {
	folder := bundled(t,
		asked(1, 0, "POST", recordedURL, `{}`, madeQueue),
		asked(2, 0.001, "DELETE", recordedURL+aQueue, "", `{}`),
	)
	got, printed, err := replayed(t, folder, map[int]string{1: `{"error":"no more queues"}`})
	if err == nil || len(got) != 1 || !strings.Contains(printed, "answer to exchange 1 has no id number 1") {
		t.Errorf("%v, asked %q, printed %s", err, got, printed)
	}
}

func TestReplayTellsSecretsApart(t *testing.T) {
	signed := asked(2, 0.001, "GET", recordedURL, "", `{}`)
	signed.Request.Headers = map[string][]string{"Authorization": {"BASALTIC-HMAC-SHA256 Credential=a, Signature=***"}}
	basic := asked(3, 0.002, "GET", recordedURL, "", `{"access_token":"***"}`)
	basic.Request.Headers = map[string][]string{"Authorization": {"Basic ***"}}
	folder := bundled(t, asked(1, 0, "POST", "http://127.0.0.1:8081/control/v1/clock/advance", `{"seconds":1}`, `{}`), signed, basic)
	got, printed, err := replayed(t, folder, map[int]string{3: `{"access_token": "granted-now"}`})
	due := []string{
		`1 -X POST http://127.0.0.1:8081/control/v1/clock/advance -H Authorization: Bearer control-secret -H Content-Type: application/json --data-raw {"seconds":1}`,
		`2 http://new:1/v1/queues -H Authorization: Bearer secret`,
		`3 http://new:1/v1/queues -H Authorization: Basic basic-secret`,
	}
	if err != nil || !slices.Equal(got, due) {
		t.Errorf("%v, got\n%s\ndue\n%s", err, strings.Join(got, "\n"), strings.Join(due, "\n"))
	}
	if strings.Contains(printed, "secret-") || strings.Contains(printed, "-secret") || strings.Contains(printed, "granted-now") {
		t.Errorf("it prints a secret:\n%s", printed)
	}
}

func TestReplayAsksForTheTokenItNeeds(t *testing.T) {
	cmd := shell(t, bundled(t, asked(1, 0, "GET", recordedURL, "", `{}`)))
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "TOKEN: the bearer token or API key of the target") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestReplayKeepsWaitsAndOverlaps(t *testing.T) {
	poll := asked(2, 0.25, "GET", recordedURL+"/poll", "", `{"id":"from the poll"}`)
	poll.AnsweredS = 0.5
	given := asked(4, 0.75, "GET", recordedURL+"/given-up", "", "")
	given.AnsweredS = 0.875
	script := read(t, bundled(t,
		asked(1, 0, "GET", recordedURL+"/first", "", `{}`),
		poll,
		asked(3, 0.375, "GET", recordedURL+"/within", "", `{}`),
		given,
		asked(5, 1, "GET", recordedURL+"/q?id=from+the+poll", "", `{}`),
	), bundle.ReplayName)
	_, script, _ = strings.Cut(script, "call 1 60")
	var got []string
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		first, _, _ := strings.Cut(line, " '")
		switch {
		case strings.HasPrefix(line, "call ") || strings.HasPrefix(line, "sleep") || strings.HasPrefix(line, "wait"):
			got = append(got, first)
		case strings.HasSuffix(line, "&"):
			got = append(got, "&")
		case strings.Contains(line, "$("):
			got = append(got, line)
		}
	}
	due := []string{
		"sleep 0.249", "call 2 60", "&", "sleep 0.125", "call 3 60", `wait "$call_2"`, "sleep 0.250", "call 4 0.125",
		"id_2=$(value 2 id 1) || exit", "sleep 0.125", "call 5 60", `"$URL"'/v1/queues/q?id='"$(url "$id_2")" \`, "wait",
	}
	if !slices.Equal(got, due) {
		t.Errorf("got\n%s\ndue\n%s", strings.Join(got, "\n"), strings.Join(due, "\n"))
	}
}

func TestReplayLeavesOutWhatIsNotRecorded(t *testing.T) {
	cut := asked(3, 0, "POST", recordedURL, `{"body":"xxx`, `{"id":"never known"}`)
	cut.Request.BodyBytes = 262_144
	folder := bundled(t, cut, asked(4, 0.001, "GET", recordedURL+"?id=never+known", "", `{}`))
	got, printed, err := replayed(t, folder, nil)
	if err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "4 http://new:1/v1/queues?id=never+known") {
		t.Errorf("%v, asked %q", err, got)
	}
	if !strings.Contains(printed, "3  left out: of its body only the first 12 of 262144 bytes are recorded") {
		t.Errorf("printed %s", printed)
	}
	if !strings.Contains(read(t, folder, bundle.ReplayName), "Not all exchanges are recorded") {
		t.Error("the script does not say that exchanges are missing")
	}
}

// A script holds texts that the target chose, and is fed more of them.
func TestReplayRunsNothingOfTheTarget(t *testing.T) {
	hostile := "$(touch run)`touch run`'; touch run; \"$(touch run)\" \x1b[2J &"
	quoted := strings.NewReplacer(`"`, `\"`, "\x1b", `\u001b`).Replace(hostile)
	answer := `{"id":"` + quoted + `","$(touch run)":"` + quoted + `"}`
	first := asked(1, 0, "POST", recordedURL, `{}`, answer)
	first.Error = hostile
	folder := bundled(t, first, asked(2, 0.001, "POST", recordedURL+"?a=$(touch run)", `{"id":"`+quoted+`"}`, answer))
	got, printed, err := replayed(t, folder, map[int]string{1: answer, 2: "\x1b[2J" + answer})
	if err != nil || len(got) != 2 || !strings.HasSuffix(got[1], `{"id":"`+quoted+`"}`) {
		t.Errorf("%v, asked %q", err, got)
	}
	if strings.Contains(printed, "\x1b") {
		t.Errorf("a terminal would obey it: %q", printed)
	}
}
