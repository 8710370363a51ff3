package handle

import (
	"bytes"
	"strings"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// codeChecked is how many bytes of the code fault.HandleCodeShortened compares.
const codeChecked = 4

// faultyText is the text that is read in place of the one given.
func (c *Codec) faultyText(text string) string {
	switch {
	case c.faults.On(fault.HandleSpaceTrimmed):
		return strings.TrimSpace(text)
	case c.faults.On(fault.HandleTailIgnored) && len(text) > c.length:
		return text[:c.length]
	}
	return text
}

// faultyLength lets a text pass that is too short.
func (c *Codec) faultyLength(text string) bool {
	return c.faults.On(fault.HandleCutAccepted) && len(text) < c.length
}

// faultyScope is what the authentication code covers of the bytes before it.
func (c *Codec) faultyScope(signed []byte) []byte {
	if c.faults.On(fault.HandleSequenceUnbound) {
		return signed[:len(c.form.Header)+len(uuid.UUID{})]
	}
	return signed
}

// faultyMatch lets a text pass that is not the one due; s holds both.
func (c *Codec) faultyMatch(s *scratch, text string) bool {
	switch {
	case c.faults.On(fault.HandleUnauthenticated):
		return true
	case c.faults.On(fault.HandleCodeShortened):
		return len(s.given) == len(s.raw) && bytes.Equal(s.given[:c.signed()+codeChecked], s.raw[:c.signed()+codeChecked])
	case c.faults.On(fault.HandleCaseFolded):
		return strings.EqualFold(string(s.text), text)
	case c.faults.On(fault.HandleTrailingBitsIgnored):
		return bytes.Equal(s.given, s.raw)
	case c.faults.On(fault.HandleCutAccepted):
		return strings.HasPrefix(string(s.text), text)
	}
	return false
}

// FaultyTail reads a text whatever its last character is, if a fault is shown and
// the text names a handle of a FIFO queue.
func (c *Codec) FaultyTail(text string, ofFIFO func(lease.Handle) bool) (lease.Handle, bool) {
	if len(text) == 0 || !c.faults.On(fault.HandleGroupTailIgnored) {
		return lease.Handle{}, false
	}
	for last := byte('!'); last <= '~'; last++ {
		if h, valid := c.Decode(text[:len(text)-1] + string(last)); valid && ofFIFO(h) {
			return h, true
		}
	}
	return lease.Handle{}, false
}
