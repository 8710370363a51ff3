package reports_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// day is when the results of these tests were begun.
var day = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// a requirement of a test's result: its level and the statuses of its cases.
type req struct {
	id    string
	level specs.Level
	from  specs.Provenance
	cases []reports.Case
}

func must(id string, cases ...reports.Case) req { return req{id, specs.MUST, specs.Doc, cases} }

func assumed(id string, cases ...reports.Case) req {
	return req{id, specs.SHOULD, specs.Assumed, cases}
}

func is(s reports.Status, message string) reports.Case {
	return reports.Case{Name: "case-" + message + string(s), Status: s, Message: message}
}

func blocked(by string) reports.Case {
	return reports.Case{Name: "case", Status: reports.Inconclusive, Message: "blocked", BlockedBy: by}
}

func result(reqs ...req) *reports.Result {
	r := &reports.Result{StartedAt: day}
	for _, q := range reqs {
		r.Requirements = append(r.Requirements, reports.Requirement{ID: q.id, Level: string(q.level), From: q.from, Cases: q.cases})
		r.Selected = append(r.Selected, q.id)
		if len(q.cases) > 0 {
			r.Expected = append(r.Expected, q.id)
		}
	}
	return r
}

func TestVerdict(t *testing.T) {
	passed, failed := is(reports.Passed, ""), is(reports.Failed, "expected 1, observed 2")
	clock, open := is(reports.Skipped, reports.Needs("clock")), is(reports.Inconclusive, "too slow")
	for _, tc := range []struct {
		name string
		in   *reports.Result
		with func(*reports.Result)
		want reports.Verdict
		// reason is due in the verdict's sentence.
		reason string
		exit   int
	}{
		{name: "all passed", in: result(must("A", passed), must("B", passed)),
			want: reports.Conformant, reason: "2 of 2 MUST judged"},
		{name: "skipped for a need", in: result(must("A", passed), must("B", clock), must("C", clock)),
			want: reports.Conformant, reason: "1 of 3 MUST judged, 2 need clock"},
		{name: "skipped for a need, all required", in: result(must("A", passed), must("B", clock)),
			with: func(r *reports.Result) { r.Policy.RequireAll = true },
			want: reports.InconclusiveVerdict, reason: "1 of 2 MUST could not be judged (B)", exit: 3},
		{name: "everything skipped", in: result(must("A", clock)),
			want: reports.InconclusiveVerdict, reason: "nothing was judged: 0 of 1 MUST judged, 1 needs clock", exit: 3},
		{name: "a failed MUST", in: result(must("A", passed), must("B", failed)),
			want: reports.NotConformant, reason: "1 of 2 MUST failed (B)", exit: 1},
		{name: "a failed MUST outweighs an inconclusive one", in: result(must("A", open), must("B", failed)),
			want: reports.NotConformant, exit: 1},
		{name: "a failed case outweighs a passed one", in: result(must("A", passed, failed)),
			want: reports.NotConformant, exit: 1},
		{name: "an inconclusive case outweighs a passed one", in: result(must("A", open, passed)),
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "a passed case outweighs a skipped one", in: result(must("A", clock, passed)),
			want: reports.Conformant, reason: "1 of 1 MUST judged"},
		{name: "a case that was tried again", in: result(must("A",
			reports.Case{Name: "a", Status: reports.Inconclusive, Attempt: 1}, reports.Case{Name: "a", Status: reports.Passed, Attempt: 2})),
			want: reports.Conformant},
		{name: "a MUST that only recorded", in: result(must("A", is(reports.Recorded, "saw 1"))),
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "a failed SHOULD", in: result(must("A", passed), assumed("B", failed)),
			want: reports.Conformant, reason: "1 of 1 MUST judged"},
		{name: "a failed assumed SHOULD, strictly", in: result(must("A", passed), assumed("B", failed)),
			with: func(r *reports.Result) { r.Policy.Strict = true },
			want: reports.NotConformant, reason: "1 of 2 MUST and assumed SHOULD failed (B)", exit: 1},
		{name: "another failed SHOULD, strictly", in: result(must("A", passed), req{"B", specs.SHOULD, specs.Doc, []reports.Case{failed}}),
			with: func(r *reports.Result) { r.Policy.Strict = true },
			want: reports.Conformant},
		{name: "an INFO that failed", in: result(must("A", passed), req{"B", specs.INFO, specs.Doc, []reports.Case{failed}}),
			want: reports.Conformant},
		{name: "a MUST without a case", in: result(must("A", passed), must("B")),
			want: reports.Partial, reason: "1 of 2 MUST judged, 1 has no case yet"},
		{name: "a SHOULD without a case", in: result(must("A", passed), assumed("B")),
			want: reports.Conformant},
		{name: "a filtered run", in: result(must("A", passed)),
			with: func(r *reports.Result) { r.Partial = true },
			want: reports.Partial},
		{name: "a filter that is not told", in: result(must("A", passed), must("B", passed)),
			with: func(r *reports.Result) { r.Selected, r.Requirements[1].Cases = []string{"A"}, nil },
			want: reports.Partial, reason: "1 not selected"},
		{name: "a filtered run with a failure", in: result(must("A", failed)),
			with: func(r *reports.Result) { r.Partial = true },
			want: reports.NotConformant, exit: 1},
		{name: "a filtered run that could not be judged", in: result(must("A", open)),
			with: func(r *reports.Result) { r.Partial = true },
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "a selected case that never ended", in: result(must("A", passed), must("B", passed)),
			with: func(r *reports.Result) { r.Requirements[1].Cases = nil },
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "a target that went away", in: result(must("A", passed)),
			with: func(r *reports.Result) { r.Incomplete = "connection refused" },
			want: reports.InconclusiveVerdict, reason: "connection refused", exit: 3},
		{name: "interrupted", in: result(must("A", passed)),
			with: func(r *reports.Result) { r.Interrupted = true },
			want: reports.InconclusiveVerdict, exit: 130},
		{name: "interrupted after a failure", in: result(must("A", failed)),
			with: func(r *reports.Result) { r.Interrupted = true },
			want: reports.NotConformant, exit: 130},
		{name: "a fault of the suite", in: result(must("A", failed)),
			with: func(r *reports.Result) { r.SuiteFaults = []string{"panic"} },
			want: reports.NotConformant, exit: 70},
		{name: "blocked by a failure", in: result(must("A", blocked("B")), must("B", failed)),
			want: reports.NotConformant, reason: "1 of 2 MUST failed (B)", exit: 1},
		{name: "blocked by what passed", in: result(must("A", blocked("B")), must("B", passed)),
			want: reports.InconclusiveVerdict, reason: "(A)", exit: 3},
		{name: "blocked by what is not known", in: result(must("A", blocked("Z")), must("B", passed)),
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "blocked by a SHOULD that failed", in: result(must("A", blocked("B")), assumed("B", failed)),
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "blocked in a circle", in: result(must("A", blocked("B")), must("B", blocked("A"))),
			want: reports.InconclusiveVerdict, reason: "2 of 2", exit: 3},
		{name: "blocked by a waived failure, also through another", in: result(must("A", blocked("B")), must("B", blocked("C")), must("C", failed), must("D", passed)),
			with: func(r *reports.Result) {
				r.Policy.Waivers = []reports.Waiver{{ID: "C", Reason: "known", Expires: "2026-12-01"}}
			},
			want: reports.Conformant, reason: "2 of 4 MUST judged, 1 waived, 2 blocked by a waived failure"},
		{name: "partly blocked", in: result(must("A", blocked("C"), open), must("C", failed)),
			with: func(r *reports.Result) { r.Policy.Waivers = []reports.Waiver{{ID: "C", Reason: "known"}} },
			want: reports.InconclusiveVerdict, exit: 3},
		{name: "a waiver that expired yesterday", in: result(must("A", failed)),
			with: func(r *reports.Result) { r.Policy.Waivers = []reports.Waiver{{ID: "A", Expires: "2026-11-30"}} },
			want: reports.NotConformant, exit: 1},
		{name: "a waiver of what passes", in: result(must("A", passed)),
			with: func(r *reports.Result) { r.Policy.Waivers = []reports.Waiver{{ID: "A"}} },
			want: reports.Conformant, exit: 1},
		{name: "a waiver of what is skipped", in: result(must("A", passed), must("B", clock)),
			with: func(r *reports.Result) { r.Policy.Waivers = []reports.Waiver{{ID: "B"}} },
			want: reports.Conformant, exit: 1},
		{name: "an expired waiver of what passes", in: result(must("A", passed)),
			with: func(r *reports.Result) { r.Policy.Waivers = []reports.Waiver{{ID: "A", Expires: "2026-11-30"}} },
			want: reports.Conformant, exit: 1},
		{name: "a waiver of another dialect", in: result(must("A", passed)),
			with: func(r *reports.Result) { r.Policy.Waivers = []reports.Waiver{{ID: "Z"}} },
			want: reports.Conformant},
		{name: "a waiver of what a filter left out", in: result(must("A", passed), must("B", passed)),
			with: func(r *reports.Result) {
				r.Selected, r.Requirements[1].Cases = []string{"A"}, nil
				r.Policy.Waivers = []reports.Waiver{{ID: "B"}}
			},
			want: reports.Partial},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.with != nil {
				tc.with(tc.in)
			}
			reports.Judge(tc.in)
			got := tc.in.Summary
			if got.Verdict != tc.want || !strings.Contains(got.Reason, tc.reason) {
				t.Errorf("verdict %q, due %q with %q", reports.Headline(tc.in), tc.want, tc.reason)
			}
			if exit := reports.ExitStatus(tc.in); exit != tc.exit {
				t.Errorf("exit status %d, due %d", exit, tc.exit)
			}
			again := judgedAgain(t, tc.in)
			if first, second := encoded(t, tc.in), encoded(t, again); first != second {
				t.Errorf("judged again it differs:\n%s\n%s", first, second)
			}
		})
	}
}

