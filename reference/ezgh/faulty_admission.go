package ezgh

import (
	"net/http"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
	"github.com/leasecheck/leasecheck/reference/limit"
)

// faultyEntry lets a receive pass whose credential was refused.
func (s *Server) faultyEntry(op operation, r *http.Request, refused *refusal) bool {
	_, given := bearer(r)
	switch {
	case op.id != receiveOperation:
		return false
	case !given:
		return s.faults.On(fault.PullAnonymousAccepted)
	case refused.code == codePermissionDenied:
		return s.faults.On(fault.PullPermissionIgnored)
	default:
		return s.faults.On(fault.PullAnyKeyAccepted)
	}
}

// faultyQueue finds queues that are not the project's.
func (s *Server) faultyQueue(text string) *queue {
	if !s.faults.On(fault.PullForeignQueueVisible) {
		return nil
	}
	return s.queues.withText(text)
}

// faultyUnknown answers for a queue that does not exist.
func (s *Server) faultyUnknown(op operation) (answer, *refusal) {
	refused := noSuchQueue()
	switch {
	case op.id != receiveOperation:
	case s.faults.On(fault.PullUnknownQueueIsEmpty):
		return ok(messages{[]message{}}), nil
	case s.faults.On(fault.PullUnknownQueueIs400):
		refused.status = http.StatusBadRequest
	case s.faults.On(fault.PullUnknownQueueIs403):
		refused.status = http.StatusForbidden
	}
	return answer{}, refused
}

// faultyRefusal changes the refusal of a receive, or claims what it refused.
func (s *Server) faultyRefusal(op operation, r *http.Request, refused *refusal) {
	if op.id != receiveOperation {
		return
	}
	_, given := bearer(r)
	switch refused.code {
	case codeInvalidRequest:
		s.claimsUnseen(r, fault.PullMalformedClaims)
		s.answersAs(refused, http.StatusUnprocessableEntity, fault.PullRangeIs422)
	case codeUnauthenticated:
		s.claimsUnseen(r, fault.PullAnonymousClaims)
		if given {
			s.answersAs(refused, http.StatusBadRequest, fault.PullWrongKeyIs400)
		} else {
			s.answersAs(refused, http.StatusForbidden, fault.PullAnonymousIs403)
		}
	case codePermissionDenied:
		s.answersAs(refused, http.StatusUnauthorized, fault.PullPermissionIs401)
	}
}

// faultyOutage makes an outage last, or hides its end.
func (s *Server) faultyOutage(q *queue, refused *refusal) {
	if s.faults.On(fault.PullUnavailableForever) {
		_ = s.limits.SetUnavailable(q.ref, 1, refused.retryAfter) // it just was one
	}
	s.saysNothing(refused, fault.PullUnavailableUnexplained)
	if s.faults.On(fault.PullUnavailableSaysOnce) {
		if _, again := s.faulty.explained.LoadOrStore(q.ref, true); again {
			refused.retryAfter = 0
		}
	}
}

// faultyRequest is what the rate limits count of a request.
func (s *Server) faultyRequest(r limit.Request) limit.Request {
	if s.faults.On(fault.QueueRateIgnored) {
		r.Queue = ""
	}
	if s.faults.On(fault.OrganizationRateIgnored) {
		r.Organization = ""
	}
	return r
}

// faultyRate changes what a request over a rate limit is told.
func (s *Server) faultyRate(c *call, scope limit.Scope, refused *refusal) {
	switch scope {
	case limit.Queue:
		s.claimsUnseen(c.Request, fault.QueueRateClaims)
		s.answersAs(refused, http.StatusServiceUnavailable, fault.QueueRateIs503)
		s.saysShort(refused, fault.QueueRateRetryAfterShort)
		s.saysNothing(refused, fault.QueueRateWithoutRetryAfter)
	case limit.Organization:
		s.saysNothing(refused, fault.OrganizationRateWithoutRetryAfter)
	}
}

// answersAs changes the status of a refusal.
func (s *Server) answersAs(refused *refusal, status int, f fault.ID) {
	if s.faults.On(f) {
		refused.status = status
	}
}

// saysShort makes a refusal ask for a second's wait only.
func (s *Server) saysShort(refused *refusal, f fault.ID) {
	if s.faults.On(f) {
		refused.retryAfter = 1
	}
}

// saysNothing takes Retry-After from a refusal.
func (s *Server) saysNothing(refused *refusal, f fault.ID) {
	if s.faults.On(f) {
		refused.retryAfter = 0
	}
}

// claimsUnseen takes a lease that nobody is told of.
func (s *Server) claimsUnseen(r *http.Request, f fault.ID) {
	if !s.faults.On(f) {
		return
	}
	q := s.queues.find(r.PathValue("organization"), r.PathValue("project"), r.PathValue("queue"))
	if q != nil {
		_, _ = q.Receive(r.Context(), lease.ReceiveOptions{Max: 1})
	}
}
