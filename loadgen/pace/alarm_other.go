//go:build !linux

package pace

import (
	"context"
	"time"
)

// alarm wakes as finely as the runtime can.
type alarm struct{}

func newAlarm(context.Context) *alarm { return &alarm{} }

func (*alarm) close() {}

// until waits for a moment; it is false when ctx ended before.
func (*alarm) until(ctx context.Context, at time.Time) bool { return Until(ctx, at) }
