package scenario

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// Scenario is a program over the engine.
type Scenario struct {
	Name string
	// Measures says in a sentence what it measures.
	Measures string
	Defaults Settings
	// Overloads says that it goes beyond what can be held on purpose, and finds out
	// itself whether the generator was the limit.
	Overloads bool
	// Plan estimates what a run will do.
	Plan func(Settings) Plan
	// Run does it. It returns early, with the reason, when ctx ends.
	Run func(context.Context, *engine.Run, Settings) error
}

// Plan is what a run is about to do, about.
type Plan struct {
	Messages, Requests int
	// Workers send as fast as they can, where there are some: how many messages that
	// is, nobody knows beforehand.
	Workers  int
	Duration time.Duration
}

// String says it in a few words.
func (p Plan) String() string {
	amount := fmt.Sprintf("about %d messages in %d requests", p.Messages, p.Requests)
	if p.Workers > 0 {
		amount = fmt.Sprintf("as many messages as %d workers send, three requests each at most", p.Workers)
	}
	return fmt.Sprintf("%s, %s", amount, p.Duration.Round(time.Second))
}

// All gives the scenarios.
func All() []Scenario {
	return []Scenario{latency, ack, throughput, search, backlog, redelivery, fifo, soak}
}

// Find gives a scenario by its name.
func Find(name string) (Scenario, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Scenario{}, false
}

func names() string {
	var all []string
	for _, s := range All() {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}

// defaults are those that most scenarios share.
func defaults(name string) Settings {
	return Settings{
		Scenario: name, Rate: ConstantRate(1000), Arrivals: Even,
		Duration: Duration{20 * time.Second}, WarmUp: Duration{3 * time.Second}, Drain: Duration{2 * time.Minute},
		GiveUp: Duration{10 * time.Second}, MaxBacklog: 10_000,
		Queues: 1, Consumers: 32, Workers: 64, SendBatch: 1, ReceiveBatch: 10,
		Wait: Duration{20 * time.Second}, Lease: Duration{30 * time.Second},
		Size:    Size{engine.Fixed(256)},
		Require: []string{"error_share <= 1%"},
	}
}
