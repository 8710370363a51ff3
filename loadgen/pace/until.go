package pace

import (
	"context"
	"time"
)

// Until waits for a moment; it is false when ctx ended before.
func Until(ctx context.Context, at time.Time) bool {
	ahead := time.Until(at)
	if ahead <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(ahead)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
