package run

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/wire"
)

func TestARunEndsOnceItsTargetIsHopeless(t *testing.T) {
	silent := func(requests int, ago time.Duration) wire.Silence {
		return wire.Silence{Since: time.Now().Add(-ago), Requests: requests, Last: errors.New("connection refused")}
	}
	for name, tc := range map[string]struct {
		silence     wire.Silence
		held, ahead time.Duration
		why         string
	}{
		"it answers":             {ahead: -time.Hour},
		"one slow request":       {silence: silent(1, time.Minute)},
		"many in a short moment": {silence: silent(64, deadTime/2)},
		"many for long":          {silence: silent(64, 2*deadTime), why: "stopped answering: 64 requests in the last 40s, the last of them: connection refused"},
		"a short hold":           {held: time.Minute, ahead: time.Second},
		"many holds":             {held: mostHeld, ahead: time.Second, why: "keeps putting the suite off"},
		"one long hold":          {ahead: time.Hour, why: "rate.requests_per_second"},
	} {
		why := gone(tc.silence) + keepsOff(tc.held, tc.ahead)
		if (why == "") != (tc.why == "") || !strings.Contains(why, tc.why) {
			t.Errorf("%s: %q, want %q", name, why, tc.why)
		}
	}
}
