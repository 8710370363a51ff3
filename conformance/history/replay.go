package history

import "time"

// replay is the state of the queue as far as it is certain, after all events up
// to a moment.
type replay struct {
	rules    Rules
	live     map[ID]*message
	groups   map[string]*group
	finished bitmap
	// done are the live messages whose acknowledge was answered done, in that order.
	done []*message
	// receives numbers the receives; unanswered counts those whose answer is
	// unknown, and any message may be held by one of them until maybeHeld.
	receives   uint64
	unanswered int
	maybeHeld  time.Duration
	now        time.Duration
	overtakes  []overtake
	report     Report
}

func newReplay(rules Rules) replay {
	return replay{
		rules: rules, live: map[ID]*message{}, groups: map[string]*group{}, finished: bitmap{},
		maybeHeld: beginning, now: beginning,
	}
}

// apply replays one event. Events come in the order of event.compare.
func (r *replay) apply(e *event) {
	r.now = e.at
	if e.outcome == Unanswered {
		r.report.Unanswered++
	}
	if e.outcome == Refused {
		return
	}
	switch e.kind {
	case sending:
		r.send(e)
	case receiving:
		r.receive(e)
	case acknowledging:
		r.acknowledge(e)
	case changing:
		r.change(e)
	}
}

func (r *replay) send(e *event) {
	if r.live[e.id] != nil || r.finished.has(e.id) {
		return
	}
	m := &message{id: e.id, sent: e.sent, accepted: e.answered, delay: e.span, goneFrom: forever, goneBy: forever}
	if e.outcome == Unanswered {
		m.accepted = forever
	} else {
		r.report.Sent++
	}
	r.live[e.id] = m
	if e.group != "" {
		m.group = r.group(e.group)
		m.group.add(m)
	}
}

func (r *replay) group(name string) *group {
	g := r.groups[name]
	if g == nil {
		g = &group{name: name}
		r.groups[name] = g
	}
	return g
}

func (r *replay) receive(e *event) {
	if e.outcome == Unanswered {
		r.unanswered++
		r.maybeHeld = max(r.maybeHeld, max(e.answered, e.sent+e.wait)+e.span+r.rules.Late)
		return
	}
	r.receives++
	groups := map[*group]bool{}
	for _, d := range e.deliveries {
		r.report.Delivered++
		m := r.live[d.id]
		if d.stray != "" || m == nil {
			r.strange(e, d)
			continue
		}
		r.deliver(m, newLease(e, d.handle, m, r.receives, &r.rules))
		if m.group != nil {
			if groups[m.group] {
				r.report.SeveralOfGroup++
			}
			groups[m.group] = true
		}
	}
}

// strange judges the delivery of something that is not in flight.
func (r *replay) strange(e *event, d delivery) {
	switch {
	case d.stray != "":
		r.report.Unexpected.note(r.rules.Examples, ID{}, []int{e.exchange},
			"%q was delivered by %s and was never sent", d.stray, r.receiveText(e.exchange, e.sent, e.answered))
	case !r.finished.has(d.id):
		r.report.Unexpected.note(r.rules.Examples, d.id, []int{e.exchange},
			"%s was delivered by %s and no send of it was accepted before", d.id, r.receiveText(e.exchange, e.sent, e.answered))
	case r.rules.DoubleDelivery:
		r.report.DoubleDelivered++
	case e.answered-e.sent <= r.rules.LongestCall:
		r.report.Redelivered++
		r.report.Resurrected.note(r.rules.Examples, d.id, []int{e.exchange},
			"%s was delivered by %s, long after its acknowledge was answered done", d.id, r.receiveText(e.exchange, e.sent, e.answered))
	}
}

func (r *replay) deliver(m *message, l *lease) {
	if len(m.leases) > 0 {
		r.report.Redelivered++
	}
	r.judgeRepeat(m, l)
	r.judgeDelay(m, l)
	if m.group != nil {
		r.judgeGroup(m, l)
		m.group.hold(l)
	}
	m.add(l)
}

func (r *replay) acknowledge(e *event) {
	m := r.live[e.id]
	if m == nil {
		if e.outcome == Done && r.finished.has(e.id) && !r.rules.SecondAcknowledge && !r.rules.OldHandleWorks {
			r.staleAcknowledge(e, nil, "had been acknowledged long before")
		}
		return
	}
	l := m.lease(e.handle)
	done := e.outcome == Done && l != nil && r.judgeAcknowledge(e, m, l)
	m.goneFrom = min(m.goneFrom, e.sent)
	if done && m.goneBy == forever {
		m.goneBy, m.goneWith = e.answered, l
		r.report.Acknowledged++
		r.done = append(r.done, m)
	}
}

func (r *replay) change(e *event) {
	m := r.live[e.id]
	if m == nil {
		return
	}
	l := m.lease(e.handle)
	if l == nil || e.sent > r.goneBy(m) {
		return
	}
	l.change(e, &r.rules)
	if m.group != nil {
		m.group.hold(l)
	}
}

// forget turns messages that have long been finished into a bit each, once no
// event from before a moment can come any more.
func (r *replay) forget(before time.Duration) {
	r.nameOvertakes(before)
	i := 0
	for ; i < len(r.done) && r.done[i].goneBy+r.rules.LongestCall < before; i++ {
		m := r.done[i]
		if r.goneBy(m) == forever && !r.excusesDouble(m) {
			continue // it may be there yet, so it stays remembered as a whole
		}
		r.finished.add(m.id)
		delete(r.live, m.id)
		if g := m.group; g != nil {
			if g.live--; g.live == 0 {
				delete(r.groups, g.name)
			}
		}
	}
	clear(r.done[:i])
	r.done = r.done[i:]
}
