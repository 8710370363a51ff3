package kms

import (
	"testing"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
)

const id = "a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"

func TestAKeyIsFoundByEachOfItsNames(t *testing.T) {
	for made, names := range map[string][]string{
		"payments":                      {"payments"},
		id:                              {id, "A1B2C3D4-5E6F-4A7B-8C9D-0E1F2A3B4C5D", crn.Of("kms", id)},
		crn.Of("kms", id):               {id, crn.Of("kms", id)},
		"crn:kms:eu-1:other:alias/name": {"crn:kms:eu-1:other:alias/name"},
	} {
		s := New()
		s.SetState(made, true)
		key, known := s.Find(made)
		if !known {
			t.Fatalf("%q was not made", made)
		}
		for _, name := range append(names, key.ID.String(), key.CRN) {
			if found, known := s.Find(name); !known || found != key {
				t.Errorf("made as %q, found by %q: %+v, %v", made, name, found, known)
			}
			s.SetState(name, false)
			if s.Enabled(made) || !s.Known(made) {
				t.Errorf("made as %q, disabled as %q: still enabled", made, name)
			}
			s.SetState(name, true)
		}
	}
}

func TestAnUnknownKeyIsNotEnabled(t *testing.T) {
	s := New()
	s.SetState(id, true)
	for _, name := range []string{"", "payments", "b1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d", "00000000-0000-0000-0000-000000000000"} {
		if s.Known(name) || s.Enabled(name) {
			t.Errorf("%q is known", name)
		}
	}
}
