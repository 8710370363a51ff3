package engine

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/loadgen/health"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Outcome is what a run came to.
type Outcome struct {
	Phases     []result.Phase
	Operations []result.Operation
	Invariants result.Invariants
	Series     []result.Sample
	Steps      []result.Step
	// Measured is how long the measured phases lasted, and Shares what was used of
	// the machine in them; nil where the system does not tell.
	Measured time.Duration
	Shares   *health.Shares
	// WorkersMax is the most sends that were under way at once, and Dropped how
	// many messages were given up because their sends were overdue.
	WorkersMax int64
	Dropped    int64
	// Limit says how the generator limited the run, where the scenario found that.
	Limit string
}

// Finish closes the accounts and sums up. Whatever still receives has no part
// in it.
func (r *Run) Finish() (Outcome, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := Outcome{
		Phases: r.phases, Steps: r.steps, Series: r.series.All(),
		Measured: r.measured, WorkersMax: r.workersMax, Dropped: r.dropped, Limit: r.limit,
	}
	if shares, known := r.usage.Shares(); known {
		o.Shares = &shares
	}
	o.Invariants.Drained = true
	for _, l := range r.lanes {
		var since time.Time
		if quiet := l.quietSince.Load(); quiet != nil {
			since = *quiet
		}
		o.Invariants.Add(account(l.ledger.Finish(since), l.queue.Name(), !since.IsZero()))
	}
	asked := 0.0
	if r.measured > 0 {
		asked = r.asked.measured / r.measured.Seconds()
	}
	var err error
	if o.Operations, err = r.meter.Results(asked, r.measured); err != nil {
		return o, err
	}
	return o, r.failure
}

// mostExamples is how many violations of a kind a result describes.
const mostExamples = 5

// account is what one queue's ledger shows.
func account(r history.Report, queue string, drained bool) result.Invariants {
	v := result.Invariants{
		Sent: int64(r.Sent), Delivered: int64(r.Delivered), Acknowledged: int64(r.Acknowledged), Redelivered: int64(r.Redelivered),
		Outstanding: int64(r.Outstanding), Unanswered: int64(r.Unanswered), Unjudged: int64(r.Late), Drained: drained,
		Lost: int64(r.Lost.Count), Duplicated: int64(r.Duplicated.Count), Early: int64(r.Early.Count),
		OutOfOrder: int64(r.OutOfOrder.Count), GroupHeldTwice: int64(r.GroupHeldTwice.Count),
		StaleAcknowledged: int64(r.StaleAcknowledged.Count), Resurrected: int64(r.Resurrected.Count), Unexpected: int64(r.Unexpected.Count),
	}
	for _, set := range r.Sets() {
		for _, violation := range set.First[:min(len(set.First), mostExamples)] {
			v.Examples = append(v.Examples, queue+": "+set.Name+": "+violation.Text)
		}
	}
	return v
}
