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
	last   usage
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
	m.last = usage{to.wall - m.from.wall, to.own - m.from.own, to.target - m.from.target, to.busy - m.from.busy}
	m.sum.wall += m.last.wall
	m.sum.own += m.last.own
	m.sum.target += m.last.target
	m.sum.busy += m.last.busy
}

// Shares are parts of all cores' time, from 0 to 1.
type Shares struct{ Own, Target, Others float64 }

// Shares sums up; it is false where this system does not tell.
func (m *Meter) Shares() (Shares, bool) { return m.sum.shares(), m.known }

// Last is of the last time that the meter was on; zero where this system does
// not tell.
func (m *Meter) Last() Shares { return m.last.shares() }

func (u usage) shares() Shares {
	if u.wall <= 0 {
		return Shares{}
	}
	all := u.wall * float64(runtime.NumCPU())
	share := func(s float64) float64 { return min(max(s/all, 0), 1) }
	return Shares{Own: share(u.own), Target: share(u.target), Others: share(u.busy - u.own - u.target)}
}

// TargetMemory is the bytes that the target's process has resident; 0 when it
// is none of this machine's.
func (m *Meter) TargetMemory() int64 {
	if m.target == 0 {
		return 0
	}
	return resident(m.target)
}