func judgedAgain(t *testing.T, r *reports.Result) *reports.Result {
	t.Helper()
	again := new(reports.Result)
	if err := json.Unmarshal([]byte(encoded(t, r)), again); err != nil {
		t.Fatal(err)
	}
	reports.Judge(again)
	return again
}

func encoded(t *testing.T, r *reports.Result) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRequirementTellsWhy(t *testing.T) {
	r := result(
		must("A", is(reports.Failed, "one"), is(reports.Failed, "two"), is(reports.Passed, "fine")),
		must("B", is(reports.Skipped, reports.Needs("kms", "clock|slow"))),
		must("C"),
		must("D", is(reports.Passed, "a note")),
		req{"E", specs.INFO, specs.Assumed, []reports.Case{is(reports.Passed, "answers 404")}},
		must("F", reports.Case{Name: "f", Status: reports.Inconclusive, BlockedBy: "A"}),
	)
	r.Policy.Waivers = []reports.Waiver{{ID: "A", Reason: "known", Link: "https://x", Expires: "2027-01-01"}}
	reports.Judge(r)
	want := []string{
		"A waived: known (https://x), until 2027-01-01; one; two",
		"B skipped: needs kms and clock or slow",
		"C skipped: no case yet",
		"D passed: ",
		"E recorded: answers 404",
		"F inconclusive: blocked by A",
	}
	var got []string
	for _, q := range r.Requirements {
		got = append(got, q.ID+" "+string(q.Status)+": "+q.Reason)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\ndue\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWorstExit(t *testing.T) {
	for _, tc := range []struct {
		in   []int
		want int
	}{
		{nil, 0}, {[]int{0, 3}, 3}, {[]int{3, 1, 0}, 1}, {[]int{1, 70}, 70}, {[]int{70, 130, 1}, 130}, {[]int{0, 42}, 70}, {[]int{2, 1}, 2},
	} {
		if got := reports.WorstExit(tc.in...); got != tc.want {
			t.Errorf("of %v: %d, due %d", tc.in, got, tc.want)
		}
	}
}

func TestExitStatusOfSeveralResults(t *testing.T) {
	conformant, failed := result(must("A", is(reports.Passed, ""))), result(must("A", is(reports.Failed, "")))
	unjudged := &reports.Result{}
	reports.Judge(conformant)
	reports.Judge(failed)
	for _, tc := range []struct {
		in   []*reports.Result
		want int
	}{{nil, 0}, {[]*reports.Result{conformant}, 0}, {[]*reports.Result{conformant, failed}, 1}, {[]*reports.Result{failed, unjudged}, 70}} {
		if got := reports.ExitStatus(tc.in...); got != tc.want {
			t.Errorf("%d, due %d", got, tc.want)
		}
	}
}
