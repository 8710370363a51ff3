package history_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// table is one recorded history of testdata.
type table struct {
	title string
	rules history.Rules
	steps []func(*history.Checker)
	// breaks cuts the steps where an advance stands: events are shuffled only
	// between these.
	breaks []int
	names  []string
}

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func at(seconds float64) time.Time {
	return start.Add(time.Duration(seconds * float64(time.Second)))
}

// read parses a file of recorded histories.
func read(t *testing.T, path string) []table {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var tables []table
	for n, line := range strings.Split(string(text), "\n") {
		title, isTitle := strings.CutPrefix(line, "== ")
		switch {
		case isTitle:
			tables = append(tables, table{title: title, rules: history.Rules{Start: start}})
		case line == "" || len(tables) == 0:
		default:
			if err := tables[len(tables)-1].add(line); err != nil {
				t.Fatalf("%s:%d: %v", path, n+1, err)
			}
		}
	}
	return tables
}

// add takes in one line of a history.
func (tb *table) add(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "rules":
		return tb.rule(rest)
	case "names":
		tb.names = append(tb.names, rest)
		return nil
	case "quiet", "advance":
		seconds, err := strconv.ParseFloat(rest, 64)
		tb.breaks = append(tb.breaks, len(tb.steps))
		tb.steps = append(tb.steps, func(c *history.Checker) {
			if verb == "quiet" {
				c.Drained(at(seconds))
			} else {
				c.Advance(at(seconds))
			}
		})
		return err
	}
	w := words(strings.Fields(rest))
	call, err := w.call()
	if err != nil {
		return err
	}
	step, err := w.event(verb, call)
	tb.steps = append(tb.steps, step)
	return err
}

func (tb *table) rule(text string) error {
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		seconds, _ := strconv.ParseFloat(value, 64)
		d := time.Duration(seconds * float64(time.Second))
		switch name {
		case "early":
			tb.rules.Early = d
		case "late":
			tb.rules.Late = d
		case "retention":
			tb.rules.Retention = d
		case "lease-cap":
			tb.rules.LeaseCap = d
		case "max-receives":
			tb.rules.MaxReceives = int(seconds)
		case "lapsed-handle-works":
			tb.rules.LapsedHandleWorks = true
		case "old-handle-works":
			tb.rules.OldHandleWorks = true
		case "second-acknowledge":
			tb.rules.SecondAcknowledge = true
		case "double-delivery":
			tb.rules.DoubleDelivery = true
		default:
			return fmt.Errorf("no rule is called %q", name)
		}
	}
	return nil
}

// words are the rest of a line after its verb.
type words []string

func (w *words) next() string {
	if len(*w) == 0 {
		return ""
	}
	first := (*w)[0]
	*w = (*w)[1:]
	return first
}

func (w *words) call() (history.Call, error) {
	sent, answered, ok := strings.Cut(w.next(), "..")
	s, err1 := strconv.ParseFloat(sent, 64)
	a, err2 := strconv.ParseFloat(answered, 64)
	if !ok || err1 != nil || err2 != nil || a < s {
		return history.Call{}, fmt.Errorf("a call needs sent..answered")
	}
	return history.Call{Sent: at(s), Answered: at(a)}, nil
}

// take removes a word and gives the one after it.
func (w *words) take(name string) (string, bool) {
	i := slices.Index(*w, name)
	if i < 0 || i+1 >= len(*w) {
		return "", false
	}
	value := (*w)[i+1]
	*w = slices.Delete(slices.Clone(*w), i, i+2)
	return strings.TrimSuffix(value, ":"), true
}

func (w *words) seconds(name string) time.Duration {
	text, _ := w.take(name)
	value, _ := strconv.ParseFloat(text, 64)
	return time.Duration(value * float64(time.Second))
}

func (w *words) outcome() history.Outcome {
	for i, outcome := range map[string]history.Outcome{"lost": history.Unanswered, "refused": history.Refused} {
		if at := slices.Index(*w, i); at >= 0 {
			*w = slices.Delete(slices.Clone(*w), at, at+1)
			return outcome
		}
	}
	return history.Done
}

func (w *words) event(verb string, call history.Call) (func(*history.Checker), error) {
	outcome, lease, wait, delay := w.outcome(), w.seconds("lease"), w.seconds("wait"), w.seconds("delay")
	group, _ := w.take("group")
	deliveries := []history.Delivery{}
	for _, word := range *w {
		id, handle, _ := strings.Cut(word, "/")
		parsed, ok := history.ParseID(id)
		if !ok {
			deliveries = append(deliveries, history.Delivery{Stray: word})
			continue
		}
		deliveries = append(deliveries, history.Delivery{ID: parsed, Handle: handle})
	}
	if verb == "receive" {
		return func(c *history.Checker) {
			c.Receive(history.Receive{Call: call, Lease: lease, Wait: wait, Outcome: outcome, Deliveries: deliveries})
		}, nil
	}
	if len(deliveries) != 1 {
		return nil, fmt.Errorf("%s needs one message", verb)
	}
	d := deliveries[0]
	switch verb {
	case "send":
		return func(c *history.Checker) {
			c.Send(history.Send{Call: call, ID: d.ID, Group: group, Delay: delay, Outcome: outcome})
		}, nil
	case "acknowledge":
		return func(c *history.Checker) {
			c.Acknowledge(history.Acknowledge{Call: call, ID: d.ID, Handle: d.Handle, Outcome: outcome})
		}, nil
	case "change":
		return func(c *history.Checker) {
			c.Change(history.Change{Call: call, ID: d.ID, Handle: d.Handle, Lease: lease, Outcome: outcome})
		}, nil
	}
	return nil, fmt.Errorf("no event is called %q", verb)
}

// run reports the steps in an order drawn from seed, except across advances.
func (tb table) run(seed uint64) history.Report {
	c := history.New(tb.rules)
	steps := slices.Clone(tb.steps)
	random := rand.New(rand.NewPCG(seed, 0))
	from := 0
	for _, to := range append(slices.Clone(tb.breaks), len(steps)) {
		part := steps[from:to]
		if seed > 0 {
			random.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
		}
		from = min(to+1, len(steps))
	}
	for _, step := range steps {
		step(c)
	}
	return c.Finish()
}

// named lists what a report names, as testdata writes it.
func named(r history.Report) []string {
	var out []string
	for _, set := range r.Sets() {
		for _, v := range set.First {
			out = append(out, set.Name+": "+v.ID.String())
		}
	}
	return out
}

func TestRecordedHistories(t *testing.T) {
	for _, file := range []string{"testdata/good.txt", "testdata/bad.txt"} {
		for _, tb := range read(t, file) {
			if (len(tb.names) == 0) != strings.Contains(file, "good") {
				t.Errorf("%s: %q stands in the wrong file", file, tb.title)
			}
			t.Run(tb.title, func(t *testing.T) {
				for seed := range uint64(6) {
					r := tb.run(seed)
					if got := named(r); !slices.Equal(got, tb.names) {
						t.Fatalf("reported in order %d, it names %q, due %q\n%s", seed, got, tb.names, r)
					}
				}
			})
		}
	}
}
