package engine

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

func TestGoneIsATargetThatAnswersNothingForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := alive{giveUp: 10 * time.Second}
		fail := func(n int) {
			for range n {
				a.saw(target.Outcome{Class: target.Unanswered})
			}
		}
		expect := func(gone bool, when string) {
			t.Helper()
			if a.gone() != gone {
				t.Errorf("gone is %v %s", !gone, when)
			}
		}
		expect(false, "at first")
		fail(100)
		expect(false, "after many failures at once")
		time.Sleep(11 * time.Second)
		expect(true, "when they last for long")
		a.saw(target.Outcome{Class: target.Refused})
		expect(false, "once it answers, though it refuses")
		fail(goneFailures - 1)
		time.Sleep(time.Minute)
		expect(false, "after few failures")
	})
}
