package health

import (
	"os"
	"time"

	"github.com/prometheus/procfs"
)

var began = time.Now()

// read reads what was used until now.
func read(target int) (usage, bool) {
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return usage{}, false
	}
	stat, err := fs.Stat()
	if err != nil {
		return usage{}, false
	}
	own, ok := used(fs, os.Getpid())
	if !ok {
		return usage{}, false
	}
	u := usage{wall: time.Since(began).Seconds(), own: own}
	if target != 0 {
		u.target, _ = used(fs, target)
	}
	t := stat.CPUTotal
	u.busy = t.User + t.Nice + t.System + t.IRQ + t.SoftIRQ + t.Steal
	return u, true
}

// used is the processor time of one process.
func used(fs procfs.FS, pid int) (float64, bool) {
	p, err := fs.Proc(pid)
	if err != nil {
		return 0, false
	}
	stat, err := p.Stat()
	return stat.CPUTime(), err == nil
}

// resident is the memory of one process.
func resident(pid int) int64 {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return 0
	}
	stat, err := p.Stat()
	if err != nil {
		return 0
	}
	return int64(stat.ResidentMemory())
}
