package pace

import (
	"context"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// shortestAlarm is the shortest wait that an alarm is set for. Shorter ones come
// from high rates, for which a wake-up a moment costs more than being late by
// less than a millisecond.
const shortestAlarm = 500 * time.Microsecond

// alarm wakes at a moment as finely as the kernel can. The runtime's own timers
// wake up to a millisecond late when there is nothing else to do, which would
// make sends late for the generator's sake.
type alarm struct {
	file  *os.File // nil where there is no timer to be had
	timer syscall.RawConn
	end   func() bool
	// ahead is how long the wait is to last, and set says that the timer runs.
	ahead time.Duration
	set   bool
}

// newAlarm is one that ctx cuts short.
func newAlarm(ctx context.Context) *alarm {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return &alarm{}
	}
	file := os.NewFile(uintptr(fd), "alarm")
	timer, err := file.SyscallConn()
	if err != nil {
		file.Close()
		return &alarm{}
	}
	end := context.AfterFunc(ctx, func() { _ = file.SetReadDeadline(time.Unix(0, 1)) })
	return &alarm{file: file, timer: timer, end: end}
}

func (a *alarm) close() {
	if a.file != nil {
		a.end()
		a.file.Close()
	}
}

// until waits for a moment; it is false when ctx ended before.
func (a *alarm) until(ctx context.Context, at time.Time) bool {
	ahead := time.Until(at)
	if a.file == nil || ahead < shortestAlarm {
		return Until(ctx, at)
	}
	a.ahead, a.set = ahead, false
	_ = a.timer.Read(a.expired) // it ends early with ctx alone
	return Until(ctx, at)
}

// expired sets the timer when it is called first, and is called again once the
// timer has expired. Set any earlier, it might expire before anybody waits.
func (a *alarm) expired(fd uintptr) bool {
	if a.set {
		return true
	}
	a.set = true
	setting := unix.ItimerSpec{Value: unix.NsecToTimespec(a.ahead.Nanoseconds())}
	return unix.TimerfdSettime(int(fd), 0, &setting, nil) != nil
}
