package scenario

import "time"

// throughput measures whole cycles: sends, receives and acknowledges together.
var throughput = Scenario{
	Name:     "throughput",
	Measures: "send, receive and acknowledge together, at a rate or (rate: max) as fast as the workers reach",
	Defaults: throughputDefaults(),
	Plan:     planOpen,
	Run:      runOpen,
}

func throughputDefaults() Settings {
	s := defaults("throughput")
	s.Rate = Rate{}
	s.Workers, s.Consumers = 16, 16
	s.SendBatch, s.Wait = 10, Duration{5 * time.Second}
	return s
}
