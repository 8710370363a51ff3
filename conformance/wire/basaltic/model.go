package basaltic

import (
	"encoding/json"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// The request bodies, as a well-behaved client sends them. A nil pointer
// leaves its field out.
type (
	// Attribute is a typed message attribute.
	Attribute struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	}
	// Settings create a queue.
	Settings struct {
		Name                      string        `json:"name"`
		Visibility                *json.Number  `json:"visibility_timeout_seconds,omitempty"`
		Retention                 *json.Number  `json:"message_retention_seconds,omitempty"`
		Delay                     *json.Number  `json:"delay_seconds,omitempty"`
		ReceiveWait               *json.Number  `json:"receive_wait_time_seconds,omitempty"`
		DataKeyReuse              *json.Number  `json:"kms_data_key_reuse_period_seconds,omitempty"`
		ContentBasedDeduplication bool          `json:"content_based_deduplication,omitempty"`
		Key                       string        `json:"kms_key,omitempty"`
		Redrive                   *RedriveRules `json:"redrive_policy,omitempty"`
	}
	// RedriveRules name the dead-letter queue and when a message moves there.
	RedriveRules struct {
		DeadLetterQueue string `json:"dead_letter_queue"`
		MaxReceiveCount int    `json:"max_receive_count"`
	}
	// Message is a message to send; ID names it within a batch.
	Message struct {
		ID              string               `json:"id,omitempty"`
		Body            string               `json:"body"`
		Attributes      map[string]Attribute `json:"attributes,omitempty"`
		Delay           *json.Number         `json:"delay_seconds,omitempty"`
		Group           string               `json:"message_group_id,omitempty"`
		DeduplicationID string               `json:"message_deduplication_id,omitempty"`
	}
	// Receive asks for leases.
	Receive struct {
		Max        *int         `json:"max_messages,omitempty"`
		Visibility *json.Number `json:"visibility_timeout_seconds,omitempty"`
		Wait       *json.Number `json:"wait_time_seconds,omitempty"`
	}
	// Receipt names a lease, and what is to become of it; ID names it within a batch.
	Receipt struct {
		ID         string       `json:"id,omitempty"`
		Handle     string       `json:"receipt_handle"`
		Visibility *json.Number `json:"visibility_timeout_seconds,omitempty"`
	}
	// Batch holds the entries of a batch.
	Batch[T any] struct {
		Entries []T `json:"entries"`
	}
)

// The answers, as far as the suite reads them. A field that is not there is zero.
type (
	// QueueAnswer is {queue}.
	QueueAnswer struct {
		Queue Described `json:"queue"`
	}
	// Described is a queue.
	Described struct {
		ID                        string     `json:"id"`
		CRN                       string     `json:"crn"`
		Name                      string     `json:"name"`
		Kind                      string     `json:"kind"`
		Attributes                Numbers    `json:"attributes"`
		Redrive                   *Redriving `json:"redrive_policy"`
		ContentBasedDeduplication bool       `json:"content_based_deduplication"`
		Key                       *Reference `json:"kms_key"`
		Tags                      any        `json:"tags"`
		Depth                     *Depth     `json:"depth"`
	}
	// Numbers are a queue's numeric settings.
	Numbers struct {
		Visibility      wire.Int `json:"visibility_timeout_seconds"`
		Retention       wire.Int `json:"message_retention_seconds"`
		MaxMessageBytes wire.Int `json:"max_message_bytes"`
		Delay           wire.Int `json:"delay_seconds"`
		ReceiveWait     wire.Int `json:"receive_wait_time_seconds"`
		DataKeyReuse    wire.Int `json:"kms_data_key_reuse_period_seconds"`
	}
	// Redriving is a redrive policy as the target shows it.
	Redriving struct {
		DeadLetterQueue Reference `json:"dead_letter_queue"`
		MaxReceiveCount wire.Int  `json:"max_receive_count"`
	}
	// Reference names a queue or a key.
	Reference struct {
		ID   string `json:"id"`
		CRN  string `json:"crn"`
		Name string `json:"name"`
	}
	// Depth is a queue's approximate depth.
	Depth struct {
		Available wire.Int `json:"approximate_available"`
		InFlight  wire.Int `json:"approximate_in_flight"`
		Delayed   wire.Int `json:"approximate_delayed"`
		Capped    bool     `json:"counts_capped"`
	}
	// QueueList is a page of queues.
	QueueList struct {
		Queues []Described `json:"queues"`
		Meta   Page        `json:"meta"`
	}
	// Page tells how to go on.
	Page struct {
		Total   *wire.Int `json:"total"`
		Limit   *wire.Int `json:"limit"`
		Marker  string    `json:"marker"`
		HasMore bool      `json:"has_more"`
	}
	// SendAnswer is {result}.
	SendAnswer struct {
		Result Result `json:"result"`
	}
	// Result is what an entry came to; Error is its code.
	Result struct {
		ID        string `json:"id"`
		MessageID string `json:"message_id"`
		Duplicate bool   `json:"duplicate"`
		Error     string `json:"error"`
		Message   string `json:"message"`
	}
	// Results are a batch's, in any order.
	Results struct {
		Results []Result `json:"results"`
	}
	// ReceiveAnswer is {messages}.
	ReceiveAnswer struct {
		Messages []Received `json:"messages"`
	}
	// Received is a message under a lease.
	Received struct {
		ID           string               `json:"id"`
		Handle       string               `json:"receipt_handle"`
		Body         string               `json:"body"`
		Attributes   map[string]Attribute `json:"attributes"`
		ReceiveCount wire.Int             `json:"receive_count"`
		Group        string               `json:"message_group_id"`
		EnqueuedAt   string               `json:"enqueued_at"`
		VisibleAt    string               `json:"visible_at"`
	}
	// PeekAnswer is a page of messages.
	PeekAnswer struct {
		Messages []Peeked `json:"messages"`
		Meta     Page     `json:"meta"`
	}
	// Peeked is a message seen without a lease. Body is nil when it cannot be decrypted.
	Peeked struct {
		ID              string               `json:"id"`
		CRN             string               `json:"crn"`
		QueueID         string               `json:"queue_id"`
		Body            *string              `json:"body"`
		Attributes      map[string]Attribute `json:"attributes"`
		Visibility      string               `json:"visibility"`
		ReceiveCount    wire.Int             `json:"receive_count"`
		BodyBytes       wire.Int             `json:"body_bytes"`
		Group           string               `json:"message_group_id"`
		EnqueuedAt      string               `json:"enqueued_at"`
		VisibleAt       string               `json:"visible_at"`
		ExpiresAt       string               `json:"expires_at"`
		FirstReceivedAt *string              `json:"first_received_at"`
	}
	// PurgeAnswer counts what a purge deleted.
	PurgeAnswer struct {
		MessagesDeleted *wire.Int `json:"messages_deleted"`
	}
)

// classes are the codes with a neutral meaning of their own.
var classes = wire.Classes{CodeExpired: target.Stale}

// Read classifies a call and decodes the answer of one that is OK.
func Read[T any](call target.Call) (T, target.Outcome) { return wire.Answer[T](call, classes) }
