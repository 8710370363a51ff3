package check

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
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
		ctx: ctx, client: client, session: session, service: dialects.Service(session), plan: plan,
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
}

// all looks at one thing after the other, as far as it makes sense to go on.
func (l *look) all() {
	if !l.reachable() || !l.credential() {
		return
	}
	l.measure()
	l.limitedCredential()
	l.addresses()
	l.provisioning()
	l.capabilities()
}

// reachable asks without a credential, so that nothing but the way is tried.
func (l *look) reachable() bool {
	call := l.receive(wire.None)
	if call.Err != nil {
		l.found("reachable", Failed, "nothing answers at %s: %v", l.client.Target().URL, call.Err)
		return false
	}
	l.found("reachable", OK, "answered %d within %s", call.Status, milliseconds(call.Answered.Sub(call.Sent)))
	return true
}

// receive asks a queue that does not exist for messages, which changes nothing.
func (l *look) receive(auth wire.AuthMode) target.Call {
	return dialects.Receive(l.ctx, l.session, uuid.NewString(), nil, wire.As(auth))
}

// credential tells a refused credential from one that is known.
func (l *look) credential() bool {
	call := l.receive(wire.Full)
	code := wire.ErrorCode(call.Body)
	switch {
	case call.Err != nil:
		l.found("credential", Failed, "%v", call.Err)
	case call.Status == http.StatusUnauthorized:
		l.found("credential", Failed, "the target refuses the credential (%s): check auth in the target file, or --token", status(call, code))
	case call.Status == http.StatusForbidden:
		l.found("credential", Failed, "the credential may not receive (%s): give one with all permissions", status(call, code))
	case call.Status == http.StatusNotFound:
		l.found("credential", OK, "accepted")
	default:
		l.found("credential", OK, "not refused; a receive from a queue that does not exist answers %s", status(call, code))
	}
	return l.Findings[len(l.Findings)-1].Status != Failed
}

// measure samples the round trip and the target's clock.
func (l *look) measure() {
	for range samples {
		if call := l.receive(wire.Full); call.Err != nil {
			l.found("round trip", Failed, "a request failed: %v", call.Err)
			return
		}
	}
	c := l.client.Conditions()
	l.found("round trip", OK, "median %s, worst %s of %d", milliseconds(seconds(c.RTTP50)), milliseconds(seconds(c.RTTP99)), samples)
	skew := seconds(c.ClockSkew)
	switch {
	case skew.Abs() > worstSkew:
		l.found("clock", Failed, "the target's clock is %s off this machine's: set both by NTP", skew.Round(time.Second))
	case skew.Abs() > time.Second: // Date headers tell no less
		l.found("clock", OK, "the target's clock is %s off this machine's", skew.Round(time.Second))
	default:
		l.found("clock", OK, "the target's clock is this machine's, to the second")
	}
}

// limitedCredential tries limited_auth: it must be known, and may not receive.
func (l *look) limitedCredential() {
	if l.client.Target().LimitedAuth == nil {
		l.found("limited_auth", Absent, "not given; the control API may issue one")
		return
	}
	call := l.receive(wire.Limited)
	switch {
	case call.Err != nil:
		l.found("limited_auth", Failed, "%v", call.Err)
	case call.Status == http.StatusUnauthorized:
		l.found("limited_auth", Failed, "the target does not know it (%s): give a valid credential without the permission to receive", status(call, wire.ErrorCode(call.Body)))
	default:
		l.found("limited_auth", OK, "known to the target (%s)", status(call, wire.ErrorCode(call.Body)))
	}
}

// addresses dials from one of the client addresses.
func (l *look) addresses() {
	prefixes := l.client.Target().ClientAddresses
	if len(prefixes) == 0 {
		l.found("client addresses", Absent, "not given; the control API may name some")
		return
	}
	for _, p := range prefixes {
		source := p.Addr().Next().Next()
		session := l.client.Session(wire.SessionOptions{Name: "check", Source: source})
		call := session.Do(l.ctx, wire.Request{Method: http.MethodGet, Path: "/"})
		session.Close()
		if call.Err != nil {
			l.found("client addresses", Failed, "%s: %v; leave out of client_addresses what this machine cannot dial from", source, call.Err)
			return
		}
	}
	l.found("client addresses", OK, "dialled from %s", prefixes[0])
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
		l.found("provisioning", Absent, "%v", o.Err)
	case errors.Is(o.Err, target.ErrNotEmpty) && purges:
		l.found("provisioning", OK, "a static queue is not empty: a run will purge it")
	case q == nil:
		l.found("provisioning", Failed, "no queue could be had: %s", target.Told(o))
	case err != nil:
		l.found("provisioning", Failed, "%v; leasecheck sweep deletes them", err)
	default:
		l.found("provisioning", OK, "a queue was had and given back")
	}
}

// capabilities asks what the target offers to its tests, and names what a run
// would skip.
func (l *look) capabilities() {
	offered, err := run.Probe(l.ctx, l.client)
	if err != nil {
		l.found("capabilities", Failed, "%v", err)
		return
	}
	l.Capabilities = offered.Shown
	var met []string
	for need, granted := range offered.Granted {
		if granted {
			met = append(met, string(need))
		}
	}
	slices.Sort(met)
	if len(met) == 0 {
		met = []string{"nothing beyond the dialect's own operations"}
	}
	l.found("capabilities", OK, "%s", strings.Join(met, ", "))
	l.Skipped = skipped(l.plan.Running(), offered.Granted, l.client.Target().Provisioning)
}

func status(call target.Call, code string) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", call.Status, code))
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func milliseconds(d time.Duration) string { return d.Round(100 * time.Microsecond).String() }
