package measure

import (
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Meter holds all measurements of a run: of each operation in the measured
// phases alone, and live counters of the whole run.
type Meter struct {
	operations map[Kind]*Operation
	Live       Live
}

// Live counts messages from the run's start on, whatever the phase.
type Live struct {
	// Accepted sends, deliveries Received, and Acknowledged messages, each once.
	Accepted, Received, Acknowledged atomic.Int64
	// Failed counts what came to an error, of any operation.
	Failed atomic.Int64
	// Requests counts all calls.
	Requests atomic.Int64
}

// NewMeter has measured nothing.
func NewMeter() *Meter {
	m := &Meter{operations: map[Kind]*Operation{}}
	for _, k := range Kinds() {
		m.operations[k] = newOperation(k)
	}
	return m
}

// Of is the measurement of an operation.
func (m *Meter) Of(k Kind) *Operation { return m.operations[k] }

// Backlog is how many messages were accepted and not acknowledged.
func (m *Meter) Backlog() int64 { return m.Live.Accepted.Load() - m.Live.Acknowledged.Load() }

// Results gives the figures of every operation that was used, over the measured
// time. Asked is how many messages a second were due to be sent; 0 for a closed loop.
func (m *Meter) Results(asked float64, over time.Duration) ([]result.Operation, error) {
	all := []result.Operation{}
	for _, k := range Kinds() {
		rate := 0.0
		if k == Send {
			rate = asked
		}
		r, err := m.operations[k].result(rate, over.Seconds())
		if err != nil {
			return nil, err
		}
		if r.Count > 0 || len(r.Errors) > 0 {
			all = append(all, r)
		}
	}
	return all, nil
}
