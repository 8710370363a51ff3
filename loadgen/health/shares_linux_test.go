package health_test

import (
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/procfs"

	"github.com/leasecheck/leasecheck/loadgen/health"
)

// What this process burns is its own share, and nobody else's. What is read
// within the measuring and around it bounds what was measured, whatever else
// the machine does.
func TestShares(t *testing.T) {
	idle := exec.Command("sleep", "60")
	if err := idle.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = idle.Process.Kill()
		_ = idle.Wait() // it was killed
	}()
	const ticks = 0.05 // of a hundredth of a second, by which the system counts
	m, before := health.NewMeter(idle.Process.Pid), look(t)
	m.Begin()
	began := look(t)
	ended := began
	for ended.own-began.own < 0.3 {
		ended = look(t)
	}
	m.End()
	after := look(t)
	shares, known := m.Shares()
	if !known {
		t.Fatal("it knows no shares")
	}
	least, most := ended.since(began), after.since(before)
	all := func(wall float64) float64 { return wall * float64(runtime.NumCPU()) }
	if own := shares.Own; own < (least.own-ticks)/all(most.wall) || own > (most.own+ticks)/all(least.wall) {
		t.Errorf("its own share is %.3f; it took %+v to %+v", own, least, most)
	}
	if others := shares.Others; others > max(most.busy-least.own+2*ticks, 0)/all(least.wall) {
		t.Errorf("others' share is %.3f; all took %+v to %+v", others, least, most)
	}
	if shares.Target > 0.1 {
		t.Errorf("the share of a target that sleeps is %.3f", shares.Target)
	}
	if shares != m.Last() {
		t.Errorf("of one time: sum %+v, last %+v", shares, m.Last())
	}
	if m.TargetMemory() <= 0 || health.NewMeter(0).TargetMemory() != 0 {
		t.Error("the memory of a target's process, and of none")
	}
	if _, known := health.NewMeter(0).Shares(); known {
		t.Error("it knows shares before it was on")
	}
}

// looked is what had passed at a moment, in seconds: of the clock, of this
// process's processor time and of that of all.
type looked struct{ wall, own, busy float64 }

var start = time.Now()

func look(t *testing.T) looked {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		t.Fatal(err)
	}
	stat, err := fs.Stat()
	if err != nil {
		t.Fatal(err)
	}
	own := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	return looked{time.Since(start).Seconds(), own.Seconds(), stat.CPUTotal.User + stat.CPUTotal.Nice + stat.CPUTotal.System + stat.CPUTotal.IRQ + stat.CPUTotal.SoftIRQ + stat.CPUTotal.Steal}
}

func (l looked) since(before looked) looked {
	return looked{l.wall - before.wall, l.own - before.own, l.busy - before.busy}
}
