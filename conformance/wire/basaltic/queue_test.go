package basaltic_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/internal/wiretest"
	"github.com/leasecheck/leasecheck/specs"
)

const id = "a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"

// script answers every request alike.
type script = wiretest.Script

func service(t *testing.T, h http.Handler) *basaltic.Service {
	return basaltic.NewService(wiretest.Session(t, specs.Basaltic, h))
}

func queue(t *testing.T, h http.Handler) target.Queue {
	return service(t, h).Open(id, "leasecheck-00000000-1", target.Standard)
}

var ctx = context.Background()

func ptr[T any](v T) *T { return &v }

// TestRequests shows what each neutral operation sends.
func TestRequests(t *testing.T) {
	base := "/v1/queues/" + id
	second, none := ptr(time.Second), ptr(time.Duration(0))
	for _, test := range []struct {
		name    string
		do      func(target.Queue)
		request string
		sent    string
	}{
		{"send", func(q target.Queue) { q.Send(ctx, target.Message{Body: "<b>"}) },
			"POST " + base + "/messages", `{"body":"<b>"}`},
		{"send all", func(q target.Queue) {
			q.Send(ctx, target.Message{Body: "b", Attributes: map[string]target.Attribute{"n": {Type: "Number", Value: "1.50"}}, Group: "g", DeduplicationID: "d", Delay: time.Minute})
		}, "POST " + base + "/messages", `{"body":"b","attributes":{"n":{"type":"Number","value":"1.50"}},"delay_seconds":60,"message_group_id":"g","message_deduplication_id":"d"}`},
		{"send batch", func(q target.Queue) { q.SendBatch(ctx, []target.Message{{Body: "a"}, {Body: "b"}}) },
			"POST " + base + "/messages/batch", `{"entries":[{"id":"e0","body":"a"},{"id":"e1","body":"b"}]}`},
		{"receive", func(q target.Queue) { q.Receive(ctx, target.Receive{}) },
			"POST " + base + "/messages/receive", ``},
		{"receive all", func(q target.Queue) { q.Receive(ctx, target.Receive{Max: ptr(10), Visibility: second, Wait: none}) },
			"POST " + base + "/messages/receive", `{"max_messages":10,"visibility_timeout_seconds":1,"wait_time_seconds":0}`},
		{"acknowledge", func(q target.Queue) { q.Acknowledge(ctx, "h/1+2") },
			"DELETE " + base + "/messages?receipt_handle=h%2F1%2B2", ``},
		{"acknowledge two", func(q target.Queue) { q.Acknowledge(ctx, "h1", "h2") },
			"POST " + base + "/messages/delete-batch", `{"entries":[{"id":"e0","receipt_handle":"h1"},{"id":"e1","receipt_handle":"h2"}]}`},
		{"release", func(q target.Queue) { q.ChangeVisibility(ctx, 0, "h1") },
			"POST " + base + "/messages/visibility", `{"receipt_handle":"h1","visibility_timeout_seconds":0}`},
		{"extend two", func(q target.Queue) { q.ChangeVisibility(ctx, time.Second, "h1", "h2") },
			"POST " + base + "/messages/visibility-batch", `{"entries":[{"id":"e0","receipt_handle":"h1","visibility_timeout_seconds":1},{"id":"e1","receipt_handle":"h2","visibility_timeout_seconds":1}]}`},
		{"purge", func(q target.Queue) { q.Purge(ctx) }, "POST " + base + "/purge", ``},
		{"delete", func(q target.Queue) { q.Delete(ctx) }, "DELETE " + base, ``},
		{"describe", func(q target.Queue) { q.Describe(ctx) }, "GET " + base, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &script{Status: 200, Body: `{}`}
			test.do(queue(t, s))
			if s.Request != test.request || s.Sent != test.sent {
				t.Errorf("sent %s %s\nwant %s %s", s.Request, s.Sent, test.request, test.sent)
			}
		})
	}
}

