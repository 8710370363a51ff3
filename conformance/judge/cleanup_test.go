package judge_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
)

func TestCleanupRunsHoweverACaseEnds(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	for _, tc := range []struct {
		name string
		end  func(*judge.T)
	}{
		{"by its last line", func(*judge.T) {}},
		{"by a failure", func(t *judge.T) { t.Failf("broken") }},
		{"by a panic", func(*judge.T) { panic("oops") }},
		{"by an interrupt", func(t *judge.T) {
			interrupt()
			t.Pause(time.Minute)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			env, provisioner := environment(t, &fakeQueue{})
			var order []string
			undo := func(what string) func(context.Context) {
				return func(ctx context.Context) {
					if ctx.Err() != nil || provisioner.removed > 0 {
						t.Errorf("%s runs too late: %v, %d queues removed", what, ctx.Err(), provisioner.removed)
					}
					order = append(order, what)
				}
			}
			env.Execute(ctx, kase(func(t *judge.T) {
				t.Cleanup(undo("first"))
				t.Cleanup(undo("last"))
				tc.end(t)
			}), nil)
			if want := []string{"last", "first"}; !slices.Equal(order, want) || provisioner.removed != 1 {
				t.Errorf("undone were %q and %d queues, want %q and 1", order, provisioner.removed, want)
			}
		})
	}
}

func TestForeignEvidenceComesFirst(t *testing.T) {
	env, _ := environment(t, &fakeQueue{})
	got := env.Execute(context.Background(), kase(func(t *judge.T) {
		t.Evidence(reports.Exchange{Seq: 7, Error: "one"})
		t.Failf("see exchange %d", t.Evidence(reports.Exchange{Seq: 7, Error: "two"}))
	}), nil)
	if got.Message != "see exchange 2" || len(got.Exchanges) != 2 {
		t.Fatalf("got %q with %d exchanges", got.Message, len(got.Exchanges))
	}
	if x := got.Exchanges[1]; x.Seq != 2 || x.Error != "two" || !x.Deciding {
		t.Errorf("exchange 2 is %+v", x)
	}
}

func TestAFaultOfTheSuiteIsNoVerdict(t *testing.T) {
	env, _ := environment(t, &fakeQueue{})
	got := env.Execute(context.Background(), kase(func(t *judge.T) { t.Faultf("sent %s", "nonsense") }), nil)
	if got.Status != reports.Inconclusive || got.Fault != "sent nonsense" || !strings.Contains(got.Message, "a fault of the suite") {
		t.Errorf("got %s %q, fault %q", got.Status, got.Message, got.Fault)
	}
}
