package ezgh

import (
	"net/netip"
	"strconv"
	"sync"
	"time"
)

// faultyState is what only faults remember.
type faultyState struct {
	// refusedFirst is the operation that a client address was refused first.
	refusedFirst sync.Map
	// explained are the queues of which a 503 said when to come back.
	explained sync.Map
	// acknowledged are the ids in the handles that were acknowledged.
	acknowledged sync.Map
	// periods are those in which a client address went on with requests.
	periods sync.Map
	// used is when handles were first used.
	used sync.Map
}

// period is a time in which requests came at most a minute apart.
type period struct {
	number int
	latest time.Time
}

// renewed stands for an address in its period, which the request at now goes on with.
func (s *faultyState) renewed(address netip.Addr, now time.Time) netip.Addr {
	stored, _ := s.periods.Load(address)
	p, _ := stored.(period)
	if now.Sub(p.latest) >= invalidWindow {
		p.number++
	}
	p.latest = now
	s.periods.Store(address, p)
	return netip.AddrFrom16(address.As16()).WithZone(strconv.Itoa(p.number))
}
