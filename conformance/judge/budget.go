package judge

import (
	"context"
	"sync"
	"time"
)

// The invalid handles that cases which share an address may send together:
// fewer than the 100 a minute that a target must answer.
const (
	budgetHandles = 90
	budgetWindow  = 61 * time.Second
)

// Budget bounds the invalid handles sent from one address. The zero value is
// a full budget.
type Budget struct {
	mu    sync.Mutex
	spent []spending
}

type spending struct {
	at time.Time
	n  int
}

// Take waits until n more invalid handles may be sent, n at most 90, and
// reports false when ctx ended first.
func (b *Budget) Take(ctx context.Context, n int) bool {
	for {
		wait := b.take(n, time.Now())
		if wait == 0 {
			return true
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return false
		}
	}
}

// take spends n, or says how long to wait before asking again.
func (b *Budget) take(n int, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.spent) > 0 && now.Sub(b.spent[0].at) >= budgetWindow {
		b.spent = b.spent[1:]
	}
	total := n
	for _, s := range b.spent {
		total += s.n
	}
	if total > budgetHandles && len(b.spent) > 0 {
		return b.spent[0].at.Add(budgetWindow).Sub(now)
	}
	b.spent = append(b.spent, spending{now, n})
	return 0
}
