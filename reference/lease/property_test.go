package lease

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
)

// TestQueueDoesWhatTheModelDoes runs random calls and clock steps against a
// queue, its dead-letter queue, and the models of both.
func TestQueueDoesWhatTheModelDoes(t *testing.T) {
	for name, rules := range dialects {
		for _, fifo := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, FIFO %v", name, fifo), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) { compareWithModel(t, rules, fifo, nil) })
			})
		}
	}
}

// compareWithModel makes one random run.
func compareWithModel(t *rapid.T, rules Rules, fifo bool, faults *fault.Set) {
	p := newPair(t, rules, fifo, faults)
	t.Repeat(map[string]func(*rapid.T){
		"send": p.send, "receive": p.receive, "acknowledge": p.acknowledge,
		"change": p.change, "abandon": p.abandon, "return": p.giveBack,
		"advance": p.advance, "purge": p.purge, "update": p.update,
		"bury": p.receiveDead, "": p.compare,
	})
	p.delete(t)
}

// pair is a queue and its model, with what the calls so far gave out.
type pair struct {
	clock       *clock.Clock
	queue, dead *Queue
	model       *model
	waiting     []waitingPair
	handles     []Handle
	receives    [][]Handle
}

type waitingPair struct {
	queue *waiter
	model *modelWaiter
}

var optionalSeconds = rapid.Ptr(seconds(0, 12), true)

func seconds(least, most int) *rapid.Generator[time.Duration] {
	return rapid.Map(rapid.IntRange(least, most), func(n int) time.Duration { return time.Duration(n) * time.Second })
}

func newPair(t *rapid.T, rules Rules, fifo bool, faults *fault.Set) *pair {
	rules.LeaseCap = min(rules.LeaseCap, 15*time.Second)
	rules.InFlightCap, rules.InFlightCapFIFO = 6, 4
	rules.DeduplicationWindow = 20 * time.Second
	p := &pair{clock: clock.NewManual(epoch)}
	dead := Settings{FIFO: rapid.Bool().Draw(t, "dead FIFO"), Visibility: 5 * time.Second}
	p.dead = New(uuid.New(), rules, dead, p.clock, faults)
	settings := Settings{FIFO: fifo, Visibility: 5 * time.Second}
	p.queue = New(uuid.New(), rules, settings, p.clock, faults)
	p.model = &model{rules: rules, settings: settings, id: p.queue.ID(), now: epoch, sends: map[string]modelSend{}}
	p.model.dead = &model{rules: rules, settings: dead, id: p.dead.ID(), now: epoch, sends: map[string]modelSend{}}
	p.update(t)
	return p
}

func (p *pair) send(t *rapid.T) {
	out := Outgoing{
		Body:            rapid.SampledFrom([]string{"a", "b ", "c\x00d"}).Draw(t, "body"),
		Attributes:      "attributes",
		Group:           rapid.SampledFrom([]string{"a", "a", "B", "c"}).Draw(t, "group"),
		DeduplicationID: rapid.SampledFrom([]string{"", "", "x", "y"}).Draw(t, "deduplication"),
		Delay:           optionalSeconds.Draw(t, "delay"),
	}
	got, err := p.queue.Send(out)
	if err != nil {
		t.Fatal(err)
	}
	if due := p.model.send(out, got.ID); got != due {
		t.Fatalf("sent as %+v, not as %+v", got, due)
	}
}

func (p *pair) receive(t *rapid.T) {
	o := ReceiveOptions{
		Max:        rapid.IntRange(1, 10).Draw(t, "max"),
		Visibility: optionalSeconds.Draw(t, "visibility"),
		Wait:       seconds(0, 12).Draw(t, "wait"),
	}
	got, w, err := p.queue.begin(o)
	if err != nil {
		t.Fatal(err)
	}
	messages, seen := p.model.receive(o)
	if parks := len(messages) == 0 && o.Wait > 0; parks != (w != nil) {
		t.Fatalf("parked: %v, due: %v", w != nil, parks)
	}
	if w == nil {
		p.deliver(t, got, messages, seen)
		return
	}
	m := &modelWaiter{options: o, end: p.model.now.Add(o.Wait)}
	p.model.waiters = append(p.model.waiters, m)
	p.waiting = append(p.waiting, waitingPair{w, m})
}

