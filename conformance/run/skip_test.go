package run

import (
	"slices"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// TestARequirementThatATwinJudgesIsNotSkipped has a case that needs a clock, and
// one that judges the same without.
func TestARequirementThatATwinJudgesIsNotSkipped(t *testing.T) {
	whole, sample := fake("whole", "BQ-POLL-09", time.Second), fake("sample", "BQ-POLL-09", time.Second)
	whole.Needs, sample.Unless = []judge.Need{judge.NeedClock}, []judge.Need{judge.NeedClock}
	alone := fake("alone", "BQ-POLL-10", time.Second)
	alone.Needs = []judge.Need{judge.NeedClock}
	p, err := NewPlan(specs.Basaltic, []*judge.Case{whole, sample, alone}, Selection{Tier: judge.StandardTier})
	if err != nil {
		t.Fatal(err)
	}
	skips := p.Without(nil, target.Provisioning{})
	if len(skips) != 1 || !slices.Equal(skips[0].Requirements, []string{"BQ-POLL-10"}) {
		t.Errorf("skips %v; want BQ-POLL-10 alone", skips)
	}
	if running := p.Running(); len(running) != 1 || running[0].Case != sample {
		t.Errorf("%d cases run; want the sample", len(running))
	}
}

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
