package fault

import (
	"regexp"
	"slices"
	"testing"

	"github.com/leasecheck/leasecheck/specs"
)

func TestEveryFaultIsWhole(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	names, ids := map[string]bool{}, map[ID]bool{}
	for _, f := range Catalogue() {
		if !name.MatchString(f.Name) || names[f.Name] {
			t.Errorf("%q is no new name in lower-case words", f.Name)
		}
		if ids[f.ID] || f.ID >= areasEnd {
			t.Errorf("%s: id %d belongs to another fault or area", f.Name, f.ID)
		}
		if f.Area() == "" {
			t.Errorf("%s: its area has no name", f.Name)
		}
		names[f.Name], ids[f.ID] = true, true
		if len(f.Dialects) == 0 || f.Description == "" || len(f.Requirements) == 0 {
			t.Errorf("%s lacks a dialect, a description or a requirement", f.Name)
		}
	}
}

func TestEveryFaultIsToBeCaughtInEachOfItsDialects(t *testing.T) {
	duties := map[string]specs.Dialect{}
	for _, d := range specs.Dialects() {
		catalogue, err := specs.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range catalogue.Requirements {
			duties[r.ID] = d
		}
	}
	for _, f := range Catalogue() {
		caught := map[specs.Dialect]bool{}
		for _, id := range f.Requirements {
			d, known := duties[id]
			if !known {
				t.Errorf("%s: %s is no requirement", f.Name, id)
			}
			caught[d] = true
		}
		for _, d := range specs.Dialects() {
			if shown := slices.Contains(f.Dialects, d); caught[d] != shown {
				t.Errorf("%s: shown by %s: %v, has a requirement of it: %v", f.Name, d, shown, caught[d])
			}
		}
	}
}

func TestSetShowsExactlyTheNamedFaults(t *testing.T) {
	var s Set
	for _, shown := range Catalogue() {
		if err := s.Replace([]string{shown.Name}); err != nil {
			t.Fatal(err)
		}
		for _, f := range Catalogue() {
			if got, want := s.On(f.ID), f.ID == shown.ID; got != want {
				t.Errorf("with %s: On(%s) = %v", shown.Name, f.Name, got)
			}
		}
	}
}

func TestAnUnknownNameChangesNothing(t *testing.T) {
	var s Set
	known := Catalogue()[0]
	if err := s.Replace([]string{known.Name}); err != nil {
		t.Fatal(err)
	}
	if err := s.Replace([]string{"no-such-fault"}); err == nil {
		t.Error("an unknown name was taken")
	}
	if !s.On(known.ID) {
		t.Error("an unknown name hid the fault shown before")
	}
}

func TestNoSetShowsNothing(t *testing.T) {
	var s *Set
	if s.On(Catalogue()[0].ID) {
		t.Error("a nil set shows a fault")
	}
}
