package lease

// group is a message group of a FIFO queue.
type group struct {
	name string
	// first and last are the ends of its messages, in the order of sends.
	first, last *message
	inFlight    int
	place       int
}

func (g *group) setPlace(i int) { g.place = i }
func (g *group) getPlace() int  { return g.place }
func (g *group) rank() uint64   { return g.first.sequence }

// ready says that a receive may take the group's first message.
func (g *group) ready() bool {
	return g.inFlight == 0 && g.first != nil && g.first.state == Available
}

// groupLine is the line of a FIFO queue: strictly in order within a group, none
// of a group that has a message in flight, and among the ready groups the one
// whose first message is the oldest.
type groupLine struct {
	// several lets one receive take more than one message of a group.
	several bool
	groups  map[string]*group
	ready   heap[*group]
}

func newGroupLine(several bool) *groupLine {
	return &groupLine{several: several, groups: map[string]*group{}}
}

// open finds or makes the group of a name.
func (l *groupLine) open(name string) *group {
	g := l.groups[name]
	if g == nil {
		g = &group{name: name, place: nowhere}
		l.groups[name] = g
	}
	return g
}

func (l *groupLine) arrived(m *message) {
	g := m.group
	m.previous, g.last = g.last, m
	if m.previous == nil {
		g.first = m
	} else {
		m.previous.next = m
	}
	l.settle(g)
}

func (l *groupLine) turned(m *message, from Visibility) {
	if from == InFlight {
		m.group.inFlight--
	}
	if m.state == InFlight {
		m.group.inFlight++
	}
	l.settle(m.group)
}

func (l *groupLine) gone(m *message) {
	g := m.group
	if m.state == InFlight {
		g.inFlight--
	}
	if m.previous == nil {
		g.first = m.next
	} else {
		m.previous.next = m.next
	}
	if m.next == nil {
		g.last = m.previous
	} else {
		m.next.previous = m.previous
	}
	m.previous, m.next = nil, nil
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
	if l.ready.empty() {
		return nil
	}
	return l.ready.first().first
}

func (l *groupLine) clear() {
	l.groups = map[string]*group{}
	l.ready = heap[*group]{}
}

// settle puts a group that changed where it belongs among the ready ones.
func (l *groupLine) settle(g *group) {
	ready, listed := g.ready(), g.place != nowhere
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
