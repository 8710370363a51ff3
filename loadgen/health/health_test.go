package health_test

import (
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/health"
)

func TestLimits(t *testing.T) {
	const late, soon = 200 * time.Millisecond, time.Millisecond
	for name, c := range map[string]struct {
		signs health.Signs
		says  string
	}{
		"in health":                     {health.Signs{Lag: soon, TimerLag: soon, Shares: health.Shares{Own: 0.4, Target: 0.4}}, ""},
		"a slow target":                 {health.Signs{Lag: late, WorkersBusy: true, Shares: health.Shares{Own: 0.1}}, ""},
		"late although workers wait":    {health.Signs{Lag: late}, "although workers were free"},
		"late, and the processors full": {health.Signs{Lag: late, WorkersBusy: true, Shares: health.Shares{Own: 0.5, Target: 0.45}}, "95 % of this machine's"},
		"late, and others busy":         {health.Signs{Lag: late, WorkersBusy: true, Shares: health.Shares{Others: 0.6}}, "60 % by others"},
		"timers late":                   {health.Signs{TimerLag: late}, "timers were 200ms late"},
		"all processors its own":        {health.Signs{Shares: health.Shares{Own: 0.95}}, "used 95 %"},
	} {
		if got := c.signs.Limit(); (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", name, got, c.says)
		}
	}
}
