package history_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/conformance/history"
)

func TestLegalHistoryIsNeverAccused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := legalHistory(t, anyRules(t))
		r := rec.judge(rapid.Uint64().Draw(t, "order"))
		if !r.OK() {
			t.Fatalf("accused: %s\n%s", r, rec)
		}
		if r.Late != 0 {
			t.Fatalf("%d events were late", r.Late)
		}
		sent, delivered := 0, 0
		for _, s := range rec.sends {
			if s.Outcome == history.Done {
				sent++
			}
		}
		for _, d := range rec.receives {
			if d.Outcome == history.Done {
				delivered += len(d.Deliveries)
			}
		}
		if r.Sent != sent || r.Delivered != delivered {
			t.Fatalf("it counts %d sent and %d delivered, due %d and %d", r.Sent, r.Delivered, sent, delivered)
		}
	})
}

// bad is the producer of what is injected.
const bad = 9

// injection adds a breach of one property to a history. What it adds happens at
// moments drawn from within [from, from+9 s), in a group and with ids of its own.
type injection struct {
	names  []string
	inject func(i *injector)
}

// injector adds calls in the order of time, each certainly after the one before.
type injector struct {
	t   *rapid.T
	rec *recorded
	now int
}

// call is the next exchange; it ends within 20 ms.
func (i *injector) call() history.Call {
	sent := i.now + rapid.IntRange(1, 100).Draw(i.t, "pause")
	i.now = sent + rapid.IntRange(1, 20).Draw(i.t, "takes")
	return history.Call{Sent: ms(sent), Answered: ms(i.now)}
}

func id(n int) history.ID { return history.ID{Producer: bad, Sequence: uint64(n)} }

func (i *injector) send(n int, group string, delay time.Duration) {
	i.rec.sends = append(i.rec.sends, history.Send{Call: i.call(), ID: id(n), Group: group, Delay: delay})
}

func (i *injector) receive(lease time.Duration, handle string, ns ...int) {
	r := history.Receive{Call: i.call(), Lease: lease}
	for _, n := range ns {
		r.Deliveries = append(r.Deliveries, history.Delivery{ID: id(n), Handle: handle})
	}
	i.rec.receives = append(i.rec.receives, r)
}

func (i *injector) acknowledge(n int, handle string) {
	i.rec.acknowledges = append(i.rec.acknowledges, history.Acknowledge{Call: i.call(), ID: id(n), Handle: handle})
}

func (i *injector) wait(d time.Duration) { i.now += int(d.Milliseconds()) }

var injections = map[string]injection{
	"lost": {[]string{"lost: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
	}},
	"lost after a lapse": {[]string{"lost: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
		i.receive(time.Second, "a", 0)
	}},
	"duplicated": {[]string{"duplicated within a lease: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
		i.receive(time.Minute, "a", 0)
		i.receive(time.Minute, "b", 0)
		i.acknowledge(0, "b")
	}},
	"early": {[]string{"delivered early: 9-0"}, func(i *injector) {
		i.send(0, "", 2*time.Second)
		i.receive(time.Minute, "a", 0)
		i.acknowledge(0, "a")
	}},
	"out of order": {[]string{"out of order: 9-1"}, func(i *injector) {
		i.send(0, "bad", 0)
		i.send(1, "bad", 0)
		i.receive(time.Minute, "b", 1)
		i.acknowledge(1, "b")
		i.receive(time.Minute, "a", 0)
		i.acknowledge(0, "a")
	}},
	"group held twice": {[]string{"group held twice: 9-1"}, func(i *injector) {
		i.send(0, "bad", 0)
		i.send(1, "bad", 0)
		i.receive(time.Minute, "a", 0)
		i.receive(time.Minute, "b", 1)
		i.acknowledge(0, "a")
		i.acknowledge(1, "b")
	}},
	"lapsed handle acknowledges": {[]string{"stale acknowledged: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
		i.receive(time.Second, "a", 0)
		i.wait(1600 * time.Millisecond)
		i.acknowledge(0, "a")
	}},
	"old handle acknowledges": {[]string{"stale acknowledged: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
		i.receive(time.Second, "a", 0)
		i.wait(time.Second)
		i.receive(time.Minute, "b", 0)
		i.acknowledge(0, "a")
	}},
	"acknowledged twice": {[]string{"stale acknowledged: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
		i.receive(time.Minute, "a", 0)
		i.acknowledge(0, "a")
		i.acknowledge(0, "a")
	}},
	"resurrected": {[]string{"resurrected: 9-0"}, func(i *injector) {
		i.send(0, "", 0)
		i.receive(time.Second, "a", 0)
		i.acknowledge(0, "a")
		i.receive(time.Second, "b", 0)
	}},
	"unexpected": {[]string{"unexpected: 9-7"}, func(i *injector) {
		i.receive(time.Second, "a", 7)
	}},
}

func TestInjectedViolationIsNamedAndNothingElse(t *testing.T) {
	for name, injection := range injections {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			rec := legalHistory(t, strictRules(t))
			injection.inject(&injector{t: t, rec: &rec, now: rapid.IntRange(0, 20_000).Draw(t, "inject at")})
			r := rec.judge(rapid.Uint64().Draw(t, "order"))
			if got := named(r); !slices.Equal(got, injection.names) {
				t.Fatalf("it names %q, due %q: %s\n%s", got, injection.names, r, rec)
			}
		}))
	}
}
