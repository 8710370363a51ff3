package lease

// links tie an element to its neighbours in the one list it may be in. An
// element embeds them.
type links[E any] struct{ previous, next E }

func (l *links[E]) neighbours() *links[E] { return l }

type linked[E any] interface {
	comparable
	neighbours() *links[E]
}

// list is a doubly linked list from which any element can be removed.
type list[E linked[E]] struct{ first, last E }

// append adds e behind the others.
func (l *list[E]) append(e E) {
	var none E
	*e.neighbours() = links[E]{previous: l.last}
	if l.last == none {
		l.first = e
	} else {
		l.last.neighbours().next = e
	}
	l.last = e
}

// unlink takes e out; it must be in this list.
func (l *list[E]) unlink(e E) {
	var none E
	at := e.neighbours()
	if at.previous == none {
		l.first = at.next
	} else {
		at.previous.neighbours().next = at.next
	}
	if at.next == none {
		l.last = at.previous
	} else {
		at.next.neighbours().previous = at.previous
	}
	*at = links[E]{}
}
