package ezgh

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestAckDeletesOnce(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle("")
	r := q.ack(h)
	equal(t, "first ack", strings.TrimSpace(r.text), `{"results":[{"ok":true}]}`)
	equal(t, "second ack", q.ack(h).outcomes(), "stale")
	q.clock.Advance(time.Minute)
	equal(t, "messages left", q.receive("").count("messages"), 0)
}

func TestTwoAcksInOneRequest(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle("")
	equal(t, "outcomes", q.ack(h, h).outcomes(), "ok stale")
}

func TestResultsKeepTheOrderOfHandles(t *testing.T) {
	b := newBench(t)
	first, second := b.queue(""), b.queue(`"fifo":true`)
	first.send(`"body":"x"`)
	first.send(`"body":"y"`)
	second.send(`"body":"z","groupId":"g"`)
	stale := first.handle("")
	b.ack(stale)
	outcomes := b.ack("garbage", first.handle(""), stale, "", second.handle("")).outcomes()
	equal(t, "outcomes", outcomes, "invalid ok stale invalid ok")
}

func TestADeliveryThatIsOverIsStale(t *testing.T) {
	for what, end := range map[string]func(q, dead made){
		"received again": func(q, _ made) {
			q.clock.Advance(30 * time.Second)
			q.handle("")
		},
		"purged":        func(q, _ made) { q.wants(q.do("POST", q.path+"/purge", ""), 200) },
		"queue deleted": func(q, _ made) { q.wants(q.do("DELETE", q.path, ""), 204) },
		"expired":       func(q, _ made) { q.clock.Advance(60 * time.Second) },
		"dead-lettered": func(q, dead made) {
			for range 2 {
				q.clock.Advance(15 * time.Second)
				q.do("PATCH", q.path, `{"messageRetentionSeconds":3600,"deadLetter":{"queueId":"`+dead.id+`","maxReceives":1}}`)
				q.clock.Advance(30 * time.Second)
				q.receive("")
			}
			equal(q, "in the dead-letter queue", dead.receive("").count("messages"), 1)
		},
	} {
		t.Run(what, func(t *testing.T) {
			b := newBench(t)
			dead := b.queue("")
			q := b.queue(`"messageRetentionSeconds":60`)
			q.send(`"body":"x"`)
			h := q.handle(`"visibilityTimeoutSeconds":30`)
			end(q, dead)
			equal(t, "ack", b.ack(h).outcomes(), "stale")
			equal(t, "change", b.change(5, h).outcomes(), "stale")
		})
	}
}

func TestALapsedHandleWorksUntilTheNextReceive(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle(`"visibilityTimeoutSeconds":1`)
	q.clock.Advance(2 * time.Second)
	equal(t, "change after the lapse", q.change(10, h).outcomes(), "ok")
	equal(t, "hidden again", q.receive("").count("messages"), 0)
	q.clock.Advance(11 * time.Second)
	equal(t, "ack after the second lapse", q.ack(h).outcomes(), "ok")
	equal(t, "messages left", q.receive("").count("messages"), 0)
}

func TestAnAlteredHandleIsInvalid(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle("")
	altered := []string{"", " " + h, h + " ", h + "=", h + "A", h + h, strings.ToLower(h), strings.ToUpper(h)}
	for i := range h {
		altered = append(altered, h[:i]+h[i+1:], h[:i]+"A"+h[i:])
		for _, c := range "A_z7-+/=.é" {
			if other := h[:i] + string(c) + h[i+1:]; other != h {
				altered = append(altered, other)
			}
		}
	}
	for _, text := range altered {
		if text == h {
			continue
		}
		q.limits.Clear()
		equal(t, fmt.Sprintf("ack of %q", text), q.ack(text).outcomes(), "invalid")
		equal(t, fmt.Sprintf("change of %q", text), q.change(0, text).outcomes(), "invalid")
	}
	equal(t, "the handle itself", q.ack(h).outcomes(), "ok")
}

func TestVisibilityCountsFromNow(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle(`"visibilityTimeoutSeconds":10`)
	q.clock.Advance(8 * time.Second)
	equal(t, "extension", q.change(10, h).outcomes(), "ok")
	q.clock.Advance(10*time.Second - 1)
	equal(t, "before its end", q.receive("").count("messages"), 0)
	q.clock.Advance(1)
	equal(t, "at its end", q.receive("").count("messages"), 1)
}

func TestALeaseIsCappedTwelveHoursFromItsReceive(t *testing.T) {
	q := newBench(t).queue(`"messageRetentionSeconds":1209600`)
	q.send(`"body":"x"`)
	h := q.handle(`"visibilityTimeoutSeconds":43200`)
	q.clock.Advance(11 * time.Hour)
	equal(t, "extension", q.change(43_200, h).outcomes(), "ok")
	q.clock.Advance(time.Hour - 1)
	equal(t, "before 12 h", q.receive("").count("messages"), 0)
	q.clock.Advance(1)
	equal(t, "at 12 h", q.receive("").count("messages"), 1)
}

