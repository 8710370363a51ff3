package judge_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// fakeQueue answers as its functions say; nil functions answer OK.
type fakeQueue struct {
	target.Queue
	send    func() target.Outcome
	receive func() target.Received
	ack     func() target.Outcome
	change  func() target.Outcome
	// describe gives the outcome alone.
	describe func() target.Outcome
}

func (q *fakeQueue) Ref() string { return "fake" }

func (q *fakeQueue) Send(context.Context, target.Message) target.Sent {
	if q.send != nil {
		return target.Sent{Outcome: q.send()}
	}
	return target.Sent{Outcome: ok(), MessageID: "m1"}
}

func (q *fakeQueue) Receive(context.Context, target.Receive) target.Received {
	if q.receive != nil {
		return q.receive()
	}
	return delivered("m1")
}

func (q *fakeQueue) Acknowledge(context.Context, ...string) []target.Outcome {
	if q.ack != nil {
		return []target.Outcome{q.ack()}
	}
	return []target.Outcome{ok()}
}

func (q *fakeQueue) ChangeVisibility(_ context.Context, _ time.Duration, handles ...string) []target.Outcome {
	outcomes := make([]target.Outcome, len(handles))
	for i := range outcomes {
		outcomes[i] = ok()
		if q.change != nil {
			outcomes[i] = q.change()
		}
	}
	return outcomes
}

func (q *fakeQueue) Describe(context.Context) (target.Settings, target.Outcome) {
	if q.describe != nil {
		return target.Settings{}, q.describe()
	}
	return target.Settings{}, ok()
}

func call(status int) target.Call {
	now := time.Now()
	return target.Call{Exchange: 1, Sent: now, Answered: now, Status: status, Header: http.Header{}}
}

func ok() target.Outcome { return target.Outcome{Call: call(200), Class: target.OK} }

func delivered(id string) target.Received {
	o := ok()
	return target.Received{Outcome: o, Deliveries: []target.Delivery{{Call: o.Call, MessageID: id, Handle: "h", Body: id}}}
}

func empty() target.Received { return target.Received{Outcome: ok()} }

// fakeService knows one queue by every id.
type fakeService struct {
	target.Service
	queue *fakeQueue
}

func (s fakeService) Open(string, string, target.Kind) target.Queue { return s.queue }

// fakeProvisioner hands out one fake queue and counts its removals.
type fakeProvisioner struct {
	queue   *fakeQueue
	removed int
}

func (p *fakeProvisioner) Make(context.Context, target.Service, string, target.Settings) (target.Queue, target.Outcome) {
	return p.queue, ok()
}

func (p *fakeProvisioner) Remove(context.Context, target.Queue) { p.removed++ }

func (p *fakeProvisioner) Close(context.Context, target.Service, string) error { return nil }

// environment is one whose queue is q.
func environment(t *testing.T, q *fakeQueue) (*judge.Environment, *fakeProvisioner) {
	t.Helper()
	base, err := url.Parse("http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := specs.Document(specs.Basaltic)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewClient(&target.File{Dialect: specs.Basaltic, URL: base}, doc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	p := &fakeProvisioner{queue: q}
	return &judge.Environment{
		Dialect:   specs.Basaltic,
		Tolerance: target.Tolerance{Early: 10 * time.Millisecond, Late: 10 * time.Millisecond, Wake: 10 * time.Millisecond},
		Client:    client,
		Provision: p,
		Service:   func(*wire.Session) target.Service { return fakeService{queue: q} },
		Granted:   map[judge.Need]bool{},
		Budget:    &judge.Budget{},
	}, p
}

// kase is a case of BQ-LEASE-04 with this body.
func kase(body func(*judge.T)) *judge.Case {
	return &judge.Case{
		Name:   "fake",
		Title:  "a fake",
		Judges: judge.By{specs.Basaltic: {ID: "BQ-LEASE-04", Want: target.Stale}},
		Queues: judge.Standard(),
		Run:    body,
	}
}
