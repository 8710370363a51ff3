package target

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// emptyReceives is how many receives in a row must find nothing for a queue
	// to count as empty, since one may answer none although some are there.
	emptyReceives = 3
	// mostDrains bounds the receives that empty a queue.
	mostDrains = 1000
	// secondQueueWait is how long a case that has a queue waits for another one:
	// two cases that each hold what the other wants would wait for ever.
	secondQueueWait = 2 * time.Second
)

// ErrNotEmpty is wrapped by the Err of an outcome whose static queue holds
// messages of somebody else's.
var ErrNotEmpty = errors.New("is not empty")

// Lacks says why a case that wants these queues cannot be run, or nothing where
// it can. Only static queues are known beforehand.
func (p Provisioning) Lacks(wants ...Settings) string {
	if p.Mode != Static {
		return ""
	}
	lines := p.Queues.lines()
	var used []*line
	for _, want := range wants {
		at := slices.IndexFunc(lines, func(l *line) bool { return l.suits(want) && !slices.Contains(used, l) })
		if reason := p.Queues.unfit(want); reason != "" {
			return reason
		}
		if at < 0 {
			return fmt.Sprintf("static queues of kind %s: %d", want.Kind, count(wants, want.Kind))
		}
		used = append(used, lines[at])
	}
	return ""
}

func count(wants []Settings, k Kind) int {
	n := 0
	for _, w := range wants {
		if w.Kind == k {
			n++
		}
	}
	return n
}

// MostParallel is how many cases can have queues at a time; 0 is no bound.
func (p Provisioning) MostParallel() int {
	if p.Mode != Static {
		return 0
	}
	return len(p.Queues.lines())
}

// unfit says which settings no queue made beforehand is known to have.
func (q StaticQueues) unfit(s Settings) string {
	var asked []string
	for name, set := range map[string]bool{
		"visibility": s.Visibility != 0, "receive wait": s.ReceiveWait != 0, "retention": s.Retention != 0, "delay": s.Delay != 0,
		"data key": s.DataKeyReuse != 0 || s.Key != "", "content-based deduplication": s.ContentBasedDeduplication,
	} {
		if set {
			asked = append(asked, name)
		}
	}
	if len(asked) > 0 {
		slices.Sort(asked)
		return "a queue made with its own " + strings.Join(asked, " and ")
	}
	if s.DeadLetter == "" && !s.TakesDead {
		return ""
	}
	if q.DeadLetter == nil {
		return "queues.dead_letter"
	}
	if s.DeadLetter != "" && s.MaxReceives != q.DeadLetter.MaxReceives {
		return fmt.Sprintf("queues.dead_letter with max_receives %d", s.MaxReceives)
	}
	return ""
}

// line is a static queue, which one case at a time has.
type line struct {
	id   string
	kind Kind
	// plain says that it may stand for a queue without a part in dead-lettering,
	// source and dead that it is that of the dead-letter pair.
	plain, source, dead bool
	// looked says that it was found empty, or emptied, at the start.
	looked bool
	// holder is the service of the case that has it; nil when it is free.
	holder Service
	// spoiled is why no case can have it any more.
	spoiled error
}

// suits says whether l can be what a case wants.
func (l *line) suits(want Settings) bool {
	switch {
	case l.kind != want.Kind && want.Kind != "":
		return false
	case want.DeadLetter != "":
		return l.source
	case want.TakesDead:
		return l.dead
	default:
		return l.plain && !l.source
	}
}

// lines are the queues, each once: first those that are nothing but plain.
func (q StaticQueues) lines() []*line {
	var all []*line
	get := func(id string, k Kind) *line {
		if at := slices.IndexFunc(all, func(l *line) bool { return l.id == id }); at >= 0 {
			return all[at]
		}
		all = append(all, &line{id: id, kind: k})
		return all[len(all)-1]
	}
	for _, id := range q.Standard {
		get(id, Standard).plain = true
	}
	for _, id := range q.FIFO {
		get(id, FIFO).plain = true
	}
	if pair := q.DeadLetter; pair != nil {
		source := get(pair.Source, Standard)
		source.source = true
		get(pair.Target, source.kind).dead = true
	}
	slices.SortStableFunc(all, func(a, b *line) int { return part(a) - part(b) })
	return all
}

// part is 1 for a queue with a part in dead-lettering.
func part(l *line) int {
	if l.source || l.dead {
		return 1
	}
	return 0
}

// byStatic hands out queues that were made beforehand.
type byStatic struct {
	provisioning Provisioning

	mu    sync.Mutex
	lines []*line
	// changed is closed, and replaced, when a queue becomes free or spoiled.
	changed chan struct{}
}

func newByStatic(p Provisioning) *byStatic {
	return &byStatic{provisioning: p, lines: p.Queues.lines(), changed: make(chan struct{})}
}

