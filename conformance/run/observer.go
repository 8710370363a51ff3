package run

import "github.com/leasecheck/leasecheck/conformance/judge"

// Observer sees a run as it happens. Its methods are called by several goroutines.
type Observer interface {
	// Planned is called once, with the number of cases that run.
	Planned(cases int)
	Started(c *judge.Case)
	// Ended is called when the outcome is final: not before the retry of an
	// inconclusive one.
	Ended(c *judge.Case, o judge.Outcome)
}

// Observers sees a run by several observers, each in turn. Those that are nil
// see nothing.
func Observers(all ...Observer) Observer {
	var some observers
	for _, o := range all {
		if o != nil {
			some = append(some, o)
		}
	}
	return some
}

type observers []Observer

func (all observers) Planned(cases int) {
	for _, o := range all {
		o.Planned(cases)
	}
}

func (all observers) Started(c *judge.Case) {
	for _, o := range all {
		o.Started(c)
	}
}

func (all observers) Ended(c *judge.Case, o judge.Outcome) {
	for _, one := range all {
		one.Ended(c, o)
	}
}
