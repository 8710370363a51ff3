package history_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// The stream of the benchmark: so many messages, of which so many are in flight
// at once, at so many a second.
const (
	streamMessages  = 10_000_000
	streamInFlight  = 10_000
	streamPerSecond = 10_000
	streamProducers = 8
	// maxStreamHeap is what the ledger of a load run may take.
	maxStreamHeap = 300 << 20
)

// stream reports messages that are sent, received and acknowledged at a steady
// rate, and advances each tenth of a second.
func stream(c *history.Checker, groups []string, messages int) {
	const gap = time.Second / streamPerSecond
	moment := func(n int) time.Time { return start.Add(time.Duration(n) * gap) }
	call := func(n int) history.Call {
		return history.Call{Sent: moment(n), Answered: moment(n).Add(2 * time.Millisecond)}
	}
	id := func(n int) history.ID {
		return history.ID{Producer: uint32(n % streamProducers), Sequence: uint64(n / streamProducers)}
	}
	for n := range messages + 2*streamInFlight {
		if n < messages {
			c.Send(history.Send{Call: call(n), ID: id(n), Group: groups[n%len(groups)]})
		}
		if r := n - streamInFlight; r >= 0 && r < messages {
			c.Receive(history.Receive{Call: call(n), Lease: 30 * time.Second, Deliveries: []history.Delivery{{ID: id(r), Handle: "handle"}}})
		}
		// Each is acknowledged half as late as it waited, before its group's next comes.
		if a := n - streamInFlight - streamInFlight/2; a >= 0 && a < messages {
			c.Acknowledge(history.Acknowledge{Call: call(n), ID: id(a), Handle: "handle"})
		}
		if n%(streamPerSecond/10) == 0 {
			c.Advance(moment(n))
		}
	}
}

// BenchmarkTenMillionMessages measures the cost of a message, and what the
// process takes from the system at the end of the stream.
func BenchmarkTenMillionMessages(b *testing.B) {
	for _, bm := range []struct {
		name   string
		groups []string
	}{{"standard", []string{""}}, {"fifo", names(20_000)}} {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				c := history.New(history.Rules{Start: start, LongestCall: 25 * time.Second})
				stream(c, bm.groups, streamMessages)
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.Sys-m.HeapReleased)/(1<<20), "MiB-taken")
				if m.Sys-m.HeapReleased > maxStreamHeap {
					b.Errorf("it takes %d MiB, at most %d are due", (m.Sys-m.HeapReleased)>>20, maxStreamHeap>>20)
				}
				if r := c.Finish(); !r.OK() || r.Late != 0 || r.Acknowledged != streamMessages {
					b.Fatalf("%s", r)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/streamMessages, "ns/message")
		})
	}
}

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "group-" + time.Duration(i).String()
	}
	return out
}
