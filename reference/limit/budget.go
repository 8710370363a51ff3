package limit

import (
	"net/netip"
	"time"
)

// maxAddresses bounds the windows that are kept. Past it, windows that are over
// go first, then any.
const maxAddresses = 1 << 16

// Budget is what a client address may spend on invalid handles.
type Budget struct {
	Address netip.Addr
	// Limit is how many invalid handles pass in a window.
	Limit  int
	Window time.Duration
}

type budgets map[netip.Addr]*window

// Spend counts the invalid handles of a request against its address. A request
// that would go over the limit is refused whole, and so are all of the address,
// also those without invalid handles, until the decision's Wait is over.
func (l *Limiter) Spend(b Budget, invalid int) Decision {
	if invalid == 0 && !l.counting.Load() {
		return Decision{Allowed: true}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	w := l.budgets[b.Address]
	if w == nil {
		if invalid == 0 {
			return Decision{Allowed: true}
		}
		w = newWindow("", b.Limit, b.Window, l.sliding)
		l.budgets.keep(b.Address, w, now)
		l.counting.Store(true)
	}
	decision := w.ask(now, invalid, false)
	if decision.Allowed {
		w.count(now, invalid)
		decision.Remaining -= invalid
	}
	return decision
}

// keep adds an address's window and stays within maxAddresses.
func (b budgets) keep(a netip.Addr, w *window, now time.Time) {
	if len(b) >= maxAddresses {
		for other, old := range b {
			if old.over(now) {
				delete(b, other)
			}
		}
	}
	for other := range b {
		if len(b) < maxAddresses {
			break
		}
		delete(b, other)
	}
	b[a] = w
}
