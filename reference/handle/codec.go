// Package handle writes receipt handles as texts that nobody can make or alter
// without the key, and reads them back.
package handle

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"hash"
	"sync"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// payload is the bytes of a handle: its queue, sequence and delivery.
const payload = len(uuid.UUID{}) + 8 + 4

// Codec turns handles into authenticated texts and back. A handle has exactly
// one text: a change of any character, of letter case or of bits that an
// encoding ignores makes it invalid. It may be used from several goroutines.
type Codec struct {
	form   Form
	faults *fault.Set
	// length is that of every text, in bytes.
	length int
	// scratch holds buffers and a keyed hash for one call each.
	scratch sync.Pool
}

type scratch struct {
	mac hash.Hash
	// given is the bytes of a text to be read, raw and text those written.
	given, raw, text []byte
}

// New makes a codec. Handles written with another key or form are invalid to
// it. It has no fault when f is nil.
func New(key []byte, form Form, f *fault.Set) *Codec {
	c := &Codec{form: form, faults: f}
	c.scratch.New = func() any { return &scratch{mac: hmac.New(sha256.New, key)} }
	c.length = len(c.Encode(lease.Handle{}))
	return c
}

// NewKey makes a random key.
func NewKey() []byte {
	key := make([]byte, sha256.Size)
	rand.Read(key) // never fails
	return key
}

// Encode gives the text of a handle.
func (c *Codec) Encode(h lease.Handle) string {
	s := c.scratch.Get().(*scratch)
	defer c.scratch.Put(s)
	c.write(s, h)
	return string(s.text)
}

// Decode reads the text of a handle, and reports whether Encode made it.
func (c *Codec) Decode(text string) (lease.Handle, bool) {
	text = c.faultyText(text)
	if len(text) != c.length && !c.faultyLength(text) {
		return lease.Handle{}, false
	}
	s := c.scratch.Get().(*scratch)
	defer c.scratch.Put(s)
	h, ok := c.read(s, text)
	if !ok {
		return lease.Handle{}, false
	}
	c.write(s, h)
	if subtle.ConstantTimeCompare(s.text, []byte(text)) != 1 && !c.faultyMatch(s, text) {
		return lease.Handle{}, false
	}
	return h, true
}

// write makes the bytes and the text of a handle in s.
func (c *Codec) write(s *scratch, h lease.Handle) {
	s.raw = append(s.raw[:0], c.form.Header...)
	s.raw = append(s.raw, h.Queue[:]...)
	s.raw = binary.BigEndian.AppendUint64(s.raw, h.Sequence)
	s.raw = binary.BigEndian.AppendUint32(s.raw, h.Delivery)
	s.mac.Reset()
	s.mac.Write(c.faultyScope(s.raw))
	s.raw = s.mac.Sum(s.raw)[:c.signed()+c.form.MAC]
	s.text = c.form.Encoding.AppendEncode(s.text[:0], s.raw)
}

// read gives the handle that a text names, whether or not the text is its own.
func (c *Codec) read(s *scratch, text string) (h lease.Handle, ok bool) {
	s.text = append(s.text[:0], text...)
	var err error
	s.given, err = c.form.Encoding.AppendDecode(s.given[:0], s.text)
	if err != nil && !c.faultyLength(text) || len(s.given) < c.signed() {
		return h, false
	}
	fields := s.given[len(c.form.Header):]
	n := copy(h.Queue[:], fields)
	h.Sequence = binary.BigEndian.Uint64(fields[n:])
	h.Delivery = binary.BigEndian.Uint32(fields[n+8:])
	return h, true
}

// signed is how many bytes the authentication code covers and follows.
func (c *Codec) signed() int { return len(c.form.Header) + payload }