// deliver compares what a receive took, and notes the handles it gave.
func (p *pair) deliver(t *rapid.T, got []Delivery, messages []*modelMessage, seen []Message) {
	var views []Message
	var handles []Handle
	for i, d := range got {
		views = append(views, d.Message)
		if d.Handle.Queue != p.queue.ID() || d.Handle.Sequence != d.Sequence || slices.Contains(p.handles, d.Handle) {
			t.Fatalf("handle %+v is no new one of its message", d.Handle)
		}
		if i < len(messages) {
			messages[i].earlier, messages[i].handle = messages[i].handle, d.Handle
		}
		handles = append(handles, d.Handle)
	}
	requireEqual(t, "received", seen, views)
	p.handles = append(p.handles, handles...)
	p.receives = append(p.receives, handles)
}

func (p *pair) acknowledge(t *rapid.T) {
	h := p.drawHandle(t)
	if got, want := p.queue.Acknowledge(h), p.model.acknowledge(h); got != want {
		t.Fatalf("acknowledged with %v, due: %v", got, want)
	}
}

func (p *pair) change(t *rapid.T) {
	h, d := p.drawHandle(t), rapid.OneOf(rapid.Just(time.Duration(0)), seconds(1, 12)).Draw(t, "visibility")
	if got, want := p.queue.ChangeVisibility(h, d), p.model.changeVisibility(h, d); got != want {
		t.Fatalf("changed with %v, due: %v", got, want)
	}
}

func (p *pair) drawHandle(t *rapid.T) Handle {
	if len(p.handles) == 0 {
		t.Skip("no handle yet")
	}
	// The latest ones are the likeliest to work.
	recent := p.handles[max(0, len(p.handles)-12):]
	return rapid.SampledFrom(recent).Draw(t, "handle")
}

// abandon has the client of a parked receive go away.
func (p *pair) abandon(t *rapid.T) {
	if len(p.waiting) == 0 {
		t.Skip("nobody waits")
	}
	i := rapid.IntRange(0, len(p.waiting)-1).Draw(t, "waiter")
	gone := p.waiting[i]
	p.waiting = slices.Delete(p.waiting, i, i+1)
	p.queue.abandon(gone.queue)
	p.model.waiters = slices.DeleteFunc(p.model.waiters, func(w *modelWaiter) bool { return w == gone.model })
}

// giveBack returns a receive, at once or when much has happened since.
func (p *pair) giveBack(t *rapid.T) {
	if len(p.receives) == 0 {
		t.Skip("nothing received yet")
	}
	i := rapid.IntRange(max(0, len(p.receives)-4), len(p.receives)-1).Draw(t, "receive")
	handles := p.receives[i]
	p.receives = slices.Delete(p.receives, i, i+1)
	var ds []Delivery
	for _, h := range handles {
		ds = append(ds, Delivery{Handle: h})
	}
	p.queue.Return(ds)
	p.model.undo(handles)
}

func (p *pair) advance(t *rapid.T) {
	d := seconds(1, 15).Draw(t, "step")
	p.model.now = p.clock.Advance(d)
	p.model.dead.now = p.model.now
	p.model.settle()
	p.model.dead.settle()
}

func (p *pair) purge(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "really") > 0 {
		t.Skip("rarely")
	}
	if got, want := p.queue.Purge(), p.model.purge(); got != want {
		t.Fatalf("purged %d, due: %d", got, want)
	}
}

