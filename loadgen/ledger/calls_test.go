package ledger

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestBegunIsTheOldestOpenCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c calls
		step := func() { time.Sleep(time.Second) }
		if !c.begun().Equal(time.Now()) {
			t.Error("without an open call it is not now")
		}
		first := c.add()
		step()
		second := c.add()
		step()
		third := c.add()
		step()
		for _, one := range []struct {
			ends *Call
			left time.Time
		}{{second, first.Begun}, {first, third.Begun}, {third, time.Now()}} {
			c.remove(one.ends)
			if got := c.begun(); !got.Equal(one.left) {
				t.Errorf("the oldest began %s, want %s", got, one.left)
			}
		}
	})
}
