package ezgh

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/limit"
)

func TestQueueSettings(t *testing.T) {
	b := newBench(t)
	dead := b.queue("")
	q := b.queue(`"fifo":true,"visibilityTimeoutSeconds":0,"receiveWaitSeconds":20,"messageRetentionSeconds":60,` +
		`"deadLetter":{"queueId":"` + dead.id + `","maxReceives":3}`)
	get := func() response { return q.do("GET", q.path, "") }
	first := get()
	for field, want := range map[string]any{
		"name": "q-1", "fifo": true, "visibilityTimeoutSeconds": 0.0, "receiveWaitSeconds": 20.0,
		"messageRetentionSeconds": 60.0, "deadLetter.queueId": dead.id, "deadLetter.maxReceives": 3.0,
		"createdAt": "2026-03-01T12:00:00.000Z", "queueId": q.id,
	} {
		equal(t, field, first.at("queue."+field), want)
	}
	q.wants(q.do("PATCH", q.path, `{"receiveWaitSeconds":0,"visibilityTimeoutSeconds":null}`), 200)
	equal(t, "changed", get().at("queue.receiveWaitSeconds"), any(0.0))
	equal(t, "kept", get().at("queue.deadLetter.maxReceives"), any(3.0))
	q.wants(q.do("PATCH", q.path, `{"deadLetter":null}`), 200)
	equal(t, "removed", get().at("queue.deadLetter"), nil)
	equal(t, "listed", b.do("GET", inProject+"/queues", "").count("queues"), 2)
	equal(t, "listed elsewhere", b.do("GET", otherProject+"/queues", "").count("queues"), 0)

	defaults := b.do("GET", dead.path, "")
	equal(t, "default visibility", defaults.at("queue.visibilityTimeoutSeconds"), any(30.0))
	equal(t, "default wait", defaults.at("queue.receiveWaitSeconds"), any(0.0))
	equal(t, "default retention", defaults.at("queue.messageRetentionSeconds"), any(345600.0))
}

func TestQueueRefusals(t *testing.T) {
	b := newBench(t)
	q := b.queue("")
	for _, fields := range []string{
		``, `"name":""`, `"name":"a b"`, `"name":7`, `"name":null`, `"name":"x","fifo":"yes"`,
		`"name":"x","visibilityTimeoutSeconds":43201`, `"name":"x","receiveWaitSeconds":21`,
		`"name":"x","messageRetentionSeconds":59`, `"name":"x","messageRetentionSeconds":1209601`,
		`"name":"x","deadLetter":7`, `"name":"x","deadLetter":{}`, `"name":"x","deadLetter":{"queueId":"` + q.id + `"}`,
		`"name":"x","deadLetter":{"queueId":"` + q.id + `","maxReceives":0}`,
		`"name":"x","deadLetter":{"queueId":"` + q.id + `","maxReceives":1001}`,
		`"name":"x","deadLetter":{"queueId":"nowhere","maxReceives":1}`,
	} {
		if r := b.do("POST", inProject+"/queues", "{"+fields+"}"); r.status != 400 {
			t.Errorf("%s: %d %s", fields, r.status, r.text)
		}
	}
	b.wants(b.do("POST", inProject+"/queues", `{"name":"q-0"}`), http.StatusConflict)
	b.wants(b.do("POST", otherProject+"/queues", `{"name":"q-0"}`), http.StatusCreated)
	for _, body := range []string{`{"name":"y"}`, `{"fifo":true}`, `{"receiveWaitSeconds":21}`,
		`{"deadLetter":{"queueId":"` + q.id + `","maxReceives":1}}`} {
		b.wants(b.do("PATCH", q.path, body), 400)
	}
	b.wants(b.do("DELETE", q.path, ""), 204)
	b.wants(b.do("POST", inProject+"/queues", `{"name":"q-0"}`), http.StatusCreated)
}

func TestUnknownQueues(t *testing.T) {
	b := newBench(t)
	q := b.queue("")
	foreign := otherProject + "/queues/" + q.id
	gone := b.queue("")
	b.do("DELETE", gone.path, "")
	for _, path := range []string{foreign, gone.path, inProject + "/queues/nowhere", inProject + "/queues/{" + q.id + "}"} {
		for _, op := range projectOperations {
			if !op.onQueue {
				continue
			}
			target := path + strings.TrimPrefix(op.path, "/queues/{queue}")
			if r := b.do(op.method, target, `{"body":"x"}`); r.status != 404 || r.str("error.code") != "not_found" {
				t.Errorf("%s %s: %d %s", op.method, target, r.status, r.text)
			}
		}
	}
}

func TestPathsAndMethodsThatAreNone(t *testing.T) {
	b := newBench(t)
	q := b.queue("")
	for request, status := range map[string]int{
		"GET /": 404, "GET /v1": 404, "POST /v1/receipts": 404, "POST /v1/receipts/ack/": 404, "POST /v1//receipts/ack": 404,
		"POST /v1/receipts/../receipts/ack": 404, "GET /v1/receipts/ack": 405, "DELETE /v1/receipts/visibility": 405,
		"OPTIONS /v1/receipts/ack":            405,
		"GET " + q.path + "/messages/receive": 405, "PUT " + q.path: 405, "HEAD " + q.path + "/messages": 405,
		"POST " + inProject + "/queues/": 404, "GET " + inProject: 404, "POST " + q.path + "/messages/receive/": 404,
	} {
		method, path, _ := strings.Cut(request, " ")
		r := b.do(method, path, "{}")
		b.wants(r, status)
		equal(t, request+" content type", r.header.Get("Content-Type"), "application/json")
		equal(t, request+" has Allow", r.header.Get("Allow") != "", status == 405)
	}
}

