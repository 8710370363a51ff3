package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// peekExact holds the cases about what a look at a quiet Basaltic queue shows.
var peekExact = []*judge.Case{
	peekFilters,
	peekPagesAreExact,
	peekShowsExtensions,
	peekShowsWhatCameBack,
	onFIFO(peekShowsWhatCameBack),
	peekShowsGroups,
	peekShowsMany,
}

// exactness is what these cases judge.
var exactness = judge.By{specs.Basaltic: {ID: "BQ-PEEK-02"}}

// quiet leaves a queue with messages of each state, of which none changes by
// itself as long as a case takes, and gives their bodies by state. The state ""
// is all.
func quiet(q *judge.Queue) map[string][]string {
	s := inEachState(q, 3, 4, 2, long, long)
	return map[string][]string{
		"available": s.available, "in_flight": judge.Bodies(s.inFlight...), "delayed": s.delayed, "": s.all(),
	}
}

// shownAs gives the bodies of the messages that a peek shows, sorted. It fails
// when one is shown in another state than was asked for.
func shownAs(t *judge.T, state string, messages []basaltic.Peeked) []string {
	bodies := make([]string, len(messages))
	for i, m := range messages {
		if state != "" && m.Visibility != state {
			t.Failf("expected a peek at what is %s to show that alone, observed message %s, which is %s", state, m.ID, m.Visibility)
		}
		bodies[i] = "(no body)"
		if m.Body != nil {
			bodies[i] = *m.Body
		}
	}
	slices.Sort(bodies)
	return bodies
}

// states to ask for, and none.
func stateQuery(state string) []wire.Option {
	if state == "" {
		return nil
	}
	return []wire.Option{inState(state)}
}

var peekFilters = &judge.Case{
	Name:     "peek-filters",
	Title:    "a peek at a quiet queue shows the messages of the state that it asks for, all of them and no others",
	Judges:   exactness,
	Queues:   judge.Standard(),
	Waits:    settleTime,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		for state, bodies := range quiet(q) {
			mustShowIn(t, q, state, bodies...)
		}
	},
}

// mustShowIn fails unless peeks soon show the bodies in a state, and no others.
func mustShowIn(t *judge.T, q *judge.Queue, state string, bodies ...string) {
	due, begun := slices.Sorted(slices.Values(bodies)), time.Now()
	for {
		shown := shownAs(t, state, peeked(t, q, stateQuery(state)...))
		if slices.Equal(shown, due) {
			return
		}
		if time.Since(begun) > settleTime {
			t.Failf("expected a peek with visibility %q to show %s, observed %s", state, briefly(due), briefly(shown))
		}
		t.Pause(50 * time.Millisecond)
	}
}

// briefly quotes texts, of many the first few.
func briefly(texts []string) string {
	const most = 12
	if len(texts) <= most {
		return fmt.Sprintf("%q", texts)
	}
	return fmt.Sprintf("%q and so on (%d)", texts[:most], len(texts))
}

var peekShowsExtensions = &judge.Case{
	Name:     "peek-shows-extensions",
	Title:    "a message whose lease was extended is shown as in flight, not as available, also after the lease's first end",
	Judges:   exactness,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		extended := q.MustChangeVisibility(held, long)
		t.WaitUntil(held.HasEnded())
		mustShowIn(t, q, "in_flight", extended.Body)
		mustShowIn(t, q, "available")
		q.Untouched(extended)
	},
}

var peekShowsWhatCameBack = &judge.Case{
	Name:     "peek-shows-what-came-back",
	Title:    "a message whose lease lapsed, and one that was released, is shown as available, not as in flight",
	Judges:   exactness,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendApart(q, "work 1", "work 2")
		released, lapsed := q.MustLease(judge.For(long)), q.MustLease(judge.For(short))
		q.MustChangeVisibility(released, 0)
		t.WaitUntil(lapsed.HasEnded())
		mustShowIn(t, q, "available", released.Body, lapsed.Body)
		mustShowIn(t, q, "in_flight")
	},
}

var peekPagesAreExact = &judge.Case{
	Name:     "peek-pages-are-exact",
	Title:    "the pages of a peek at a quiet queue show each message once and no more than limit each, with a filter and without",
	Judges:   exactness,
	Queues:   judge.Standard(),
	Waits:    settleTime,
	Requests: 60,
	Run: func(t *judge.T) {
		q := t.Queue()
		bodies := quiet(q)
		t.Pause(settleTime / 4)
		for _, state := range []string{"", "in_flight", "available"} {
			due := slices.Sorted(slices.Values(bodies[state]))
			for _, limit := range []int{1, 2, len(due), len(due) + 1} {
				if shown := inPages(t, q, state, limit); !slices.Equal(shown, due) {
					t.Failf("expected the pages of at most %d of a peek with visibility %q to show each of %q once, observed %q",
						limit, state, due, shown)
				}
			}
		}
	},
}

// inPages gives the bodies that the pages of a peek show.
func inPages(t *judge.T, q *judge.Queue, state string, limit int) []string {
	var all []basaltic.Peeked
	query := append(stateQuery(state), wire.WithQuery("limit", fmt.Sprint(limit)))
	for page := range peekPages(t, q, query...) {
		if len(page.Messages) > limit {
			t.Failf("expected at most %d messages on a page of a peek, observed %d", limit, len(page.Messages))
		}
		all = append(all, page.Messages...)
	}
	return shownAs(t, state, all)
}

// Whether what its group holds back counts as available is not documented.
var peekShowsGroups = &judge.Case{
	Name:     "peek-shows-groups",
	Title:    "a peek at a quiet FIFO queue shows all messages of each group, also of one that has a message in flight",
	Judges:   exactness,
	Queues:   judge.FIFO(),
	Waits:    settleTime,
	Requests: 15,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a", "b")
		held := q.MustLease(judge.For(long))
		mustShowIn(t, q, "", "a1", "a2", "a3", "b1", "b2", "b3")
		mustShowIn(t, q, "in_flight", held.Body)
	},
}

var peekShowsMany = &judge.Case{
	Name:     "peek-shows-many",
	Title:    "the pages of a peek at a quiet queue of 130 messages show each of them once",
	Judges:   exactness,
	Queues:   judge.Standard(),
	Waits:    settleTime,
	Requests: 25,
	Run: func(t *judge.T) {
		q, bodies := t.Queue(), numbered("work", 130)
		sendInBatches(q, bodies)
		mustShowIn(t, q, "", bodies...)
	},
}
