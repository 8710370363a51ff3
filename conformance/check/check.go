package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/specs"
)

const (
	// lookTime bounds a whole look.
	lookTime = 30 * time.Second
	// samples is how many requests measure the round trip and the clock.
	samples = 20
	// worstSkew is a clock difference beyond which signatures and dates fail.
	worstSkew = time.Minute
)

// Run looks at the target of f. The cases and the tier say what a run would
// skip. An error is a fault of the suite's; what is wrong with the target is
// in the report.
func Run(ctx context.Context, f *target.File, cases []*judge.Case, tier judge.Tier) (*Report, error) {
	doc, err := specs.Document(f.Dialect)
	if err != nil {
		return nil, err
	}
	client, err := wire.NewClient(f, doc)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	plan, err := run.NewPlan(f.Dialect, cases, run.Selection{Tier: tier})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	session := client.Session(wire.SessionOptions{Name: "check"})
	defer session.Close()
	l := &look{
		ctx: ctx, client: client, session: session, service: dialects.Service(session), plan: plan, cases: cases,
		Report: &Report{Target: f.Name, Dialect: string(f.Dialect), URL: f.URL.String(), Tier: string(tier)},
	}
	l.all()
	l.Conditions = client.Conditions()
	return l.Report, nil
}

// look is one look at a target.
type look struct {
	*Report
	ctx     context.Context
	client  *wire.Client
	session *wire.Session
	service target.Service
	plan    *run.Plan
	cases   []*judge.Case
}

// all looks at one thing after the other, as far as it makes sense to go on.
func (l *look) all() {
	if !l.reachable() || !l.credential() {
		return
	}
	l.measure()
	l.provisioning()
	l.offer()
}

// reachable asks without a credential, so that nothing but the way is tried.
func (l *look) reachable() bool {
	call := probe.Unknown(l.ctx, l.session, wire.None)
	if call.Err != nil {
		l.found("reachable", probe.Failed, "nothing answers at %s: %v", l.client.Target().URL, call.Err)
		return false
	}
	l.found("reachable", probe.OK, "answered %d within %s", call.Status, milliseconds(call.Answered.Sub(call.Sent)))
	return true
}

func (l *look) credential() bool {
	f := probe.Credential(l.ctx, l.session)
	l.Findings = append(l.Findings, f)
	return f.Status != probe.Failed
}

// measure samples the round trip and the target's clock.
func (l *look) measure() {
	for range samples {
		if call := probe.Unknown(l.ctx, l.session, wire.Full); call.Err != nil {
			l.found("round trip", probe.Failed, "a request failed: %v", call.Err)
			return
		}
	}
	c := l.client.Conditions()
	l.found("round trip", probe.OK, "median %s, worst %s of %d", milliseconds(seconds(c.RTTP50)), milliseconds(seconds(c.RTTP99)), samples)
	skew := seconds(c.ClockSkew)
	switch {
	case skew > worstSkew && l.client.Target().Control != nil: // a run leaves it ahead
		l.found("time", probe.OK, "the target's clock is %s ahead of this machine's, as its control API may have set it", skew.Round(time.Second))
	case skew.Abs() > worstSkew:
		l.found("time", probe.Failed, "the target's clock is %s off this machine's: set both by NTP", skew.Round(time.Second))
	case skew.Abs() > time.Second: // Date headers tell no less
		l.found("time", probe.OK, "the target's clock is %s off this machine's", skew.Round(time.Second))
	default:
		l.found("time", probe.OK, "the target's clock is this machine's, to the second")
	}
}

// provisioning makes a queue and removes it again. It empties no static queue.
func (l *look) provisioning() {
	f := *l.client.Target()
	purges := f.Provisioning.Purge
	f.Provisioning.Purge = false
	provisioner, prefix := target.NewProvisioner(&f), target.NewRunPrefix()
	q, o := provisioner.Make(l.ctx, l.service, prefix+"-1", target.Settings{Kind: target.Standard})
	err := provisioner.Close(context.WithoutCancel(l.ctx), l.service, prefix)
	switch {
	case errors.Is(o.Err, target.ErrUnsupported):
		l.found("provisioning", probe.Absent, "%v", o.Err)
	case errors.Is(o.Err, target.ErrNotEmpty) && purges:
		l.found("provisioning", probe.OK, "a static queue is not empty: a run will purge it")
	case q == nil:
		l.found("provisioning", probe.Failed, "no queue could be had: %s", target.Told(o))
	case err != nil:
		l.found("provisioning", probe.Failed, "%v; leasecheck sweep deletes them", err)
	default:
		l.found("provisioning", probe.OK, "a queue was had and given back")
	}
}

// offer asks what the target offers, and names what a run would skip.
func (l *look) offer() {
	provisioner, prefix := target.NewProvisioner(l.client.Target()), target.NewRunPrefix()
	offer := probe.Ask(l.ctx, l.client, provisioner, prefix+"-1")
	_ = provisioner.Close(context.WithoutCancel(l.ctx), l.service, prefix) // provisioning told already
	l.Findings = append(l.Findings, l.worthSaying(offer.Findings)...)
	l.Capabilities = offer.Shown()
	met := Useful(offer.Met(), l.cases, l.plan.Dialect)
	if len(met) == 0 {
		met = []string{"nothing beyond the dialect's own operations"}
	}
	l.found("capabilities", probe.OK, "%s", strings.Join(met, ", "))
	l.Skipped = l.plan.Skips(offer.Granted, l.client.Target().Provisioning)
}

// worthSaying leaves out what works, and is of use to other dialects alone.
func (l *look) worthSaying(findings []probe.Finding) []probe.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f probe.Finding) bool {
		return f.Status == probe.OK && foreign(f.Name, l.cases, l.plan.Dialect)
	})
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func milliseconds(d time.Duration) string { return d.Round(100 * time.Microsecond).String() }
