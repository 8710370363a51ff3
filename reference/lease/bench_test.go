package lease

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
)

func benchQueue(fifo bool) *Queue {
	s := Settings{FIFO: fifo, Visibility: 30 * time.Second, Retention: 96 * time.Hour}
	return New(uuid.New(), dialects["ezgh"], s, clock.New(), &fault.Set{})
}

// fill sends n messages, over a thousand groups.
func fill(b *testing.B, q *Queue, n int) {
	groups := make([]string, 1000)
	for i := range groups {
		groups[i] = fmt.Sprint("group-", i)
	}
	for i := range n {
		if _, err := q.Send(Outgoing{Body: "body", Group: groups[i%len(groups)]}); err != nil {
			b.Fatal(err)
		}
	}
}

// cycle receives one message, acknowledges it and sends another in its group.
func cycle(b *testing.B, q *Queue) {
	ds, err := q.Receive(context.Background(), ReceiveOptions{Max: 1})
	if err != nil || len(ds) != 1 {
		b.Fatal(len(ds), err)
	}
	if err := q.Acknowledge(ds[0].Handle); err != nil {
		b.Fatal(err)
	}
	if _, err := q.Send(Outgoing{Body: ds[0].Body, Group: ds[0].Group}); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCycle is a receive, an acknowledge and a send, at two depths, whose
// ratio it prints.
func BenchmarkCycle(b *testing.B) {
	for _, fifo := range []bool{false, true} {
		var shallow float64
		for _, depth := range []int{1000, 1_000_000} {
			b.Run(fmt.Sprintf("FIFO=%v/depth=%d", fifo, depth), func(b *testing.B) {
				q := benchQueue(fifo)
				fill(b, q, depth)
				b.ReportAllocs()
				for b.Loop() {
					cycle(b, q)
				}
				each := float64(b.Elapsed()) / float64(b.N)
				if shallow == 0 {
					shallow = each
				}
				b.ReportMetric(each/shallow, "ratio")
			})
		}
	}
}

// BenchmarkReceiveDepth is a receive and its undoing, at two depths.
func BenchmarkReceiveDepth(b *testing.B) {
	var shallow float64
	for _, depth := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			q := benchQueue(false)
			fill(b, q, depth)
			for b.Loop() {
				ds, err := q.Receive(context.Background(), ReceiveOptions{Max: 1})
				if err != nil || len(ds) != 1 {
					b.Fatal(len(ds), err)
				}
				q.Return(ds)
			}
			each := float64(b.Elapsed()) / float64(b.N)
			if shallow == 0 {
				shallow = each
			}
			b.ReportMetric(each/shallow, "ratio")
		})
	}
}

// BenchmarkHandOver is a send that answers a parked receive.
func BenchmarkHandOver(b *testing.B) {
	q := benchQueue(false)
	b.ReportAllocs()
	for b.Loop() {
		_, w, err := q.begin(ReceiveOptions{Max: 1, Wait: 20 * time.Second})
		if err != nil || w == nil {
			b.Fatal(err)
		}
		if _, err := q.Send(Outgoing{Body: "body"}); err != nil {
			b.Fatal(err)
		}
		<-w.done
		if err := q.Acknowledge(w.deliveries[0].Handle); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLapse prints how late a lease that ends answers a parked receive,
// p99 and at most.
func BenchmarkLapse(b *testing.B) {
	q := benchQueue(false)
	if _, err := q.Send(Outgoing{Body: "body"}); err != nil {
		b.Fatal(err)
	}
	var late []time.Duration
	ends := q.clock.Now()
	for b.Loop() {
		visibility := 2*time.Millisecond + time.Duration(len(late)%1000)*time.Microsecond
		ds, err := q.Receive(context.Background(), ReceiveOptions{Max: 1, Visibility: &visibility, Wait: time.Second})
		if err != nil || len(ds) != 1 {
			b.Fatal(len(ds), err)
		}
		late = append(late, q.clock.Now().Sub(ends))
		ends = ds[0].VisibleAt
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "p99-us")
	b.ReportMetric(float64(late[len(late)-1].Microseconds()), "max-us")
}

// BenchmarkMemory prints what a million messages with short bodies keep.
func BenchmarkMemory(b *testing.B) {
	for _, fifo := range []bool{false, true} {
		b.Run(fmt.Sprintf("FIFO=%v", fifo), func(b *testing.B) {
			const messages = 1_000_000
			var before, after runtime.MemStats
			for b.Loop() {
				runtime.GC()
				runtime.ReadMemStats(&before)
				q := benchQueue(fifo)
				fill(b, q, messages)
				runtime.GC()
				runtime.ReadMemStats(&after)
				runtime.KeepAlive(q)
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/messages, "B/message")
		})
	}
}
