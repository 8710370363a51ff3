// Package engine makes a load: it sends, receives and acknowledges messages on
// queues of a target, measures what that takes and keeps account of each one.
// Scenarios are programs over its Run.
package engine

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/specs"
)

// Config is what a run is made of.
type Config struct {
	Dialect   specs.Dialect
	Tolerance target.Tolerance
	// Queues are those to load, empty and of this run alone.
	Queues []target.Queue
	// Messages says what is sent.
	Messages Messages
	// Consumption is how messages are consumed, unless a scenario says otherwise.
	Consumption Consumption
	// Workers is how many sends are under way at most; 0 is no bound.
	Workers int
	// DropAfter gives up sends that are so long overdue; 0 catches up.
	DropAfter time.Duration
	// SendBatch is how many messages a send carries, 1 to 10.
	SendBatch int
	// MaxBacklog holds senders without a rate back while so many messages wait.
	MaxBacklog int64
	// Poisson has sends come as independent arrivals do.
	Poisson bool
	// DrainTime is how long a drain may take.
	DrainTime time.Duration
	// GiveUp ends the run when for so long nothing was answered.
	GiveUp time.Duration
	// Interval is between two samples of the measured phase.
	Interval time.Duration
	Seed     uint64
	// Share is this process's part of the sends.
	Share pace.Share
	// TargetPid is the target's process, where it runs on this machine; 0 is none.
	TargetPid int
	// Observer is told how the run goes; nil tells nobody.
	Observer Observer
}

// Consumption is what a consumer does, over and over: it receives, holds the
// messages for a while, and acknowledges them.
type Consumption struct {
	// Consumers is how many there are on each queue.
	Consumers int
	// Batch is how many messages a receive asks for, 1 to 10, and an acknowledge
	// carries at most.
	Batch int
	// Wait is how long a receive may wait, and Lease how long it takes messages for.
	Wait, Lease time.Duration
	// Hold is between a receive and its acknowledge.
	Hold time.Duration
	// Abandon leaves messages without an acknowledge.
	Abandon bool
	// ChangeShare of the messages have the end of their lease moved, to ChangeTo
	// from then.
	ChangeShare float64
	ChangeTo    time.Duration
	// PerSecond is how many receives a second all consumers begin; 0 is as fast
	// as it goes.
	PerSecond float64
}

// Observer is told how a run goes.
type Observer interface {
	// Phase begins, and is meant to last for so long; 0 is not known.
	Phase(name string, length time.Duration)
	// Sampled tells the last interval of a phase.
	Sampled(result.Sample)
}
