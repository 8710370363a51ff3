package ezgh

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/variant"
)

// legals are servers that use each freedom alone, and ten that use many.
func legals(t *testing.T) map[string]variant.Legal {
	all := map[string]variant.Legal{}
	for _, name := range variant.Names() {
		for seed := range uint64(3) {
			l, err := variant.Only(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			all[fmt.Sprint(name, ":", seed)] = l
		}
	}
	for seed := range uint64(10) {
		all[fmt.Sprint(seed)] = variant.Draw(seed)
	}
	return all
}

// TestLegalVariantsKeepTheRules walks a message through its life; the bench
// holds each answer against the document.
func TestLegalVariantsKeepTheRules(t *testing.T) {
	for name, legal := range legals(t) {
		t.Run(name, func(t *testing.T) {
			legal.SlowestAnswer /= 100 // held back in real time
			b := newBench(t, using(legal))
			r := b.do("POST", inProject+"/queues", `{"name":"q","visibilityTimeoutSeconds":5,"receiveWaitSeconds":0}`)
			if r.status/100 != 2 {
				t.Fatalf("create: %d %s", r.status, r.text)
			}
			q := made{b, r.str("queue.queueId"), inProject + "/queues/" + r.str("queue.queueId")}
			if sent := q.do("POST", q.path+"/messages", `{"body":"x","attributes":{"sentAt":"2026-01-01T00:00:00Z"}}`); sent.status/100 != 2 {
				t.Fatalf("send: %d %s", sent.status, sent.text)
			}
			r = q.receive("")
			equal(t, "body", r.str("messages.0.body"), "x")
			equal(t, "attribute", r.str("messages.0.attributes.sentAt"), "2026-01-01T00:00:00Z")
			if _, err := time.Parse(time.RFC3339Nano, r.str("messages.0.sentAt")); err != nil {
				t.Error(err)
			}
			h := r.str("messages.0.receiptHandle")
			equal(t, "outcomes", b.ack("x"+h, h[1:], h+"x", h, h).outcomes(), "invalid invalid invalid ok stale")
			b.wants(b.ack(), 400)
			b.wants(q.do("POST", q.path+"/messages/receive", "{}", anonymous), 401)
			for _, request := range [][3]string{
				{"POST", inProject + "/queues", `{"name":"q"}`}, {"PATCH", q.path, `{"name":"x"}`}, {"POST", q.path + "/messages", `{}`},
			} {
				if refused := q.do(request[0], request[1], request[2]); refused.status/100 != 4 {
					t.Errorf("%v: %d", request, refused.status)
				}
			}
			if gone := q.do("DELETE", q.path, ""); gone.status/100 != 2 || gone.text != "" {
				t.Errorf("delete: %d %q", gone.status, gone.text)
			}
		})
	}
}

func TestOtherRedriveMovesAtTheLeasesEnd(t *testing.T) {
	b := newBench(t, using(variant.Legal{OtherRedrive: true}))
	dead := b.queue("")
	q := b.queue(`"deadLetter":{"queueId":"` + dead.id + `","maxReceives":1}`)
	q.send(`"body":"x"`)
	q.handle(`"visibilityTimeoutSeconds":1`)
	b.clock.Advance(time.Second)
	equal(t, "in the dead-letter queue", dead.receive("").count("messages"), 1)
}

func TestOtherGroupsGiveOneMessageAReceive(t *testing.T) {
	q := newBench(t, using(variant.Legal{OtherGroups: true})).queue(`"fifo":true`)
	for range 2 {
		q.send(`"body":"x","groupId":"g"`)
	}
	equal(t, "messages", q.receive(`"maxMessages":10`).count("messages"), 1)
}

func TestRetryAfterMayBeADate(t *testing.T) {
	q := newBench(t, using(variant.Legal{RetryAfterDate: true})).queue("")
	_ = q.limits.SetUnavailable(q.id, 1, 30*time.Second)
	r := q.do("POST", q.path+"/messages/receive", "{}")
	at, err := time.Parse(http.TimeFormat, r.header.Get("Retry-After"))
	if err != nil || at.Sub(q.clock.Now()) != 30*time.Second {
		t.Errorf("%v, %v", at, err)
	}
}

func TestCloseConnections(t *testing.T) {
	b := newBench(t, using(variant.Legal{CloseConnections: true}))
	equal(t, "Connection", b.do("GET", inProject+"/queues", "").header.Get("Connection"), "close")
}