func envelope(code string) string {
	return `{"error":{"code":"` + code + `","message":"m","request_id":"` + id + `"}}`
}

// TestClasses shows what each kind of answer means, also those that the
// reference server never gives.
func TestClasses(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		class  target.Class
		code   string
	}{
		{"204", 204, "", target.OK, ""},
		{"200 with a body", 200, `{"more":1}`, target.OK, ""},
		{"202", 202, "", target.OK, ""},
		{"expired", 409, envelope(basaltic.CodeExpired), target.Stale, basaltic.CodeExpired},
		{"expired with another status", 404, envelope(basaltic.CodeExpired), target.Stale, basaltic.CodeExpired},
		{"expired without its envelope", 400, `{"code":"` + basaltic.CodeExpired + `"}`, target.Stale, basaltic.CodeExpired},
		{"expired, said by a broken server", 500, envelope(basaltic.CodeExpired), target.Refused, basaltic.CodeExpired},
		{"not found", 404, envelope("NOT_FOUND"), target.NotFound, "NOT_FOUND"},
		{"not found without a body", 404, "", target.NotFound, ""},
		{"invalid", 400, envelope("INVALID_INPUT"), target.Refused, "INVALID_INPUT"},
		{"another code", 422, envelope("WHATEVER"), target.Refused, "WHATEVER"},
		{"error that is no JSON", 400, "no", target.Refused, ""},
		{"redirect", 302, "", target.Refused, ""},
		{"unavailable", 503, "", target.Refused, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := queue(t, &script{Status: test.status, Body: test.body})
			for name, o := range map[string]target.Outcome{
				"acknowledge": q.Acknowledge(ctx, "h")[0],
				"visibility":  q.ChangeVisibility(ctx, time.Second, "h")[0],
				"delete":      q.Delete(ctx),
				"purge":       q.Purge(ctx),
			} {
				if o.Class != test.class || o.Code != test.code || o.Status != test.status {
					t.Errorf("%s: %s %q %d; want %s %q", name, o.Class, o.Code, o.Status, test.class, test.code)
				}
			}
		})
	}
}

func TestReceive(t *testing.T) {
	const whole = `{"messages":[{"id":"i","receipt_handle":"h","body":"b","attributes":{"n":{"type":"Number","value":"1.50"}},
		"receive_count":2.0,"message_group_id":"g","enqueued_at":"2026-01-18T11:45:00.5+02:00","visible_at":"later","more":[]}],"more":{}}`
	for _, test := range []struct {
		name, body string
		class      target.Class
		messages   int
	}{
		{"whole", whole, target.OK, 1},
		{"empty list", `{"messages":[]}`, target.OK, 0},
		{"null", `{"messages":null}`, target.OK, 0},
		{"no list", `{}`, target.OK, 0},
		{"no body", ``, target.OK, 0},
		{"a message without fields", `{"messages":[{}]}`, target.OK, 1},
		{"no JSON", `<html>`, target.Unanswered, 0},
		{"more than anybody sent", `{"messages":[{}` + strings.Repeat(",{}", 200) + `]}`, target.Unanswered, 0},
		{"half", whole[:40], target.Unanswered, 0},
		{"fraction", `{"messages":[{"receive_count":1.5}]}`, target.Unanswered, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := queue(t, &script{Status: 200, Body: test.body}).Receive(ctx, target.Receive{})
			if got.Class != test.class || test.class == target.OK && len(got.Deliveries) != test.messages {
				t.Fatalf("%s with %d messages: %v", got.Class, len(got.Deliveries), got.Err)
			}
			if (got.Err != nil) != (test.class == target.Unanswered) {
				t.Errorf("error is %v", got.Err)
			}
		})
	}
	d := queue(t, &script{Status: 200, Body: whole}).Receive(ctx, target.Receive{}).Deliveries[0]
	if d.MessageID != "i" || d.Handle != "h" || d.Body != "b" || d.Attributes["n"] != (target.Attribute{Type: "Number", Value: "1.50"}) ||
		d.ReceiveCount != 2 || d.Group != "g" || d.SentAt != "2026-01-18T11:45:00.5+02:00" || d.VisibleAt != "later" || d.Call.Exchange != 1 {
		t.Errorf("delivery is %+v", d)
	}
}

