package ezgh_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/conformance/wire/internal/wiretest"
	"github.com/leasecheck/leasecheck/specs"
)

type script = wiretest.Script

var ctx = context.Background()

func ptr[T any](v T) *T { return &v }

func service(t *testing.T, h http.Handler) *ezgh.Service {
	return ezgh.NewService(wiretest.Session(t, specs.EZGH, h))
}

func queue(t *testing.T, h http.Handler) target.Queue {
	return service(t, h).Open("q1", "leasecheck-00000000-1", target.Standard)
}

// TestRequests shows what each neutral operation sends, and with what credential.
func TestRequests(t *testing.T) {
	const (
		base = "/v1/organizations/org/projects/prj/queues/q1"
		key  = "Bearer tok-0123"
	)
	for _, test := range []struct {
		name                   string
		do                     func(target.Queue)
		request, sent, bearing string
	}{
		{"send", func(q target.Queue) { q.Send(ctx, target.Message{Body: "b"}) },
			"POST " + base + "/messages", `{"body":"b"}`, key},
		{"send all", func(q target.Queue) {
			q.Send(ctx, target.Message{Body: "b", Attributes: map[string]target.Attribute{"n": {Value: "v"}}, Group: "g", DeduplicationID: "d", Delay: time.Minute})
		}, "POST " + base + "/messages", `{"body":"b","attributes":{"n":"v"},"groupId":"g","deduplicationId":"d","delaySeconds":60}`, key},
		{"send batch", func(q target.Queue) { q.SendBatch(ctx, []target.Message{{Body: "a"}, {Body: "b"}}) },
			"POST " + base + "/messages/batch", `{"messages":[{"body":"a"},{"body":"b"}]}`, key},
		{"receive", func(q target.Queue) { q.Receive(ctx, target.Receive{}) },
			"POST " + base + "/messages/receive", `{}`, key},
		{"receive all", func(q target.Queue) {
			q.Receive(ctx, target.Receive{Max: ptr(10), Visibility: ptr(time.Second), Wait: ptr(time.Duration(0))})
		}, "POST " + base + "/messages/receive", `{"maxMessages":10,"waitSeconds":0,"visibilityTimeoutSeconds":1}`, key},
		{"acknowledge", func(q target.Queue) { q.Acknowledge(ctx, "h1", "h2") },
			"POST /v1/receipts/ack", `{"receiptHandles":["h1","h2"]}`, ""},
		{"release", func(q target.Queue) { q.ChangeVisibility(ctx, 0, "h1") },
			"POST /v1/receipts/visibility", `{"entries":[{"receiptHandle":"h1","visibilityTimeoutSeconds":0}]}`, ""},
		{"purge", func(q target.Queue) { q.Purge(ctx) }, "POST " + base + "/purge", ``, key},
		{"delete", func(q target.Queue) { q.Delete(ctx) }, "DELETE " + base, ``, key},
		{"describe", func(q target.Queue) { q.Describe(ctx) }, "GET " + base, ``, key},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &script{Status: 200, Body: `{}`}
			test.do(queue(t, s))
			if s.Request != test.request || s.Sent != test.sent || s.Header.Get("Authorization") != test.bearing {
				t.Errorf("sent %s %s as %q\nwant %s %s as %q", s.Request, s.Sent, s.Header.Get("Authorization"), test.request, test.sent, test.bearing)
			}
		})
	}
}

// TestReceiptResults shows what each kind of result means, also those that the
// reference server never gives.
func TestReceiptResults(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		want   [2]target.Class
	}{
		{"both", 200, `{"results":[{"ok":true},{"ok":true,"more":1}],"more":1}`, [2]target.Class{target.OK, target.OK}},
		{"mixed", 200, `{"results":[{"error":"receipt_handle_stale"},{"error":"receipt_handle_invalid"}]}`, [2]target.Class{target.Stale, target.Invalid}},
		{"refused whole", 409, `{"error":{"code":"receipt_handle_stale"}}`, [2]target.Class{target.Refused, target.Refused}},
		{"another error", 200, `{"results":[{"error":"busy"},{"ok":true}]}`, [2]target.Class{target.Refused, target.OK}},
		{"neither", 200, `{"results":[{},{"ok":false}]}`, [2]target.Class{target.Unanswered, target.Unanswered}},
		{"one missing", 200, `{"results":[{"ok":true}]}`, [2]target.Class{target.OK, target.Unanswered}},
		{"another 2xx", 202, `{"results":[{"ok":true},{"ok":true}]}`, [2]target.Class{target.OK, target.OK}},
		{"no body", 200, ``, [2]target.Class{target.Unanswered, target.Unanswered}},
		{"no JSON", 200, `ok`, [2]target.Class{target.Unanswered, target.Unanswered}},
		{"refused whole", 400, `{"error":{"code":"invalid_request"}}`, [2]target.Class{target.Refused, target.Refused}},
		{"refused as text", 429, `slow down`, [2]target.Class{target.Refused, target.Refused}},
		{"no such path", 404, ``, [2]target.Class{target.NotFound, target.NotFound}},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := queue(t, &script{Status: test.status, Body: test.body})
			for name, got := range map[string][]target.Outcome{
				"acknowledge": q.Acknowledge(ctx, "h0", "h1"),
				"visibility":  q.ChangeVisibility(ctx, time.Second, "h0", "h1"),
			} {
				for i := range got {
					if got[i].Class != test.want[i] || (got[i].Class == target.Unanswered) != (got[i].Err != nil) {
						t.Errorf("%s: handle %d is %s (%v), want %s", name, i, got[i].Class, got[i].Err, test.want[i])
					}
				}
			}
		})
	}
}

