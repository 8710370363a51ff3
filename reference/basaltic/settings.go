package basaltic

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/lease"
	"github.com/leasecheck/leasecheck/reference/variant"
)

// attribute is one of a queue's numeric attributes.
type attribute int

const (
	visibilityTimeout attribute = iota
	messageRetention
	maxBytes
	deliveryDelay
	receiveWait
	dataKeyReuse
	attributeCount
)

// maxMessageBytes is the largest that max_message_bytes can be.
const maxMessageBytes = 1 << 20

// attributeRanges are the attributes' names, and their assumed defaults and
// ranges; all in seconds but max_message_bytes.
var attributeRanges = [attributeCount]struct {
	name                   string
	usual, lowest, highest int
}{
	visibilityTimeout: {"visibility_timeout_seconds", 30, 0, maxVisibility},
	messageRetention:  {"message_retention_seconds", 345_600, 60, 1_209_600},
	maxBytes:          {"max_message_bytes", 262_144, 1_024, maxMessageBytes},
	deliveryDelay:     {"delay_seconds", 0, 0, maxDelay},
	receiveWait:       {"receive_wait_time_seconds", 0, 0, maxWait},
	dataKeyReuse:      {"kms_data_key_reuse_period_seconds", 300, 60, 86_400},
}

// Bounds that requests about messages share with attributes, in seconds.
const (
	maxVisibility = 43_200
	maxDelay      = 900
	maxWait       = 20
)

// maxReceiveCount bounds a redrive policy's.
const maxReceiveCount = 1_000

// settings is what can be changed about a queue. Each is final: a change makes
// new ones.
type settings struct {
	attributes                [attributeCount]int
	contentBasedDeduplication bool
	redrive                   *redrive // nil is none
	key                       *kms.Key // nil is the platform's
	seal                      *dataKey // what seals new messages
	tags                      map[string]string
	updatedAt                 time.Time
}

// redrive is a redrive policy.
type redrive struct {
	target      *queue
	maxReceives int
}

// defaults are the settings that a request changes which makes a queue.
func defaults(l variant.Legal, fifo bool) settings {
	var s settings
	for a := range s.attributes {
		s.attributes[a] = attributeRanges[a].usual
	}
	for a, legal := range map[attribute]time.Duration{
		visibilityTimeout: l.Defaults.Visibility,
		messageRetention:  l.Defaults.Retention,
		receiveWait:       l.Defaults.ReceiveWait,
		deliveryDelay:     l.Defaults.Delay,
	} {
		if legal > 0 && !(fifo && a == deliveryDelay) {
			s.attributes[a] = int(legal / time.Second)
		}
	}
	return s
}

// seconds is an attribute as a duration.
func (s *settings) seconds(a attribute) time.Duration { return seconds(s.attributes[a]) }

// engine is what the settings mean to the engine.
func (s *settings) engine(fifo bool) lease.Settings {
	e := lease.Settings{
		FIFO:       fifo,
		Visibility: s.seconds(visibilityTimeout),
		Retention:  s.seconds(messageRetention),
		Delay:      s.seconds(deliveryDelay),
	}
	if s.redrive != nil {
		e.DeadLetter, e.MaxReceives = s.redrive.target.engine, s.redrive.maxReceives
	}
	return e
}
