package lease

import (
	"flag"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestStoreIsASortedSet holds the store against a map over many pages.
func TestStoreIsASortedSet(t *testing.T) {
	setFlag(t, "rapid.checks", "60")
	rapid.Check(t, func(t *rapid.T) {
		s, sequence, all := &store{}, uint64(0), map[uint64]*message{}
		next := func(after uint64) *message {
			for n := after + 1; n <= sequence; n++ {
				if all[n] != nil {
					return all[n]
				}
			}
			return nil
		}
		drop := func(m *message) {
			s.remove(m.sequence)
			delete(all, m.sequence)
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				for range rapid.IntRange(1, 2*pageSize).Draw(t, "messages") {
					sequence++
					m := &message{sequence: sequence}
					s.add(m)
					all[sequence] = m
				}
			},
			"remove a range": func(t *rapid.T) {
				from := rapid.Uint64Range(0, sequence).Draw(t, "from")
				to := from + rapid.Uint64Range(0, 2*pageSize).Draw(t, "length")
				for m := next(from); m != nil && m.sequence <= to; m = next(m.sequence) {
					drop(m)
				}
			},
			"remove the oldest": func(t *rapid.T) {
				for range rapid.IntRange(1, 2*pageSize).Draw(t, "messages") {
					m := s.oldest()
					if m != next(0) {
						t.Fatalf("the oldest is %+v, not %+v", m, next(0))
					}
					if m != nil {
						drop(m)
					}
				}
			},
			"clear": func(t *rapid.T) {
				*s = store{}
				clear(all)
			},
			"": func(t *rapid.T) {
				if s.count != len(all) {
					t.Fatalf("counts %d, not %d", s.count, len(all))
				}
				after := rapid.Uint64Range(0, sequence+2*pageSize).Draw(t, "after")
				if got := s.next(after); got != next(after) {
					t.Fatalf("after %d comes %+v, not %+v", after, got, next(after))
				}
				if got := s.get(after); got != all[after] {
					t.Fatalf("at %d is %+v, not %+v", after, got, all[after])
				}
			},
		})
	})
}

func TestStoreFreesItsPages(t *testing.T) {
	s := &store{}
	first := &message{sequence: 1}
	s.add(first)
	for n := uint64(2); n < 100*pageSize; n++ {
		s.add(&message{sequence: n})
		s.remove(n)
	}
	pages := 0
	for _, p := range s.pages {
		if p != nil {
			pages++
		}
	}
	if pages > 2 {
		t.Errorf("%d pages hold one message", pages)
	}
	s.remove(first.sequence)
	if len(s.pages) > 1 {
		t.Errorf("%d pages hold none", len(s.pages))
	}
	if s.next(math.MaxUint64) != nil {
		t.Error("there is something after the last number")
	}
}

// setFlag sets a flag for the time of a test.
func setFlag(t *testing.T, name, value string) {
	before := flag.Lookup(name).Value.String()
	t.Cleanup(func() { flag.Set(name, before) })
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
}
