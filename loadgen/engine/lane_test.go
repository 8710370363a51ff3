package engine

import (
	"testing"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// Sends go to all queues alike, and no two messages have one id.
func TestSendsTakeTurns(t *testing.T) {
	r := &Run{lanes: []*lane{{producer: 0}, {producer: 1}, {producer: 2}}}
	r.Write(Messages{Size: Fixed(10)})
	given, ids := map[*lane]int{}, map[history.ID]bool{}
	for range 30 {
		b := r.write(4)
		given[b.lane] += len(b.messages)
		for _, id := range b.ids {
			ids[id] = true
		}
	}
	for _, l := range r.lanes {
		if given[l] != 40 {
			t.Errorf("queue %d got %d messages, 40 are due", l.producer, given[l])
		}
	}
	if len(ids) != 120 {
		t.Errorf("%d ids for 120 messages", len(ids))
	}
}
