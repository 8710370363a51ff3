package main

import (
	"io"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Bars that are drawn often, while phases begin and samples come, end: the
// drawing and the telling never wait for each other.
func TestBarsEnd(t *testing.T) {
	p := &barLoad{bars: mpb.New(mpb.WithOutput(io.Discard), mpb.WithAutoRefresh(), mpb.WithRefreshRate(100*time.Microsecond))}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for phase := range 10 {
			p.Phase("phase", time.Duration(phase)*time.Millisecond)
			for range 500 {
				p.Sampled(result.Sample{SendReached: 1})
			}
		}
		p.end()
	}()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		t.Fatal("the bars did not end")
	}
}
