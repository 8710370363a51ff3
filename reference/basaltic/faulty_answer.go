package basaltic

import (
	"bytes"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/limit"
)

// faultyRequestID is the id that a request gets; right is one of its own.
func (s *Server) faultyRequestID(right string) string {
	switch {
	case s.Faults.On(fault.RequestIDsRepeat):
		return "5c1f2a44-6a0e-4f5b-9d3c-1f7b0c9e8d21"
	case s.Faults.On(fault.RequestIDIsNoUUID):
		return strings.ReplaceAll(right, "-", "")
	default:
		return right
	}
}

// faultyProblem is the problem that is answered for p.
func (c *call) faultyProblem(p *problem) *problem {
	changed := *p
	if c.Faults.On(fault.ErrorCodesGeneric) && p.code != codeHandleExpired {
		changed.code = "BAD_REQUEST"
	}
	if c.Faults.On(fault.InvalidInputIs422) && p.status == http.StatusBadRequest {
		changed.status = http.StatusUnprocessableEntity
	}
	if p.status == http.StatusTooManyRequests {
		if c.Faults.On(fault.RetryAfterMissing) {
			changed.retryAfter = 0
		}
		if c.Faults.On(fault.RetryAfterTooShort) {
			changed.retryAfter /= 2
		}
		if c.faultyUnexplained() {
			changed.retryAfter = 0
		}
	}
	return &changed
}

var (
	stampMember     = regexp.MustCompile(`"(\w+_at)":"([^"]+Z)"`)
	countMember     = regexp.MustCompile(`"receive_count":(\d+)`)
	createdMember   = regexp.MustCompile(`"created_at":"[^"]+",`)
	messageMember   = regexp.MustCompile(`,"message":"([^"\\]|\\.)*"`)
	resultIDs       = regexp.MustCompile(`\{"id":"([^"\\]|\\.)*"`)
	tenthResult     = regexp.MustCompile(`^(\{"results":\[(?:\{[^{}]*\},){8}\{[^{}]*\}),\{[^{}]*\}\]`)
	errorPage       = []byte("<html><body><h1>Something went wrong</h1></body></html>")
	plainNotFound   = []byte("404 page not found\n")
	htmlType        = []string{"text/html; charset=utf-8"}
	plainTextType   = []string{"text/plain; charset=utf-8"}
	emptyList       = []byte(`"messages":[]`)
	nullInPlaceOfIt = []byte(`"messages":null`)
)

// faultyAnswer is what is sent for an answer, whose headers it changes too.
func (c *call) faultyAnswer(status int, text []byte) []byte {
	on, header := c.Faults.On, c.w.Header()
	if on(fault.RequestIDHeaderMissing) {
		header.Del("X-Request-Id")
	}
	if on(fault.RequestIDHeaderDiffers) {
		header.Set("X-Request-Id", uuid.NewString())
	}
	if on(fault.ContentTypeIsText) {
		header["Content-Type"] = plainTextType
	}
	if status >= http.StatusBadRequest {
		return c.faultyError(status, text)
	}
	switch {
	case on(fault.TimestampsInUnixSeconds):
		return stampMember.ReplaceAllFunc(text, inUnixSeconds)
	case on(fault.ReceiveCountIsText):
		return countMember.ReplaceAll(text, []byte(`"receive_count":"$1"`))
	case on(fault.CreatedAtMissing):
		return createdMember.ReplaceAll(text, nil)
	case c.operation.id == "receiveMessages" && on(fault.EmptyListIsNull):
		return bytes.Replace(text, emptyList, nullInPlaceOfIt, 1)
	case strings.HasSuffix(c.operation.id, "Batch"):
		return c.faultyResults(text)
	}
	return text
}

func inUnixSeconds(member []byte) []byte {
	parts := stampMember.FindSubmatch(member)
	at, err := time.Parse(stampLayout, string(parts[2]))
	if err != nil {
		return member
	}
	return append(append(append([]byte{'"'}, parts[1]...), `":`...), strconv.FormatInt(at.Unix(), 10)...)
}

// faultyError is what is sent for an error.
func (c *call) faultyError(status int, text []byte) []byte {
	header := c.w.Header()
	switch {
	case c.Faults.On(fault.ErrorsAreHTML):
		header["Content-Type"] = htmlType
		return errorPage
	case status == http.StatusNotFound && c.Faults.On(fault.NotFoundIsPlainText):
		header["Content-Type"] = plainTextType
		return plainNotFound
	case c.Faults.On(fault.ErrorMessageMissing):
		return messageMember.ReplaceAll(text, nil)
	}
	return text
}

// faultyResults is what is sent for the results of a batch.
func (c *call) faultyResults(text []byte) []byte {
	switch {
	case c.Faults.On(fault.BatchErrorUnexplained):
		return messageMember.ReplaceAll(text, nil)
	case c.Faults.On(fault.BatchLosesLastResult):
		return tenthResult.ReplaceAll(text, []byte("$1]"))
	case c.Faults.On(fault.BatchResultsNumbered):
		number := 0
		return resultIDs.ReplaceAllFunc(text, func([]byte) []byte {
			number++
			return []byte(`{"id":"` + strconv.Itoa(number) + `"`)
		})
	}
	return text
}

