package clock

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkLateness prints how late timers of the real clock run, p99 and most.
func BenchmarkLateness(b *testing.B) {
	c := New()
	var late []time.Duration
	done := make(chan time.Duration)
	for b.Loop() {
		due := c.Now().Add(3*time.Millisecond + time.Duration(len(late)%1000)*time.Microsecond)
		c.At(due, func() { done <- c.Now().Sub(due) })
		late = append(late, <-done)
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "p99-us")
	b.ReportMetric(float64(late[len(late)-1].Microseconds()), "max-us")
}

func BenchmarkNow(b *testing.B) {
	c := New()
	for b.Loop() {
		c.Now()
	}
}

func BenchmarkAtAndStop(b *testing.B) {
	c := New()
	b.ReportAllocs()
	for b.Loop() {
		c.At(c.Now().Add(time.Minute), func() {}).Stop()
	}
}
