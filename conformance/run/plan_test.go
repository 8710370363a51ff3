package run

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/specs"
)

// fake is a case that judges a requirement of Basaltic.
func fake(name, id string, waits time.Duration) *judge.Case {
	return &judge.Case{
		Name: name, Title: name, Waits: waits,
		Judges: judge.By{specs.Basaltic: {ID: id}},
		Run:    func(*judge.T) {},
	}
}

// suite is three cases of which one is slow, and the one that is always selected.
func suite() []*judge.Case {
	last := fake("schema", "BQ-RECV-03", 0)
	last.Last = true
	return []*judge.Case{
		fake("lapses", "BQ-LEASE-01", time.Second),
		fake("window", "BQ-FIFO-11", 5*time.Minute),
		fake("polls", "BQ-POLL-12", 20*time.Second),
		last,
	}
}

func TestPlanSelects(t *testing.T) {
	for _, tc := range []struct {
		name      string
		selection Selection
		selected  []string
		running   []string
	}{
		{"all of a tier", Selection{Tier: judge.StandardTier},
			[]string{"BQ-RECV-03", "BQ-LEASE-01", "BQ-POLL-12", "BQ-FIFO-11"}, []string{"schema", "lapses", "polls"}},
		{"a shorter tier", Selection{Tier: judge.Quick},
			[]string{"BQ-RECV-03", "BQ-LEASE-01", "BQ-POLL-12", "BQ-FIFO-11"}, []string{"schema", "lapses"}},
		{"the longest tier", Selection{Tier: judge.Slow},
			[]string{"BQ-RECV-03", "BQ-LEASE-01", "BQ-POLL-12", "BQ-FIFO-11"}, []string{"schema", "lapses", "polls", "window"}},
		{"a focus, whatever its case", Selection{Tier: judge.Slow, Focus: []string{"bq-lease-*"}},
			[]string{"BQ-RECV-03", "BQ-LEASE-01"}, []string{"schema", "lapses"}},
		{"a skip", Selection{Tier: judge.Slow, Skip: []string{"BQ-POLL-*", "BQ-FIFO-*"}},
			[]string{"BQ-RECV-03", "BQ-LEASE-01"}, []string{"schema", "lapses"}},
		{"ids of a rerun", Selection{Tier: judge.Slow, IDs: []string{"BQ-POLL-12"}},
			[]string{"BQ-RECV-03", "BQ-POLL-12"}, []string{"schema", "polls"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := NewPlan(specs.Basaltic, suite(), tc.selection)
			if err != nil {
				t.Fatal(err)
			}
			var running []string
			for _, item := range p.Running() {
				running = append(running, item.Case.Name)
			}
			if !sameSet(p.Selected, tc.selected) || !sameSet(running, tc.running) {
				t.Errorf("selected %v running %v, want %v and %v", p.Selected, running, tc.selected, tc.running)
			}
		})
	}
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func TestPlanRefusesWhatMatchesNothing(t *testing.T) {
	for _, s := range []Selection{
		{Focus: []string{"BQ-NOSUCH-01"}},
		{Skip: []string{"XX-*"}},
		{Focus: []string{"["}},
	} {
		_, err := NewPlan(specs.Basaltic, suite(), s)
		var selection *SelectionError
		if !errors.As(err, &selection) {
			t.Errorf("%+v: got %v, want a SelectionError", s, err)
		}
	}
}

func TestAPlanOfAnotherDialectsRequirementsIsEmpty(t *testing.T) {
	p, err := NewPlan(specs.Basaltic, suite(), Selection{Tier: judge.Slow, Focus: []string{"EQ-*"}})
	if err != nil {
		t.Fatal(err)
	}
	if !p.Empty() {
		t.Errorf("selected %v, want nothing but what is always selected", p.Selected)
	}
}

func TestWaitsOverlapButForThoseAlone(t *testing.T) {
	alone := fake("alone", "BQ-RATE-02", 2*time.Second)
	alone.Alone = true
	p, err := NewPlan(specs.Basaltic, append(suite(), alone), Selection{Tier: judge.StandardTier})
	if err != nil {
		t.Fatal(err)
	}
	sum, overlapped := p.Waits()
	if sum != 23*time.Second || overlapped != 22*time.Second {
		t.Errorf("got %s and %s, want 23s and 22s", sum, overlapped)
	}
}
