package basaltic

import (
	"encoding/base64"
	"maps"
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyRepresents tells whether a value passes for one of a type that it is not of.
func (d *decoder) faultyRepresents(kind, value string) bool {
	on := d.faults.On
	switch kind {
	case "Number":
		n, err := strconv.ParseFloat(value, 64)
		return on(fault.NumberParsedAsFloat) && err == nil && math.IsNaN(n)
	case "Binary":
		_, err := base64.RawStdEncoding.DecodeString(value)
		return on(fault.BinaryUnpadded) && err == nil
	}
	known, _, suffixed := strings.Cut(kind, ".")
	return on(fault.AttributeTypeSuffixed) && suffixed && represents(known, value)
}

// faultyValue changes what is kept of an attribute.
func (c *call) faultyValue(a *messageAttribute) {
	if c.Faults.On(fault.AttributeNamesEscaped) {
		a.name = url.PathEscape(a.name)
	}
	if c.Faults.On(fault.AttributeLineEndsUnified) {
		a.value.value = strings.ReplaceAll(a.value.value, "\r\n", "\n")
	}
}

// Bounds of what is compared of an id, and of a body.
const (
	comparedID   = 64
	comparedBody = 4 << 10
)

// faultyDistinction makes deduplication ids one that are not.
func (c *call) faultyDistinction(m *outgoing, s *settings) {
	on := c.Faults.On
	if !m.deduplicationID.given && s.contentBasedDeduplication {
		switch body := m.body.value; {
		case on(fault.ContentDeduplicationTrims):
			m.deduplicationID.set("body " + strings.TrimSpace(body))
		case on(fault.ContentDeduplicationOfBeginning):
			m.deduplicationID.set("body " + body[:min(comparedBody, len(body))])
		}
		return
	}
	id := &m.deduplicationID.value
	if on(fault.DeduplicationIDTrimmed) {
		*id = strings.TrimSpace(*id)
	}
	if on(fault.DeduplicationIDCutLate) {
		*id = (*id)[:min(comparedID, len(*id))]
	}
}

// faultyCreated changes the settings that a queue is created with.
func (c *call) faultyCreated(r *createRequest) {
	if c.Faults.On(fault.TagKeysLowered) {
		lowered := map[string]string{}
		for key, value := range r.tags.value {
			lowered[strings.ToLower(key)] = value
		}
		r.tags.value = lowered
	}
	if c.Faults.On(fault.VisibilityInFifteenBits) {
		v := r.attributes[visibilityTimeout]
		v.value &= math.MaxInt16
		r.attributes[visibilityTimeout] = v
	}
}

// faultyListed changes what an update leaves to be listed and used.
func (c *call) faultyListed(old, s *settings) {
	if c.Faults.On(fault.ListShowsCreated) {
		c.broken.tags.LoadOrStore(c.queue.id, maps.Clone(old.tags))
	}
	if c.Faults.On(fault.UpdateWaitUnused) {
		c.broken.waits.LoadOrStore(c.queue.id, old.seconds(receiveWait))
	}
	if c.Faults.On(fault.UpdateResetsContentDeduplication) {
		s.contentBasedDeduplication = false
	}
}
