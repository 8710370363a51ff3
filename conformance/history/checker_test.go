package history_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
)

func Example() {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	call := func(sent, answered float64) history.Call {
		return history.Call{
			Sent:     began.Add(time.Duration(sent * float64(time.Second))),
			Answered: began.Add(time.Duration(answered * float64(time.Second))),
		}
	}
	id := history.ID{Producer: 1, Sequence: 17}

	c := history.New(history.Rules{Start: began, Early: 50 * time.Millisecond})
	c.Send(history.Send{Call: call(0, 0.01), ID: id})
	c.Receive(history.Receive{Call: call(0.1, 0.2), Lease: 5 * time.Second, Deliveries: []history.Delivery{{ID: id, Handle: "a"}}})
	c.Receive(history.Receive{Call: call(1, 1.1), Lease: 5 * time.Second, Deliveries: []history.Delivery{{ID: id, Handle: "b"}}})
	c.Acknowledge(history.Acknowledge{Call: call(2, 2.1), ID: id, Handle: "b"})
	fmt.Println(c.Finish())
	// Output:
	// duplicated within a lease: 1
	//   1-17 was delivered by the receive from 1.000 s to 1.100 s while the lease of the receive from 0.100 s to 0.200 s certainly held until 5.050 s
	// 1 sent, 2 delivered (1 again), 1 acknowledged, 0 outstanding, 0 calls unanswered
}

func TestManyReportAtOnce(t *testing.T) {
	c := history.New(history.Rules{Start: start})
	var reporters sync.WaitGroup
	for p := range 8 {
		reporters.Go(func() {
			for n := range 200 {
				id := history.ID{Producer: uint32(p), Sequence: uint64(n)}
				call := func(after int) history.Call {
					return history.Call{Sent: ms(n*10 + after), Answered: ms(n*10 + after + 1)}
				}
				c.Acknowledge(history.Acknowledge{Call: call(6), ID: id, Handle: "h"})
				c.Receive(history.Receive{Call: call(3), Lease: time.Minute, Deliveries: []history.Delivery{{ID: id, Handle: "h"}}})
				c.Send(history.Send{Call: call(0), ID: id})
			}
		})
	}
	reporters.Wait()
	if r := c.Finish(); !r.OK() || r.Acknowledged != 8*200 {
		t.Errorf("%s", r)
	}
}

func TestLateEventIsCounted(t *testing.T) {
	c := history.New(history.Rules{Start: start})
	c.Advance(ms(1000))
	c.Send(history.Send{Call: history.Call{Sent: ms(999), Answered: ms(2000)}, ID: history.ID{}})
	c.Receive(history.Receive{Call: history.Call{Sent: ms(10), Answered: ms(1000)}})
	if r := c.Finish(); r.Late != 1 {
		t.Errorf("%d late events, due 1", r.Late)
	}
}

func TestReportShowsTheFirstFewOfEachKind(t *testing.T) {
	c := history.New(history.Rules{Start: start, Examples: 2})
	for n := range 5 {
		c.Send(history.Send{Call: history.Call{Sent: ms(n), Answered: ms(n)}, ID: history.ID{Sequence: uint64(n)}})
	}
	c.Receive(history.Receive{Call: history.Call{Sent: ms(10), Answered: ms(11), Exchange: 7}, Deliveries: []history.Delivery{{ID: history.ID{Producer: 9}}}})
	c.Drained(ms(1000))
	r := c.Finish()
	if r.Lost.Count != 5 || len(r.Lost.First) != 2 || r.Lost.First[0].ID != (history.ID{}) {
		t.Errorf("lost %+v", r.Lost)
	}
	if e := r.Unexpected.First[0].Exchanges; len(e) != 1 || e[0] != 7 {
		t.Errorf("it names exchanges %v, due 7", e)
	}
	want := `lost: 5
  0-0 was accepted by 0.000 s and received 0 times, was free by 1.000 s and did not come again
  0-1 was accepted by 0.001 s and received 0 times, was free by 1.000 s and did not come again
  and 3 more
unexpected: 1
  9-0 was delivered by the receive in exchange 7 from 0.010 s to 0.011 s and no send of it was accepted before
`
	if got := r.String(); !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
}

func TestParseID(t *testing.T) {
	for text, want := range map[string]bool{"3-17": true, "0-0": true, "": false, "3": false, "-1": false, "3-": false, "a-1": false, "3-17 ": false, "4294967296-1": false} {
		id, ok := history.ParseID(text)
		if ok != want || ok && id.String() != text {
			t.Errorf("%q: %v %v", text, id, ok)
		}
	}
}
