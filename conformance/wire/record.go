package wire

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

const (
	// shownBody is where a recorded body is cut.
	shownBody = 4 << 10
	// recordBytes is about what one session keeps of its exchanges: hundreds,
	// also when all their bodies are cut.
	recordBytes = 1 << 20
	// maxMarked is how many marked exchanges outlive that; the earliest marks lapse.
	maxMarked = 128
	// opening is how many of the earliest exchanges outlive that too: without those
	// that prepare, the others cannot be repeated.
	opening = 5
	// recordOverhead is what an exchange takes beside its bodies.
	recordOverhead = 1 << 10
)

// record keeps a session's exchanges, secrets replaced: the earliest few, the
// latest ones within its size, and those that were marked.
type record struct {
	start  time.Time
	secret *concealer

	mu     sync.Mutex
	last   int
	kept   []*entry // in the order they were sent
	size   int
	marked []int
	// largest is the size of the largest body sent.
	largest int64
}

// entry is an exchange, of which the answer may still be awaited.
type entry struct {
	reports.Exchange
	size int
	// own are the secrets that only this exchange knows.
	own []string
}

// awaited is the error of an exchange whose answer had not come when it was shown.
const awaited = "still waiting for the answer when this was recorded"

// count is how many requests were sent.
func (r *record) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// begin records a request that is about to be sent.
func (r *record) begin(req *http.Request, body []byte) *entry {
	own := r.secret.ownSecrets(req.Header)
	e := &entry{own: own}
	e.StartedAt = time.Now()
	e.SentS = e.StartedAt.Sub(r.start).Seconds()
	e.Error = awaited
	e.Request = reports.Request{
		Method:    req.Method,
		URL:       r.secret.text(req.URL.String(), own...),
		Headers:   r.secret.header(req.Header, own...),
		Body:      r.secret.body(body, own),
		BodyBytes: len(body),
	}
	e.size = recordOverhead + len(e.Request.Body)

	r.provided(len(body))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	e.Seq = r.last
	r.kept = append(r.kept, e)
	r.size += e.size
	r.evict()
	return e
}

// provided notes that n bytes were sent at once.
func (r *record) provided(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.largest = max(r.largest, int64(n))
}

func (r *record) largestSent() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.largest
}

// end adds what came of e.
func (r *record) end(e *entry, call target.Call, body []byte) {
	sent, answered := call.Sent.Sub(r.start).Seconds(), call.Answered.Sub(r.start).Seconds()
	text := ""
	if call.Err != nil {
		text = r.secret.text(call.Err.Error(), e.own...)
	}
	var response *reports.Response
	if call.Status != 0 {
		response = &reports.Response{
			Status:    call.Status,
			Headers:   r.secret.header(call.Header, e.own...),
			Body:      r.secret.body(body, e.own),
			BodyBytes: len(body),
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e.StartedAt = call.Sent
	e.SentS, e.AnsweredS, e.Error, e.Response = sent, answered, text, response
	if response != nil {
		e.size += len(response.Body)
		r.size += len(response.Body)
	}
	r.evict()
}

// evict drops the oldest exchanges that are over, until the size fits.
func (r *record) evict() {
	if r.size <= recordBytes {
		return
	}
	r.kept = slices.DeleteFunc(r.kept, func(e *entry) bool {
		if r.size <= recordBytes*3/4 || e.Seq <= opening || slices.Contains(r.marked, e.Seq) || e.Error == awaited {
			return false
		}
		r.size -= e.size
		return true
	})
}

// mark keeps exchanges beyond the record's size.
func (r *record) mark(exchanges []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.marked = append(r.marked, exchanges...)
	r.marked = r.marked[max(len(r.marked)-maxMarked, 0):]
}

// exchanges gives at most most: the deciding ones first, of too many those named
// last, then of the others the earliest, for a tenth of the room, and the latest.
func (r *record) exchanges(most int, deciding []int) []reports.Exchange {
	early := min(opening, most/10)
	telling := deciding[max(len(deciding)-(most-early), 0):]
	r.mu.Lock()
	defer r.mu.Unlock()
	var first, others []reports.Exchange
	for _, e := range r.kept {
		x := e.Exchange
		x.Deciding = slices.Contains(deciding, x.Seq)
		if slices.Contains(telling, x.Seq) {
			first = append(first, x)
		} else {
			others = append(others, x)
		}
	}
	room := min(most-len(first), len(others))
	early = min(early, room)
	return slices.Concat(first, others[:early], others[len(others)-(room-early):])
}

// body is a body as it is shown: secrets replaced, and cut.
func (c *concealer) body(b []byte, own []string) string {
	longest := int(c.longest.Load())
	for _, s := range own {
		longest = max(longest, len(s))
	}
	if len(b) <= shownBody {
		return c.text(string(b), own...)
	}
	// A secret that the cut would split is replaced whole; one that begins within
	// the last bytes looked at may be split, and these are dropped.
	looked := min(len(b), shownBody+longest)
	text := c.text(string(b[:looked]), own...)
	if looked < len(b) {
		text = text[:max(len(text)-longest, 0)]
	}
	return text[:min(len(text), shownBody)]
}
