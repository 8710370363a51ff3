package ezgh

import (
	"regexp"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/lease"
)

// What a queue has whose creation does not say.
const (
	defaultVisibility  = 30 * time.Second
	defaultRetention   = 345_600 * time.Second
	defaultReceiveWait = 0
)

// The ranges of a queue's settings.
var (
	queueVisibility  = numeric{field: "visibilityTimeoutSeconds", high: 43_200}
	queueReceiveWait = numeric{field: "receiveWaitSeconds", high: 20}
	queueRetention   = numeric{field: "messageRetentionSeconds", low: 60, high: 1_209_600}
	queueMaxReceives = numeric{field: "deadLetter.maxReceives", low: 1, high: 1_000}
)

var queueName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// settings are those of a queue's that a request may give. A pointer that is
// nil was not given.
type settings struct {
	VisibilityTimeoutSeconds *int `json:"visibilityTimeoutSeconds"`
	ReceiveWaitSeconds       *int `json:"receiveWaitSeconds"`
	MessageRetentionSeconds  *int `json:"messageRetentionSeconds"`
	// DeadLetter is kept as text: null takes a dead-letter queue away.
	DeadLetter jsontext.Value `json:"deadLetter"`
}

type deadLetter struct {
	QueueID     string `json:"queueId"`
	MaxReceives *int   `json:"maxReceives"`
}

// change is a checked request to change settings.
type change struct {
	visibility, receiveWait, retention *time.Duration
	// redrive says that the dead-letter queue changes: to deadLetter, or to none.
	redrive     bool
	deadLetter  *queue
	maxReceives int
}

// check turns what a request gives into a change, or says what is wrong with it.
func (s *Server) check(given settings, organization, project string) (c change, refused *refusal) {
	for _, field := range []struct {
		to    **time.Duration
		value *int
		numeric
	}{
		{&c.visibility, given.VisibilityTimeoutSeconds, queueVisibility},
		{&c.receiveWait, given.ReceiveWaitSeconds, queueReceiveWait},
		{&c.retention, given.MessageRetentionSeconds, queueRetention},
	} {
		if *field.to, refused = s.seconds(field.numeric, field.value); refused != nil {
			return change{}, refused
		}
	}
	if given.DeadLetter == nil {
		return c, nil
	}
	c.redrive = true
	if string(given.DeadLetter) == "null" {
		return c, nil
	}
	c.deadLetter, c.maxReceives, refused = s.checkDeadLetter(given.DeadLetter, organization, project)
	return c, refused
}

func (s *Server) checkDeadLetter(text jsontext.Value, organization, project string) (*queue, int, *refusal) {
	var given deadLetter
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, 0, explain(err)
	}
	if given.MaxReceives == nil {
		return nil, 0, invalidRequest("deadLetter.maxReceives is missing")
	}
	if refused := queueMaxReceives.check(s.faults, *given.MaxReceives); refused != nil {
		return nil, 0, refused
	}
	target := s.queues.find(organization, project, given.QueueID)
	if target == nil {
		return nil, 0, invalidRequest("deadLetter.queueId names no queue of the project")
	}
	return target, *given.MaxReceives, nil
}

// apply makes the change to a queue.
func (q *queue) apply(c change) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if c.receiveWait != nil {
		q.receiveWait = *c.receiveWait
	}
	if c.redrive {
		q.deadLetter = c.deadLetter
	}
	q.Update(c.onEngine)
}

// onEngine makes the part of the change that the engine keeps.
func (c change) onEngine(s *lease.Settings) {
	if c.visibility != nil {
		s.Visibility = *c.visibility
	}
	if c.retention != nil {
		s.Retention = *c.retention
	}
	if c.redrive {
		s.DeadLetter, s.MaxReceives = nil, 0
		if c.deadLetter != nil {
			s.DeadLetter, s.MaxReceives = c.deadLetter.Queue, c.maxReceives
		}
	}
}

// rules are the dialect's, with the freedoms the server uses.
func (s *Server) rules() lease.Rules {
	return lease.Rules{
		LapsedHandleWorks:   true,
		SeveralPerGroup:     !s.legal.OtherGroups,
		LeaseCap:            12 * time.Hour,
		InFlightCap:         120_000,
		InFlightCapFIFO:     20_000,
		RedriveAtLeaseEnd:   s.legal.OtherRedrive,
		DeduplicationWindow: 5 * time.Minute,
		DeduplicationRenews: s.legal.RepeatsRenew,
	}
}

// newQueue makes a queue with the defaults.
func (s *Server) newQueue(c *call, name string, fifo bool) *queue {
	defaults := s.legal.Defaults
	id := uuid.New()
	return &queue{
		Queue: lease.New(id, s.rules(), lease.Settings{
			FIFO:       fifo,
			Visibility: either(defaults.Visibility, defaultVisibility),
			Retention:  either(defaults.Retention, defaultRetention),
		}, s.clock, s.faults),
		place:       place{c.organization, c.project, name},
		ref:         id.String(),
		fifo:        fifo,
		createdAt:   s.clock.Now(),
		receiveWait: either(defaults.ReceiveWait, defaultReceiveWait),
	}
}

func either(first, otherwise time.Duration) time.Duration {
	if first != 0 {
		return first
	}
	return otherwise
}

// described is a queue as the dialect shows it.
type described struct {
	QueueID                  string                 `json:"queueId"`
	Name                     string                 `json:"name"`
	FIFO                     bool                   `json:"fifo"`
	VisibilityTimeoutSeconds int                    `json:"visibilityTimeoutSeconds"`
	ReceiveWaitSeconds       int                    `json:"receiveWaitSeconds"`
	MessageRetentionSeconds  int                    `json:"messageRetentionSeconds"`
	DeadLetter               *deadLetter            `json:"deadLetter,omitempty"`
	Subscription             *describedSubscription `json:"subscription,omitempty"`
	CreatedAt                string                 `json:"createdAt"`
}

func (q *queue) describe() described {
	q.mu.Lock()
	defer q.mu.Unlock()
	engine := q.Settings()
	d := described{
		QueueID: q.ref, Name: q.name, FIFO: q.fifo,
		VisibilityTimeoutSeconds: int(engine.Visibility / time.Second),
		ReceiveWaitSeconds:       int(q.receiveWait / time.Second),
		MessageRetentionSeconds:  int(engine.Retention / time.Second),
		CreatedAt:                stamp(q.createdAt),
	}
	if q.deadLetter != nil {
		d.DeadLetter = &deadLetter{q.deadLetter.ref, &engine.MaxReceives}
	}
	if q.push != nil {
		d.Subscription = &describedSubscription{q.push.url}
	}
	return d
}

func (q *queue) waitsFor() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.receiveWait
}

func shown(status int, q *queue) answer {
	return answer{status, map[string]described{"queue": q.describe()}}
}
