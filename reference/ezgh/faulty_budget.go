package ezgh

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
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
	case on(fault.BudgetRenewedByUse):
		b.Window, b.Address = 24*time.Hour, s.faulty.renewed(b.Address, s.clock.Now())
	}
	claimed, err := netip.ParseAddr(s.faultyClaim(r.Header))
	switch {
	case err == nil:
		b.Address = claimed
	case on(fault.BudgetPerOperation):
		b.Address = netip.AddrFrom16(b.Address.As16()).WithZone(operation)
	}
	return b
}

// faultyClaim is the client address that a header claims, where it is believed.
func (s *Server) faultyClaim(h http.Header) string {
	switch on := s.faults.On; {
	case on(fault.BudgetByForwardedFor):
		return h.Get("X-Forwarded-For")
	case on(fault.BudgetByRealIP):
		return h.Get("X-Real-Ip")
	case on(fault.BudgetByForwarded):
		hops := strings.Split(h.Get("Forwarded"), "for=")
		return strings.Trim(hops[len(hops)-1], `"[]`)
	default:
		return ""
	}
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
	case on(fault.BudgetCountsDeletedQueues):
		return invalid + s.ofDeletedQueues(receipts)
	case on(fault.BudgetSparesAltered):
		return invalid - s.alteredAmong(receipts)
	case invalid < len(receipts) && on(fault.BudgetSparesMixed):
		return 0
	default:
		return invalid
	}
}

// ofDeletedQueues is how many receipts name a queue that is there no more.
func (s *Server) ofDeletedQueues(receipts []receipt) int {
	gone := 0
	for _, r := range receipts {
		if r.valid && s.queues.withID(r.handle.Queue) == nil {
			gone++
		}
	}
	return gone
}

// alteredAmong is how many receipts are of texts that look like handles and are none.
func (s *Server) alteredAmong(receipts []receipt) int {
	altered := 0
	for _, r := range receipts {
		if !r.valid && len(r.text) == s.handleLength() {
			altered++
		}
	}
	return altered
}

// everyAddress stands for all of them.
var everyAddress = limit.Budget{Address: netip.IPv6Unspecified(), Window: invalidWindow}

// faultyOthers is what an address's budget lets pass of a request with so many
// invalid handles when it, another address or operation is over, where right is due.
func (s *Server) faultyOthers(address netip.Addr, operation string, invalid int, right limit.Decision) limit.Decision {
	on := s.faults.On
	switch {
	case operation == changeOperation && invalid == 0 && on(fault.BudgetPassesValidChanges):
		return limit.Decision{Allowed: true}
	case on(fault.BudgetRefusesOneOperation):
		return s.faultyOperation(address, operation, right)
	case !right.Allowed && (on(fault.BudgetShared) || on(fault.BudgetSharedOnVisibility)):
		return s.limits.Spend(everyAddress, 1)
	case on(fault.BudgetShared), operation == changeOperation && on(fault.BudgetSharedOnVisibility):
		return s.limits.Spend(everyAddress, 0)
	default:
		return right
	}
}

// faultyOperation lets pass what was not the first operation to be refused.
func (s *Server) faultyOperation(address netip.Addr, operation string, right limit.Decision) limit.Decision {
	if right.Allowed {
		s.faulty.refusedFirst.Delete(address)
		return right
	}
	if first, _ := s.faulty.refusedFirst.LoadOrStore(address, operation); first != operation {
		right.Allowed = true
	}
	return right
}

// faultySpend counts stale results against the budget of invalid handles.
func (s *Server) faultySpend(r *http.Request, operation string, list []result) {
	on := s.faults.On
	mixed := operation == changeOperation && slices.Contains(list, resultInvalid)
	if !on(fault.BudgetCountsStale) && !(mixed && on(fault.BudgetCountsStaleChanges)) {
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
	if s.faults.On(fault.BudgetForever) || s.faults.On(fault.BudgetRenewedByUse) {
		refused.retryAfter = min(refused.retryAfter, invalidWindow)
	}
	s.answersAs(refused, http.StatusForbidden, fault.BudgetIs403)
	s.saysShort(refused, fault.BudgetRetryAfterShort)
	s.saysNothing(refused, fault.BudgetWithoutRetryAfter)
}
