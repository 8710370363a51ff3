package ezgh

import (
	"encoding/json"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// The errors that a receipt result may carry.
const (
	CodeStale   = "receipt_handle_stale"
	CodeInvalid = "receipt_handle_invalid"
)

// The request bodies, as a well-behaved client sends them. A nil pointer
// leaves its field out.
type (
	// Settings create a queue.
	Settings struct {
		Name        string       `json:"name"`
		FIFO        bool         `json:"fifo,omitempty"`
		Visibility  *json.Number `json:"visibilityTimeoutSeconds,omitempty"`
		ReceiveWait *json.Number `json:"receiveWaitSeconds,omitempty"`
		Retention   *json.Number `json:"messageRetentionSeconds,omitempty"`
		DeadLetter  *DeadLetter  `json:"deadLetter,omitempty"`
	}
	// DeadLetter names the dead-letter queue and when a message moves there.
	DeadLetter struct {
		QueueID     string   `json:"queueId"`
		MaxReceives wire.Int `json:"maxReceives"`
	}
	// Message is a message to send.
	Message struct {
		Body            string            `json:"body"`
		Attributes      map[string]string `json:"attributes,omitempty"`
		Group           string            `json:"groupId,omitempty"`
		DeduplicationID string            `json:"deduplicationId,omitempty"`
		Delay           *json.Number      `json:"delaySeconds,omitempty"`
	}
	// Messages are a batch.
	Messages struct {
		Messages []Message `json:"messages"`
	}
	// Receive claims messages.
	Receive struct {
		Max        *int         `json:"maxMessages,omitempty"`
		Wait       *json.Number `json:"waitSeconds,omitempty"`
		Visibility *json.Number `json:"visibilityTimeoutSeconds,omitempty"`
	}
	// Ack acknowledges.
	Ack struct {
		Handles []string `json:"receiptHandles"`
	}
	// Visibility changes the ends of leases.
	Visibility struct {
		Entries []VisibilityEntry `json:"entries"`
	}
	// VisibilityEntry changes the end of one lease.
	VisibilityEntry struct {
		Handle  string      `json:"receiptHandle"`
		Seconds json.Number `json:"visibilityTimeoutSeconds"`
	}
	// Subscription pushes a queue's messages to a URL.
	Subscription struct {
		URL string `json:"url"`
	}
)

// The answers of the producers' side, as far as the suite reads them. Nothing of
// them is documented, so each field takes every form.
type (
	// QueueAnswer is {queue}.
	QueueAnswer struct {
		Queue Described `json:"queue"`
	}
	// Described is a queue.
	Described struct {
		ID          wire.Text               `json:"queueId"`
		Name        wire.Text               `json:"name"`
		FIFO        wire.Loose[bool]        `json:"fifo"`
		Visibility  wire.Loose[wire.Int]    `json:"visibilityTimeoutSeconds"`
		ReceiveWait wire.Loose[wire.Int]    `json:"receiveWaitSeconds"`
		Retention   wire.Loose[wire.Int]    `json:"messageRetentionSeconds"`
		DeadLetter  wire.Loose[*DeadLetter] `json:"deadLetter"`
	}
	// QueueList is {queues}.
	QueueList struct {
		Queues []Described `json:"queues"`
	}
	// SendAnswer answers a send, and stands for each message of a batch.
	SendAnswer struct {
		MessageID wire.Text `json:"messageId"`
		Error     wire.Code `json:"error"`
	}
	// SendResults are a batch's, in its order.
	SendResults struct {
		Results []SendAnswer `json:"results"`
	}
)

// The answers of the consumers' side, as far as the suite reads them. A field
// that is not there is zero.
type (
	// ReceiveAnswer is {messages}.
	ReceiveAnswer struct {
		Messages []Received `json:"messages"`
	}
	// Received is a message under a lease.
	Received struct {
		ID              string            `json:"messageId"`
		Handle          string            `json:"receiptHandle"`
		Body            string            `json:"body"`
		Attributes      map[string]string `json:"attributes"`
		SentAt          wire.Text         `json:"sentAt"`
		FirstReceivedAt wire.Text         `json:"firstReceivedAt"`
		ReceiveCount    wire.Int          `json:"receiveCount"`
		Group           string            `json:"groupId"`
		Seq             string            `json:"seq"`
	}
	// Result is what one receipt came to.
	Result struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	// Results are those of a receipt request, in its order.
	Results struct {
		Results []Result `json:"results"`
	}
)

// classes are the errors of a receipt's result with a neutral meaning of their
// own. As the code of a whole request's refusal they have none.
var classes = wire.Classes{CodeStale: target.Stale, CodeInvalid: target.Invalid}

// ReadAssumed classifies a call of the producers' side and reads what it can of
// the answer of one that is OK.
func ReadAssumed[T any](call target.Call) (T, target.Outcome) { return wire.Assumed[T](call, nil) }

// Read classifies a call and decodes the answer of one that is OK.
func Read[T any](call target.Call) (T, target.Outcome) { return wire.Answer[T](call, nil) }
