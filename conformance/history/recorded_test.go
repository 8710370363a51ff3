package history_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// recorded is what clients saw.
type recorded struct {
	rules        history.Rules
	sends        []history.Send
	receives     []history.Receive
	acknowledges []history.Acknowledge
	changes      []history.Change
	quiet        time.Time
}

// String writes the history as testdata does, in the order of sending.
func (rec recorded) String() string {
	type line struct {
		at   time.Time
		text string
	}
	var lines []line
	add := func(c history.Call, o history.Outcome, format string, args ...any) {
		outcome := map[history.Outcome]string{history.Refused: " refused", history.Unanswered: " lost"}[o]
		verb, rest, _ := strings.Cut(fmt.Sprintf(format, args...), " ")
		lines = append(lines, line{c.Sent, fmt.Sprintf("%-11s %g..%g %s%s", verb,
			c.Sent.Sub(start).Seconds(), c.Answered.Sub(start).Seconds(), rest, outcome)})
	}
	for _, s := range rec.sends {
		add(s.Call, s.Outcome, "send %s group %s delay %g", s.ID, s.Group, s.Delay.Seconds())
	}
	for _, r := range rec.receives {
		text := fmt.Sprintf("receive lease %g wait %g:", r.Lease.Seconds(), r.Wait.Seconds())
		for _, d := range r.Deliveries {
			text += fmt.Sprintf(" %s/%s", d.ID, d.Handle)
		}
		add(r.Call, r.Outcome, "%s", text)
	}
	for _, a := range rec.acknowledges {
		add(a.Call, a.Outcome, "acknowledge %s/%s", a.ID, a.Handle)
	}
	for _, x := range rec.changes {
		add(x.Call, x.Outcome, "change %s/%s lease %g", x.ID, x.Handle, x.Lease.Seconds())
	}
	slices.SortStableFunc(lines, func(a, b line) int { return a.at.Compare(b.at) })
	out := fmt.Sprintf("rules %+v\n", rec.rules)
	for _, l := range lines {
		out += l.text + "\n"
	}
	return out
}

// event is one report to a checker; key is the moment that Advance counts by.
type event struct {
	key    time.Time
	report func(*history.Checker)
}

func (rec recorded) events() []event {
	var out []event
	for _, s := range rec.sends {
		out = append(out, event{s.Sent, func(c *history.Checker) { c.Send(s) }})
	}
	for _, r := range rec.receives {
		out = append(out, event{r.Answered, func(c *history.Checker) { c.Receive(r) }})
	}
	for _, a := range rec.acknowledges {
		out = append(out, event{a.Sent, func(c *history.Checker) { c.Acknowledge(a) }})
	}
	for _, x := range rec.changes {
		out = append(out, event{x.Sent, func(c *history.Checker) { c.Change(x) }})
	}
	return out
}

// judge reports everything in an order drawn from seed, advancing now and then.
func (rec recorded) judge(seed uint64) history.Report {
	random := rand.New(rand.NewPCG(seed, 1))
	events := rec.events()
	slices.SortStableFunc(events, func(a, b event) int { return a.key.Compare(b.key) })
	const disorder = 5
	for i := range events {
		j := min(i+random.IntN(disorder), len(events)-1)
		events[i], events[j] = events[j], events[i]
	}
	c := history.New(rec.rules)
	for i, e := range events {
		if random.IntN(4) == 0 {
			c.Advance(earliest(events[i:]))
		}
		e.report(c)
	}
	c.Drained(rec.quiet)
	return c.Finish()
}

func earliest(events []event) time.Time {
	return slices.MinFunc(events, func(a, b event) int { return a.key.Compare(b.key) }).key
}
