// Package result is what a load run came to: the result file, its thresholds
// and its verdict. It is computed once and rendered by others.
package result

import "time"

// Schema names the form of a load result file.
const Schema = "leasecheck/load/v1"

// Result is a load.json. All times are in seconds unless said otherwise.
type Result struct {
	Schema          string    `json:"schema"`
	Tool            Tool      `json:"tool"`
	Target          Target    `json:"target"`
	Scenario        Scenario  `json:"scenario"`
	Seed            uint64    `json:"seed"`
	Shard           Shard     `json:"shard"`
	StartedAt       time.Time `json:"started_at"`
	DurationSeconds float64   `json:"duration_seconds"`
	Phases          []Phase   `json:"phases"`
	// Operations are send, receive, empty_receive, acknowledge, change_visibility,
	// the deliveries, delivery (from the send's acceptance), delivery_from_send (from
	// its sending) and delivery_from_schedule (from its intended time), and
	// redelivery (from when a lease was due to end). They count what was begun, and
	// messages that were due, in the measured phases.
	Operations []Operation `json:"operations"`
	Invariants Invariants  `json:"invariants"`
	// Series has one sample an interval of the measured phase.
	Series []Sample `json:"series"`
	// Steps are those of a search or a step profile.
	Steps []Step `json:"steps,omitempty"`
	// Drift is told where one rate was held for long enough.
	Drift      *Drift      `json:"drift,omitempty"`
	Thresholds []Threshold `json:"thresholds"`
	Generator  Generator   `json:"generator"`
	// Interrupted says that the user ended the run, and Unfinished why else it did
	// not come to its end.
	Interrupted bool    `json:"interrupted"`
	Unfinished  string  `json:"unfinished,omitempty"`
	Summary     Summary `json:"summary"`
}

// Tool is the leasecheck that wrote the result.
type Tool struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
}

// Target is what was loaded.
type Target struct {
	Name    string `json:"name"`
	Dialect string `json:"dialect"`
	URL     string `json:"url"`
}

// Scenario is the run's settings, as they were in force.
type Scenario struct {
	Name     string         `json:"name"`
	Settings map[string]any `json:"settings"`
}

// Shard is this process's share of a run: Index of Count, from 0.
type Shard struct {
	Index int `json:"index"`
	Count int `json:"count"`
}

// Phase is a part of the run: warm-up, measured, drain.
type Phase struct {
	Name            string  `json:"name"`
	FromS           float64 `json:"from_s"`
	DurationSeconds float64 `json:"duration_seconds"`
	// Measured says that the figures are of this phase.
	Measured bool `json:"measured"`
}

// Operation is what was measured of one kind of call in the measured phase.
type Operation struct {
	Name string `json:"name"`
	// Count is of calls, Messages of the messages they carried.
	Count    int64            `json:"count"`
	Messages int64            `json:"messages"`
	Errors   map[string]int64 `json:"errors"`
	// RateAsked and RateReached are messages a second; RateAsked is 0 for a
	// closed loop.
	RateAsked   float64 `json:"rate_asked"`
	RateReached float64 `json:"rate_reached"`
	// Latency is service time: from the call's sending. FromSchedule counts from
	// its intended time; it is nil for closed loops.
	Latency      Latency  `json:"latency"`
	FromSchedule *Latency `json:"from_schedule,omitempty"`
	// ScheduleLag is how long after its intended time a call was begun.
	ScheduleLag *Latency `json:"schedule_lag,omitempty"`
}

// Failed counts all errors.
func (o Operation) Failed() int64 {
	sum := int64(0)
	for _, n := range o.Errors {
		sum += n
	}
	return sum
}