func TestCredentials(t *testing.T) {
	b := newBench(t)
	q := b.queue("")
	q.send(`"body":"x"`)
	limited := b.issue([]string{"queues.messages.send"})
	for _, step := range []struct {
		value  string
		status int
		code   string
	}{
		{"", 401, "unauthenticated"},
		{"Bearer", 401, "unauthenticated"},
		{"Bearer ", 401, "unauthenticated"},
		{"Basic " + b.token, 401, "unauthenticated"},
		{b.token, 401, "unauthenticated"},
		{"Bearer nonsense", 401, "unauthenticated"},
		{"Bearer " + b.token + "x", 401, "unauthenticated"},
		{"Bearer " + limited, 403, "permission_denied"},
		{"bearer " + b.token, 200, ""},
	} {
		r := b.do("POST", q.path+"/messages/receive", `{}`, header("Authorization", step.value))
		b.wants(r, step.status)
		equal(t, "code", r.str("error.code"), step.code)
		if step.status == 200 {
			equal(t, "receiveCount", r.at("messages.0.receiveCount"), any(1.0))
		}
	}
	b.wants(b.do("POST", q.path+"/messages", `{"body":"x"}`, header("Authorization", "Bearer "+limited)), 201)
}

func TestEveryOperationNeedsItsPermission(t *testing.T) {
	b := newBench(t)
	q := b.queue("")
	nothing := header("Authorization", "Bearer "+b.issue([]string{}))
	for _, op := range projectOperations {
		path := inProject + strings.Replace(op.path, "{queue}", q.id, 1)
		b.wants(b.do(op.method, path, "{}", nothing), 403)
		b.wants(b.do(op.method, path, "{}", anonymous), 401)
		only := header("Authorization", "Bearer "+b.issue([]string{op.permission}))
		if r := b.do(op.method, path, "[]", only); r.status == 401 || r.status == 403 {
			t.Errorf("%s with %s: %d", op.id, op.permission, r.status)
		}
		if op.id == "DeleteQueue" {
			q = b.queue("")
		}
	}
}

func TestRateLimits(t *testing.T) {
	for scope, key := range map[string]func(q made) limit.Key{
		"queue":                func(q made) limit.Key { return limit.Key{Scope: limit.Queue, Name: q.id} },
		"operation of a queue": func(q made) limit.Key { return limit.Key{Scope: limit.Queue, Name: q.id, Operation: "ReceiveMessages"} },
		"organization":         func(made) limit.Key { return limit.Key{Scope: limit.Organization, Name: "org_1"} },
		"operation of all":     func(made) limit.Key { return limit.Key{Scope: limit.Operation, Operation: "ReceiveMessages"} },
	} {
		t.Run(scope, func(t *testing.T) {
			q := newBench(t).queue("")
			q.send(`"body":"x"`)
			if err := q.limits.Set(limit.Rule{Key: key(q), Limit: 2, Window: 10 * time.Second}); err != nil {
				t.Fatal(err)
			}
			receive := func() response { return q.do("POST", q.path+"/messages/receive", `{"visibilityTimeoutSeconds":1}`) }
			q.wants(receive(), 200)
			q.clock.Advance(1500 * time.Millisecond)
			q.wants(receive(), 200)
			q.clock.Advance(time.Second)
			for range 3 {
				over := receive()
				q.wants(over, 429)
				equal(t, "Retry-After", over.header.Get("Retry-After"), "8")
				equal(t, "code", over.str("error.code"), "rate_limited")
			}
			q.clock.Advance(8 * time.Second)
			passed := receive()
			q.wants(passed, 200)
			equal(t, "receiveCount: a 429 claims nothing", passed.at("messages.0.receiveCount"), any(3.0))
		})
	}
}

func TestUnavailable(t *testing.T) {
	b := newBench(t)
	q, other := b.queue(""), b.queue("")
	if err := b.limits.SetUnavailable(q.id, 2, 3*time.Second); err != nil {
		t.Fatal(err)
	}
	b.wants(b.do("GET", q.path, ""), 200)
	b.wants(b.do("POST", other.path+"/messages/receive", "{}"), 200)
	down := b.do("POST", q.path+"/messages/receive", "{}")
	b.wants(down, 503)
	equal(t, "Retry-After", down.header.Get("Retry-After"), "3")
	equal(t, "code", down.str("error.code"), "unavailable")
	b.wants(b.do("POST", q.path+"/messages", `{"body":"x"}`), 503)
	b.wants(b.do("POST", q.path+"/messages", `{"body":"x"}`), 201)
}

func TestDateFollowsTheClock(t *testing.T) {
	b := newBench(t)
	b.clock.Advance(time.Hour)
	equal(t, "Date", b.do("GET", inProject+"/queues", "").header.Get("Date"), "Sun, 01 Mar 2026 13:00:00 GMT")
}
