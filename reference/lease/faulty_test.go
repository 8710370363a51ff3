//go:build !race

package lease

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// TestTheModelNoticesEveryFault shows each fault of the engine, in each dialect
// that can show it, to random runs until one differs from the model.
func TestTheModelNoticesEveryFault(t *testing.T) {
	rarely, page, late, shared, long, longer, ring, most, table := oneIn, sweepPage, lateness, locks, minute, hour, hundred, mostWaiters, tableSize
	defer func() {
		oneIn, sweepPage, lateness, locks, minute, hour, hundred, mostWaiters, tableSize = rarely, page, late, shared, long, longer, ring, most, table
	}()
	oneIn = func(int) bool { return rand.IntN(4) == 0 }
	sweepPage = 2
	locks, mostWaiters, tableSize = 1, 1, 1
	minute, hour, hundred = 3*time.Second, 3*time.Second, 1
	lateness = 3 * time.Second
	setFlag(t, "rapid.shrinktime", "0s")
	setFlag(t, "rapid.checks", "10")
	for _, f := range fault.Catalogue() {
		if !ofTheEngine(f) {
			continue
		}
		for _, dialect := range f.Dialects {
			t.Run(f.Name+"/"+string(dialect), func(t *testing.T) {
				var faults fault.Set
				if err := faults.Replace([]string{f.Name}); err != nil {
					t.Fatal(err)
				}
				if !noticed(dialects[string(dialect)], &faults) {
					t.Error("no random run differs from the model")
				}
			})
		}
	}
}

// beyondTheModel are faults that random runs show never or too seldom: the
// model's dead-letter queue has no policy and no receive waits there, its messages
// outlive the window of their deduplication ids, few leases are extended while a
// receive waits, and its groups have no similar names.
var beyondTheModel = []fault.ID{
	fault.RedriveOnceOnly, fault.ExpiryForgetsDeduplication, fault.ParkedSeesFirstEnd, fault.ExtendedLapseUnnoticed,
	fault.GroupsLockWithoutCase, fault.GroupsLockByPrefix, fault.RedriveUnnoticed,
}

// ofTheEngine tells the faults that are shown by this package: those it names.
func ofTheEngine(f fault.Fault) bool {
	areas := []string{"lease", "poll", "fifo", "message", "queue", "extension", "fifo-only"}
	return slices.Contains(areas, f.Area()) && !slices.Contains(beyondTheModel, f.ID)
}

// noticed runs a queue with faults until it differs from the model: hundreds of
// rounds for the rarest, and many times as many before it gives up.
func noticed(rules Rules, faults *fault.Set) bool {
	for range 10_000 {
		for _, fifo := range []bool{false, true} {
			v := &verdict{}
			v.run(func() {
				rapid.Check(v, func(t *rapid.T) { compareWithModel(t, rules, fifo, faults) })
			})
			if v.failed {
				return true
			}
		}
	}
	return false
}

// verdict takes the place of a testing.T and only notes whether the test failed.
type verdict struct{ failed bool }

// run waits for a test that may end its goroutine.
func (v *verdict) run(test func()) {
	var done sync.WaitGroup
	done.Go(test)
	done.Wait()
}

func (v *verdict) Helper()               {}
func (v *verdict) Name() string          { return "verdict" }
func (v *verdict) Logf(string, ...any)   {}
func (v *verdict) Log(...any)            {}
func (v *verdict) Skipf(string, ...any)  { v.SkipNow() }
func (v *verdict) Skip(...any)           { v.SkipNow() }
func (v *verdict) SkipNow()              { runtime.Goexit() }
func (v *verdict) Errorf(string, ...any) { v.Fail() }
func (v *verdict) Error(...any)          { v.Fail() }
func (v *verdict) Fatalf(string, ...any) { v.FailNow() }
func (v *verdict) Fatal(...any)          { v.FailNow() }
func (v *verdict) Fail()                 { v.failed = true }
func (v *verdict) Failed() bool          { return v.failed }

func (v *verdict) FailNow() {
	v.Fail()
	runtime.Goexit()
}
