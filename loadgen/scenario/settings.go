// Package scenario holds what can be run as a load: the scenarios, each a short
// program over the engine, and their settings, from a file or by name.
package scenario

import (
	"errors"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// Settings are what a scenario file may say. A field that it leaves out is the
// scenario's own default.
type Settings struct {
	// Scenario is the name of the program.
	Scenario string `yaml:"scenario" json:"scenario"`
	// Rate is messages a second, over all queues.
	Rate Rate `yaml:"rate" json:"rate"`
	// Arrivals are even or poisson.
	Arrivals string `yaml:"arrivals" json:"arrivals"`
	// Overdue says what becomes of sends that are late: catch-up, or a time after
	// which they are given up and counted.
	Overdue Overdue `yaml:"overdue" json:"overdue"`
	// Duration is of the measured phase, WarmUp of the one before; Drain is the most
	// that the one after may take. Interval is between two samples; 0 fits it to
	// the duration, or is a search's window.
	Duration Duration `yaml:"duration" json:"duration"`
	WarmUp   Duration `yaml:"warm_up" json:"warm_up"`
	Drain    Duration `yaml:"drain" json:"drain"`
	Interval Duration `yaml:"interval" json:"interval"`
	// GiveUp ends the run when for so long nothing was answered.
	GiveUp Duration `yaml:"give_up" json:"give_up"`
	// Queues is how many there are, Consumers how many each has.
	Queues    int `yaml:"queues" json:"queues"`
	Consumers int `yaml:"consumers" json:"consumers"`
	// Workers is how many sends are under way at most; 0 is no bound.
	Workers int `yaml:"workers" json:"workers"`
	// SendBatch and ReceiveBatch are messages a call, 1 to 10.
	SendBatch    int `yaml:"send_batch" json:"send_batch"`
	ReceiveBatch int `yaml:"receive_batch" json:"receive_batch"`
	// ReceiveRate is receives a second over all consumers; 0 is as fast as it goes.
	ReceiveRate float64 `yaml:"receive_rate" json:"receive_rate"`
	// Wait is how long a receive waits, Lease how long it takes messages for, and
	// Hold how long a consumer keeps them before it acknowledges.
	Wait  Duration `yaml:"wait" json:"wait"`
	Lease Duration `yaml:"lease" json:"lease"`
	Hold  Duration `yaml:"hold" json:"hold"`
	// Size is bytes of a message.
	Size Size `yaml:"size" json:"size"`
	// Groups are numbers of message groups, each a step; empty is a standard queue.
	// Skew is the exponent of Zipf's law by which messages choose one.
	Groups []int   `yaml:"groups" json:"groups"`
	Skew   float64 `yaml:"skew" json:"skew"`
	// MaxBacklog holds senders that go as fast as they can back while so many
	// messages wait.
	MaxBacklog int `yaml:"max_backlog" json:"max_backlog"`
	// Messages are sent before the measured phase, where a scenario does that.
	Messages int `yaml:"messages" json:"messages"`
	// Batches are the batch sizes that the ack scenario steps through.
	Batches []int `yaml:"batches" json:"batches"`
	// ChangeShare of deliveries have their lease's end moved, to ChangeTo from then.
	ChangeShare float64  `yaml:"change_share" json:"change_share"`
	ChangeTo    Duration `yaml:"change_to" json:"change_to"`
	// Search says when a rate counts as held.
	Search Search `yaml:"search" json:"search"`
	// Require are thresholds, such as "delivery.p99 < 250ms".
	Require []string `yaml:"require" json:"require"`
	// Seed is of what is drawn at random; 0 draws one.
	Seed uint64 `yaml:"seed" json:"seed"`
}

// Search says how the highest rate is searched for, and when one is held.
type Search struct {
	// From is the first rate, To the last one that is tried.
	From float64 `yaml:"from" json:"from"`
	To   float64 `yaml:"to" json:"to"`
	// P99 bounds the delivery's 99th percentile, ErrorShare what may fail.
	P99        Duration `yaml:"p99" json:"p99"`
	ErrorShare float64  `yaml:"error_share" json:"error_share"`
	// Window is one of the three that a rate must be held for.
	Window Duration `yaml:"window" json:"window"`
	// Within is how close, as a share of the rate, the search comes.
	Within float64 `yaml:"within" json:"within"`
}

// The bounds of settings, those of the dialects where they have some.
const (
	mostBatch = 10
	mostWait  = 20 * time.Second
	mostLease = 12 * time.Hour
	mostSize  = 262_144
)

// Check says what is out of bounds, by its field.
func (s Settings) Check() error {
	checks := []error{
		between("queues", float64(s.Queues), 1, 1000),
		between("consumers", float64(s.Consumers), 1, 10_000),
		between("workers", float64(s.Workers), 0, 100_000),
		between("send_batch", float64(s.SendBatch), 1, mostBatch),
		between("receive_batch", float64(s.ReceiveBatch), 1, mostBatch),
		between("receive_rate", s.ReceiveRate, 0, 1e6),
		between("wait", s.Wait.Seconds(), 0, mostWait.Seconds()),
		between("lease", s.Lease.Seconds(), 1, mostLease.Seconds()),
		between("hold", s.Hold.Seconds(), 0, s.Lease.Seconds()),
		between("duration", s.Duration.Seconds(), 0.1, 30*24*3600),
		between("give_up", s.GiveUp.Seconds(), 0.1, 24*3600),
		between("change_share", s.ChangeShare, 0, 1),
		between("change_to", s.ChangeTo.Seconds(), 0, mostLease.Seconds()),
		wholeSeconds("wait", s.Wait),
		wholeSeconds("lease", s.Lease),
		wholeSeconds("change_to", s.ChangeTo),
		between("max_backlog", float64(s.MaxBacklog), 1, 1e7),
		between("skew", s.Skew, 0, 10),
		between("messages", float64(s.Messages), 0, 1e9),
		between("interval", s.Interval.Seconds(), 0, s.Duration.Seconds()),
	}
	for _, n := range s.Groups {
		checks = append(checks, between("groups", float64(n), 1, 1e6))
	}
	for _, n := range s.Batches {
		checks = append(checks, between("batches", float64(n), 1, mostBatch))
	}
	if s.Arrivals != Even && s.Arrivals != Poisson {
		checks = append(checks, fmt.Errorf("field arrivals is %q: it is %s or %s", s.Arrivals, Even, Poisson))
	}
	if s.Scenario == search.Name {
		checks = append(checks, s.Search.check())
	}
	if s.Scenario == fifo.Name && len(s.Groups) == 0 {
		checks = append(checks, errors.New("field groups is empty: this scenario takes at least one number of groups"))
	}
	return firstOf(checks)
}

// check says what is out of bounds, by its field.
func (s Search) check() error {
	return firstOf([]error{
		between("search.from", s.From, 0.1, 1e6),
		between("search.to", s.To, s.From, 1e6),
		between("search.p99", s.P99.Seconds(), 0.001, 3600),
		between("search.error_share", s.ErrorShare, 0, 1),
		between("search.window", s.Window.Seconds(), 0.1, 3600),
		between("search.within", s.Within, 0.001, 0.9),
	})
}

func firstOf(mistakes []error) error {
	for _, err := range mistakes {
		if err != nil {
			return err
		}
	}
	return nil
}

func between(field string, value, low, high float64) error {
	if value < low || value > high {
		return fmt.Errorf("field %s is %g: it takes %g to %g", field, value, low, high)
	}
	return nil
}

// wholeSeconds are what the dialects take for waits and leases.
func wholeSeconds(field string, d Duration) error {
	if d.Duration%time.Second != 0 {
		return fmt.Errorf("field %s is %s: it takes whole seconds", field, d)
	}
	return nil
}

// The arrivals of sends.
const (
	Even    = "even"
	Poisson = "poisson"
)

// Kind is what the scenario's queues are.
func (s Settings) Kind() target.Kind {
	if len(s.Groups) > 0 {
		return target.FIFO
	}
	return target.Standard
}

// Traffic is what the settings mean to the engine.
func (s Settings) Traffic() engine.Config {
	c := engine.Config{
		Messages:    engine.Messages{Size: s.Size.Size, Skew: s.Skew},
		Consumption: s.Consumption(),
		Workers:     s.Workers,
		DropAfter:   time.Duration(s.Overdue),
		SendBatch:   s.SendBatch,
		MaxBacklog:  int64(s.MaxBacklog),
		Poisson:     s.Arrivals == Poisson,
		DrainTime:   s.Drain.Duration,
		GiveUp:      s.GiveUp.Duration,
		Interval:    s.interval(),
	}
	if len(s.Groups) > 0 {
		c.Messages.Groups = s.Groups[0]
	}
	return c
}

// Consumption is how messages are consumed.
func (s Settings) Consumption() engine.Consumption {
	return engine.Consumption{
		Consumers: s.Consumers, Batch: s.ReceiveBatch, Wait: s.Wait.Duration, Lease: s.Lease.Duration, Hold: s.Hold.Duration,
		ChangeShare: s.ChangeShare, ChangeTo: s.ChangeTo.Duration, PerSecond: s.ReceiveRate,
	}
}

const (
	// samples is how many a measured phase has, unless they would be closer than
	// shortestInterval or further apart than longestInterval.
	samples          = 60
	shortestInterval = 200 * time.Millisecond
	longestInterval  = time.Minute
)

func (s Settings) interval() time.Duration {
	switch {
	case s.Interval.Duration > 0:
		return s.Interval.Duration
	case s.Scenario == search.Name:
		return s.Search.Window.Duration
	}
	fitting := (s.Duration.Duration / samples).Round(100 * time.Millisecond)
	return min(max(fitting, shortestInterval), longestInterval)
}
