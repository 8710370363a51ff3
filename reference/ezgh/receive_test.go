package ezgh

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAMessageComesBackAsSent(t *testing.T) {
	q := newBench(t).queue("")
	const body = "  {\"a\":\"<é&\u2028\U0001F600>\"}\n"
	sent := q.send(`"body":"  {\"a\":\"<é&\u2028\uD83D\ude00>\"}\n","attributes":{"n":"1.50","":" x "}`)
	q.clock.Advance(5 * time.Second)
	r := q.receive("")
	equal(t, "content type", r.header.Get("Content-Type"), "application/json")
	equal(t, "body", r.str("messages.0.body"), body)
	equal(t, "attribute", r.str("messages.0.attributes.n"), "1.50")
	equal(t, "messageId", r.str("messages.0.messageId"), sent.str("messageId"))
	equal(t, "sentAt", r.str("messages.0.sentAt"), "2026-03-01T12:00:00.000Z")
	equal(t, "firstReceivedAt", r.str("messages.0.firstReceivedAt"), "2026-03-01T12:00:05.000Z")
	equal(t, "receiveCount", r.at("messages.0.receiveCount"), any(1.0))
	equal(t, "groupId", r.at("messages.0.groupId"), nil)
	equal(t, "seq", r.at("messages.0.seq"), nil)

	q.clock.Advance(30 * time.Second)
	again := q.receive("")
	equal(t, "firstReceivedAt again", again.str("messages.0.firstReceivedAt"), "2026-03-01T12:00:05.000Z")
	equal(t, "receiveCount again", again.at("messages.0.receiveCount"), any(2.0))
	if again.str("messages.0.receiptHandle") == r.str("messages.0.receiptHandle") {
		t.Error("two deliveries have one receipt handle")
	}
}

func TestReceiveDefaults(t *testing.T) {
	q := newBench(t).queue(`"visibilityTimeoutSeconds":7`)
	for range 3 {
		q.send(`"body":"x"`)
	}
	equal(t, "messages of {}", q.receive("").count("messages"), 1)
	equal(t, "messages of null fields", q.receive(`"maxMessages":null,"waitSeconds":null`).count("messages"), 1)
	equal(t, "messages of no body", q.do("POST", q.path+"/messages/receive", "").count("messages"), 1)
	equal(t, "empty answer", strings.TrimSpace(q.receive("").text), `{"messages":[]}`)
	q.clock.Advance(7*time.Second - 1)
	equal(t, "before the queue's visibility timeout", q.receive("").count("messages"), 0)
	q.clock.Advance(1)
	equal(t, "after it", q.receive(`"maxMessages":10`).count("messages"), 3)
}

func TestReceiveRefusesWhatIsOutOfRange(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x"`)
	for _, body := range []string{
		`{"maxMessages":0}`, `{"maxMessages":11}`, `{"maxMessages":-1}`, `{"maxMessages":1.5}`,
		`{"maxMessages":"1"}`, `{"maxMessages":true}`, `{"maxMessages":[1]}`, `{"maxMessages":1e30}`,
		`{"waitSeconds":-1}`, `{"waitSeconds":21}`, `{"waitSeconds":{}}`,
		`{"visibilityTimeoutSeconds":-1}`, `{"visibilityTimeoutSeconds":43201}`,
		`{`, `[]`, `null`, `"x"`, `7`, `{}{}`, `{"a":}`, `{'a':1}`, "{\"a\":\"\xff\"}", "\xef\xbb\xbf{}",
		`{"a":"\ud800"}`, `{"a":"\udc00\ud800"}`, `{"a":"\\\uD800x"}`,
		`{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
	} {
		r := q.do("POST", q.path+"/messages/receive", body)
		if r.status != http.StatusBadRequest || r.str("error.code") != "invalid_request" ||
			r.str("error.message") == "" || len(r.str("error.requestId")) != 36 {
			t.Errorf("%.40s: %d %s", body, r.status, r.text)
		}
	}
	r := q.receive(`"maxMessages":10,"waitSeconds":20,"visibilityTimeoutSeconds":43200,"more":[{"\ud83d\ude00\\ud800":null}]`)
	equal(t, "messages left", r.count("messages"), 1)
	equal(t, "receiveCount", r.at("messages.0.receiveCount"), any(1.0))
}

// waiting parks a receive, lets happen run, and gives the answer and the time it took.
func waiting(t *testing.T, q made, fields string, happen func()) (r response, took time.Duration) {
	t.Helper()
	done := make(chan struct{})
	begun := q.clock.Now()
	go func() {
		defer close(done)
		r = q.do("POST", q.path+"/messages/receive", "{"+fields+"}")
		took = q.clock.Now().Sub(begun)
	}()
	synctest.Wait()
	happen()
	synctest.Wait()
	select {
	case <-done:
	default:
		t.Error("the receive still waits")
		q.do("DELETE", q.path, "")
		<-done
	}
	return r, took
}

func TestAWaitEndsWhenItIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newBench(t).queue(`"receiveWaitSeconds":3`)
		step := func(d time.Duration) func() {
			return func() {
				q.clock.Advance(d - 1)
				synctest.Wait()
				q.clock.Advance(1)
			}
		}
		for fields, wait := range map[string]time.Duration{
			"": 3 * time.Second, `"waitSeconds":20`: 20 * time.Second, `"waitSeconds":0`: 0, `"waitSeconds":1`: time.Second,
		} {
			r, took := waiting(t, q, fields, step(max(wait, 1)))
			equal(t, fields+" status", r.status, 200)
			equal(t, fields+" messages", r.count("messages"), 0)
			equal(t, fields+" took", took, wait)
		}
	})
}

func TestAWaitEndsWithAMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newBench(t).queue("")
		r, took := waiting(t, q, `"waitSeconds":20`, func() {
			q.clock.Advance(2 * time.Second)
			q.send(`"body":"x"`)
		})
		equal(t, "messages", r.count("messages"), 1)
		equal(t, "took", took, 2*time.Second)
		released, _ := waiting(t, q, `"waitSeconds":20`, func() {
			q.wants(q.change(0, r.str("messages.0.receiptHandle")), 200)
		})
		equal(t, "released message", released.count("messages"), 1)
	})
}

func TestADeletedQueueEndsWaitsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newBench(t).queue("")
		r, took := waiting(t, q, `"waitSeconds":20`, func() { q.wants(q.do("DELETE", q.path, ""), 204) })
		equal(t, "status", r.status, 404)
		equal(t, "code", r.str("error.code"), "not_found")
		equal(t, "took", took, 0)
	})
}

func TestAClientThatGoesAwayTakesNoLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newBench(t).queue("")
		ctx, goAway := context.WithCancel(t.Context())
		done := make(chan response)
		go func() { done <- q.within(ctx, "POST", q.path+"/messages/receive", `{"waitSeconds":20}`) }()
		synctest.Wait()
		goAway()
		equal(t, "messages for nobody", (<-done).count("messages"), 0)
		q.send(`"body":"x"`)
		r := q.receive("")
		equal(t, "receiveCount", r.at("messages.0.receiveCount"), any(1.0))
	})
}
