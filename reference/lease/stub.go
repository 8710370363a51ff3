package lease

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
)

// Queue stub: replaced by the engine.
type Queue struct{}

func New(id uuid.UUID, rules Rules, s Settings, c *clock.Clock, f *fault.Set) *Queue { panic("stub") }
func (q *Queue) ID() uuid.UUID                                                       { panic("stub") }
func (q *Queue) Settings() Settings                                                  { panic("stub") }
func (q *Queue) Update(change func(*Settings))                                       { panic("stub") }
func (q *Queue) Send(m Outgoing) (Accepted, error)                                   { panic("stub") }
func (q *Queue) Receive(ctx context.Context, o ReceiveOptions) ([]Delivery, error)   { panic("stub") }
func (q *Queue) Return(ds []Delivery)                                                { panic("stub") }
func (q *Queue) Acknowledge(h Handle) error                                          { panic("stub") }
func (q *Queue) ChangeVisibility(h Handle, d time.Duration) error                    { panic("stub") }
func (q *Queue) Purge() int                                                          { panic("stub") }
func (q *Queue) Delete()                                                             { panic("stub") }
func (q *Queue) Depth() Depth                                                        { panic("stub") }
func (q *Queue) Peek(only *Visibility, after uint64, limit int) []Peeked             { panic("stub") }
func (q *Queue) Waiting() int                                                        { panic("stub") }
