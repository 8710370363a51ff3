// Package limit holds what makes a reference server refuse requests that are
// otherwise in order: rate limits set through the control API, the budget of
// invalid handles a client address has, and queues made unavailable. All of it
// runs on the server's clock. While nothing is set, asking costs an atomic load.
package limit

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/reference/clock"
)

// Scope says what a rule counts together.
type Scope string

// The scopes of a rule.
const (
	Queue        Scope = "queue"
	Organization Scope = "organization"
	Operation    Scope = "operation"
)

// MaxRules bounds how many rules, and how many unavailable queues, a limiter holds.
const MaxRules = 10_000

// Key names what a rule counts. For the scopes queue and organization an empty
// Operation counts all of their data-plane operations together.
type Key struct {
	Scope Scope
	// Name is the id of the queue or organization; empty for the scope operation.
	Name string
	// Operation is an operationId.
	Operation string
}

// Rule lets at most Limit requests pass in a window.
type Rule struct {
	Key
	Limit  int
	Window time.Duration
}

// Request is what rules are matched against. An operation has its operationId;
// one that is on no queue, or of no organization, leaves that empty.
type Request struct {
	Queue, Organization, Operation string
	// RetryExtends restarts the window when a request that was told to wait
	// comes back too early.
	RetryExtends bool
	// Apart is for operations that are not of the data plane: only rules that name
	// the operation count them.
	Apart bool
}

// Decision says whether a request may pass. The zero value is that of a request
// that no rule counts, but for Allowed.
type Decision struct {
	Allowed bool
	// Counted says that there is a rule that counts the request.
	Counted bool
	// Scope and Limit are those of the rule that decided: the one that refuses
	// longest, else the one with the least room. A budget has no scope.
	Scope Scope
	Limit int
	// Remaining is how many more may pass in the window.
	Remaining int
	// Wait is the time until the window ends, or until a refused request may
	// come back.
	Wait time.Duration
}

// Limiter decides. Its methods may be called from any goroutine.
type Limiter struct {
	clock   *clock.Clock
	sliding bool

	ruled    atomic.Bool
	counting atomic.Bool
	downed   atomic.Bool

	mu          sync.Mutex
	rules       map[Key]*window
	budgets     budgets
	unavailable map[string]outage
}

// New counts in fixed windows, each beginning with the first request it counts.
func New(c *clock.Clock) *Limiter {
	l := &Limiter{clock: c, unavailable: map[string]outage{}}
	l.Clear()
	return l
}

// NewSliding counts what passed within the last window, whenever it is asked.
func NewSliding(c *clock.Clock) *Limiter {
	l := New(c)
	l.sliding = true
	return l
}

// Set makes a rule hold from now on; it replaces one of the same key. It fails
// when there are MaxRules others.
func (l *Limiter) Set(r Rule) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, replaces := l.rules[r.Key]; !replaces && len(l.rules) >= MaxRules {
		return fmt.Errorf("there are %d rate limits already; clear them first", MaxRules)
	}
	l.rules[r.Key] = newWindow(r.Scope, r.Limit, r.Window, l.sliding)
	l.ruled.Store(true)
	return nil
}

// Clear forgets every rule and every window, those of invalid handles too.
func (l *Limiter) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rules = map[Key]*window{}
	l.budgets = budgets{}
	l.ruled.Store(false)
	l.counting.Store(false)
}

// Take counts a request against every rule that matches it, or against none
// when one of them refuses it.
func (l *Limiter) Take(r Request) Decision {
	if !l.ruled.Load() {
		return Decision{Allowed: true}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	matching := l.matching(r)
	decision := Decision{Allowed: true}
	for _, w := range matching {
		decision = decision.and(w.ask(now, 1, r.RetryExtends))
	}
	if decision.Allowed && decision.Counted {
		for _, w := range matching {
			w.count(now, 1)
		}
		decision.Remaining--
	}
	return decision
}

// matching lists the windows of the rules that count r.
func (l *Limiter) matching(r Request) []*window {
	var found []*window
	for _, key := range []Key{
		{Queue, r.Queue, r.Operation},
		{Queue, r.Queue, ""},
		{Organization, r.Organization, r.Operation},
		{Organization, r.Organization, ""},
		{Operation, "", r.Operation},
	} {
		if w := l.rules[key]; w != nil && !(r.Apart && key.Operation == "") {
			found = append(found, w)
		}
	}
	return found
}

// and is what two rules decide together.
func (d Decision) and(other Decision) Decision {
	switch {
	case !d.Counted:
		return other
	case d.Allowed != other.Allowed:
		if d.Allowed {
			return other
		}
		return d
	case d.Allowed && other.Remaining < d.Remaining, !d.Allowed && other.Wait > d.Wait:
		return other
	default:
		return d
	}
}