func TestBatchResults(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		want   [2]target.Class
	}{
		{"in another order", 200, `{"results":[{"id":"e1","error":"` + basaltic.CodeExpired + `"},{"id":"e0"}]}`, [2]target.Class{target.OK, target.Stale}},
		{"another error", 200, `{"results":[{"id":"e0","error":"INVALID_INPUT","message":"m"},{"id":"e1"}]}`, [2]target.Class{target.Refused, target.OK}},
		{"one missing", 200, `{"results":[{"id":"e1"}]}`, [2]target.Class{target.Unanswered, target.OK}},
		{"no body", 200, ``, [2]target.Class{target.Unanswered, target.Unanswered}},
		{"refused whole", 400, envelope("INVALID_INPUT"), [2]target.Class{target.Refused, target.Refused}},
		{"no queue", 404, ``, [2]target.Class{target.NotFound, target.NotFound}},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := queue(t, &script{Status: test.status, Body: test.body})
			sent := q.SendBatch(ctx, []target.Message{{Body: "a"}, {Body: "b"}})
			for name, got := range map[string][]target.Outcome{
				"acknowledge": q.Acknowledge(ctx, "h0", "h1"),
				"visibility":  q.ChangeVisibility(ctx, 0, "h0", "h1"),
				"send":        {sent[0].Outcome, sent[1].Outcome},
			} {
				for i := range got {
					if got[i].Class != test.want[i] || (got[i].Class == target.Unanswered) != (got[i].Err != nil) {
						t.Errorf("%s: entry %d is %s (%v), want %s", name, i, got[i].Class, got[i].Err, test.want[i])
					}
				}
			}
		})
	}
}

