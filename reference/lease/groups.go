package lease

import "github.com/leasecheck/leasecheck/reference/fault"

// group is a message group of a FIFO queue.
type group struct {
	name string
	// The list is its messages, in the order of sends.
	list[*message]
	inFlight  int
	heapIndex int32
	// freed lets the group go on although it has a message in flight: a fault.
	freed bool
}

func (g *group) index() *int32 { return &g.heapIndex }
func (g *group) rank() uint64  { return g.first.sequence }

// head is the message of the group that a receive may take, or nil.
func (g *group) head() *message {
	if g.freed {
		return g.faultyHead()
	}
	if g.inFlight == 0 && g.first != nil && g.first.state == Available {
		return g.first
	}
	return nil
}

// groupLine is the line of a FIFO queue: strictly in order within a group, none
// of a group that has a message in flight, and among the ready groups the one
// whose first message is the oldest.
type groupLine struct {
	// several lets one receive take more than one message of a group.
	several bool
	faults  *fault.Set
	groups  map[string]*group
	ready   heap[*group]
}

func newGroupLine(several bool, f *fault.Set) *groupLine {
	return &groupLine{several: several, faults: f, groups: map[string]*group{}}
}

// open finds or makes the group of a name.
func (l *groupLine) open(name string) *group {
	g := l.groups[name]
	if g == nil {
		g = &group{name: name, heapIndex: absent}
		l.groups[name] = g
	}
	return g
}

func (l *groupLine) arrived(m *message) {
	m.group.append(m)
	l.faultyArrival(m)
	l.settle(m.group)
}

func (l *groupLine) turned(m *message, from Visibility) {
	g := m.group
	if from == InFlight {
		g.inFlight--
	}
	if m.state == InFlight {
		g.inFlight++
		g.freed = l.faults.On(fault.GroupNotExclusive)
	}
	l.settle(g)
}

func (l *groupLine) gone(m *message) {
	g := m.group
	if m.state == InFlight {
		g.inFlight--
	}
	g.unlink(m)
	l.settle(g)
	if g.first == nil {
		delete(l.groups, g.name)
	}
}

// next goes on behind last where several of a group may go together, and else
// to the first of the ready groups.
func (l *groupLine) next(last *message) *message {
	if l.several && last != nil && last.next != nil && last.next.state == Available {
		return last.next
	}
	if l.ready.empty() || l.faultyStandstill() {
		return nil
	}
	if l.sharesLocks() {
		return l.faultyUnshared()
	}
	return l.ready.first().head()
}

func (l *groupLine) clear() {
	l.groups = map[string]*group{}
	l.ready = heap[*group]{}
}

// settle puts a group that changed where it belongs among the ready ones.
func (l *groupLine) settle(g *group) {
	ready, listed := g.head() != nil, g.heapIndex != absent
	if ready && listed && l.ready.keyOf(g) == int64(g.first.sequence) {
		return
	}
	if listed {
		l.ready.remove(g)
	}
	if ready {
		l.ready.push(int64(g.first.sequence), g)
	}
}
