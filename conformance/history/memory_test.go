package history

import (
	"testing"
	"time"
)

// What is finished and long past costs a bit, whatever came of it on the way.
func TestFinishedMessagesAreForgotten(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	moment := func(n int) time.Time { return start.Add(time.Duration(n) * time.Millisecond) }
	call := func(n int) Call { return Call{Sent: moment(n), Answered: moment(n + 1)} }
	for name, rules := range map[string]Rules{
		"strict":         {},
		"double is fine": {DoubleDelivery: true, OldHandleWorks: true, LapsedHandleWorks: true},
		"with redrive":   {MaxReceives: 3},
	} {
		t.Run(name, func(t *testing.T) {
			rules.Start, rules.LongestCall = start, time.Second
			c := New(rules)
			const messages = 1000
			for n := range messages {
				id, at := ID{Producer: uint32(n % 3), Sequence: uint64(n / 3)}, n*1000
				group := ""
				if n%2 == 0 {
					group = "g"
				}
				c.Send(Send{Call: call(at), ID: id, Group: group})
				c.Receive(Receive{Call: call(at + 10), Lease: 20 * time.Millisecond, Deliveries: []Delivery{{ID: id, Handle: "a"}}})
				c.Receive(Receive{Call: call(at + 50), Lease: time.Minute, Deliveries: []Delivery{{ID: id, Handle: "b"}}})
				c.Acknowledge(Acknowledge{Call: call(at + 60), ID: id, Handle: "b"})
				c.Advance(moment(at))
			}
			c.Advance(moment(messages*1000 + 10_000))
			r := &c.replay
			if len(r.live) != 0 || len(r.groups) != 0 || len(r.done) != 0 || len(r.overtakes) != 0 || len(c.pending) != 0 {
				t.Errorf("it remembers %d messages, %d groups, %d done, %d overtakes, %d events",
					len(r.live), len(r.groups), len(r.done), len(r.overtakes), len(c.pending))
			}
			if report := c.Finish(); !report.OK() || report.Acknowledged != messages {
				t.Errorf("%s", report)
			}
		})
	}
}

func TestBitmap(t *testing.T) {
	b := bitmap{}
	ids := []ID{{0, 0}, {0, 63}, {0, 64}, {1, 64}, {0, 1 << 40}, {4294967295, 18446744073709551615}}
	for _, id := range ids {
		if b.has(id) {
			t.Errorf("it has %s before it was added", id)
		}
		b.add(id)
	}
	for _, id := range ids {
		if !b.has(id) {
			t.Errorf("it lost %s", id)
		}
	}
	if b.has(ID{0, 1}) || b.has(ID{1, 0}) || len(b) != 4 {
		t.Errorf("it has too much, in %d pages", len(b))
	}
}
