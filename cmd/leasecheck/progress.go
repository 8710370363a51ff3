package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
)

// plainEvery is how often progress is told where there is no terminal.
const plainEvery = 2 * time.Second

// newProgress tells how a run goes: a bar on a terminal, plain lines elsewhere.
func newProgress(w io.Writer) run.Observer {
	f, isFile := w.(*os.File)
	switch {
	case w == io.Discard:
		return nil
	case isFile && isatty.IsTerminal(f.Fd()):
		return &barProgress{w: w}
	default:
		return &plainProgress{w: w}
	}
}

// tally counts what cases came to.
type tally struct{ ended, failed, inconclusive int }

func (t *tally) add(o judge.Outcome) {
	t.ended++
	switch o.Status {
	case reports.Failed:
		t.failed++
	case reports.Inconclusive:
		t.inconclusive++
	}
}

func (t *tally) String() string {
	return fmt.Sprintf("%d failed, %d inconclusive", t.failed, t.inconclusive)
}

// plainProgress prints a line every two seconds, and one at the end.
type plainProgress struct {
	w  io.Writer
	mu sync.Mutex
	tally
	planned int
	told    time.Time
}

func (p *plainProgress) Planned(cases int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tally, p.planned, p.told = tally{}, cases, time.Now()
}

func (p *plainProgress) Started(*judge.Case) {}

func (p *plainProgress) Ended(_ *judge.Case, o judge.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(o)
	if p.ended == p.planned || time.Since(p.told) >= plainEvery {
		p.told = time.Now()
		fmt.Fprintf(p.w, "%d of %d cases ended: %s\n", p.ended, p.planned, p.tally.String())
	}
}

// barProgress draws one bar a run.
type barProgress struct {
	w  io.Writer
	mu sync.Mutex
	tally
	planned int
	bars    *mpb.Progress
	bar     *mpb.Bar
}

func (p *barProgress) Planned(cases int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tally, p.planned = tally{}, cases
	p.bars = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(40))
	p.bar = p.bars.AddBar(int64(cases),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d cases")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.text() })))
}

func (p *barProgress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tally.String()
}

func (p *barProgress) Started(*judge.Case) {}

func (p *barProgress) Ended(_ *judge.Case, o judge.Outcome) {
	p.mu.Lock()
	p.add(o)
	last := p.ended == p.planned
	bar, bars := p.bar, p.bars
	p.mu.Unlock()
	bar.Increment()
	if last {
		bars.Wait()
	}
}
