package evidence_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

func exchange(seq int, sent float64, url, answer string) reports.Exchange {
	return reports.Exchange{
		Seq: seq, SentS: sent, AnsweredS: sent + 0.002,
		Request:  reports.Request{Method: "POST", URL: url},
		Response: &reports.Response{Status: 200, Body: answer, BodyBytes: len(answer)},
	}
}

// drawn is the gutter and the first words of each line.
func drawn(c reports.Case) []string {
	var out []string
	for _, l := range evidence.Timeline(c) {
		text := l.Text
		if i := strings.IndexByte(text, ':'); l.Kind != evidence.Exchange && i > 0 {
			text = text[:i]
		}
		out = append(out, l.Gutter+" "+text)
	}
	return out
}

func TestTimelineDrawsLeasesBetweenExchanges(t *testing.T) {
	got := drawn(reports.Case{
		Exchanges: []reports.Exchange{
			exchange(3, 5, "http://h/late", ""), exchange(1, 0, "http://h/send", ""), exchange(2, 1, "http://h/receive", ""),
		},
		Timeline: []reports.Span{
			{Handle: "a", FromS: 1.1, UntilS: 3, Event: "leased"},
			{Handle: "b", FromS: 2, UntilS: 6, Event: "leased"},
			{Handle: "a", FromS: 2.5, UntilS: 4, Event: "leased"},
			{Handle: "c", FromS: 4.5, UntilS: 7, Event: "leased"},
			{Handle: "b", FromS: 5.5, UntilS: 5.5, Event: "acknowledged"},
			{Handle: "c", FromS: 6, UntilS: 6, Event: "leased"},
			{Handle: "d", FromS: 8, UntilS: 7.9, Event: "leased"},
		},
	})
	want := []string{
		"   POST /send",
		"   POST /receive",
		"┌  lease begins",
		"│┌ lease begins",
		"├│ lease changed",
		"└│ certainly held until here",
		"┌│ lease begins",
		"││ POST /late",
		"│└ acknowledged",
		"└  released",
		"   leased for no certain time",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\ndue\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTimelineShortensHandlesAndIDs(t *testing.T) {
	handle := strings.Repeat("0e3b50", 6) + "/+" + strings.Repeat("1", 10)
	altered := strings.Repeat("0e3b50", 5) + "0e3b51/+" + strings.Repeat("1", 10)
	c := reports.Case{
		Exchanges: []reports.Exchange{
			exchange(1, 0, "http://h/queues/0e3b50d4-33e9-433f-8404-e9802de05e92/receive", `{"messages":[{"receiptHandle":"`+handle+`","body":"short"}]}`),
			exchange(2, 1, "http://h/m?receipt_handle=0e3b500e3b500e3b500e3b500e3b500e3b50%2F%2B1111111111", ""),
			exchange(3, 2, "http://h/ack", ""),
		},
	}
	c.Exchanges[2].Request.Body = `{"receiptHandles":["` + altered + `"]}`
	lines := evidence.Timeline(c)
	for i, want := range []string{
		"POST /queues/0e3b50…e05e92/receive",
		"POST /m?receipt_handle=0e3b50…111111",
		"POST /ack",
	} {
		if lines[i].Text != want {
			t.Errorf("line %d: %q, due %q", i, lines[i].Text, want)
		}
	}
	if !strings.Contains(lines[0].Curl, "0e3b50d4-33e9-433f-8404-e9802de05e92") {
		t.Errorf("the curl line must have the queue's id whole: %s", lines[0].Curl)
	}
	if strings.Contains(lines[0].Answer, handle) || !strings.Contains(lines[0].Answer, "short") {
		t.Errorf("answer %s", lines[0].Answer)
	}
	if !strings.Contains(lines[2].Curl, "0e3b50…111111~2") {
		t.Errorf("an altered handle must not look like the one it was made from: %s", lines[2].Curl)
	}
}

func TestTimelineTellsWhatAnAnswerTells(t *testing.T) {
	x := exchange(1, 0, "http://h/", strings.Repeat("é", 3000))
	x.Response.BodyBytes = 20_000
	x.Response.Headers = map[string][]string{"Retry-After": {"7"}, "X-Ratelimit-Limit": {"5"}, "Date": {"now"}}
	lost := exchange(2, 1, "http://h/", "")
	lost.Response, lost.Error, lost.AnsweredS = nil, "EOF\x1b[2J", 4.5
	awaited := exchange(3, 5, "http://h/", "")
	awaited.Response, awaited.Error, awaited.AnsweredS = nil, "still waiting", 0
	lines := evidence.Timeline(reports.Case{Exchanges: []reports.Exchange{x, lost, awaited}})
	if got := lines[0].Answer; !strings.HasPrefix(got, "Retry-After: 7  X-Ratelimit-Limit: 5  éé") ||
		!strings.HasSuffix(got, "é… (480 of 20,000 bytes)") || strings.Contains(got, "now") {
		t.Errorf("answer %q", got)
	}
	if lines[0].Outcome != "200 in 2.0 ms" {
		t.Errorf("outcome %q", lines[0].Outcome)
	}
	if want := `no answer in 3.5 s: EOF\u001b[2J`; lines[1].Outcome != want {
		t.Errorf("outcome %q, due %q", lines[1].Outcome, want)
	}
	if lines[2].Outcome != "no answer: still waiting" {
		t.Errorf("outcome %q", lines[2].Outcome)
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain é €":    "plain é €",
		"a\nb\r\n\t":   `a\nb\r\n\t`,
		"\x1b[31m\x00": `\u001b[31m\u0000`,
		"\u202e\u200b": `\u202e\u200b`,
		"\xff":         "\uFFFD",
	} {
		if got := evidence.Printable(in); got != want {
			t.Errorf("%q gives %q, due %q", in, got, want)
		}
	}
	if got := evidence.PrintableLines("a\r\nb\tc"); got != "a\nb\\tc" {
		t.Errorf("%q", got)
	}
}

func TestDuration(t *testing.T) {
	for in, want := range map[float64]string{0.00012: "0.1 ms", 0.0123: "12 ms", 3.36: "3.4 s", 99.96: "100.0 s", 125: "2 min 05 s"} {
		if got := evidence.Duration(in); got != want {
			t.Errorf("%v gives %q, due %q", in, got, want)
		}
	}
}

func TestLeasesEndWhereTheyAreEnded(t *testing.T) {
	got := evidence.Leases([]reports.Span{
		{Handle: "a", FromS: 1, UntilS: 120, Event: "leased"},
		{Handle: "b", FromS: 2, UntilS: 6, Event: "leased"},
		{Handle: "a", FromS: 3, UntilS: 60, Event: "leased"},
		{Handle: "a", FromS: 4, UntilS: 3.9, Event: "leased"},
		{Handle: "b", FromS: 7, UntilS: 7, Event: "acknowledged"},
	})
	want := []evidence.Held{{FromS: 1, UntilS: 3}, {FromS: 2, UntilS: 6}, {FromS: 3, UntilS: 4}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, due %v", got, want)
	}
}
