package ezgh

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/limit"
)

// faultyBudget changes how invalid handles are counted, and against whom.
func (s *Server) faultyBudget(b limit.Budget, r *http.Request, operation string) limit.Budget {
	on := s.faults.On
	switch {
	case on(fault.BudgetOfFifty):
		b.Limit = 50
	case on(fault.BudgetOfThousand):
		b.Limit = 1000
	case on(fault.BudgetForever):
		b.Window = 24 * time.Hour
	}
	forwarded, err := netip.ParseAddr(r.Header.Get("X-Forwarded-For"))
	switch {
	case err == nil && on(fault.BudgetByForwardedFor):
		b.Address = forwarded
	case on(fault.BudgetPerOperation):
		b.Address = netip.AddrFrom16(b.Address.As16()).WithZone(operation)
	}
	return b
}

// faultyInvalid is how many of a request's receipts count as invalid.
func (s *Server) faultyInvalid(receipts []receipt, operation string, invalid int) int {
	on := s.faults.On
	switch {
	case operation == ackOperation && on(fault.BudgetSparesAck),
		operation == changeOperation && on(fault.BudgetSparesVisibility):
		return 0
	case on(fault.BudgetCountsRequests):
		return min(invalid, 1)
	case invalid > 0 && on(fault.BudgetCountsValid):
		return len(receipts)
	default:
		return invalid
	}
}

// everyAddress stands for all of them.
var everyAddress = limit.Budget{Address: netip.IPv6Unspecified(), Window: invalidWindow}

// faultyOthers is what one address's budget lets pass, where right is due.
func (s *Server) faultyOthers(right limit.Decision) limit.Decision {
	switch {
	case !s.faults.On(fault.BudgetShared):
		return right
	case right.Allowed:
		return s.limits.Spend(everyAddress, 0)
	default:
		return s.limits.Spend(everyAddress, 1)
	}
}

// faultySpend counts stale results against the budget of invalid handles.
func (s *Server) faultySpend(r *http.Request, operation string, list []result) {
	if !s.faults.On(fault.BudgetCountsStale) {
		return
	}
	stale := 0
	for _, one := range list {
		if one == resultStale {
			stale++
		}
	}
	s.limits.Spend(s.budget(r, operation), stale)
}

// faultyOverBudget changes what an address over its budget is told.
func (s *Server) faultyOverBudget(refused *refusal) {
	if s.faults.On(fault.BudgetForever) {
		refused.retryAfter = min(refused.retryAfter, invalidWindow)
	}
	s.answersAs(refused, http.StatusForbidden, fault.BudgetIs403)
	s.saysShort(refused, fault.BudgetRetryAfterShort)
	s.saysNothing(refused, fault.BudgetWithoutRetryAfter)
}
