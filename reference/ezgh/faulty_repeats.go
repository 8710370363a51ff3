package ezgh

import (
	"slices"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyChange changes what a visibility change takes its receipts for.
func (s *Server) faultyChange(receipts []receipt) []receipt {
	on := s.faults.On
	if on(fault.ExtendRepeatsCollapse) {
		return withoutRepeats(receipts)
	}
	seen := map[string]bool{}
	for i := range receipts {
		r := &receipts[i]
		switch {
		case seen[r.text] && r.valid && on(fault.ExtendRepeatIsStale):
			r.end()
		case r.valid && r.handle.Queue != firstQueue(receipts) && on(fault.ExtendOneQueueOnly):
			r.pretended = true
		}
		seen[r.text] = true
	}
	return receipts
}

// faultyCount is how many handles an ack counts.
func (s *Server) faultyCount(texts []*string) int {
	if !s.faults.On(fault.ReceiptRepeatsUncounted) {
		return len(texts)
	}
	return different(texts)
}

// faultyEntries is how many entries a visibility change counts.
func (s *Server) faultyEntries(entries []*visibilityEntry) int {
	if !s.faults.On(fault.ExtendRepeatsUncounted) {
		return len(entries)
	}
	var texts []*string
	for _, e := range entries {
		if e != nil {
			texts = append(texts, e.ReceiptHandle)
		}
	}
	return different(texts)
}

// different counts different texts.
func different(texts []*string) int {
	seen := map[string]bool{}
	for _, text := range texts {
		if text != nil {
			seen[*text] = true
		}
	}
	return len(seen)
}

// withoutRepeats keeps the first receipt of each text.
func withoutRepeats(receipts []receipt) []receipt {
	seen := map[string]bool{}
	return slices.DeleteFunc(receipts, func(r receipt) bool {
		again := seen[r.text]
		seen[r.text] = true
		return again
	})
}
