package scenario

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/pace"
)

// setUpTime is what the making and removing of queues takes beside the phases.
const setUpTime = time.Second

// sending sends as the settings say, at their rate or as fast as the workers
// reach, for so long.
func sending(r *engine.Run, s Settings, rate pace.Shape, length time.Duration) func(context.Context) {
	return func(ctx context.Context) {
		if rate == nil {
			r.SendFast(ctx, s.fastWorkers(), length)
			return
		}
		r.Send(ctx, rate, length)
	}
}

// fastWorkers is how many workers send where no rate is asked for.
func (s Settings) fastWorkers() int { return max(s.Workers, 1) }

// planned is a plan of the settings' sends. Without a rate it tells the workers
// in place of numbers.
func (s Settings) planned(p Plan) Plan {
	if s.Rate.Shape == nil {
		p.Messages, p.Requests, p.Workers = 0, 0, s.fastWorkers()
	}
	return p
}

// warmUp sends at the rate that the measured phase begins with.
func warmUp(ctx context.Context, r *engine.Run, s Settings) error {
	if s.WarmUp.Duration == 0 {
		return nil
	}
	return r.Phase(ctx, "warm-up", s.WarmUp.Duration, sending(r, s, s.warmRate(), s.WarmUp.Duration))
}

func (s Settings) warmRate() pace.Shape {
	if s.Rate.Shape == nil {
		return nil
	}
	return pace.Constant(max(s.Rate.Rate(0), 1))
}

// prefill sends messages that nobody receives yet.
func prefill(ctx context.Context, r *engine.Run, s Settings, name string) error {
	return r.Phase(ctx, name, 0, func(ctx context.Context) { r.Fill(ctx, s.Messages, s.fastWorkers()) })
}

// consuming has consumers work until the backlog is gone, and notes what they
// reached as a step.
func consuming(ctx context.Context, r *engine.Run, how engine.Consumption, name string) error {
	var consumers *engine.Consumers
	err := r.Measure(ctx, name, 0, func(ctx context.Context) {
		mark := r.Mark()
		consumers = r.Consume(ctx, how)
		r.AwaitBacklog(ctx, 0)
		r.Note(mark.Step(name))
	})
	if consumers != nil {
		consumers.Stop()
	}
	return err
}

// messagesBy is how many messages the rate makes due in a time; 0 when it is as
// fast as it goes.
func (s Settings) messagesBy(length time.Duration) int {
	if s.Rate.Shape == nil {
		return 0
	}
	return int(s.Rate.Due(length))
}

// planOpen is the plan of a scenario that sends at a rate: each message is sent,
// received and acknowledged.
func planOpen(s Settings) Plan {
	messages := int(s.warmMessages()) + s.messagesBy(s.Duration.Duration)
	return s.planned(Plan{
		Messages: messages, Requests: messages/s.SendBatch + 2*messages,
		Duration: s.WarmUp.Duration + s.Duration.Duration + setUpTime,
	})
}

func (s Settings) warmMessages() float64 {
	if s.Rate.Shape == nil {
		return 0
	}
	return s.warmRate().Due(s.WarmUp.Duration)
}

// likelyRate is what plans take for what nobody knows: how many calls a second
// a target answers.
const likelyRate = 5000

// planFilled is the plan of a scenario that sends a number of messages, and
// consumes them in batches.
func planFilled(s Settings, batch int) Plan {
	requests := s.Messages/s.SendBatch + 2*s.Messages/batch
	return Plan{Messages: s.Messages, Requests: requests, Duration: time.Duration(requests)*time.Second/likelyRate + setUpTime}
}
