// Package variant holds the freedoms that the dialects' documents leave to a
// server, so that the reference can use them differently than it does by itself
// and prove that the suite accuses no correct server.
package variant

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// Legal says which freedoms a server uses differently. The zero value is the
// reference's own choice in each.
type Legal struct {
	// Statuses answers another 2xx where only success is documented.
	Statuses bool
	// Refusals answers another 4xx where only a refusal is documented.
	Refusals bool
	// Defaults replace the dialect's undocumented defaults.
	Defaults Defaults
	// Handles writes receipt handles in another form.
	Handles HandleForm
	// ExtraFields adds undocumented fields to answers.
	ExtraFields bool
	// Stamps writes timestamps in another form of RFC 3339.
	Stamps StampForm
	// ErrorTexts replaces the human-readable part of errors.
	ErrorTexts bool
	// FewerMessages lets a receive answer fewer messages than are available.
	FewerMessages bool
	// OtherGroups turns round whether one receive may return several messages of a group.
	OtherGroups bool
	// OtherRedrive turns round when a message moves to the dead-letter queue: when
	// its last permitted lease ends, or when it would be received again.
	OtherRedrive bool
	// SlidingWindows counts rate limits in sliding windows.
	SlidingWindows bool
	// RepeatsRenew lets a repeated deduplication id start its window anew.
	RepeatsRenew bool
	// RetryAfterDate writes Retry-After as an HTTP date.
	RetryAfterDate bool
	// SlowestAnswer bounds a random time by which each answer is held back; at most 300 ms.
	SlowestAnswer time.Duration
	// CloseConnections ends the connection after each answer.
	CloseConnections bool
}

// Defaults are what a queue or request has that does not say; a zero field is
// the dialect's own.
type Defaults struct {
	Visibility, Retention, ReceiveWait time.Duration
	// Delay of a standard queue (basaltic).
	Delay time.Duration
	// MaxMessages of a receive, where the document names no default.
	MaxMessages int
}

// freedom is one way in which legal servers differ.
type freedom struct {
	name string
	use  func(*Legal, *rand.Rand)
}

var freedoms = []freedom{
	{"statuses", func(l *Legal, _ *rand.Rand) { l.Statuses = true }},
	{"refusals", func(l *Legal, _ *rand.Rand) { l.Refusals = true }},
	{"defaults", func(l *Legal, r *rand.Rand) {
		l.Defaults = Defaults{
			Visibility:  time.Duration(20+r.IntN(100)) * time.Second,
			Retention:   time.Duration(1+r.IntN(13)) * 24 * time.Hour,
			ReceiveWait: time.Duration(r.IntN(4)) * time.Second,
			MaxMessages: 2 + r.IntN(9),
			Delay:       time.Duration(r.IntN(3)) * time.Second,
		}
	}},
	{"handles", func(l *Legal, r *rand.Rand) { l.Handles = handleForms[r.IntN(len(handleForms))] }},
	{"extra-fields", func(l *Legal, _ *rand.Rand) { l.ExtraFields = true }},
	{"timestamps", func(l *Legal, r *rand.Rand) { l.Stamps = stampForms[r.IntN(len(stampForms))] }},
	{"error-texts", func(l *Legal, _ *rand.Rand) { l.ErrorTexts = true }},
	{"fewer-messages", func(l *Legal, _ *rand.Rand) { l.FewerMessages = true }},
	{"groups", func(l *Legal, _ *rand.Rand) { l.OtherGroups = true }},
	{"redrive", func(l *Legal, _ *rand.Rand) { l.OtherRedrive = true }},
	{"windows", func(l *Legal, _ *rand.Rand) { l.SlidingWindows = true }},
	{"deduplication", func(l *Legal, _ *rand.Rand) { l.RepeatsRenew = true }},
	{"retry-after", func(l *Legal, _ *rand.Rand) { l.RetryAfterDate = true }},
	{"slow-answers", func(l *Legal, r *rand.Rand) {
		l.SlowestAnswer = time.Duration(50+r.IntN(251)) * time.Millisecond
	}},
	{"connections", func(l *Legal, _ *rand.Rand) { l.CloseConnections = true }},
}

// Names lists the freedoms.
func Names() []string {
	names := make([]string, len(freedoms))
	for i, f := range freedoms {
		names[i] = f.name
	}
	return names
}

// Draw uses about half of the freedoms, the same ones for the same seed.
func Draw(seed uint64) Legal {
	var l Legal
	r := random(seed)
	for _, f := range freedoms {
		if r.IntN(2) == 0 {
			f.use(&l, r)
		}
	}
	return l
}

// Only uses one freedom, in a way drawn from seed.
func Only(name string, seed uint64) (Legal, error) {
	var l Legal
	i := slices.IndexFunc(freedoms, func(f freedom) bool { return f.name == name })
	if i < 0 {
		return l, fmt.Errorf("unknown freedom %q; known are %s", name, strings.Join(Names(), ", "))
	}
	freedoms[i].use(&l, random(seed))
	return l, nil
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(len(freedoms)))) }
