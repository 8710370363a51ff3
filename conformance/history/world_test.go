package history_test

import (
	"container/heap"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// world runs clients against a server. Things happen at the moment they are
// planned for; calls are sent some time before and answered some time after.
type world struct {
	t       *rapid.T
	server  server
	planned plan
	now     int
	rec     recorded
	// draining ends what would keep a queue from running empty.
	draining bool
}

// step is something that happens at the server.
type step struct {
	at    int
	order int
	do    func(now int)
}

type plan []step

func (p plan) Len() int { return len(p) }
func (p plan) Less(i, j int) bool {
	return p[i].at < p[j].at || p[i].at == p[j].at && p[i].order < p[j].order
}
func (p plan) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *plan) Push(x any)   { *p = append(*p, x.(step)) }
func (p *plan) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

func (w *world) draw(from, to int, what string) int { return rapid.IntRange(from, to).Draw(w.t, what) }
func (w *world) oneIn(n int, what string) bool      { return w.draw(1, n, what) == n }

// call plans one exchange that a client sends at a moment or up to d after it.
// happen runs at the server, within the call or, when the answer is lost, also
// later or never; done is told what the client saw.
func (w *world) call(from, patience int, happen func(now int) bool, done func(history.Call, history.Outcome)) {
	sent := from + w.draw(1, 50, "think")
	at := sent + w.draw(0, patience, "request takes")
	answered := at + w.draw(0, 30, "answer takes")
	call := history.Call{Sent: ms(sent), Answered: ms(answered)}
	if !w.oneIn(12, "answer lost") {
		w.at(at, func(now int) {
			outcome := history.Refused
			if happen(now) {
				outcome = history.Done
			}
			done(call, outcome)
		})
		return
	}
	switch w.draw(0, 2, "in truth") {
	case 0:
		w.at(at, func(now int) { happen(now) })
	case 1:
		w.at(answered+w.draw(0, 3000, "late by"), func(now int) { happen(now) })
	}
	done(call, history.Unanswered)
}

func (w *world) at(at int, do func(now int)) {
	heap.Push(&w.planned, step{at: at, order: len(w.planned) + w.now, do: do})
}

func (w *world) run() {
	for w.planned.Len() > 0 {
		s := heap.Pop(&w.planned).(step)
		w.now = max(w.now, s.at)
		s.do(w.now)
	}
}

func (w *world) send(id history.ID, group string) {
	delay := 0
	if group == "" && w.oneIn(4, "delayed") {
		delay = w.draw(1, 3000, "delay")
	}
	w.call(w.draw(0, 10_000, "send at"), 40, func(now int) bool {
		if w.oneIn(15, "send refused") {
			return false
		}
		w.server.queue = append(w.server.queue, &stored{id: id, group: group, visibleAt: now + delay})
		return true
	}, func(c history.Call, o history.Outcome) {
		w.rec.sends = append(w.rec.sends, history.Send{Call: c, ID: id, Group: group, Delay: time.Duration(delay) * time.Millisecond, Outcome: o})
	})
}

func (w *world) receive(from int) {
	most, lease := w.draw(1, 4, "max"), w.draw(0, 4000, "lease")
	patience := 40
	if w.oneIn(3, "long poll") {
		patience = 6000
	}
	var taken []history.Delivery
	w.call(from, patience, func(now int) bool {
		for _, m := range w.server.receive(now, most, lease+w.jitter()) {
			taken = append(taken, history.Delivery{ID: m.id, Handle: m.handle})
		}
		return true
	}, func(c history.Call, o history.Outcome) {
		r := history.Receive{Call: c, Lease: time.Duration(lease) * time.Millisecond, Wait: 10 * time.Second, Outcome: o, Deliveries: taken}
		w.rec.receives = append(w.rec.receives, r)
		for _, d := range taken {
			w.handleDelivery(d, int(c.Answered.Sub(start).Milliseconds()))
		}
	})
}

// jitter is how much the server's timer is off.
func (w *world) jitter() int {
	return w.draw(-int(w.rec.rules.Early.Milliseconds()), int(w.rec.rules.Late.Milliseconds()), "jitter")
}

