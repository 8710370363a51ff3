package ezgh

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

var (
	quotedNumber = regexp.MustCompile(`:\s*"(-?\d+)"`)
	fraction     = regexp.MustCompile(`:\s*(-?\d+)\.\d+`)
)

// faultyPullBody reads more than JSON asks for into a receive's body.
func (s *Server) faultyPullBody(r *http.Request) {
	on := s.faults.On
	if !on(fault.PullMalformedIsEmpty) && !on(fault.PullNumericStringsAccepted) && !on(fault.PullFractionsTruncated) {
		return
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if on(fault.PullMalformedIsEmpty) && !json.Valid(text) {
		text = nil
	}
	if on(fault.PullNumericStringsAccepted) {
		text = quotedNumber.ReplaceAll(text, []byte(":$1"))
	}
	if on(fault.PullFractionsTruncated) {
		text = fraction.ReplaceAll(text, []byte(":$1"))
	}
	r.Body = io.NopCloser(bytes.NewReader(text))
}

// faultyPull changes what a receive asks for.
func (s *Server) faultyPull(given *receive, q *queue) *refusal {
	on := s.faults.On
	if on(fault.PullNeedsField) && *given == (receive{}) {
		return invalidRequest("the request names no field")
	}
	if on(fault.PushTakesAll) && q.describe().Subscription != nil {
		return alreadyExists("the queue has a push subscription")
	}
	if s.faults.OnAt(q.fifo, fault.PullRangesClamped) {
		clamp(receiveMax, given.MaxMessages)
		clamp(receiveWait, given.WaitSeconds)
		clamp(receiveVisibility, given.VisibilityTimeoutSeconds)
	}
	if on(fault.PullDefaultMaxTen) && given.MaxMessages == nil {
		given.MaxMessages = &receiveMax.high
	}
	zero := 0
	switch waits := given.WaitSeconds; {
	case waits == nil && s.faults.OnAt(q.fifo, fault.PullWaitDefaultIgnored):
		given.WaitSeconds = &zero
	case waits == nil && on(fault.PullQueueWaitCapped):
		capped := min(10, int(q.waitsFor().Seconds()))
		given.WaitSeconds = &capped
	case waits != nil && *waits == 0 && on(fault.PullZeroWaitIsDefault):
		given.WaitSeconds = nil
	case waits != nil && q.waitsFor() > 0 && on(fault.PullQueueWaitCaps):
		capped := min(*waits, int(q.waitsFor().Seconds()))
		given.WaitSeconds = &capped
	}
	return nil
}

// leastWait is how long a receive waits at the least where polls have a minimum.
const leastWait = 1500 * time.Millisecond

// faultyWait is how long a receive waits that is to wait for right.
func (s *Server) faultyWait(right time.Duration) time.Duration {
	if right == 0 && s.faults.On(fault.PullZeroWaitWaits) {
		return leastWait
	}
	return right
}

func clamp(n numeric, value *int) {
	if value != nil {
		*value = n.within(*value)
	}
}

// faultyPulled changes the answer of a receive.
func (s *Server) faultyPulled(list []message) answer {
	switch {
	case len(list) > 0:
	case s.faults.On(fault.PullEmptyIsNull):
		list = nil
	case s.faults.On(fault.PullEmptyIs204):
		return answer{status: http.StatusNoContent}
	}
	return ok(messages{list})
}

// faultyType is the content type of an answer.
func (s *Server) faultyType(body any) []string {
	if _, pulled := body.(messages); pulled && s.faults.On(fault.PullAnswerIsText) {
		return []string{"text/plain; charset=utf-8"}
	}
	return jsonType
}

// faultyMessage changes what a consumer sees of a delivery.
func (s *Server) faultyMessage(m *message, sequence uint64, fifo bool) {
	if fifo {
		s.faultyOrder(m, sequence)
	} else {
		if s.faults.On(fault.PullGroupOnStandard) || m.ReceiveCount > 1 && s.faults.On(fault.PullGroupOnRedelivery) {
			m.GroupID = m.MessageID
		}
		if s.faults.On(fault.PullSeqOnStandard) {
			m.Seq = strconv.FormatUint(sequence, 10)
		}
	}
	if s.faults.On(fault.PullBodyEscaped) {
		m.Body = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(m.Body)
	}
	if s.faults.On(fault.PullBodyThreeBytes) {
		m.Body = strings.Map(func(c rune) rune {
			if c > 0xffff {
				return '?'
			}
			return c
		}, m.Body)
	}
	s.faultyAttributes(m)
	s.faultyValues(m)
}

// faultyOrder changes what a FIFO delivery says of its group.
func (s *Server) faultyOrder(m *message, sequence uint64) {
	on := s.faults.On
	if on(fault.PullGroupMissing) {
		m.GroupID = ""
	}
	switch {
	case on(fault.PullSeqMissing):
		m.Seq = nil
	case on(fault.PullSeqIsNumber):
		m.Seq = sequence
	case on(fault.PullSeqPrefixed):
		m.Seq = "seq-" + strconv.FormatUint(sequence, 10)
	case on(fault.PullSeqRepeats):
		m.Seq = strconv.FormatUint(sequence/8+1, 10)
	}
}

// faultyAttributes changes a delivery's attributes, and leaves the message's.
func (s *Server) faultyAttributes(m *message) {
	on := s.faults.On
	if !on(fault.PullNumbersNormalised) && !on(fault.PullEmptyAttributesDropped) && !on(fault.PullAttributeNamesLowered) {
		return
	}
	changed := map[string]string{}
	for name, value := range m.Attributes {
		number, err := strconv.ParseFloat(value, 64)
		switch {
		case on(fault.PullEmptyAttributesDropped) && value == "":
			continue
		case on(fault.PullNumbersNormalised) && err == nil:
			value = strconv.FormatFloat(number, 'g', -1, 64)
		case on(fault.PullAttributeNamesLowered):
			name = strings.ToLower(name)
		}
		changed[name] = value
	}
	m.Attributes = changed
}
