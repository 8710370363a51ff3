package basaltic

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// faultyStringifies says whether a body may be of any type.
func (d *decoder) faultyStringifies() bool {
	return d.faults.On(fault.BodyStringified) || d.ofSends() && d.faults.On(fault.BatchBodyStringified)
}

// ofSends says whether the request is a batch of sends.
func (d *decoder) ofSends() bool { return d.operation == "sendMessageBatch" }

// faultyBody reads a body of any type, as its JSON text where it is no string.
func (d *decoder) faultyBody(f *field[string]) error {
	if kind := d.json.PeekKind(); kind == '"' || kind == 'n' {
		return d.string("body", f)
	}
	value, err := d.json.ReadValue()
	if err != nil {
		return err
	}
	f.set(string(value))
	return nil
}

func (d *decoder) faultyMaxAttributes() int {
	switch {
	case d.faults.On(fault.TwentyAttributesRefused), d.ofSends() && d.faults.On(fault.BatchTwentyAttributesRefused):
		return maxAttributes - 1
	case d.faults.On(fault.AttributesUnlimited), d.unchecked():
		return 1_000
	default:
		return maxAttributes
	}
}

// uncheckedInBatch says whether attributes may be as they like.
func (d *decoder) uncheckedInBatch() bool {
	return d.ofSends() && d.faults.On(fault.BatchAttributesUnchecked)
}

// faultyAttribute is what the check of an attribute comes to; right is what it should.
func (d *decoder) faultyAttribute(a *messageAttribute, right error) error {
	on := d.faults.On
	kind, value := a.kind.value, a.value.value
	length := utf8.RuneCountInString(value)
	if right == nil {
		if on(fault.AttributeCountedInBytes) && len(value) > maxAttributeCharacters || on(fault.AttributeOneShort) && length == maxAttributeCharacters {
			return invalid("the value of attribute %q is too long", a.name)
		}
		return nil
	}
	known := kind == "String" || kind == "Number" || kind == "Binary"
	if a.kind.given && a.value.given && length <= maxAttributeCharacters && d.faultyRepresents(kind, value) {
		return nil
	}
	if a.value.given && (d.unchecked() || on(fault.AttributeUnbounded) && length > maxAttributeCharacters ||
		on(fault.NumberUnchecked) && kind == "Number" ||
		on(fault.BinaryUnchecked) && kind == "Binary" && length <= maxAttributeCharacters ||
		on(fault.AttributeTypeUnchecked) && a.kind.given && !known) {
		return nil
	}
	return right
}

// faultyAsked changes what a send asks for before it is checked.
func (c *call) faultyAsked(m *outgoing, s *settings) {
	on := c.Faults.On
	if !m.body.given && on(fault.MissingBodyIsEmpty) {
		m.body.set("")
	}
	if !c.queue.fifo {
		if on(fault.GroupOnStandardAccepted) {
			m.group = field[string]{}
		}
		if on(fault.DeduplicationOnStandardAccepted) {
			m.deduplicationID = field[string]{}
		}
		return
	}
	if m.group.value == "" && on(fault.GroupOptional) {
		m.group.set(uuid.NewString())
	}
	if on(fault.FIFODelayAccepted) || m.delay.value == 1 && on(fault.FIFODelayOfOneAccepted) {
		m.delay = field[int]{}
	}
	if !m.deduplicationID.given && s.contentBasedDeduplication && on(fault.ContentDeduplicationMissing) {
		m.deduplicationID.set(uuid.NewString())
	}
	c.faultyDeduplicationID(m, s)
	c.faultyDistinction(m, s)
}

// faultyDeduplicationID changes the deduplication id of a send.
func (c *call) faultyDeduplicationID(m *outgoing, s *settings) {
	if !m.deduplicationID.given && s.contentBasedDeduplication && c.Faults.On(fault.ContentDeduplicationHasAttributes) {
		m.deduplicationID.set(m.body.value + m.attributes.json())
	}
	id := &m.deduplicationID.value
	if c.Faults.On(fault.DeduplicationIgnoresCase) {
		*id = strings.ToLower(*id)
	}
	if c.Faults.On(fault.DeduplicationIDCut) {
		*id = (*id)[:min(40, len(*id))]
	}
}

// faultySize is what a message counts against max_message_bytes.
func (c *call) faultySize(m *outgoing, s *settings) int {
	size, limit := m.bytes(), s.attributes[maxBytes]
	switch {
	case size == limit && c.Faults.On(fault.SizeOneShort):
		return limit + 1
	case size == limit+1 && c.Faults.On(fault.SizeOneOver):
		return limit
	case c.Faults.On(fault.AttributesWeighNothing):
		return len(m.body.value)
	case c.Faults.On(fault.AttributeNamesWeighNothing):
		for _, a := range m.attributes {
			size -= len(a.name)
		}
	case c.Faults.On(fault.SizeInCharacters):
		return utf8.RuneCountInString(m.body.value) + m.attributes.bytes()
	case c.Faults.On(fault.SizeBoundUsual) && size <= attributeRanges[maxBytes].usual,
		c.queue.fifo && c.Faults.On(fault.FIFOSizeUnchecked),
		c.Faults.On(fault.BatchSizeUnchecked) && c.operation.id == "sendMessageBatch":
		return 0
	}
	return size
}

// faultyKept changes what is kept of a message.
func (c *call) faultyKept(m *outgoing) {
	m.body.value = c.faultyText(m.body.value)
	for i := range m.attributes {
		a := &m.attributes[i]
		c.faultyValue(a)
		if a.kind.value == "Number" && c.Faults.On(fault.NumberNormalised) {
			if n, err := strconv.ParseFloat(a.value.value, 64); err == nil {
				a.value.value = strconv.FormatFloat(n, 'g', -1, 64)
			}
		}
		if c.Faults.On(fault.AttributeNamesLowered) {
			a.name = strings.ToLower(a.name)
		}
		if c.Faults.On(fault.AttributeTypesLost) {
			a.kind.value = "String"
		}
	}
}

// faultyText is what is kept of a body.
func (c *call) faultyText(body string) string {
	const textColumn = 65_535
	switch {
	case c.Faults.On(fault.ControlCharactersDropped):
		return strings.Map(func(r rune) rune {
			if unicode.IsControl(r) && !unicode.IsSpace(r) {
				return -1
			}
			return r
		}, body)
	case c.Faults.On(fault.JSONBodyCompacted):
		if text := jsontext.Value(body); text.IsValid() && text.Compact() == nil {
			return string(text)
		}
	case len(body) > textColumn && c.Faults.On(fault.BodyCutAt64K):
		return strings.ToValidUTF8(body[:textColumn], "")
	}
	return body
}

// faultyRejected remembers the deduplication id of a send that was refused.
func (c *call) faultyRejected(m *outgoing) {
	if m.deduplicationID.given && c.Faults.On(fault.RejectedSendDeduplicates) {
		c.broken.rejected.Store(c.queue.idText+m.deduplicationID.value, true)
	}
}

// faultyRepeat answers a send whose deduplication id a refused one used up.
func (c *call) faultyRepeat(m *outgoing) (lease.Accepted, bool) {
	if !m.deduplicationID.given || !c.Faults.On(fault.RejectedSendDeduplicates) {
		return lease.Accepted{}, false
	}
	_, repeated := c.broken.rejected.Load(c.queue.idText + m.deduplicationID.value)
	return lease.Accepted{ID: uuid.New(), Duplicate: true}, repeated
}