func TestReceive(t *testing.T) {
	const whole = `{"messages":[{"messageId":"i","receiptHandle":"h","body":"b","attributes":{"n":"v"},"sentAt":1768736700,
		"firstReceivedAt":"then","receiveCount":3,"groupId":"g","seq":"00012","more":null}]}`
	got := queue(t, &script{Status: 200, Body: whole}).Receive(ctx, target.Receive{})
	if got.Class != target.OK || len(got.Deliveries) != 1 {
		t.Fatalf("%+v", got)
	}
	d := got.Deliveries[0]
	if d.MessageID != "i" || d.Handle != "h" || d.Body != "b" || d.Attributes["n"].Value != "v" || d.SentAt != "1768736700" ||
		d.FirstReceived != "then" || d.ReceiveCount != 3 || d.Group != "g" || d.Sequence != "00012" || d.Call.Exchange != 1 {
		t.Errorf("delivery is %+v", d)
	}
	for body, class := range map[string]target.Class{`{"messages":[]}`: target.OK, ``: target.OK, `[`: target.Unanswered} {
		if got := queue(t, &script{Status: 200, Body: body}).Receive(ctx, target.Receive{}); got.Class != class || len(got.Deliveries) > 0 {
			t.Errorf("%q: %+v", body, got)
		}
	}
}

func TestSend(t *testing.T) {
	q := queue(t, &script{Status: 201, Body: `{"messageId":"m","more":1}`})
	if got := q.Send(ctx, target.Message{Body: "b"}); got.Class != target.OK || got.MessageID != "m" {
		t.Errorf("%+v", got)
	}
	q = queue(t, &script{Status: 200, Body: `{"results":[{"messageId":"m"},{"error":"invalid_request"}]}`})
	got := q.SendBatch(ctx, []target.Message{{Body: "a"}, {Body: "b"}, {Body: "c"}})
	if got[0].MessageID != "m" || got[0].Class != target.OK || got[1].Class != target.Refused || got[1].Code != "invalid_request" || got[2].Class != target.Unanswered {
		t.Errorf("%+v", got)
	}
}

func TestCreateQueue(t *testing.T) {
	s := &script{Status: 201, Body: `{"queue":{"queueId":"q9","name":"n"}}`}
	svc := service(t, s)
	q, o := svc.CreateQueue(ctx, "leasecheck-00000000-1", target.Settings{
		Kind: target.FIFO, Visibility: 2 * time.Second, Retention: time.Hour, ReceiveWait: 3 * time.Second, DeadLetter: "dead", MaxReceives: 3,
	})
	if o.Class != target.OK || q.Ref() != "q9" || q.Kind() != target.FIFO || q.Name() != "leasecheck-00000000-1" {
		t.Fatalf("%+v, %+v", q, o)
	}
	want := `{"name":"leasecheck-00000000-1","fifo":true,"visibilityTimeoutSeconds":2,"receiveWaitSeconds":3,"messageRetentionSeconds":3600,"deadLetter":{"queueId":"dead","maxReceives":3}}`
	if s.Sent != want {
		t.Errorf("sent %s\nwant %s", s.Sent, want)
	}
	for _, settings := range []target.Settings{{Delay: 1}, {Key: "k"}, {DataKeyReuse: 1}, {ContentBasedDeduplication: true}} {
		if q, o := svc.CreateQueue(ctx, "n", settings); q != nil || o.Class != target.Refused || !errors.Is(o.Err, target.ErrUnsupported) {
			t.Errorf("%+v, which ezgh does not know, gave %+v", settings, o)
		}
	}
}