// handleDelivery plans what a consumer does with a message that it has from a moment on.
func (w *world) handleDelivery(d history.Delivery, from int) {
	if w.oneIn(3, "changes") {
		w.change(d, from+w.draw(0, 3000, "change after"))
	}
	for range w.draw(0, 2, "acknowledges") {
		w.acknowledge(d, from+w.draw(0, 5000, "acknowledge after"))
	}
}

func (w *world) acknowledge(d history.Delivery, from int) {
	w.call(from, 40, func(now int) bool { return w.server.acknowledge(d.ID, d.Handle, now) },
		func(c history.Call, o history.Outcome) {
			w.rec.acknowledges = append(w.rec.acknowledges, history.Acknowledge{Call: c, ID: d.ID, Handle: d.Handle, Outcome: o})
		})
}

func (w *world) change(d history.Delivery, from int) {
	lease := w.draw(0, 6000, "new lease")
	w.call(from, 40, func(now int) bool { return w.server.change(d.ID, d.Handle, now, lease+w.jitter()) },
		func(c history.Call, o history.Outcome) {
			w.rec.changes = append(w.rec.changes, history.Change{Call: c, ID: d.ID, Handle: d.Handle, Lease: time.Duration(lease) * time.Millisecond, Outcome: o})
		})
}

// drain receives and acknowledges, with certain answers, until all is gone.
func (w *world) drain() {
	w.draining = true
	for round := 0; !w.empty(); round++ {
		w.now += 20_000
		call := history.Call{Sent: ms(w.now), Answered: ms(w.now + 2)}
		r := history.Receive{Call: call, Lease: 10 * time.Second}
		for _, m := range w.server.receive(w.now+1, 10, 10_000) {
			r.Deliveries = append(r.Deliveries, history.Delivery{ID: m.id, Handle: m.handle})
		}
		w.rec.receives = append(w.rec.receives, r)
		for _, d := range r.Deliveries {
			w.server.acknowledge(d.ID, d.Handle, w.now+4)
			w.rec.acknowledges = append(w.rec.acknowledges, history.Acknowledge{
				Call: history.Call{Sent: ms(w.now + 3), Answered: ms(w.now + 5)}, ID: d.ID, Handle: d.Handle,
			})
		}
		if round > 100 {
			w.t.Fatal("the model does not drain")
		}
	}
	w.rec.quiet = ms(w.now + 60_000)
}

func (w *world) empty() bool {
	return !slices.ContainsFunc(w.server.queue, func(m *stored) bool { return !m.gone })
}

func ms(n int) time.Time { return start.Add(time.Duration(n) * time.Millisecond) }

// anyRules draws the rules that a server keeps.
func anyRules(t *rapid.T) history.Rules {
	r := strictRules(t)
	r.LapsedHandleWorks = rapid.Bool().Draw(t, "lapsed handle works")
	r.OldHandleWorks = rapid.Bool().Draw(t, "old handle works")
	r.SecondAcknowledge = rapid.Bool().Draw(t, "second acknowledge")
	r.DoubleDelivery = rapid.Bool().Draw(t, "double delivery")
	r.MaxReceives = rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "max receives")
	return r
}

// strictRules draws tolerances and excuses nothing.
func strictRules(t *rapid.T) history.Rules {
	return history.Rules{
		Start: start,
		Early: time.Duration(rapid.SampledFrom([]int{0, 50}).Draw(t, "early")) * time.Millisecond,
		Late:  time.Duration(rapid.SampledFrom([]int{0, 500}).Draw(t, "late")) * time.Millisecond,
	}
}

// legalHistory draws what clients see of a server that keeps the rules.
func legalHistory(t *rapid.T, rules history.Rules) recorded {
	w := &world{t: t, rec: recorded{rules: rules}}
	w.server = server{rules: rules, double: func() bool { return rules.DoubleDelivery && !w.draining && w.oneIn(5, "double") }}
	groups := []string{""}
	if rapid.Bool().Draw(t, "fifo") {
		groups = []string{"g", "h"}
	}
	for i := range rapid.IntRange(1, 12).Draw(t, "sends") {
		w.send(history.ID{Producer: uint32(i % 2), Sequence: uint64(i / 2)}, rapid.SampledFrom(groups).Draw(t, "group"))
	}
	for range rapid.IntRange(1, 15).Draw(t, "receives") {
		w.receive(w.draw(0, 20_000, "receive at"))
	}
	w.run()
	w.drain()
	return w.rec
}
