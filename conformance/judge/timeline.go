package judge

import (
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/reports"
)

// maxSpans bounds the timeline of a case.
const maxSpans = 100

// timeline keeps what is known of the leases of a case, for its evidence.
type timeline struct {
	mu    sync.Mutex
	start time.Time
	spans []reports.Span
}

// leased adds the time in which l was certainly held.
func (tl *timeline) leased(l Lease) {
	tl.add(l, tl.since(l.certainlyHeldFrom), tl.since(l.MayEnd()), "leased")
}

// event adds something that happened to l just now.
func (tl *timeline) event(l Lease, what string) {
	now := tl.since(time.Now())
	tl.add(l, now, now, what)
}

// over adds the moment from which on l had certainly ended.
func (tl *timeline) over(l Lease) {
	at := tl.since(l.HasEnded())
	tl.add(l, at, at, "certainly over")
}

func (tl *timeline) add(l Lease, from, until float64, event string) {
	tl.mu.Lock()
	defer tl.mu.Unlock()
	if len(tl.spans) < maxSpans {
		tl.spans = append(tl.spans, reports.Span{
			Message: l.MessageID, Handle: l.Handle, FromS: from, UntilS: until, Event: event,
		})
	}
}

func (tl *timeline) since(at time.Time) float64 { return at.Sub(tl.start).Seconds() }

// taken gives the spans in the order in which they were added.
func (tl *timeline) taken() []reports.Span {
	tl.mu.Lock()
	defer tl.mu.Unlock()
	return append([]reports.Span{}, tl.spans...)
}