func (p *pair) update(t *rapid.T) {
	next := p.model.settings
	next.Visibility = seconds(1, 10).Draw(t, "visibility")
	next.Retention = rapid.SampledFrom([]time.Duration{0, 25 * time.Second, time.Hour}).Draw(t, "retention")
	next.Delay = rapid.SampledFrom([]time.Duration{0, 0, 3 * time.Second}).Draw(t, "delay")
	next.DeadLetter = p.dead
	next.MaxReceives = rapid.SampledFrom([]int{0, 1, 3}).Draw(t, "max receives")
	p.model.settings = next
	p.queue.Update(func(s *Settings) {
		*s = next
		s.FIFO = !s.FIFO // must not matter
	})
	p.model.settle()
}

// receiveDead takes one from the dead-letter queue for good.
func (p *pair) receiveDead(t *rapid.T) {
	got, _, err := p.dead.begin(ReceiveOptions{Max: 1})
	if err != nil {
		t.Fatal(err)
	}
	messages, seen := p.model.dead.receive(ReceiveOptions{Max: 1})
	if len(got) != len(seen) {
		t.Fatalf("%d dead letters, due: %d", len(got), len(seen))
	}
	for i, d := range got {
		requireEqual(t, "dead letter", seen[i], d.Message)
		messages[i].handle = d.Handle
		if got, want := p.dead.Acknowledge(d.Handle), p.model.dead.acknowledge(d.Handle); got != want {
			t.Fatalf("dead letter acknowledged with %v, due: %v", got, want)
		}
	}
}

// compare is run after every step.
func (p *pair) compare(t *rapid.T) {
	p.model.serve()
	var still []waitingPair
	for _, w := range p.waiting {
		if w.queue.parked == w.model.done {
			t.Fatalf("parked: %v, due: %v", w.queue.parked, !w.model.done)
		}
		if w.queue.parked {
			still = append(still, w)
			continue
		}
		p.deliver(t, w.queue.deliveries, w.model.got, w.model.seen)
	}
	p.waiting = still
	if got := p.queue.Waiting(); got != len(still) {
		t.Fatalf("%d wait, due: %d", got, len(still))
	}
	compareMessages(t, p.queue, p.model)
	compareMessages(t, p.dead, p.model.dead)
}

// delete ends a run: whoever waits must learn of it.
func (p *pair) delete(t *rapid.T) {
	p.queue.Delete()
	for _, w := range p.waiting {
		if w.queue.parked || w.queue.err != ErrDeleted || len(w.queue.deliveries) > 0 {
			t.Fatalf("deleted: %d messages, %v; parked: %v", len(w.queue.deliveries), w.queue.err, w.queue.parked)
		}
	}
}

func compareMessages(t *rapid.T, q *Queue, m *model) {
	if got, want := q.Depth(), m.depth(); got != want {
		t.Fatalf("depth %+v, due: %+v", got, want)
	}
	due := map[Visibility][]Peeked{}
	var all []Peeked
	for _, m := range m.peek() {
		due[m.Visibility] = append(due[m.Visibility], m)
		all = append(all, m)
	}
	comparePeek(t, q, nil, all)
	for _, only := range []Visibility{Available, InFlight, Delayed} {
		comparePeek(t, q, &only, due[only])
	}
}

// comparePeek peeks page by page.
func comparePeek(t *rapid.T, q *Queue, only *Visibility, due []Peeked) {
	const limit = 3
	var got []Peeked
	for after := uint64(0); ; after = got[len(got)-1].Sequence {
		page := q.Peek(only, after, limit)
		got = append(got, page...)
		if len(page) < limit {
			break
		}
	}
	requireEqual(t, "messages", due, got)
}

// requireEqual looks for differences only where there are some: that is slow.
func requireEqual(t *rapid.T, what string, due, got any) {
	if !reflect.DeepEqual(due, got) {
		t.Fatalf("%s, due -, got +:\n%s", what, cmp.Diff(due, got))
	}
}
