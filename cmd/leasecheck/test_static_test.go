package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// madeBeforehand is a target whose queues were made beforehand.
type madeBeforehand struct {
	path string
	// plain is its one standard queue without a part in dead-lettering.
	plain target.Queue
	all   []target.Queue
}

// static makes queues at a reference server and names them in its target file.
func static(t *testing.T, d specs.Dialect, purge bool) madeBeforehand {
	t.Helper()
	path := referencetest.Path(t, d)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	s := service(t, f)
	var all []target.Queue
	make := func(name string, settings target.Settings) target.Queue {
		q, o := s.CreateQueue(t.Context(), name, settings)
		if q == nil {
			t.Fatal(target.Told(o))
		}
		all = append(all, q)
		return q
	}
	plain := make("orders", target.Settings{Kind: target.Standard})
	fifo := make("events", target.Settings{Kind: target.FIFO})
	dead := make("dead", target.Settings{Kind: target.Standard})
	source := make("work", target.Settings{Kind: target.Standard, DeadLetter: dead.Ref(), MaxReceives: 2})
	provisioned(t, path, fmt.Sprintf("{mode: static, purge: %t, queues: {standard: [%s], fifo: [%s], dead_letter: {source: %s, target: %s, max_receives: 2}}}",
		purge, plain.Ref(), fifo.Ref(), source.Ref(), dead.Ref()))
	return madeBeforehand{path, plain, all}
}

// mustBeThereAndEmpty fails the test unless all queues are as they were.
func (m madeBeforehand) mustBeThereAndEmpty(t *testing.T) {
	t.Helper()
	for _, q := range m.all {
		ten, none := 10, time.Duration(0)
		got := q.Receive(t.Context(), target.Receive{Max: &ten, Visibility: &none, Wait: &none})
		if got.Class != target.OK || len(got.Deliveries) > 0 {
			t.Errorf("queue %s: %s, %d messages", q.Name(), got.Class, len(got.Deliveries))
		}
	}
}

func TestQueuesMadeBeforehandServeWhatTheyCan(t *testing.T) {
	t.Parallel()
	for d, ids := range map[specs.Dialect]struct{ run, skipped []string }{
		specs.Basaltic: {[]string{"BQ-LEASE-03", "BQ-LEASE-04", "BQ-FIFO-04"}, []string{"BQ-QUEUE-01", "BQ-FIFO-18"}},
		specs.EZGH:     {[]string{"EQ-LEASE-01", "EQ-ACK-09", "EQ-FIFO-05"}, []string{"EQ-ACK-10", "EQ-POLL-09"}},
	} {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			m := static(t, d, false)
			e, r := judged(t, m.path, append(ids.run, ids.skipped...)...)
			mustPass(t, e, r, ids.run...)
			m.mustBeThereAndEmpty(t)
			dry := leasecheck(t, "test", "--target", m.path, "--tier", "quick", "--focus", strings.Join(append(ids.run, ids.skipped...), ","), "--dry-run")
			for _, id := range ids.skipped {
				line := "skipped, needs queues of its own: "
				for when, text := range map[string]string{"before the run": e.stderr, "in the dry run": dry.stdout} {
					if _, rest, said := strings.Cut(text, line); !said || !strings.Contains(strings.SplitN(rest, "\n", 2)[0], id) {
						t.Errorf("%s it does not say that %s is skipped:\n%s", when, id, text)
					}
				}
			}
		})
	}
}

func TestAQueueThatIsNotEmptyIsLeftAlone(t *testing.T) {
	t.Parallel()
	m := static(t, specs.EZGH, false)
	if sent := m.plain.Send(t.Context(), target.Message{Body: "an order"}); sent.Class != target.OK {
		t.Fatal(target.Told(sent.Outcome))
	}
	leasecheck(t, "test", "--target", m.path, "--tier", "quick", "--focus", "EQ-ACK-01,EQ-LEASE-01", "--report-dir", t.TempDir()).
		expect(t, reports.ExitUsage, "static queue "+m.plain.Ref()+" is not empty", "purge: true")
	none := time.Duration(0)
	got := m.plain.Receive(t.Context(), target.Receive{Visibility: &none, Wait: &none})
	if len(got.Deliveries) != 1 || got.Deliveries[0].Body != "an order" {
		t.Errorf("the queue holds %v", got.Deliveries)
	}
}

func TestAQueueThatMayBePurgedIs(t *testing.T) {
	t.Parallel()
	m := static(t, specs.EZGH, true)
	if sent := m.plain.Send(t.Context(), target.Message{Body: "of an earlier run"}); sent.Class != target.OK {
		t.Fatal(target.Told(sent.Outcome))
	}
	e, r := judged(t, m.path, "EQ-ACK-01", "EQ-LEASE-01")
	mustPass(t, e, r, "EQ-ACK-01", "EQ-LEASE-01")
	m.mustBeThereAndEmpty(t)
}
