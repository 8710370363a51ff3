package wire

import (
	"slices"
	"strings"
	"sync"

	"github.com/leasecheck/leasecheck/reports"
)

// Violation is an operation's first exchange that broke the document, and how many did.
type Violation struct {
	Operation string
	// Reason says what broke which rule.
	Reason string
	// Case is the name of the session that saw it first.
	Case     string
	Exchange reports.Exchange
	Count    int
}

// violations holds the first of each operation.
type violations struct {
	mu    sync.Mutex
	first map[string]*Violation
}

// longestReason is where the reason of a violation is cut.
const longestReason = 1 << 10

// add counts a violation; reason and seen are asked for that of an operation's first.
func (v *violations) add(operation, name string, reason func() string, seen func() reports.Exchange) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if known, ok := v.first[operation]; ok {
		known.Count++
		return
	}
	if v.first == nil {
		v.first = map[string]*Violation{}
	}
	x, why := seen(), reason()
	x.Deciding = true
	if len(why) > longestReason {
		why = strings.ToValidUTF8(why[:longestReason], "") + "…"
	}
	v.first[operation] = &Violation{Operation: operation, Reason: why, Case: name, Exchange: x, Count: 1}
}

// all is sorted by operation.
func (v *violations) all() []Violation {
	v.mu.Lock()
	defer v.mu.Unlock()
	all := make([]Violation, 0, len(v.first))
	for _, one := range v.first {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b Violation) int { return strings.Compare(a.Operation, b.Operation) })
	return all
}
