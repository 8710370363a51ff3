package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// Messages say what the messages of a load are like. What is drawn at random
// follows from the seed and the message's id.
type Messages struct {
	Size Size
	// Groups is how many message groups there are, on FIFO queues; 0 is none.
	Groups int
	// Skew is the exponent of Zipf's law by which messages choose their group: 0
	// chooses all alike, 1 the first one twice as often as the second.
	Skew float64
}

// Size is the bytes of a message's body: of some sizes, each with its weight.
type Size struct {
	// Ranges are drawn by their weights, and a size evenly within one.
	Ranges []SizeRange
}

// SizeRange is sizes from Min to Max.
type SizeRange struct {
	Min, Max int
	Weight   float64
}

// Fixed is one size.
func Fixed(bytes int) Size { return Size{Ranges: []SizeRange{{Min: bytes, Max: bytes, Weight: 1}}} }

func (s Size) draw(r *rand.Rand) int {
	total := 0.0
	for _, one := range s.Ranges {
		total += one.Weight
	}
	at := r.Float64() * total
	for _, one := range s.Ranges {
		if at -= one.Weight; at < 0 {
			return one.Min + r.IntN(one.Max-one.Min+1)
		}
	}
	return s.Largest()
}

// Largest is the most bytes a body can have.
func (s Size) Largest() int {
	most := 0
	for _, one := range s.Ranges {
		most = max(most, one.Max)
	}
	return most
}

// writer writes messages.
type writer struct {
	messages Messages
	seed     uint64
	padding  string
	groups   *groups
}

func newWriter(m Messages, seed uint64) *writer {
	return &writer{messages: m, seed: seed, padding: strings.Repeat("leasecheck ", m.Size.Largest()/11+1), groups: newGroups(m.Groups, m.Skew)}
}

// apart is odd, so that no two producers have the same multiple of it.
const apart = 0x9e3779b97f4a7c15

// write gives a message whose body begins with its id.
func (w *writer) write(id history.ID) target.Message {
	var source rand.PCG
	source.Seed(w.seed+uint64(id.Producer)*apart, id.Sequence) // no two ids of a run share a state
	random := rand.New(&source)
	m := target.Message{Body: id.String() + " "}
	if fill := w.messages.Size.draw(random) - len(m.Body); fill > 0 {
		m.Body += w.padding[:fill]
	}
	if w.groups != nil {
		m.Group, m.DeduplicationID = w.groups.draw(random), id.String()
	}
	return m
}

// read gives the id of a body that write wrote.
func read(body string) (history.ID, bool) {
	text, _, _ := strings.Cut(body, " ")
	return history.ParseID(text)
}

// groups are drawn by Zipf's law.
type groups struct {
	names []string
	// shares are each group's share and those of all before it.
	shares []float64
}

func newGroups(n int, skew float64) *groups {
	if n == 0 {
		return nil
	}
	g := &groups{names: make([]string, n), shares: make([]float64, n)}
	sum := 0.0
	for i := range n {
		sum += math.Pow(float64(i+1), -skew)
		g.names[i], g.shares[i] = "group-"+strconv.Itoa(i), sum
	}
	return g
}

func (g *groups) draw(r *rand.Rand) string {
	at := r.Float64() * g.shares[len(g.shares)-1]
	return g.names[sort.SearchFloat64s(g.shares, at)]
}

// String writes a size as a scenario file does.
func (s Size) String() string {
	parts := make([]string, len(s.Ranges))
	for i, r := range s.Ranges {
		parts[i] = strconv.Itoa(r.Min)
		if r.Max != r.Min {
			parts[i] += fmt.Sprintf("-%d", r.Max)
		}
		if len(s.Ranges) > 1 {
			parts[i] += fmt.Sprintf(":%g", r.Weight)
		}
	}
	return strings.Join(parts, ",")
}
