// Package loadgen runs a load scenario against a target and says what came of
// it: figures, the account of every message, and a verdict over both.
package loadgen

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/scenario"
	"github.com/leasecheck/leasecheck/loadgen/threshold"
	"github.com/leasecheck/leasecheck/loadgen/transport"
)

// Config is what is run against what.
type Config struct {
	File *target.File
	// TargetPid is the target's process, where this command started it; 0 is none.
	TargetPid  int
	Scenario   scenario.Scenario
	Settings   scenario.Settings
	Thresholds []threshold.Threshold
	// Share is this process's part of the load, and StartAt when all parts start;
	// the zero time is at once.
	Share   pace.Share
	StartAt time.Time
	Tool    result.Tool
	// Observer is told how the run goes, and Started gets what it measures; both
	// may be nil.
	Observer engine.Observer
	Started  func(*measure.Meter)

	seed uint64
}

const (
	// teardownTime bounds the removal of the queues, and hastyTeardown after an
	// interrupt.
	teardownTime  = 10 * time.Second
	hastyTeardown = 100 * time.Millisecond
)

// Run runs the load to its end or to that of ctx, and judges it. An error says
// that there is nothing to judge: the queues could not be made, or the
// measuring itself failed.
func Run(ctx context.Context, c Config) (*result.Result, error) {
	c.seed = c.Settings.Seed
	if c.seed == 0 {
		c.seed = rand.Uint64()
	}
	client, err := wire.NewClient(c.File, nil)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	connections := transport.New(client.Trust())
	stage := newStage(c, dialects.Service(client.Direct(connections)))
	defer stage.close(ctx, connections)
	defer cutting(ctx, connections)()
	queues, err := stage.open(ctx)
	if err != nil {
		return nil, err
	}
	if !pace.Until(ctx, c.StartAt) {
		return nil, context.Cause(ctx)
	}
	config := c.traffic()
	config.Queues = queues
	run := engine.New(config)
	if c.Started != nil {
		c.Started(run.Meter())
	}
	started := time.Now()
	ended, outcome, err := play(ctx, run, c, connections)
	if err != nil {
		return nil, err
	}
	r := c.result(outcome, client.Conditions().OwnLagP99)
	r.StartedAt, r.DurationSeconds = started, time.Since(started).Seconds()
	r.Interrupted = ctx.Err() != nil
	if ended != nil && !r.Interrupted {
		r.Unfinished = ended.Error()
	}
	for _, t := range c.Thresholds {
		r.Thresholds = append(r.Thresholds, t.Judge(r))
	}
	r.Judge()
	return r, nil
}

// play runs the scenario; ended is why it ended before its time, if it did.
func play(ctx context.Context, run *engine.Run, c Config, connections *transport.Transport) (ended error, o engine.Outcome, err error) {
	ctx, cancel := run.Watch(ctx)
	defer cutting(ctx, connections)()
	defer cancel() // ends the consumers that are still at work
	ended = c.Scenario.Run(ctx, run, c.Settings)
	o, err = run.Finish()
	return ended, o, err
}

// cutting has the end of ctx cut the requests that are under way. Once settle
// has returned nothing more is cut: what comes then goes over the same
// connections.
func cutting(ctx context.Context, connections *transport.Transport) (settle func()) {
	cut := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cut)
		connections.Interrupt()
	})
	return func() {
		if !stop() {
			<-cut
		}
	}
}

// traffic is what the engine is to do.
func (c Config) traffic() engine.Config {
	t := c.Settings.Traffic()
	t.Dialect, t.Tolerance, t.TargetPid = c.File.Dialect, c.File.Tolerance, c.TargetPid
	t.Share, t.Observer, t.Seed = c.Share, c.Observer, c.seed
	return t
}

// stage is the queues of a run.
type stage struct {
	config  Config
	service target.Service
	maker   target.Provisioner
	prefix  string
}

func newStage(c Config, s target.Service) *stage {
	return &stage{config: c, service: s, maker: target.NewProvisioner(c.File), prefix: target.NewRunPrefix()}
}

// ErrNoQueues wraps why a run has no queues to load.
var ErrNoQueues = errors.New("no queue to load")

func (s *stage) open(ctx context.Context) ([]target.Queue, error) {
	var queues []target.Queue
	for i := range s.config.Settings.Queues {
		name := fmt.Sprintf("%s-%d", s.prefix, i)
		q, o := s.maker.Make(ctx, s.service, name, target.Settings{Kind: s.config.Settings.Kind()})
		if o.Class != target.OK {
			return nil, fmt.Errorf("%w: %s", ErrNoQueues, target.Told(o))
		}
		queues = append(queues, q)
	}
	return queues, nil
}

// close removes the queues. What stays behind is found by sweep.
func (s *stage) close(ctx context.Context, connections *transport.Transport) {
	most := teardownTime
	if ctx.Err() != nil {
		most = hastyTeardown
	} else {
		defer cutting(ctx, connections)()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), most)
	defer cancel()
	_ = s.maker.Close(ctx, s.service, s.prefix) // teardown decides nothing
}
