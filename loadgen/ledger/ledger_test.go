package ledger_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/ledger"
	"github.com/leasecheck/leasecheck/specs"
)

// Calls that stay open for long are judged when they end, however often the
// checker was advanced meanwhile.
func TestSlowCallsAreJudged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := ledger.New(history.Rules{LongestCall: time.Second})
		id := history.ID{Sequence: 1}
		slow := l.Open()
		sent := time.Now()
		time.Sleep(2 * time.Second)
		received := l.Open()
		l.Received(received, history.Receive{
			Call: history.Call{Sent: sent, Answered: time.Now()}, Lease: time.Minute,
			Deliveries: []history.Delivery{{ID: id, Handle: "h"}},
		})
		time.Sleep(2 * time.Second)
		l.Sent(slow, history.Send{Call: history.Call{Sent: sent, Answered: time.Now()}, ID: id})
		acknowledged := l.Open()
		at := time.Now()
		l.Acknowledged(acknowledged, history.Acknowledge{Call: history.Call{Sent: at, Answered: at}, ID: id, Handle: "h"})
		time.Sleep(time.Minute)
		r := l.Finish(time.Now())
		if !r.OK() || r.Late != 0 || r.Acknowledged != 1 {
			t.Errorf("%s, %d late", r, r.Late)
		}
	})
}

// Many producers and consumers report at once and out of order; nothing comes
// too late for the account, and it is exact.
func TestNothingComesTooLate(t *testing.T) {
	l := ledger.New(history.Rules{LongestCall: time.Second})
	var group sync.WaitGroup
	const producers, each = 8, 2000
	for p := range producers {
		group.Go(func() {
			for n := range each {
				cycle(l, history.ID{Producer: uint32(p), Sequence: uint64(n)})
				if n%97 == 0 {
					time.Sleep(time.Millisecond) // lets the checker advance
				}
			}
		})
	}
	group.Wait()
	if r := l.Finish(time.Now()); !r.OK() || r.Late != 0 || r.Acknowledged != producers*each || r.Outstanding != 0 {
		t.Errorf("%s, %d late", r, r.Late)
	}
}

// cycle reports a message's send, receive and acknowledge.
func cycle(l *ledger.Ledger, id history.ID) {
	c := l.Open()
	now := time.Now()
	l.Sent(c, history.Send{Call: history.Call{Sent: now, Answered: time.Now()}, ID: id})
	c = l.Open()
	l.Received(c, history.Receive{Call: history.Call{Sent: now, Answered: time.Now()}, Lease: time.Minute,
		Deliveries: []history.Delivery{{ID: id, Handle: "h"}}})
	c = l.Open()
	now = time.Now()
	l.Acknowledged(c, history.Acknowledge{Call: history.Call{Sent: now, Answered: time.Now()}, ID: id, Handle: "h"})
}

func TestRules(t *testing.T) {
	tolerance := target.Tolerance{Early: time.Millisecond, Late: time.Second}
	start := time.Now()
	for d, lapsedWorks := range map[specs.Dialect]bool{specs.Basaltic: false, specs.EZGH: true} {
		r := ledger.Rules(d, tolerance, start, 20*time.Second)
		if r.LapsedHandleWorks != lapsedWorks || r.Early != tolerance.Early || r.Late != tolerance.Late || r.LongestCall < 20*time.Second || r.DoubleDelivery {
			t.Errorf("%s: %+v", d, r)
		}
	}
}

// BenchmarkLedger measures what the account of a message costs, with its send,
// receive and acknowledge, and what it takes of memory at the end.
func BenchmarkLedger(b *testing.B) {
	l := ledger.New(history.Rules{LongestCall: 100 * time.Millisecond})
	n := uint64(0)
	for b.Loop() {
		cycle(l, history.ID{Sequence: n})
		n++
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys-m.HeapReleased)/(1<<20), "MiB-taken")
	if r := l.Finish(time.Time{}); r.Late != 0 || !r.OK() {
		b.Fatal(fmt.Sprint(r, r.Late, " late"))
	}
}