func TestReceiptRequestsAreRefusedWhole(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle("")
	entry := func(seconds string) string {
		return `{"receiptHandle":"` + h + `","visibilityTimeoutSeconds":` + seconds + `}`
	}
	list := func(n int, item string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	}
	quoted := `"` + h + `"`
	for path, bodies := range map[string][]string{
		"/v1/receipts/ack": {
			`{}`, ``, `{`, `{"receiptHandles":null}`, `{"receiptHandles":` + quoted + `}`, `{"receiptHandles":{}}`,
			`{"receiptHandles":[` + quoted + `,null]}`, `{"receiptHandles":[` + quoted + `,1]}`,
			`{"receiptHandles":[` + quoted + `,[]]}`,
			`{"receiptHandles":[]}`, `{"receiptHandles":` + list(11, quoted) + `}`,
		},
		"/v1/receipts/visibility": {
			`{}`, `{"entries":null}`, `{"entries":{}}`, `{"entries":[]}`, `{"entries":` + list(11, entry("0")) + `}`,
			`{"entries":[` + entry("0") + `,null]}`, `{"entries":[` + entry("0") + `,` + entry("43201") + `]}`,
			`{"entries":[` + entry("0") + `,` + entry("-1") + `]}`, `{"entries":[` + entry("0") + `,` + entry(`"1"`) + `]}`,
			`{"entries":[` + entry("0") + `,` + entry("0.5") + `]}`, `{"entries":[` + entry("0") + `,` + entry("null") + `]}`,
			`{"entries":[` + entry("0") + `,{"receiptHandle":` + quoted + `}]}`,
			`{"entries":[` + entry("0") + `,{"visibilityTimeoutSeconds":1}]}`,
			`{"entries":[` + entry("0") + `,{"receiptHandle":7,"visibilityTimeoutSeconds":1}]}`,
		},
	} {
		for _, body := range bodies {
			if r := q.do("POST", path, body, anonymous); r.status != 400 || r.str("error.code") != "invalid_request" {
				t.Errorf("%s %.60s: %d %s", path, body, r.status, r.text)
			}
		}
	}
	equal(t, "released by a refused request", q.receive("").count("messages"), 0)
	equal(t, "the handle", q.ack(h).outcomes(), "ok")
}

func TestReceiptsLookAtNoCredential(t *testing.T) {
	q := newBench(t).queue("")
	for _, value := range []string{"", "Bearer nonsense", "Basic xx", "Bearer " + q.issue([]string{})} {
		q.send(`"body":"x"`)
		h := q.handle("")
		body := `{"entries":[{"receiptHandle":"` + h + `","visibilityTimeoutSeconds":9}]}`
		equal(t, "change", q.do("POST", "/v1/receipts/visibility", body, header("Authorization", value)).outcomes(), "ok")
		r := q.do("POST", "/v1/receipts/ack", `{"receiptHandles":["`+h+`"]}`, header("Authorization", value))
		equal(t, "ack", r.outcomes(), "ok")
	}
}

func TestAnyOriginMayUseReceipts(t *testing.T) {
	b := newBench(t)
	origins := []string{"https://app.example", "http://localhost:3000", "null", "chrome-extension://abc"}
	for _, path := range []string{"/v1/receipts/ack", "/v1/receipts/visibility"} {
		for _, origin := range origins {
			preflight := b.do("OPTIONS", path, "", anonymous, header("Origin", origin),
				header("Access-Control-Request-Method", "POST"), header("Access-Control-Request-Headers", "content-type"))
			equal(t, "preflight 2xx", preflight.status/100, 2)
			equal(t, "preflight origin", preflight.header.Get("Access-Control-Allow-Origin"), "*")
			equal(t, "preflight headers", preflight.header.Get("Access-Control-Allow-Headers"), "content-type")
			for body, status := range map[string]int{
				`{"receiptHandles":["x"],"entries":[{"receiptHandle":"x","visibilityTimeoutSeconds":1}]}`: 200,
				`{"receiptHandles":[],"entries":[]}`:                                                      400,
			} {
				r := b.do("POST", path, body, anonymous, header("Origin", origin))
				equal(t, "status", r.status, status)
				equal(t, "origin", r.header.Get("Access-Control-Allow-Origin"), "*")
				equal(t, "credentials", r.header.Get("Access-Control-Allow-Credentials"), "")
			}
		}
	}
}

func TestInvalidHandlesAreLimitedByAddress(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle("")
	q.ack(h)
	ack := func(n int, changes ...func(*http.Request)) response {
		body := `{"receiptHandles":[` + strings.TrimSuffix(strings.Repeat(`"bad",`, n), ",") + `]}`
		return q.do("POST", "/v1/receipts/ack", body, changes...)
	}
	one, two := from("127.0.0.2"), from("127.0.0.3")
	for range 9 {
		q.wants(ack(10, one), 200)
	}
	q.clock.Advance(20 * time.Second)
	body := `{"entries":[` + strings.TrimSuffix(strings.Repeat(`{"receiptHandle":"bad","visibilityTimeoutSeconds":1},`, 9), ",") + `]}`
	q.wants(q.do("POST", "/v1/receipts/visibility", body, one), 200)
	q.wants(ack(1, one), 200) // the hundredth
	for range 3 {
		q.wants(q.do("POST", "/v1/receipts/ack", `{"receiptHandles":["`+h+`"]}`, one), 200)
	}
	over := ack(1, one, header("X-Forwarded-For", "10.1.1.1"), header("Forwarded", "for=10.1.1.2"))
	q.wants(over, 429)
	equal(t, "Retry-After", over.header.Get("Retry-After"), "40")
	equal(t, "code", over.str("error.code"), "rate_limited")
	q.wants(q.do("POST", "/v1/receipts/visibility", body, one), 429)
	q.wants(q.do("POST", "/v1/receipts/ack", `{"receiptHandles":["`+h+`"]}`, one), 429)
	q.wants(ack(10, two, header("X-Forwarded-For", "127.0.0.2")), 200)
	q.clock.Advance(40 * time.Second)
	q.wants(ack(10, one), 200)
}

func TestTheRequestThatCrossesTheLineDoesNothing(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	h := q.handle("")
	for range 10 {
		q.ack("b", "b", "b", "b", "b", "b", "b", "b", "b", "b")
	}
	q.wants(q.ack(h, "bad"), 429)
	q.clock.Advance(time.Minute)
	equal(t, "the good handle", q.ack(h).outcomes(), "ok")
}