// Latency is a distribution in seconds, and its histogram.
type Latency struct {
	Count int64   `json:"count"`
	Min   float64 `json:"min"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	P999  float64 `json:"p99_9"`
	Max   float64 `json:"max"`
	// Unrecorded are values that lie outside the histogram, and Negative those
	// below zero: clocks that disagree. Neither is in the figures above.
	Unrecorded int64 `json:"unrecorded"`
	Negative   int64 `json:"negative"`
	// Histogram is an HdrHistogram of microseconds (1 µs to 120 s, 3 digits) in the
	// compressed base64 form of the HdrHistogram project.
	Histogram string `json:"histogram"`
}

// Sample is an interval of the measured phase.
type Sample struct {
	// AtS is the interval's end since the run's start.
	AtS             float64 `json:"at_s"`
	DurationSeconds float64 `json:"duration_seconds"`
	// Rates are messages a second.
	SendAsked      float64 `json:"send_asked"`
	SendReached    float64 `json:"send_reached"`
	ReceiveReached float64 `json:"receive_reached"`
	AckReached     float64 `json:"ack_reached"`
	// Backlog is accepted sends minus acknowledged messages.
	Backlog     int64   `json:"backlog"`
	DeliveryP50 float64 `json:"delivery_p50"`
	DeliveryP99 float64 `json:"delivery_p99"`
	DeliveryMax float64 `json:"delivery_max"`
	// Deliveries counts what the figures of deliveries are of, and
	// DeliveryHistogram holds it, so that the windows of shards can be merged.
	Deliveries        int64  `json:"deliveries"`
	DeliveryHistogram string `json:"delivery_histogram"`
	// FromScheduleP99 is of the deliveries from the sends' intended time.
	FromScheduleP99       float64 `json:"delivery_from_schedule_p99"`
	FromScheduleHistogram string  `json:"delivery_from_schedule_histogram"`
	// ScheduleLag is the 99th percentile of the sends' schedule lag.
	ScheduleLag float64 `json:"schedule_lag"`
	Errors      int64   `json:"errors"`
	// MemoryBytes is the generator's own, TargetMemoryBytes that of a target which
	// it started itself.
	MemoryBytes       int64 `json:"memory_bytes"`
	TargetMemoryBytes int64 `json:"target_memory_bytes"`
}

// Step is one rate of a search, or one of what a scenario steps through.
type Step struct {
	Name    string  `json:"name"`
	Rate    float64 `json:"rate"`
	Reached float64 `json:"reached"`
	// RequestRate is requests a second, of all kinds.
	RequestRate float64 `json:"request_rate"`
	P99         float64 `json:"delivery_p99"`
	Held        bool    `json:"held"`
	Reason      string  `json:"reason"`
}

// Threshold is a condition and what became of it.
type Threshold struct {
	Condition string  `json:"condition"`
	Observed  float64 `json:"observed"`
	Held      bool    `json:"held"`
	// Judged is false for a figure that the generator limited; it then counts
	// neither way. Reason says why it was not, or why there is nothing observed.
	Judged bool   `json:"judged"`
	Reason string `json:"reason,omitempty"`
}

// Generator is the generator's own health.
type Generator struct {
	ScheduleLagP99 float64 `json:"schedule_lag_p99"`
	ScheduleLagMax float64 `json:"schedule_lag_max"`
	// The shares are of all cores, from 0 to 1: the generator's own, that of a
	// target which it started itself, and what all others took.
	CPUShare       float64 `json:"cpu_share"`
	TargetCPUShare float64 `json:"target_cpu_share"`
	OthersCPUShare float64 `json:"others_cpu_share"`
	// TimerLagP99 is how late the generator's own timers were.
	TimerLagP99    float64 `json:"timer_lag_p99"`
	MemoryMaxBytes int64   `json:"memory_max_bytes"`
	WorkersMax     int     `json:"workers_max"`
	// Dropped counts messages that were given up because their sends were overdue.
	Dropped int64 `json:"dropped"`
	// Limited says that the generator, not the target, set the figures; Reason says how.
	Limited bool   `json:"limited"`
	Reason  string `json:"reason,omitempty"`
}
