package target

import (
	"context"
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/specs"
)

// Kind tells the two kinds of queue apart.
type Kind string

// The kinds of queue.
const (
	Standard Kind = "standard"
	FIFO     Kind = "fifo"
)

// Settings are what a case asks of a queue it wants. A zero field leaves the
// target's default, which a case must not rely on.
type Settings struct {
	Kind Kind
	// Visibility is the queue's visibility timeout.
	Visibility time.Duration
	// ReceiveWait is how long a receive waits when it does not say.
	ReceiveWait time.Duration
	// Retention is how long a message is kept.
	Retention time.Duration
	// Delay holds back each message after its send (basaltic).
	Delay time.Duration
	// DataKeyReuse is the data key reuse period, and Key names the key (basaltic).
	DataKeyReuse time.Duration
	Key          string
	// ContentBasedDeduplication derives the deduplication id from the body (basaltic).
	ContentBasedDeduplication bool
	// DeadLetter is the reference (Queue.Ref) of the dead-letter queue; MaxReceives
	// is the count of receives after which a message moves there.
	DeadLetter  string
	MaxReceives int
	// TakesDead says that another queue of the case has this one as its
	// dead-letter queue. Where queues are made to order it changes nothing.
	TakesDead bool
}

// Attribute is a message attribute; dialects without types ignore Type.
type Attribute struct{ Type, Value string }

// Message is what a producer sends.
type Message struct {
	Body       string
	Attributes map[string]Attribute
	// Group is the message group id, for FIFO queues.
	Group string
	// DeduplicationID is the message deduplication id, for FIFO queues.
	DeduplicationID string
	Delay           time.Duration
}

// Receive is what a consumer asks for. A nil field is left out of the request.
type Receive struct {
	Max        *int
	Visibility *time.Duration
	Wait       *time.Duration
}

// Class is the neutral meaning of an answer.
type Class string

// The classes of answers.
const (
	// OK did what was asked.
	OK Class = "ok"
	// Stale refused a handle whose lease or delivery is over.
	Stale Class = "stale"
	// Invalid refused a text that is no handle.
	Invalid Class = "invalid"
	// NotFound says that the queue does not exist.
	NotFound Class = "not found"
	// Refused is any other answer that says no; Status and Code say which.
	Refused Class = "refused"
	// Unanswered is a request without a whole answer: a transport error, a
	// deadline, a broken body. It may or may not have had its effect.
	Unanswered Class = "unanswered"
)

// Call is one exchange as it was seen from here. It happened within
// [Sent, Answered], both monotonic.
type Call struct {
	// Exchange is the sequence number of the recorded exchange, from 1.
	Exchange       int
	Sent, Answered time.Time
	// Status is 0 when there was no answer.
	Status int
	Header http.Header
	// Body is the answer's body, whole.
	Body []byte
	// Err is why there was no whole answer.
	Err error
}

// Outcome is what one operation, or one entry of a batch, came to.
type Outcome struct {
	Call
	Class Class
	// Code is the machine-readable error code the target gave, if any.
	Code string
}

// Sent is the outcome of a send.
type Sent struct {
	Outcome
	MessageID string
	// Duplicate says that the target recognised a repeated send.
	Duplicate bool
}

// Delivery is a message under a lease.
type Delivery struct {
	// Call is the receive that took the lease.
	Call          Call
	MessageID     string
	Handle        string
	Body          string
	Attributes    map[string]Attribute
	Group         string
	Sequence      string
	ReceiveCount  int
	SentAt        string
	FirstReceived string
	// VisibleAt is when the target says that the lease ends (basaltic).
	VisibleAt string
}

// Received is the outcome of a receive.
type Received struct {
	Outcome
	Deliveries []Delivery
}

// Queue is a queue of a target, in the terms all dialects share. No method
// returns an error: what went wrong is the outcome's class. Every call is
// recorded, has a deadline of its own, and ends when ctx does.
type Queue interface {
	// Ref identifies the queue in the dialect's own way: an id.
	Ref() string
	// Name is the name the suite gave it, with its prefix.
	Name() string
	Kind() Kind
	Send(ctx context.Context, m Message) Sent
	// SendBatch gives one Sent a message, in order, all with the same Call.
	SendBatch(ctx context.Context, ms []Message) []Sent
	Receive(ctx context.Context, r Receive) Received
	// Acknowledge gives one Outcome a handle, in order. One handle uses the
	// dialect's single operation where it has one.
	Acknowledge(ctx context.Context, handles ...string) []Outcome
	// ChangeVisibility asks that each handle's lease end d from now.
	ChangeVisibility(ctx context.Context, d time.Duration, handles ...string) []Outcome
	Purge(ctx context.Context) Outcome
	Delete(ctx context.Context) Outcome
	Describe(ctx context.Context) (Settings, Outcome)
}

// Service is a target as a whole, in the terms all dialects share.
type Service interface {
	Dialect() specs.Dialect
	// CreateQueue makes a queue; on an outcome that is not OK the Queue is nil.
	CreateQueue(ctx context.Context, name string, s Settings) (Queue, Outcome)
	// Open is a queue that exists already, by its id. Nothing is sent.
	Open(id, name string, kind Kind) Queue
	// ListQueues gives those whose name starts with prefix.
	ListQueues(ctx context.Context, prefix string) ([]Queue, Outcome)
}
