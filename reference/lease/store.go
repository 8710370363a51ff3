package lease

import "math"

// pageSize is how many consecutive sequence numbers share a page: the memory
// that one long-lived message among finished ones keeps.
const pageSize = 256

// store holds a queue's messages by sequence number. Numbers only grow, so it
// is a window of pages over them: adding, finding and removing cost O(1), and a
// page is freed when its messages are gone and it can take no more.
type store struct {
	// base is the number of pages[0], the sequence number over pageSize. Of the
	// pages only the last may be empty; pages in between that were freed are nil.
	base  uint64
	pages []*page
	count int
	// low is a sequence number up to which there are no more messages.
	low uint64
	// spare is a freed page to be used again.
	spare *page
}

type page struct {
	count int
	slots [pageSize]*message
}

// add takes in the message of the sequence number that follows the last one.
func (s *store) add(m *message) {
	number := m.sequence / pageSize
	if number-s.base >= uint64(len(s.pages)) || len(s.pages) == 0 {
		s.extend(number)
	}
	p := s.pages[number-s.base]
	p.slots[m.sequence%pageSize] = m
	p.count++
	s.count++
}

// extend adds the page of a number, which follows the last one.
func (s *store) extend(number uint64) {
	if last := len(s.pages) - 1; last >= 0 && s.pages[last].count == 0 {
		s.free(last)
	}
	if len(s.pages) == 0 {
		s.base = number
	}
	p := s.spare
	if p == nil {
		p = &page{}
	}
	s.spare = nil
	s.pages = append(s.pages, p)
}

// free takes an empty page out of the window.
func (s *store) free(i int) {
	s.spare, s.pages[i] = s.pages[i], nil
	for len(s.pages) > 0 && s.pages[0] == nil {
		s.pages = s.pages[1:]
		s.base++
	}
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
	i := int(sequence/pageSize - s.base)
	p := s.pages[i]
	p.slots[sequence%pageSize] = nil
	p.count--
	s.count--
	if p.count == 0 && i < len(s.pages)-1 {
		s.free(i)
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
