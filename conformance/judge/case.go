// Package judge is what a case is made of: its literal, the handle its body
// works with, and the certain intervals by which it judges time.
package judge

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// Case judges one requirement of each dialect that it speaks for.
type Case struct {
	// Name is unique and stable, in kebab case.
	Name string
	// Title states the duty in one sentence.
	Title string
	// Judges maps a dialect to the requirement judged there, and to what is due.
	Judges By
	// Needs are what the target must offer for the case to run; all are needed.
	Needs []Need
	// Unless names needs that make the case superfluous: its twin, which needs
	// them, runs in its place.
	Unless []Need
	// Queues are made for the case, in this order, and removed after it.
	Queues []QueueSpec
	// Waits is the longest that a conforming target may make the case wait, beside
	// the time its requests take. It sets the tier and the deadline.
	Waits time.Duration
	// Requests is about how many requests the case makes; 0 stands for a dozen.
	Requests int
	// Alone is for cases that move the target's clock, its limits, or look at all
	// of its queues: they run by themselves, after the others.
	Alone bool
	// InvalidHandles is how many invalid handles the case sends at most. Such a
	// case gets a source address of its own, or its share of the budget.
	InvalidHandles int
	// Last is for the one case a dialect that looks at all exchanges of the run.
	Last bool
	// Run judges. It ends early through t; it leaves nothing behind.
	Run func(t *T)
}

// By maps each dialect to what is due there.
type By map[specs.Dialect]Duty

// Duty is a requirement and the outcome that it asks for, where dialects differ.
type Duty struct {
	ID string
	// Want is the class of the outcome that is due, for cases that look at one.
	Want target.Class
	// Fate is what becomes of the message then.
	Fate Fate
}

// Fate is what becomes of a message.
type Fate int

// The fates of a message.
const (
	// Survives: the message is delivered again when its lease has ended.
	Survives Fate = iota
	// Gone: the message is never delivered again.
	Gone
)

// QueueSpec is a queue that a case wants, by the name the case calls it.
// Settings.DeadLetter is the Name of a spec that stands before it.
type QueueSpec struct {
	Name string
	target.Settings
}

// Standard wants one standard queue.
func Standard() []QueueSpec {
	return []QueueSpec{{Name: "main", Settings: target.Settings{Kind: target.Standard}}}
}

// FIFO wants one FIFO queue.
func FIFO() []QueueSpec {
	return []QueueSpec{{Name: "main", Settings: target.Settings{Kind: target.FIFO}}}
}

// With wants one queue with these settings.
func With(s target.Settings) []QueueSpec { return []QueueSpec{{Name: "main", Settings: s}} }

// Wants are the settings of the case's queues, as a provisioner needs to know them.
func (c *Case) Wants() []target.Settings {
	all := make([]target.Settings, len(c.Queues))
	for i, q := range c.Queues {
		all[i] = q.Settings
		all[i].TakesDead = slices.ContainsFunc(c.Queues, func(other QueueSpec) bool { return other.DeadLetter == q.Name })
	}
	return all
}

// Superfluous reports whether a target that grants these needs meets all that the
// case's twin has, which then runs in its place.
func (c *Case) Superfluous(granted map[Need]bool) bool {
	return len(c.Unless) > 0 && !slices.ContainsFunc(c.Unless, func(n Need) bool { return !granted[n] })
}

// Need is something that not every target offers.
type Need string

// The needs. Control grants Clock, KMS, Rate, Unavailable and Push.
const (
	NeedClock       Need = "clock"
	NeedKMS         Need = "kms"
	NeedRate        Need = "rate"
	NeedUnavailable Need = "unavailable"
	NeedPush        Need = "push"
	// NeedLimited is a credential without the permission to receive.
	NeedLimited Need = "limited"
	// NeedSigning is access keys, and a plain signed request that is accepted.
	NeedSigning Need = "signing"
	// NeedOwnQueues is that the queues are the suite's own, to be deleted or
	// changed as a case likes: static ones are not.
	NeedOwnQueues Need = "queues of its own"
	// NeedProducer is that the dialect's own operations send messages and, where
	// NeedOwnQueues is met, make and change queues: where a command provides for
	// them, the target may have none.
	NeedProducer Need = "the dialect's own sends"
	// NeedAddresses is that the target tells source addresses apart.
	NeedAddresses Need = "client addresses"
	// NeedResetLimits is a source address of its own, or control to clear limits.
	NeedResetLimits Need = "client addresses or rate"
)

// Needs lists all needs.
func Needs() []Need {
	return []Need{
		NeedClock, NeedKMS, NeedRate, NeedUnavailable, NeedPush, NeedLimited, NeedSigning,
		NeedOwnQueues, NeedProducer, NeedAddresses, NeedResetLimits,
	}
}

// Tier bounds how long cases may wait.
type Tier string

// The tiers, each with all cases of those before it.
const (
	Quick        Tier = "quick"
	StandardTier Tier = "standard"
	Slow         Tier = "slow"
)

// The longest wait of a case in the quick and the standard tier.
const (
	quickWait    = 3 * time.Second
	standardWait = 25 * time.Second
)

// Tiers lists the tiers from the shortest on.
func Tiers() []Tier { return []Tier{Quick, StandardTier, Slow} }

// Tier is the first tier that the case's waits fit. Cases that run alone and
// those with thousands of requests are never quick.
func (c *Case) Tier() Tier {
	switch {
	case c.Waits > standardWait:
		return Slow
	case c.Waits > quickWait || c.Alone || c.Requests >= 1000:
		return StandardTier
	default:
		return Quick
	}
}
