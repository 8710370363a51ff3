package target

import (
	"fmt"
	"slices"
	"strings"
)

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

// FirstStatic is a queue that was made beforehand, with its kind.
func (p Provisioning) FirstStatic() (id string, k Kind, static bool) {
	if p.Mode != Static {
		return "", "", false
	}
	first := p.Queues.lines()[0]
	return first.id, first.kind, true
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