func TestDescribe(t *testing.T) {
	q := queue(t, &script{Status: 200, Body: `{"queue":{"queueId":"q1","fifo":true,"visibilityTimeoutSeconds":2,"receiveWaitSeconds":3,
		"messageRetentionSeconds":3600,"deadLetter":{"queueId":"dead","maxReceives":3}}}`})
	got, o := q.Describe(ctx)
	want := target.Settings{Kind: target.FIFO, Visibility: 2 * time.Second, Retention: time.Hour, ReceiveWait: 3 * time.Second, DeadLetter: "dead", MaxReceives: 3}
	if o.Class != target.OK || got != want {
		t.Errorf("%+v, %+v", got, o)
	}
}

// TestNothingIsAskedOfTheProducersAnswers has answers in forms that the reference
// server does not use.
func TestNothingIsAskedOfTheProducersAnswers(t *testing.T) {
	for _, body := range []string{
		`{"queue":{"queueId":9,"createdAt":1768736700,"fifo":"yes","deadLetter":"none","visibilityTimeoutSeconds":"30s"}}`,
		`{"queue":{"createdAt":{"seconds":1},"deadLetter":[],"messageRetentionSeconds":1.5,"queueId":"9"},"meta":7}`,
	} {
		q, o := service(t, &script{Status: 201, Body: body}).CreateQueue(ctx, "n", target.Settings{})
		if o.Class != target.OK || q.Ref() != "9" {
			t.Errorf("%s: %+v, %+v", body, q, o)
		}
		if got, o := queue(t, &script{Status: 200, Body: body}).Describe(ctx); o.Class != target.OK || got != (target.Settings{Kind: target.Standard}) {
			t.Errorf("%s: %+v, %+v", body, got, o)
		}
	}
	for body, id := range map[string]string{
		`{"seq":7,"messageId":"m"}`: "m", `{"error":{},"messageId":5,"seq":{}}`: "5", `[]`: "", `accepted`: "", `"m"`: "",
	} {
		if got := queue(t, &script{Status: 202, Body: body}).Send(ctx, target.Message{Body: "b"}); got.Class != target.OK || got.MessageID != id {
			t.Errorf("%s: %+v", body, got)
		}
	}
	for entry, code := range map[string]string{
		`{"messageId":"m","seq":3}`: "", `{"error":null}`: "", `{"error":false}`: "", `{"error":""}`: "",
		`{"error":"busy"}`: "busy", `{"error":{"code":"busy","message":"m"}}`: "busy", `{"error":17}`: "17",
	} {
		q := queue(t, &script{Status: 200, Body: `{"results":[` + entry + `]}`})
		if got := q.SendBatch(ctx, []target.Message{{Body: "a"}})[0]; got.Code != code || (got.Class == target.OK) != (code == "") {
			t.Errorf("%s: %+v", entry, got)
		}
	}
}

func TestListQueues(t *testing.T) {
	svc := service(t, &script{Status: 200, Body: `{"queues":[{"queueId":"1","name":"leasecheck-a","fifo":true},{"queueId":"2","name":"other"}]}`})
	got, o := svc.ListQueues(ctx, "leasecheck-")
	if o.Class != target.OK || len(got) != 1 || got[0].Ref() != "1" || got[0].Kind() != target.FIFO {
		t.Errorf("%+v, %+v", got, o)
	}
}

func TestPreflight(t *testing.T) {
	s := &script{Status: 204}
	c := ezgh.NewClient(wiretest.Session(t, specs.EZGH, s))
	c.PreflightAck(ctx, "https://app.example")
	if s.Request != "OPTIONS /v1/receipts/ack" || s.Header.Get("Origin") != "https://app.example" ||
		s.Header.Get("Access-Control-Request-Method") != "POST" || s.Header.Get("Access-Control-Request-Headers") != "content-type" {
		t.Errorf("sent %s with %v", s.Request, s.Header)
	}
	c.PreflightVisibility(ctx, "null", wire.WithHeader("Access-Control-Request-Headers"))
	if s.Request != "OPTIONS /v1/receipts/visibility" || s.Header.Get("Access-Control-Request-Headers") != "" {
		t.Errorf("sent %s with %v", s.Request, s.Header)
	}
}

func TestInProject(t *testing.T) {
	s := &script{Status: 404}
	ezgh.NewClient(wiretest.Session(t, specs.EZGH, s)).InProject("o/2", "p2").ReceiveMessages(ctx, "q", wire.Raw(`{}`))
	if s.Request != "POST /v1/organizations/o%2F2/projects/p2/queues/q/messages/receive" {
		t.Errorf("sent %s", s.Request)
	}
}
