package pace

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"
)

// No wait ends early, whether it is long enough for the kernel's timer or not;
// and each one ends.
func TestAlarmWaitsUntilAMoment(t *testing.T) {
	a := newAlarm(t.Context())
	defer a.close()
	for _, ahead := range []time.Duration{-time.Second, 0, 100 * time.Microsecond, 2 * time.Millisecond, 30 * time.Millisecond, 700 * time.Microsecond} {
		at := time.Now().Add(ahead)
		if !a.until(t.Context(), at) {
			t.Errorf("%s ahead: the context has not ended", ahead)
		}
		if early := time.Until(at); early > 0 {
			t.Errorf("%s ahead: it woke %s early", ahead, early)
		}
	}
}

// The end of the context cuts a wait short, and those that follow it.
func TestAlarmEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := newAlarm(ctx)
	defer a.close()
	began := time.Now()
	time.AfterFunc(20*time.Millisecond, cancel)
	for range 2 {
		if a.until(ctx, began.Add(time.Minute)) {
			t.Error("it says that the moment has come")
		}
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it ended after %s", took)
	}
}

// Alarms leave nothing open, whether their context ended or not.
func TestAlarmsLeaveNothingOpen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has files for it")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	files := func() int {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("the system tells of no open files")
		}
		return len(all)
	}
	const alarms = 50
	before := files()
	for range alarms {
		for _, ctx := range []context.Context{t.Context(), ended} {
			a := newAlarm(ctx)
			a.until(ctx, time.Now().Add(time.Millisecond))
			a.close()
		}
	}
	if after := files(); after >= before+alarms {
		t.Errorf("%d files are open, %d were before", after, before)
	}
}
