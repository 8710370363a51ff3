package target_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// account is a fake service that holds queues by name.
type account struct {
	mu     sync.Mutex
	queues map[string]bool
	// stuck are names that cannot be deleted.
	stuck map[string]bool
	// lost are names whose create is done, but not answered.
	lost     map[string]bool
	unlisted bool
}

func (a *account) Dialect() specs.Dialect { return specs.Basaltic }

func (a *account) CreateQueue(_ context.Context, name string, _ target.Settings) (target.Queue, target.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.queues == nil {
		a.queues = map[string]bool{}
	}
	a.queues[name] = true
	if a.lost[name] {
		return nil, target.Outcome{Class: target.Unanswered, Call: target.Call{Err: errors.New("timeout")}}
	}
	return &held{account: a, name: name}, target.Outcome{Class: target.OK}
}

func (a *account) ListQueues(_ context.Context, prefix string) ([]target.Queue, target.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.unlisted {
		return nil, target.Outcome{Class: target.Refused, Call: target.Call{Status: 403}, Code: "ACCESS_DENIED"}
	}
	var found []target.Queue
	for name := range a.queues {
		if strings.HasPrefix(name, prefix) {
			found = append(found, &held{account: a, name: name})
		}
	}
	return found, target.Outcome{Class: target.OK}
}

func (a *account) Open(id, name string, kind target.Kind) target.Queue {
	return &held{account: a, name: name}
}

func (a *account) names() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	names := []string{}
	for name := range a.queues {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// held is a queue of an account.
type held struct {
	target.Queue
	account *account
	name    string
}

func (q *held) Ref() string  { return "id of " + q.name }
func (q *held) Name() string { return q.name }

func (q *held) Delete(context.Context) target.Outcome {
	q.account.mu.Lock()
	defer q.account.mu.Unlock()
	switch {
	case q.account.stuck[q.name]:
		return target.Outcome{Class: target.Refused, Call: target.Call{Status: 409}, Code: "IN_USE"}
	case !q.account.queues[q.name]:
		return target.Outcome{Class: target.NotFound, Call: target.Call{Status: 404}}
	}
	delete(q.account.queues, q.name)
	return target.Outcome{Class: target.OK}
}

const run = "leasecheck-0011aabb"

func TestCloseRemovesAllThatTheRunMade(t *testing.T) {
	ctx := context.Background()
	a := &account{lost: map[string]bool{run + "-4": true}}
	p := target.NewProvisioner(&target.File{})
	make := func(n int) target.Queue {
		q, _ := p.Make(ctx, a, fmt.Sprintf("%s-%d", run, n), target.Settings{})
		return q
	}
	p.Remove(ctx, make(1))
	make(2)                                                        // never removed
	gone := make(3)                                                // removed behind the provisioner's back
	gone.Delete(ctx)                                               //
	make(4)                                                        // made, but not answered
	a.CreateQueue(ctx, run+"-5", target.Settings{})                // made by a case itself
	a.CreateQueue(ctx, "leasecheck-ffffffff-1", target.Settings{}) // another run's
	a.CreateQueue(ctx, run+"0-1", target.Settings{})               // the user's

	if err := p.Close(ctx, a, run); err != nil {
		t.Error(err)
	}
	if got := a.names(); !slices.Equal(got, []string{run + "0-1", "leasecheck-ffffffff-1"}) {
		t.Errorf("left %v", got)
	}
}

func TestCloseWithoutListing(t *testing.T) {
	ctx := context.Background()
	a := &account{unlisted: true}
	p := target.NewProvisioner(&target.File{})
	p.Make(ctx, a, run+"-1", target.Settings{})
	if err := p.Close(ctx, a, run); err != nil || len(a.names()) > 0 {
		t.Errorf("left %v: %v", a.names(), err)
	}
}

func TestRemoveThatFailsIsTriedAgain(t *testing.T) {
	ctx := context.Background()
	a := &account{stuck: map[string]bool{run + "-1": true}, unlisted: true}
	p := target.NewProvisioner(&target.File{})
	q, _ := p.Make(ctx, a, run+"-1", target.Settings{})
	p.Remove(ctx, q)
	a.stuck = nil
	if err := p.Close(ctx, a, run); err != nil || len(a.names()) > 0 {
		t.Errorf("left %v: %v", a.names(), err)
	}
}

func TestCloseNamesWhatStaysBehind(t *testing.T) {
	ctx := context.Background()
	a := &account{stuck: map[string]bool{}}
	p := target.NewProvisioner(&target.File{})
	for n := range 5 {
		name := fmt.Sprintf("%s-%d", run, n)
		a.stuck[name] = true
		p.Make(ctx, a, name, target.Settings{})
	}
	err := p.Close(ctx, a, run)
	if err == nil || !strings.Contains(err.Error(), run+"-0 (409 IN_USE)") || !strings.Contains(err.Error(), "and 2 more") {
		t.Errorf("error is %v", err)
	}
}

func TestSweepRemovesOnlyItsOwn(t *testing.T) {
	ctx := context.Background()
	a := &account{}
	users := []string{"leasecheck", "leasecheck-", "leasecheck-orders", "leasecheck-0011aabb", "leasecheck-0011aabb-x", "leasecheck-0011AABB-1",
		"leasecheck-0011aabb-1-copy", "leasecheck-0011aabb-1.fif0", "my-leasecheck-0011aabb-1", "orders"}
	for _, name := range users {
		a.CreateQueue(ctx, name, target.Settings{})
	}
	for n := range 40 {
		a.CreateQueue(ctx, fmt.Sprintf("leasecheck-%08x-%d", n%3, n), target.Settings{})
	}
	a.CreateQueue(ctx, run+"-7.fifo", target.Settings{})
	var told []string
	if err := target.Sweep(ctx, a, func(q target.Queue) { told = append(told, q.Name()) }); err != nil {
		t.Error(err)
	}
	slices.Sort(users)
	if got := a.names(); !slices.Equal(got, users) {
		t.Errorf("left %v\nwant %v", got, users)
	}
	if len(told) != 41 {
		t.Errorf("%d were told", len(told))
	}
}

func TestSweepThatMayNotList(t *testing.T) {
	err := target.Sweep(context.Background(), &account{unlisted: true}, func(target.Queue) {})
	if err == nil || !strings.Contains(err.Error(), "could not be listed: 403 ACCESS_DENIED") {
		t.Errorf("error is %v", err)
	}
}

func TestRunPrefixesAreOwnNames(t *testing.T) {
	a, b := target.NewRunPrefix(), target.NewRunPrefix()
	if a == b {
		t.Errorf("two runs are called %s", a)
	}
	if !target.IsOwnName(a+"-1") || !target.IsOwnName(a+"-12.fifo") {
		t.Errorf("sweep does not know the names of %s", a)
	}
}

// deaf is a queue whose deletes get no answer.
type deaf struct {
	target.Queue
	asked int
}

func (q *deaf) Delete(context.Context) target.Outcome {
	q.asked++
	return target.Outcome{Class: target.Unanswered, Call: target.Call{Err: errors.New("timeout")}}
}

func TestDeletesThatNobodyAnswersAreLeftToTheEnd(t *testing.T) {
	p := target.NewProvisioner(&target.File{})
	q := &deaf{}
	for range 10 {
		p.Remove(context.Background(), q)
	}
	if q.asked != 3 {
		t.Errorf("%d deletes were waited for, want 3", q.asked)
	}
}
