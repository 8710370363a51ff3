package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/leasecheck/leasecheck/loadgen/console"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// loadProgress tells how a load goes.
type loadProgress interface {
	engine.Observer
	// end tells that the last phase is over.
	end()
}

// newLoadProgress tells by a bar a phase on a terminal, and by plain lines elsewhere.
func newLoadProgress(w io.Writer, quiet bool) loadProgress {
	f, isFile := w.(*os.File)
	switch {
	case quiet:
		return silentLoad{}
	case isFile && isatty.IsTerminal(f.Fd()):
		return &barLoad{bars: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
	default:
		return &plainLoad{w: w}
	}
}

type silentLoad struct{}

func (silentLoad) Phase(string, time.Duration) {}
func (silentLoad) Sampled(result.Sample)       {}
func (silentLoad) end()                        {}

// rates is a sample in a few words.
func rates(s result.Sample) string {
	p99 := "-" // nothing was delivered for the first time
	if s.Deliveries > 0 {
		p99 = console.Time(s.DeliveryP99)
	}
	return fmt.Sprintf("%.0f sent/s, %.0f received/s, %.0f acknowledged/s, delivery p99 %s, backlog %d, %d errors",
		s.SendReached, s.ReceiveReached, s.AckReached, p99, s.Backlog, s.Errors)
}

// plainLoad prints a line a phase, and one every two seconds.
type plainLoad struct {
	w    io.Writer
	mu   sync.Mutex
	name string
	told time.Time
}

func (p *plainLoad) Phase(name string, length time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.told = name, time.Now()
	if length > 0 {
		name += " for " + length.String()
	}
	fmt.Fprintln(p.w, name)
}

func (p *plainLoad) Sampled(s result.Sample) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.told) < plainEvery {
		return
	}
	p.told = time.Now()
	fmt.Fprintf(p.w, "%s: %s\n", p.name, rates(s))
}

func (p *plainLoad) end() {}

// barLoad draws a bar a phase.
type barLoad struct {
	bars *mpb.Progress
	mu   sync.Mutex
	bar  *mpb.Bar
	// begun is when the phase began.
	begun time.Time
	// text is what the last sample was. A bar that is drawn reads it without the
	// lock, whose holder may be waiting for that bar.
	text atomic.Value
}

func (p *barLoad) Phase(name string, length time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.complete()
	p.begun = time.Now()
	p.text.Store("")
	p.bar = p.bars.AddBar(length.Milliseconds(),
		mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.last() })))
}

func (p *barLoad) last() string { return p.text.Load().(string) }

func (p *barLoad) Sampled(s result.Sample) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Store(rates(s))
	if p.bar != nil {
		p.bar.SetCurrent(time.Since(p.begun).Milliseconds())
	}
}

// complete ends the bar of the phase before.
func (p *barLoad) complete() {
	if p.bar != nil {
		p.bar.SetTotal(-1, true)
	}
}

func (p *barLoad) end() {
	p.mu.Lock()
	p.complete()
	p.mu.Unlock()
	p.bars.Wait()
}
