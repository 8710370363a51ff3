package faultrun

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

var (
	errNone = errors.New("no server")
	early   = Fault{Name: "lease-early", Requirements: []string{"BQ-LEASE-01", "BQ-LEASE-02"}}
	missed  = Miss{ID: "BQ-LEASE-01", Status: reports.Inconclusive, Message: "observed 2 of 3 in time\nand more"}
)

func TestAMissIsForgivenOnlyWhenEveryRepeatCatches(t *testing.T) {
	caught := Trial{Fault: early, Failed: []string{"BQ-LEASE-01"}, Took: time.Second}
	missing := Trial{Fault: early, Missed: []Miss{missed}, Took: time.Second}
	for name, tc := range map[string]struct {
		more     []Trial
		forgiven bool
	}{
		"all catch":  {[]Trial{caught, caught}, true},
		"one misses": {[]Trial{caught, missing}, false},
		"none runs":  {[]Trial{caught, {Err: errNone}}, false},
	} {
		trial := missing
		trial.settle(tc.more)
		if trial.Caught() != tc.forgiven || (len(trial.Forgiven) > 0) != tc.forgiven || (len(trial.Missed) == 0) != tc.forgiven {
			t.Errorf("%s: %+v", name, trial)
		}
	}
}

func TestProblemsSayWhatWasMissedAndWhy(t *testing.T) {
	trials := []Trial{
		{Fault: early, Dialect: specs.Basaltic, Missed: []Miss{missed}},
		{Fault: early, Dialect: specs.Basaltic, Err: errNone},
		{Fault: early, Dialect: specs.Basaltic, Failed: []string{"BQ-LEASE-02", "BQ-POLL-01"}},
	}
	got := Problems(trials, []specs.Requirement{{ID: "BQ-LEASE-02", Level: specs.MUST}, {ID: "BQ-INFO-01", Level: specs.INFO}})
	want := []string{
		"lease-early (basaltic) survives",
		"BQ-LEASE-01 does not catch lease-early (basaltic): inconclusive, observed 2 of 3 in time",
		"lease-early (basaltic) could not be tried: no server",
		"BQ-LEASE-02 has no fault that fails it and no unrelated area",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestMatrixNamesWhatWasMissedAtFirst(t *testing.T) {
	var b strings.Builder
	trial := Trial{Fault: early, Dialect: specs.Basaltic, Failed: []string{"BQ-LEASE-02"}, Forgiven: []Miss{missed}}
	if err := WriteMarkdown(&b, []Trial{trial}); err != nil {
		t.Fatal(err)
	}
	if want := "| lease-early | basaltic | BQ-LEASE-02 | – | – | – | BQ-LEASE-01 |\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("got %q, want it to end with %q", b.String(), want)
	}
}

func TestATrialLeavesOutManyRequestsThatItsFaultDoesNotClaim(t *testing.T) {
	named := func(id string, requests int) *judge.Case {
		return &judge.Case{Name: id, Judges: judge.By{specs.Basaltic: {ID: id}}, Requests: requests}
	}
	cases := []*judge.Case{
		named("BQ-LEASE-01", 5000), named("BQ-LEASE-09", 5000), named("BQ-LEASE-09", 200),
		named("BQ-POLL-01", 200), named("BQ-POLL-01", 40), named("BQ-POLL-01", 0),
	}
	got := affordable(cases, early, specs.Basaltic)
	if want := []*judge.Case{cases[0], cases[2], cases[4], cases[5]}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
