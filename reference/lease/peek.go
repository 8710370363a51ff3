package lease

// peekStride is how many messages a peek looks at before it lets others have
// the queue.
const peekStride = 4096

// Peek shows up to limit messages in the order of their sequence numbers, those
// after a number, only those of one state if only is given. It changes nothing.
func (q *Queue) Peek(only *Visibility, after uint64, limit int) []Peeked {
	after = q.faultyCursor(after)
	var found []Peeked
	for more := true; more && len(found) < limit; {
		found, after, more = q.peekOn(found, only, after, limit)
	}
	return found
}

// peekOn goes on with a peek behind a sequence number for one stride. It gives
// what was found so far, where to go on and whether there is more.
func (q *Queue) peekOn(found []Peeked, only *Visibility, after uint64, limit int) ([]Peeked, uint64, bool) {
	now := q.enter()
	defer q.leave(now)
	for range peekStride {
		m := q.messages.next(after)
		if m == nil {
			return found, after, false
		}
		after = m.sequence
		state := q.faultyShown(m, now)
		if q.faultyPassed(m, only != nil && state != *only) {
			continue
		}
		found = append(found, Peeked{Message: m.view(q.settings.Retention), Visibility: state})
		q.faultyPeek(m, now)
		if len(found) == limit {
			break
		}
	}
	return found, after, true
}