// freeReceives of a queue are not refused by faultyBudget.
const freeReceives = 60

// faultyBudget refuses receives, which no limit holds.
func (c *call) faultyBudget(queue string) error {
	if c.operation.id != "receiveMessages" {
		return nil
	}
	switch {
	case c.Faults.On(fault.ReceiveRateLimited) && c.faultyFourth(queue):
		c.limits = limit.Decision{Counted: true, Limit: 3, Wait: time.Second}
	case c.Faults.On(fault.ReceiveLimitApplied):
		c.limits = c.Limits.Take(limit.Request{Queue: queue, Organization: crn.Account, Operation: c.operation.id})
	case c.Faults.On(fault.ReceivesLimitedWithSends) && c.faultyHeld(queue+"sendMessage"):
		c.limits = limit.Decision{Counted: true, Limit: 1, Wait: time.Second}
	}
	if c.limits.Counted && !c.limits.Allowed {
		return tooManyRequests(c.limits.Wait)
	}
	return nil
}

// faultyFourth tells every fourth receive of a queue that had many.
func (c *call) faultyFourth(queue string) bool {
	counter, _ := c.broken.receives.LoadOrStore(queue, new(atomic.Int64))
	n := counter.(*atomic.Int64).Add(1)
	return n > freeReceives && n%4 == 0
}

// faultyRetry tells whether a request passes that comes back too early.
func (c *call) faultyRetry(queue string) bool {
	if !c.Faults.On(fault.EarlyRetryPasses) {
		return false
	}
	key := queue + c.operation.id
	if _, told := c.broken.refused.LoadAndDelete(key); told {
		return true
	}
	c.broken.refused.Store(key, true)
	return false
}

// faultyExtends tells whether a request extends the window that it is too early for.
func (c *call) faultyExtends(queue string) bool {
	refused, _ := c.broken.refusals.Load(queue + c.operation.id)
	return !c.Faults.On(fault.EarlyRetryExtendsNothing) && !(refused == 2 && c.Faults.On(fault.SecondEarlyRetryExtendsNothing))
}

// penalty is how long a faultyWindow refuses.
const penalty = 2 * time.Minute

// faultyWindow follows what a limit decided, and may refuse what it lets pass.
func (c *call) faultyWindow(queue string) {
	key := queue + c.operation.id
	switch on := c.Faults.On; {
	case on(fault.WindowResetByRefusal) && !c.limits.Allowed:
		c.broken.refused.Store(key, true)
	case on(fault.WindowResetByRefusal):
		_, stale := c.broken.refused.LoadAndDelete(key)
		c.limits.Allowed = !stale
	case on(fault.PenaltyUnsaid) && !c.limits.Allowed:
		c.broken.held.Store(key, c.Clock.Now().Add(penalty))
	case on(fault.PenaltyUnsaid):
		c.limits.Allowed = !c.faultyHeld(key)
	case on(fault.EarlyRetryBans) && !c.limits.Allowed:
		if _, again := c.broken.refusals.LoadOrStore(key, 1); again {
			c.broken.held.Store(key, c.Clock.Now().Add(penalty))
		}
	case on(fault.EarlyRetryBans):
		c.limits.Allowed = !c.faultyHeld(key)
	case on(fault.SecondEarlyRetryExtendsNothing) && c.limits.Allowed:
		c.broken.refusals.Delete(key)
	case on(fault.SecondEarlyRetryExtendsNothing):
		if _, again := c.broken.refusals.LoadOrStore(key, 1); again {
			c.broken.refusals.Store(key, 2)
		}
	case on(fault.ReceivesLimitedWithSends) && !c.limits.Allowed:
		c.broken.held.Store(key, c.Clock.Now().Add(c.limits.Wait))
	}
}

// faultyHeld tells whether a queue and operation still has to wait.
func (c *call) faultyHeld(key string) bool {
	until, held := c.broken.held.Load(key)
	return held && c.Clock.Now().Before(until.(time.Time))
}

// faultyUnexplained tells whether a refusal says nothing of its limit.
func (c *call) faultyUnexplained() bool {
	return c.operation != nil && c.operation.id == "purgeQueue" && c.Faults.On(fault.PurgeRefusalUnexplained)
}

// faultyLimitHeaders tells whether the X-RateLimit headers are left out.
func (c *call) faultyLimitHeaders(status int) bool {
	switch on := c.Faults.On; {
	case !c.limits.Allowed:
		return on(fault.LimitHeadersMissing) || c.faultyUnexplained()
	case status >= http.StatusBadRequest && on(fault.LimitHeadersOnSuccessOnly):
		return true
	default:
		return on(fault.LimitHeadersOnRefusalsOnly)
	}
}

// faultyReset tells whether X-RateLimit-Reset is left out.
func (c *call) faultyReset() bool {
	return c.limits.Allowed && c.Faults.On(fault.LimitResetOnRefusalsOnly)
}
