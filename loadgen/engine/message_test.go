package engine

import (
	"testing"

	"github.com/leasecheck/leasecheck/conformance/history"
)

func messages(w *writer, n int) map[string]int {
	groups := map[string]int{}
	for i := range n {
		groups[w.write(history.ID{Producer: 3, Sequence: uint64(i)}).Group]++
	}
	return groups
}

func TestMessagesAreReadAgain(t *testing.T) {
	w := newWriter(Messages{Size: Fixed(0), Groups: 2}, 1)
	for _, id := range []history.ID{{}, {Producer: 7, Sequence: 1 << 40}} {
		m := w.write(id)
		if got, ok := read(m.Body); !ok || got != id || m.DeduplicationID != id.String() || m.Group == "" {
			t.Errorf("%s was written as %+v and read as %s", id, m, got)
		}
	}
	for _, strange := range []string{"", "hello", "1-", " 1-2"} {
		if id, ok := read(strange); ok {
			t.Errorf("%q was read as %s", strange, id)
		}
	}
}

func TestSizesAndSeeds(t *testing.T) {
	size := Size{Ranges: []SizeRange{{Min: 100, Max: 100, Weight: 9}, {Min: 1000, Max: 2000, Weight: 1}}}
	w, again := newWriter(Messages{Size: size}, 1), newWriter(Messages{Size: size}, 1)
	other := newWriter(Messages{Size: size}, 2)
	large, same := 0, 0
	const n = 5000
	for i := range n {
		id := history.ID{Sequence: uint64(i)}
		body := w.write(id).Body
		switch length := len(body); {
		case length >= 1000 && length <= 2000:
			large++
		case length != 100:
			t.Fatalf("a body of %d bytes", length)
		}
		if again.write(id).Body != body {
			t.Fatal("the same seed wrote another message")
		}
		if len(other.write(id).Body) == len(body) {
			same++
		}
	}
	if large < n/10*8/10 || large > n/10*12/10 {
		t.Errorf("%d of %d are large, a tenth is due", large, n)
	}
	if same == n {
		t.Error("another seed wrote the same sizes")
	}
}

// Zipf's law with exponent 1: the first group gets twice what the second does,
// and three times what the third does.
func TestGroupsWithSkew(t *testing.T) {
	even := messages(newWriter(Messages{Size: Fixed(20), Groups: 10}, 1), 10_000)
	for name, n := range even {
		if n < 800 || n > 1200 {
			t.Errorf("%s got %d of 10,000 messages, a tenth is due", name, n)
		}
	}
	skewed := messages(newWriter(Messages{Size: Fixed(20), Groups: 3, Skew: 1}, 1), 11_000)
	for name, due := range map[string]int{"group-0": 6000, "group-1": 3000, "group-2": 2000} {
		if n := skewed[name]; n < due*9/10 || n > due*11/10 {
			t.Errorf("%s got %d, %d are due", name, n, due)
		}
	}
	if none := messages(newWriter(Messages{Size: Fixed(20)}, 1), 10); none[""] != 10 {
		t.Errorf("without groups: %v", none)
	}
}
