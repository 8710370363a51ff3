package basaltic

import (
	"net/http"
	"strconv"
	"time"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
)

// admit refuses requests to a queue that is unavailable, and those beyond a
// rate limit where the operation documents one.
func (c *call) admit() error {
	name := ""
	if c.queue != nil {
		name = c.queue.idText
	}
	if c.operation.dataPlane {
		if wait, down := c.Limits.Unavailable(name); down {
			return &problem{http.StatusServiceUnavailable, codeUnavailable, "The queue is unavailable for now", max(wait, time.Second)}
		}
	}
	if !c.operation.documentsLimit {
		return c.faultyBudget(name)
	}
	c.limits = c.Limits.Take(limit.Request{
		Queue: name, Organization: crn.Account, Operation: c.operation.id, Apart: !c.operation.dataPlane,
		RetryExtends: c.faultyExtends(name),
	})
	c.faultyWindow(name)
	if !c.limits.Allowed && !c.faultyRetry(name) {
		return tooManyRequests(c.limits.Wait)
	}
	return nil
}

func tooManyRequests(wait time.Duration) *problem {
	return &problem{http.StatusTooManyRequests, codeRateLimited, "Too many requests; see Retry-After", wait}
}

// limitHeaders tells the caller about the rate limit that counted the request.
func (c *call) limitHeaders(status int) {
	if !c.limits.Counted || c.faultyLimitHeaders(status) {
		return
	}
	h := c.w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(c.limits.Limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(c.limits.Remaining))
	if !c.faultyReset() {
		h.Set("X-RateLimit-Reset", strconv.Itoa(variant.Seconds(c.limits.Wait)))
	}
}
