package ezgh

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzDecodeObject holds the decoder against the standard library: what it
// takes is valid JSON whose texts are kept, and nothing else passes.
func FuzzDecodeObject(f *testing.F) {
	for _, seed := range []string{
		`{}`, ``, ` {"body":"x"} `, `{"body":null}`, `{"body":"\ud83d\ude00"}`, `{"body":"\ud83d"}`, `{"body":"\\ud83d"}`,
		`{"attributes":{"a":"b"}}`, `{"attributes":{"a":null}}`, `{"delaySeconds":1.0}`, `[]`, "{\"\xff\":1}", `{"a":1}{`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var given outgoing
		if refused := decodeObject(text, &given); refused != nil {
			if refused.status != 400 || refused.message == "" || !utf8.ValidString(refused.message) {
				t.Fatalf("%q: %+v", text, refused)
			}
			return
		}
		var tree map[string]any
		if strings.Trim(string(text), " \t\r\n") != "" && json.Unmarshal(text, &tree) != nil {
			t.Fatalf("%q was taken and is no JSON object", text)
		}
		if given.Body == nil {
			return
		}
		if strings.Count(*given.Body, "\ufffd") > strings.Count(strings.ToLower(string(text)), `\ufffd`)+strings.Count(string(text), "\ufffd") {
			t.Fatalf("%q: characters of the body were lost: %q", text, *given.Body)
		}
	})
}

func TestWhatAReceiveMaySay(t *testing.T) {
	for text, want := range map[string]string{
		`{"maxMessages":3}`:                  "3",
		`{"max\u004dessages":3}`:             "3",
		`{"maxMessages":null}`:               "none",
		`{"MAXMESSAGES":3,"max_messages":4}`: "none",
		`{"maxMessages":3,"maxMessages":4}`:  "refused",
		`{"maxMessages":3.0}`:                "refused",
		`{"maxMessages":"3"}`:                "refused",
		`{"maxMessages":3}{}`:                "refused",
		`{"x":"\ud83d"}`:                     "refused",
		"{\"x\":\"\xff\"}":                   "refused",
	} {
		got := "none"
		var given receive
		switch refused := decodeObject([]byte(text), &given); {
		case refused != nil:
			got = "refused"
		case given.MaxMessages != nil:
			got = strconv.Itoa(*given.MaxMessages)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// FuzzReceipts sends any text as a handle: it is invalid, and answered so.
func FuzzReceipts(f *testing.F) {
	for _, seed := range []string{"", "AQAAA", "x\x00", "é", strings.Repeat("A", 71)} {
		f.Add(seed)
	}
	b := newBench(f)
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		b.TB = t
		b.limits.Clear()
		equal(t, "outcome", b.ack(text).outcomes(), "invalid")
	})
}
