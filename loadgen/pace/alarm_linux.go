package pace

import (
	"context"
	"os"
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
	// fd is file's, which File.Fd would make a blocking one.
	fd   int
	file *os.File // nil where there is no timer to be had
	end  func() bool
}

// newAlarm is one that ctx cuts short.
func newAlarm(ctx context.Context) *alarm {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return &alarm{end: func() bool { return true }}
	}
	file := os.NewFile(uintptr(fd), "alarm")
	return &alarm{fd: fd, file: file, end: context.AfterFunc(ctx, func() { _ = file.SetReadDeadline(time.Unix(0, 1)) })}
}

func (a *alarm) close() {
	a.end()
	if a.file != nil {
		a.file.Close()
	}
}

// until waits for a moment; it is false when ctx ended before.
func (a *alarm) until(ctx context.Context, at time.Time) bool {
	ahead := time.Until(at)
	if a.file == nil || ahead < shortestAlarm {
		return Until(ctx, at)
	}
	setting := unix.ItimerSpec{Value: unix.NsecToTimespec(ahead.Nanoseconds())}
	if err := unix.TimerfdSettime(a.fd, 0, &setting, nil); err != nil {
		return Until(ctx, at)
	}
	var expirations [8]byte
	_, _ = a.file.Read(expirations[:]) // it ends early with ctx alone
	return Until(ctx, at)
}