// Make waits until a queue that suits is free.
func (p *byStatic) Make(ctx context.Context, svc Service, _ string, s Settings) (Queue, Outcome) {
	if lacking := p.provisioning.Lacks(s); lacking != "" {
		return nil, unsupported("%s", lacking)
	}
	l, err := p.claim(ctx, svc, s)
	if err != nil {
		return nil, Outcome{Class: Refused, Call: Call{Err: err}}
	}
	q := staticQueue{svc.Open(l.id, l.id, l.kind)}
	if err := p.look(ctx, l, q); err != nil {
		p.release(l, err)
		return nil, Outcome{Class: Refused, Call: Call{Err: err}}
	}
	return q, Outcome{Class: OK}
}

// claim takes a free queue for a case, waiting for one if need be.
func (p *byStatic) claim(ctx context.Context, svc Service, s Settings) (*line, error) {
	var patience <-chan time.Time
	for {
		l, changed, err := p.tryClaim(svc, s)
		if l != nil || err != nil {
			return l, err
		}
		if patience == nil && p.holds(svc) {
			patience = time.After(secondQueueWait)
		}
		select {
		case <-changed:
		case <-patience:
			return nil, errors.New("other cases have all static queues that suit")
		case <-ctx.Done():
			return nil, fmt.Errorf("no static queue became free: %w", context.Cause(ctx))
		}
	}
}

// tryClaim gives a queue, or the channel that tells when to try again, or why
// there is no sense in it.
func (p *byStatic) tryClaim(svc Service, s Settings) (*line, <-chan struct{}, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var spoiled error
	hope := false
	for _, l := range p.lines {
		switch {
		case !l.suits(s):
		case l.spoiled != nil:
			spoiled = l.spoiled
		case l.holder == nil:
			l.holder = svc
			return l, nil, nil
		default:
			hope = true
		}
	}
	if !hope {
		return nil, nil, spoiled
	}
	return nil, p.changed, nil
}

func (p *byStatic) holds(svc Service) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.lines, func(l *line) bool { return l.holder == svc })
}

// look makes sure, once, that a queue is empty.
func (p *byStatic) look(ctx context.Context, l *line, q Queue) error {
	if l.looked {
		return nil
	}
	if p.provisioning.Purge {
		if err := empty(ctx, q); err != nil {
			return err
		}
	} else if err := mustBeEmpty(ctx, q); err != nil {
		return err
	}
	l.looked = true // only its holder looks
	return nil
}

// release frees a queue, or takes it out of use for good.
func (p *byStatic) release(l *line, spoiled error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.holder, l.spoiled = nil, spoiled
	close(p.changed)
	p.changed = make(chan struct{})
}

// Remove empties q for the next case. All that is in it is the suite's own.
func (p *byStatic) Remove(ctx context.Context, q Queue) {
	for _, l := range p.held() {
		if l.id == q.Ref() {
			p.release(l, empty(ctx, q))
		}
	}
}

func (p *byStatic) held() []*line {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.lines), func(l *line) bool { return l.holder == nil })
}

// Close empties the queues that cases still have.
func (p *byStatic) Close(ctx context.Context, svc Service, _ string) error {
	for _, l := range p.held() {
		p.Remove(ctx, svc.Open(l.id, l.id, l.kind))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var left []error
	for _, l := range p.lines {
		if l.looked {
			left = append(left, l.spoiled)
		}
	}
	return errors.Join(left...)
}

// staticQueue is a queue of the target's owner, which no case may delete.
type staticQueue struct{ Queue }

func (q staticQueue) Delete(context.Context) Outcome {
	return unsupported("queues that may be deleted: %s was made beforehand", q.Ref())
}

// mustBeEmpty looks for messages that are not the suite's.
func mustBeEmpty(ctx context.Context, q Queue) error {
	none, one := time.Duration(0), 1
	for range emptyReceives {
		r := q.Receive(ctx, Receive{Max: &one, Visibility: &none, Wait: &none})
		if r.Class != OK {
			return fmt.Errorf("static queue %s cannot be received from: %s", q.Ref(), Told(r.Outcome))
		}
		if len(r.Deliveries) > 0 {
			return fmt.Errorf("static queue %s %w: empty it, or let the suite do so with provisioning.purge: true", q.Ref(), ErrNotEmpty)
		}
	}
	return nil
}

// empty purges q, or receives and acknowledges all that is available where the
// dialect's purge is not to be had; what is leased then comes back later.
func empty(ctx context.Context, q Queue) error {
	if q.Purge(ctx).Class == OK {
		return nil
	}
	none, ten, held := time.Duration(0), 10, 30*time.Second
	nothing := 0
	for range mostDrains {
		r := q.Receive(ctx, Receive{Max: &ten, Visibility: &held, Wait: &none})
		if r.Class != OK {
			return fmt.Errorf("static queue %s cannot be emptied: %s", q.Ref(), Told(r.Outcome))
		}
		if len(r.Deliveries) == 0 {
			if nothing++; nothing == emptyReceives {
				return nil
			}
			continue
		}
		nothing = 0
		handles := make([]string, len(r.Deliveries))
		for i, d := range r.Deliveries {
			handles[i] = d.Handle
		}
		q.Acknowledge(ctx, handles...)
	}
	return fmt.Errorf("static queue %s does not become empty", q.Ref())
}
