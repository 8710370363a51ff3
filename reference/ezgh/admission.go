package ezgh

import (
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/specs"
)

// authorize lets a request pass whose API key has the permission.
func (s *Server) authorize(r *http.Request, permission string) *refusal {
	token, given := bearerOf(access.FaultyScheme(r.Header.Get("Authorization"), s.faults))
	if !given {
		return unauthenticated("an API key is needed: Authorization: Bearer <key>")
	}
	grant, known := s.access.Bearer(specs.EZGH, s.access.FaultySpelling(token, s.faults))
	if !known {
		refused := unauthenticated("the API key is not valid")
		refused.status = s.legal.OneOf(http.StatusUnauthorized, http.StatusForbidden)
		return refused
	}
	if !grant.May(permission) {
		return permissionDenied(permission)
	}
	return nil
}

// known reports whether token is an API key.
func (s *Server) known(token string) bool {
	_, known := s.access.Bearer(specs.EZGH, token)
	return known
}

// bearer is the token of a request's Authorization header.
func bearer(r *http.Request) (token string, given bool) {
	return bearerOf(r.Header.Get("Authorization"))
}

// bearerOf is the token of an Authorization header of that scheme.
func bearerOf(authorization string) (token string, given bool) {
	scheme, token, _ := strings.Cut(authorization, " ")
	token = strings.TrimSpace(token)
	return token, strings.EqualFold(scheme, "Bearer") && token != ""
}

// admit lets a data-plane request pass unless its queue is unavailable, or a
// rate limit is reached.
func (s *Server) admit(c *call, operation string) *refusal {
	if wait, down := s.limits.Unavailable(c.queue.ref); down {
		refused := unavailable(wait)
		s.faultyOutage(c.queue, refused)
		return refused
	}
	decision := s.limits.Take(s.faultyRequest(limit.Request{
		Queue: c.queue.ref, Organization: c.organization, Operation: operation,
	}))
	if !decision.Allowed {
		refused := rateLimited("over the rate limit; wait for Retry-After", decision.Wait)
		s.faultyRate(c, decision.Scope, refused)
		return refused
	}
	return nil
}
