// Package kms is the reference server's key service, as far as a queue sees
// it: keys that exist, and whether they can be used now.
package kms

import (
	"sync"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
)

// Key identifies a key. Its id, its CRN and its name each find it.
type Key struct {
	ID  uuid.UUID
	CRN string
	// Name is empty for a key that was made by id or CRN.
	Name string
}

// Store holds the keys of one server. It is safe for concurrent use.
type Store struct {
	mu   sync.RWMutex
	keys []*state // few, so a scan finds them
}

type state struct {
	Key
	enabled bool
}

// New is a store without keys.
func New() *Store { return &Store{} }

// SetState enables or disables the key that key names by id, CRN or name, and
// makes it when there is none.
func (s *Store) SetState(key string, enabled bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.find(key)
	if found == nil {
		found = &state{Key: newKey(key)}
		s.keys = append(s.keys, found)
	}
	found.enabled = enabled
}

// Find gives the key that has this id, CRN or name.
func (s *Store) Find(key string) (Key, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if found := s.find(key); found != nil {
		return found.Key, true
	}
	return Key{}, false
}

// Known tells whether there is a key with this id, CRN or name.
func (s *Store) Known(key string) bool {
	_, known := s.Find(key)
	return known
}

// Enabled tells whether there is such a key and it can be used.
func (s *Store) Enabled(key string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := s.find(key)
	return found != nil && found.enabled
}

func (s *Store) find(key string) *state {
	id, isID := crn.ParseID(key)
	for _, k := range s.keys {
		if k.CRN == key || (k.Name == key && key != "") || isID && k.ID == id {
			return k
		}
	}
	return nil
}

// newKey reads text as an id, a CRN or a name, and makes up what it leaves open.
func newKey(text string) Key {
	if id, isID := crn.ParseID(text); isID {
		return Key{ID: id, CRN: crn.Of("kms", id.String())}
	}
	if !crn.Is(text) {
		id := uuid.New()
		return Key{ID: id, CRN: crn.Of("kms", id.String()), Name: text}
	}
	id, isID := crn.ParseID(crn.Resource(text))
	if !isID {
		id = uuid.New()
	}
	return Key{ID: id, CRN: text}
}
