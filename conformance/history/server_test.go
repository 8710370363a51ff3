package history_test

import (
	"fmt"
	"slices"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// server is a queue that keeps every rule, with everything happening at known
// moments, in milliseconds.
type server struct {
	rules history.Rules
	queue []*stored
	// double draws whether a message without a group comes although it must not.
	double func() bool
}

type stored struct {
	id        history.ID
	group     string
	visibleAt int
	leased    bool
	// gone is moved or acknowledged.
	gone, acknowledged bool
	receives           int
	handle             string
	old                []string
}

// receive takes up to most messages at a moment, each for lease milliseconds.
func (s *server) receive(now, most, lease int) (taken []*stored) {
	for _, m := range s.queue {
		if len(taken) == most {
			break
		}
		if s.free(m, now) && !s.withheld(m, now, taken) || m.group == "" && m.receives > 0 && s.double() {
			taken = append(taken, m)
		}
	}
	for _, m := range taken {
		m.receives++
		if m.handle != "" {
			m.old = append(m.old, m.handle)
		}
		m.handle = fmt.Sprintf("%s#%d", m.id, m.receives)
		m.visibleAt, m.leased = now+lease, true
	}
	return taken
}

// free reports whether a message may be received, and moves a poison one away.
func (s *server) free(m *stored, now int) bool {
	if m.gone || now < m.visibleAt {
		return false
	}
	if s.rules.MaxReceives > 0 && m.receives >= s.rules.MaxReceives {
		m.gone = true
	}
	return !m.gone
}

// withheld reports whether the group of m has an earlier message that is not
// taken too, or one in flight.
func (s *server) withheld(m *stored, now int, taken []*stored) bool {
	if m.group == "" {
		return false
	}
	earlier := true
	for _, o := range s.queue {
		switch {
		case o == m:
			earlier = false
		case o.group != m.group || o.gone || slices.Contains(taken, o):
		case earlier, o.leased && now < o.visibleAt:
			return true
		}
	}
	return false
}

func (s *server) find(id history.ID) *stored {
	i := slices.IndexFunc(s.queue, func(m *stored) bool { return m.id == id })
	return s.queue[i]
}

// works reports whether a handle may act.
func (s *server) works(m *stored, handle string, now int) bool {
	return !m.gone && m.handle == handle && (now < m.visibleAt || s.rules.LapsedHandleWorks || s.rules.OldHandleWorks)
}

func (s *server) acknowledge(id history.ID, handle string, now int) bool {
	m := s.find(id)
	switch {
	case s.works(m, handle, now):
		m.gone, m.acknowledged = true, true
		return true
	case m.acknowledged && m.handle == handle:
		return s.rules.SecondAcknowledge
	case slices.Contains(m.old, handle):
		return s.rules.OldHandleWorks
	}
	return false
}

func (s *server) change(id history.ID, handle string, now, lease int) bool {
	m := s.find(id)
	if !s.works(m, handle, now) {
		return false
	}
	m.visibleAt, m.leased = now+lease, true
	return true
}
