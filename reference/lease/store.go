package lease

import "math"

// pageSize is how many consecutive sequence numbers share a page: the memory
// that one long-lived message among finished ones keeps.
const pageSize = 256

// store holds a queue's messages by sequence number. Numbers only grow, so it
// is a window of pages over them: adding, finding and removing cost O(1), and a
// page whose messages are gone is freed.
type store struct {
	// base is the number of pages[0], the sequence number over pageSize.
	base  uint64
	pages []*page
	count int
	// low is a sequence number up to which there are no more messages.
	low uint64
}

type page struct {
	count int
	slots [pageSize]*message
}

// add takes in a message whose sequence number is higher than any before.
func (s *store) add(m *message) {
	number := m.sequence / pageSize
	if len(s.pages) == 0 {
		s.base = number
	}
	for uint64(len(s.pages)) <= number-s.base {
		s.pages = append(s.pages, nil)
	}
	p := s.pages[number-s.base]
	if p == nil {
		p = &page{}
		s.pages[number-s.base] = p
	}
	p.slots[m.sequence%pageSize] = m
	p.count++
	s.count++
}

// get finds a message, or nil if it is not there.
func (s *store) get(sequence uint64) *message {
	p := s.page(sequence / pageSize)
	if p == nil {
		return nil
	}
	return p.slots[sequence%pageSize]
}

// remove takes out a message that is there.
func (s *store) remove(sequence uint64) {
	i := sequence/pageSize - s.base
	p := s.pages[i]
	p.slots[sequence%pageSize] = nil
	p.count--
	s.count--
	if p.count > 0 {
		return
	}
	s.pages[i] = nil
	for len(s.pages) > 0 && s.pages[0] == nil {
		s.pages = s.pages[1:]
		s.base++
	}
}

// next is the first message after a sequence number, or nil. Walking the whole
// store with it costs O(messages + pages).
func (s *store) next(after uint64) *message {
	if after == math.MaxUint64 {
		return nil
	}
	for sequence := max(after+1, s.base*pageSize); ; {
		number := sequence / pageSize
		if number-s.base >= uint64(len(s.pages)) {
			return nil
		}
		if p := s.pages[number-s.base]; p != nil {
			for _, m := range p.slots[sequence%pageSize:] {
				if m != nil {
					return m
				}
			}
		}
		sequence = (number + 1) * pageSize
	}
}

// oldest is the message with the least sequence number, or nil.
func (s *store) oldest() *message {
	m := s.next(s.low)
	if m != nil {
		s.low = m.sequence - 1
	}
	return m
}

func (s *store) page(number uint64) *page {
	if number < s.base || number-s.base >= uint64(len(s.pages)) {
		return nil
	}
	return s.pages[number-s.base]
}
