package run

import (
	"slices"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

func TestWhatIsSkippedIsKnownBeforehand(t *testing.T) {
	ordered := fake("ordered", "BQ-FIFO-01", 0)
	ordered.Queues = judge.FIFO()
	deletes := fake("deletes", "BQ-POLL-09", time.Second)
	deletes.Needs = []judge.Need{judge.NeedOwnQueues, judge.NeedClock}
	p, err := NewPlan(specs.Basaltic, append(suite(), ordered, deletes), Selection{Tier: judge.StandardTier})
	if err != nil {
		t.Fatal(err)
	}
	granted := map[judge.Need]bool{judge.NeedClock: true}
	provisioning := target.Provisioning{Mode: target.Static, Queues: target.StaticQueues{Standard: []string{"q"}}}
	skips := p.Without(granted, provisioning)
	want := []Skip{
		{Need: "queues of its own", Requirements: []string{"BQ-POLL-09"}},
		{Need: "static queues of kind fifo: 1", Requirements: []string{"BQ-FIFO-01"}},
	}
	if !slices.EqualFunc(skips, want, func(a, b Skip) bool { return a.Need == b.Need && sameSet(a.Requirements, b.Requirements) }) {
		t.Errorf("skips %v, want %v", skips, want)
	}
	for _, item := range p.Running() {
		if item.Case == ordered || item.Case == deletes {
			t.Errorf("%s runs", item.Case.Name)
		}
	}
	for _, item := range p.Items {
		if item.Case == deletes && item.Excluded != "needs queues of its own" {
			t.Errorf("deletes is excluded since it %s", item.Excluded)
		}
	}
}
