package target_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// shelf is a service of one case over queues that exist already.
type shelf struct {
	target.Service
	queues map[string]*stock
}

func (s *shelf) Open(id, _ string, kind target.Kind) target.Queue {
	return opened{Identity: target.NewIdentity(id, id, kind), stock: s.queues[id]}
}

// stock is what a queue holds.
type stock struct {
	mu       sync.Mutex
	messages int
	// noPurge says that the queue knows no purge, broken that it answers nothing.
	noPurge, broken bool
	purged          int
}

type opened struct {
	target.Queue
	target.Identity
	*stock
}

func (o opened) Ref() string       { return o.Identity.Ref() }
func (o opened) Name() string      { return o.Identity.Name() }
func (o opened) Kind() target.Kind { return o.Identity.Kind() }

func (o opened) Receive(_ context.Context, r target.Receive) target.Received {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.broken {
		return target.Received{Outcome: target.Outcome{Class: target.NotFound, Call: target.Call{Status: 404}}}
	}
	got := target.Received{Outcome: target.Outcome{Class: target.OK}}
	for range min(*r.Max, o.messages) {
		got.Deliveries = append(got.Deliveries, target.Delivery{Handle: "h"})
	}
	return got
}

func (o opened) Acknowledge(_ context.Context, handles ...string) []target.Outcome {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.messages -= len(handles)
	return make([]target.Outcome, len(handles))
}

func (o opened) Purge(context.Context) target.Outcome {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.noPurge || o.broken {
		return target.Outcome{Class: target.NotFound}
	}
	o.messages, o.purged = 0, o.purged+1
	return target.Outcome{Class: target.OK}
}

// static provisions from standard queues a and b, a FIFO queue f, and a pair.
func static(purge bool) (target.Provisioner, target.Provisioning, map[string]*stock) {
	p := target.Provisioning{Mode: target.Static, Purge: purge, Queues: target.StaticQueues{
		Standard: []string{"source", "a", "b"}, FIFO: []string{"f"},
		DeadLetter: &target.StaticDeadLetter{Source: "source", Target: "dead", MaxReceives: 3},
	}}
	queues := map[string]*stock{}
	for _, id := range []string{"a", "b", "f", "source", "dead"} {
		queues[id] = &stock{}
	}
	return target.NewProvisioner(&target.File{Provisioning: p}), p, queues
}

var (
	plain = target.Settings{Kind: target.Standard}
	dead  = target.Settings{Kind: target.Standard, TakesDead: true}
	feeds = target.Settings{Kind: target.Standard, DeadLetter: "dead", MaxReceives: 3}
)

func TestStaticLacks(t *testing.T) {
	_, p, _ := static(false)
	fifo := target.Settings{Kind: target.FIFO}
	for _, test := range []struct {
		wants []target.Settings
		lacks string
	}{
		{[]target.Settings{plain}, ""},
		{[]target.Settings{plain, plain, fifo}, ""},
		{[]target.Settings{dead, feeds, plain}, ""},
		{[]target.Settings{plain, plain, plain}, "static queues of kind standard: 3"},
		{[]target.Settings{fifo, fifo}, "static queues of kind fifo: 2"},
		{[]target.Settings{{Kind: target.Standard, Visibility: time.Second, Delay: time.Second}}, "a queue made with its own delay and visibility"},
		{[]target.Settings{dead, {Kind: target.Standard, DeadLetter: "dead", MaxReceives: 2}}, "queues.dead_letter with max_receives 2"},
	} {
		if got := p.Lacks(test.wants...); got != test.lacks {
			t.Errorf("%+v lacks %q, want %q", test.wants, got, test.lacks)
		}
	}
	p.Queues.DeadLetter = nil
	if got := p.Lacks(dead, feeds); got != "queues.dead_letter" {
		t.Errorf("lacks %q", got)
	}
	if got := (target.Provisioning{Mode: target.API}).Lacks(plain, plain, plain); got != "" {
		t.Errorf("the API lacks %q", got)
	}
	if p.MostParallel() != 4 || (target.Provisioning{Mode: target.API}).MostParallel() != 0 {
		t.Errorf("at most %d at a time", p.MostParallel())
	}
}

func TestStaticHandsOutEachQueueOnce(t *testing.T) {
	ctx := t.Context()
	p, _, queues := static(false)
	first, second := &shelf{queues: queues}, &shelf{queues: queues}
	var got []string
	for _, s := range []target.Settings{dead, feeds, plain} {
		q, o := p.Make(ctx, first, "ignored", s)
		if o.Class != target.OK {
			t.Fatal(target.Told(o))
		}
		got = append(got, q.Ref())
	}
	if !slices.Equal(got, []string{"dead", "source", "a"}) {
		t.Errorf("the first case got %v", got)
	}
	q, o := p.Make(ctx, second, "ignored", plain)
	if o.Class != target.OK || q.Ref() != "b" {
		t.Fatalf("the second case got %v: %s", q, target.Told(o))
	}
	if gone := q.Delete(ctx); !errors.Is(gone.Err, target.ErrUnsupported) {
		t.Errorf("a case may delete a static queue: %+v", gone)
	}
}

func TestStaticMakeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, queues := static(false)
		a, _ := p.Make(t.Context(), &shelf{queues: queues}, "", target.Settings{Kind: target.FIFO})
		go func() {
			time.Sleep(7 * time.Second)
			queues["f"].messages = 5 // what the case left
			p.Remove(t.Context(), a)
		}()
		start := time.Now()
		b, o := p.Make(t.Context(), &shelf{queues: queues}, "", target.Settings{Kind: target.FIFO})
		if o.Class != target.OK || b.Ref() != "f" || time.Since(start) != 7*time.Second {
			t.Errorf("after %v: %v, %s", time.Since(start), b, target.Told(o))
		}
		if queues["f"].messages != 0 {
			t.Error("the next case gets a queue that is not empty")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, o := p.Make(ctx, &shelf{queues: queues}, "", target.Settings{Kind: target.FIFO}); o.Class != target.Refused || !errors.Is(o.Err, context.DeadlineExceeded) {
			t.Errorf("waited beyond its context: %s", target.Told(o))
		}
	})
}

func TestStaticCasesDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, queues := static(false)
		cases := []*shelf{{queues: queues}, {queues: queues}}
		for _, svc := range cases { // each has one of the two and wants the other
			p.Make(t.Context(), svc, "", plain)
		}
		var wg sync.WaitGroup
		var refused atomic.Int64
		for _, svc := range cases {
			wg.Go(func() {
				if _, o := p.Make(t.Context(), svc, "", plain); o.Class == target.Refused {
					refused.Add(1)
				}
			})
		}
		wg.Wait()
		if refused.Load() == 0 {
			t.Error("nobody gave up")
		}
	})
}

func TestStaticQueuesMustBeEmpty(t *testing.T) {
	ctx := t.Context()
	p, _, queues := static(false)
	queues["a"].messages = 1
	svc := &shelf{queues: queues}
	_, o := p.Make(ctx, svc, "", plain)
	if o.Class != target.Refused || !strings.Contains(o.Err.Error(), "static queue a is not empty: empty it, or let the suite do so with provisioning.purge: true") {
		t.Errorf("got %s", target.Told(o))
	}
	if queues["a"].messages != 1 || queues["a"].purged != 0 {
		t.Error("somebody's messages are gone")
	}
	if q, o := p.Make(ctx, svc, "", plain); o.Class != target.OK || q.Ref() != "b" {
		t.Errorf("the other queue was not given: %s", target.Told(o))
	}
	if err := p.Close(ctx, svc, ""); err != nil {
		t.Error(err)
	}
	if queues["a"].messages != 1 {
		t.Error("somebody's messages are gone")
	}
}

func TestStaticPurge(t *testing.T) {
	for _, noPurge := range []bool{false, true} {
		p, _, queues := static(true)
		queues["a"].messages, queues["a"].noPurge = 25, noPurge
		q, o := p.Make(t.Context(), &shelf{queues: queues}, "", plain)
		if o.Class != target.OK || q.Ref() != "a" || queues["a"].messages != 0 {
			t.Errorf("without purge %v: %d messages, %s", noPurge, queues["a"].messages, target.Told(o))
		}
	}
}

func TestStaticQueueThatIsNotThere(t *testing.T) {
	p, _, queues := static(false)
	queues["f"].broken = true
	if _, o := p.Make(t.Context(), &shelf{queues: queues}, "", target.Settings{Kind: target.FIFO}); o.Class != target.Refused || !strings.Contains(o.Err.Error(), "static queue f cannot be received from: status 404") {
		t.Errorf("got %s", target.Told(o))
	}
}

func TestStaticUnsupported(t *testing.T) {
	p, _, queues := static(false)
	_, o := p.Make(t.Context(), &shelf{queues: queues}, "", target.Settings{Kind: target.Standard, Retention: time.Hour})
	if o.Class != target.Refused || !errors.Is(o.Err, target.ErrUnsupported) || !strings.Contains(o.Err.Error(), "its own retention") {
		t.Errorf("got %s", target.Told(o))
	}
}

func TestStaticCloseEmptiesWhatCasesHad(t *testing.T) {
	p, _, queues := static(false)
	svc := &shelf{queues: queues}
	p.Make(t.Context(), svc, "", plain)
	queues["a"].messages = 3
	if err := p.Close(t.Context(), svc, ""); err != nil || queues["a"].messages != 0 || queues["b"].purged != 0 {
		t.Errorf("%d messages are left, b was purged %d times: %v", queues["a"].messages, queues["b"].purged, err)
	}
	queues["a"].messages, queues["a"].noPurge, queues["a"].broken = 3, true, true
	p.Make(t.Context(), svc, "", plain)
	if err := p.Close(t.Context(), svc, ""); err == nil || !strings.Contains(err.Error(), "static queue a cannot be emptied") {
		t.Errorf("error is %v", err)
	}
}
