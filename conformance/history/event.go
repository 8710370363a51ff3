package history

import (
	"cmp"
	"hash/maphash"
	"time"
)

// Outcome is what the caller knows of a call's effect.
type Outcome int

// The outcomes.
const (
	// Done is an answer that says it happened.
	Done Outcome = iota
	// Refused is an answer that says nothing happened, such as a stale handle.
	Refused
	// Unanswered may or may not have happened: a transport error, a deadline, an
	// answer that is broken, a 5xx.
	Unanswered
)

// Call is when an exchange happened, as seen from the client: at some moment
// within [Sent, Answered]. For a call without an answer Answered is when the
// client gave it up.
type Call struct {
	Sent, Answered time.Time
	// Exchange numbers the recorded exchange, for the report; 0 is none.
	Exchange int
}

// Send of one message. A send that the target recognised as a duplicate makes
// no message and is no event.
type Send struct {
	Call
	ID ID
	// Group is the message group; empty on standard queues.
	Group string
	// Delay hides the message after its send.
	Delay   time.Duration
	Outcome Outcome
}

// Receive of any number of messages, none included.
type Receive struct {
	Call
	// Lease is the visibility timeout that holds for this receive; where it is not
	// known, 0 accuses nobody.
	Lease time.Duration
	// Wait is the longest that the receive may wait at the target.
	Wait       time.Duration
	Outcome    Outcome
	Deliveries []Delivery
}

// Delivery is one message in a receive's answer, in the answer's order.
type Delivery struct {
	ID     ID
	Handle string
	// Stray is what came in place of a message with an id.
	Stray string
}

// Acknowledge of one delivery, also one of a batch.
type Acknowledge struct {
	Call
	ID      ID
	Handle  string
	Outcome Outcome
}

// Change asks that the lease end Lease after the target takes the call: an
// extension, a shortening, or with 0 a release.
type Change struct {
	Call
	ID      ID
	Handle  string
	Lease   time.Duration
	Outcome Outcome
}

// kind orders events of the same moment so that what frees a message comes
// before what takes it.
type kind uint8

const (
	sending kind = iota
	acknowledging
	changing
	receiving
)

// event is any of the calls, in offsets from the history's start.
type event struct {
	// at is the moment by which it takes its place in the replay: a receive's
	// answer, any other call's sending. What a call can do to a message it does
	// not do before that moment, and what a receive took it took by then.
	at             time.Duration
	serial         uint64
	kind           kind
	outcome        Outcome
	exchange       int
	sent, answered time.Duration
	// span is the lease of a receive or change, or the delay of a send.
	span       time.Duration
	wait       time.Duration
	id         ID
	handle     handle
	group      string
	deliveries []delivery
}

type delivery struct {
	id     ID
	handle handle
	stray  string
}

func (e event) compare(o event) int {
	return cmp.Or(cmp.Compare(e.at, o.at), cmp.Compare(e.kind, o.kind), cmp.Compare(e.serial, o.serial))
}

// handle is a receipt handle's hash: handles are long, and only those of one
// message are ever compared with each other.
type handle uint64

var handleSeed = maphash.MakeSeed()

func hashed(text string) handle { return handle(maphash.String(handleSeed, text)) }