func TestSend(t *testing.T) {
	for body, want := range map[string]target.Sent{
		`{"result":{"message_id":"m","duplicate":true}}`: {MessageID: "m", Duplicate: true},
		`{"result":{"message_id":"m"},"meta":{}}`:        {MessageID: "m"},
		``: {},
	} {
		got := queue(t, &script{Status: 202, Body: body}).Send(ctx, target.Message{Body: "b"})
		if got.Class != target.OK || got.MessageID != want.MessageID || got.Duplicate != want.Duplicate {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

func TestCreateQueue(t *testing.T) {
	s := &script{Status: 200, Body: `{"queue":{"id":"` + id + `","more":1}}`}
	svc := service(t, s)
	q, o := svc.CreateQueue(ctx, "leasecheck-00000000-1", target.Settings{
		Kind: target.FIFO, Visibility: 2 * time.Second, Retention: time.Hour, Delay: time.Second, ReceiveWait: 3 * time.Second,
		DataKeyReuse: time.Minute, Key: "k", ContentBasedDeduplication: true, DeadLetter: "dead", MaxReceives: 3,
	})
	if o.Class != target.OK || q.Ref() != id || q.Name() != "leasecheck-00000000-1.fifo" || q.Kind() != target.FIFO {
		t.Fatalf("%+v, %+v", q, o)
	}
	want := `{"name":"leasecheck-00000000-1.fifo","visibility_timeout_seconds":2,"message_retention_seconds":3600,"delay_seconds":1,` +
		`"receive_wait_time_seconds":3,"kms_data_key_reuse_period_seconds":60,"content_based_deduplication":true,"kms_key":"k",` +
		`"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":3}}`
	if s.Sent != want {
		t.Errorf("sent %s\nwant %s", s.Sent, want)
	}
	if svc.CreateQueue(ctx, "plain", target.Settings{}); s.Sent != `{"name":"plain","delay_seconds":0}` {
		t.Errorf("for a standard queue sent %s, which may get a delay of the target's choice", s.Sent)
	}
	if svc.CreateQueue(ctx, "plain", target.Settings{Kind: target.FIFO}); s.Sent != `{"name":"plain.fifo"}` {
		t.Errorf("for a FIFO queue sent %s", s.Sent)
	}
	s.Body = `{}`
	if q, o := svc.CreateQueue(ctx, "leasecheck-00000000-2", target.Settings{}); q != nil || o.Class != target.Unanswered || o.Err == nil {
		t.Errorf("an answer without an id gave %+v, %+v", q, o)
	}
	s.Status, s.Body = 409, envelope("QUEUE_ALREADY_EXISTS")
	if q, o := svc.CreateQueue(ctx, "leasecheck-00000000-3", target.Settings{}); q != nil || o.Class != target.Refused {
		t.Errorf("a refusal gave %+v, %+v", q, o)
	}
}

func TestDescribe(t *testing.T) {
	q := queue(t, &script{Status: 200, Body: `{"queue":{"id":"` + id + `","kind":"fifo","attributes":{"visibility_timeout_seconds":2,
		"message_retention_seconds":3600,"delay_seconds":1,"receive_wait_time_seconds":3,"kms_data_key_reuse_period_seconds":60},
		"content_based_deduplication":true,"kms_key":{"id":"k"},"redrive_policy":{"dead_letter_queue":{"id":"dead"},"max_receive_count":3}}}`})
	got, o := q.Describe(ctx)
	want := target.Settings{
		Kind: target.FIFO, Visibility: 2 * time.Second, Retention: time.Hour, Delay: time.Second, ReceiveWait: 3 * time.Second,
		DataKeyReuse: time.Minute, Key: "k", ContentBasedDeduplication: true, DeadLetter: "dead", MaxReceives: 3,
	}
	if o.Class != target.OK || got != want {
		t.Errorf("%+v, %+v", got, o)
	}
}

func TestListQueuesFollowsPages(t *testing.T) {
	var markers []string
	svc := service(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		markers = append(markers, r.URL.Query().Get("marker"))
		if len(markers) == 1 {
			io.WriteString(w, `{"queues":[{"id":"1","name":"leasecheck-a.fifo"},{"id":"2","name":"other"}],"meta":{"has_more":true,"marker":"m/1"}}`)
			return
		}
		io.WriteString(w, `{"queues":[{"id":"3","name":"leasecheck-b"}]}`)
	}))
	got, o := svc.ListQueues(ctx, "leasecheck-")
	if o.Class != target.OK || len(got) != 2 || got[0].Ref() != "1" || got[0].Kind() != target.FIFO || got[1].Ref() != "3" {
		t.Errorf("%+v, %+v", got, o)
	}
	if strings.Join(markers, ",") != ",m/1" {
		t.Errorf("markers are %q", markers)
	}
}

func TestUnanswered(t *testing.T) {
	q := queue(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		conn.Close()
	}))
	outcomes := append(q.Acknowledge(ctx, "a", "b"), q.Acknowledge(ctx, "a")[0], q.Send(ctx, target.Message{}).Outcome,
		q.Receive(ctx, target.Receive{}).Outcome, q.Delete(ctx), q.Purge(ctx))
	for i, o := range outcomes {
		if o.Class != target.Unanswered || o.Err == nil || o.Status != 0 {
			t.Errorf("outcome %d is %+v", i, o)
		}
	}
}

func TestListQueuesThatNeverEnds(t *testing.T) {
	_, o := service(t, &script{Status: 200, Body: `{"queues":[],"meta":{"has_more":true,"marker":"again"}}`}).ListQueues(ctx, "")
	if o.Class != target.Unanswered || o.Err == nil {
		t.Errorf("%+v", o)
	}
}
