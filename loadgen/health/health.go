// Package health tells how much of the machine a load took, and how much
// others did meanwhile: what spoils figures without a trace in them.
package health

import "runtime"

// Meter sums what processes used while it was on. It is not safe for
// concurrent use.
type Meter struct {
	target int
	from   usage
	on     bool
	sum    usage
	known  bool
}

// usage is in seconds: of one clock, and of all cores' time.
type usage struct{ wall, own, target, busy float64 }

// NewMeter also measures the target's process, if it is one of this machine's;
// 0 is none.
func NewMeter(target int) *Meter { return &Meter{target: target} }

// Begin turns the meter on.
func (m *Meter) Begin() {
	m.from, m.on = read(m.target)
}

// End turns the meter off.
func (m *Meter) End() {
	to, ok := read(m.target)
	if !m.on || !ok {
		return
	}
	m.known = true
	m.sum.wall += to.wall - m.from.wall
	m.sum.own += to.own - m.from.own
	m.sum.target += to.target - m.from.target
	m.sum.busy += to.busy - m.from.busy
}

// Shares are parts of all cores' time, from 0 to 1.
type Shares struct{ Own, Target, Others float64 }

// Shares sums up; it is false where this system does not tell.
func (m *Meter) Shares() (Shares, bool) {
	if !m.known || m.sum.wall <= 0 {
		return Shares{}, false
	}
	all := m.sum.wall * float64(runtime.NumCPU())
	share := func(s float64) float64 { return min(max(s/all, 0), 1) }
	return Shares{
		Own: share(m.sum.own), Target: share(m.sum.target),
		Others: share(m.sum.busy - m.sum.own - m.sum.target),
	}, true
}
