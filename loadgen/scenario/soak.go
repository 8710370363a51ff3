package scenario

import "time"

// soak looks for drift: what grows or slows over hours.
var soak = Scenario{
	Name:     "soak",
	Measures: "hours at a fixed rate: drift of latency and memory, by intervals",
	Defaults: soakDefaults(),
	Plan:     planOpen,
	Run:      runOpen,
}

func soakDefaults() Settings {
	s := defaults("soak")
	s.Rate = ConstantRate(200)
	s.Duration, s.WarmUp = Duration{time.Hour}, Duration{30 * time.Second}
	s.Require = append(s.Require, "drift.delivery_p99 <= 2", "drift.memory <= 2")
	return s
}
