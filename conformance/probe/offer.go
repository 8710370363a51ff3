package probe

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/specs"
)

const (
	// lookTime bounds all looks together, stepTime each of them.
	lookTime = 45 * time.Second
	stepTime = 5 * time.Second
)

// Offer is what a target offers beyond its dialect's operations.
type Offer struct {
	// Granted are the needs of cases that it meets: not those that it declares
	// and that do not work.
	Granted map[judge.Need]bool
	// Findings are of what was looked at, in that order.
	Findings []Finding
}

// Broken are the findings of what is declared and does not work.
func (o *Offer) Broken() []Finding {
	var broken []Finding
	for _, f := range o.Findings {
		if f.Status == Failed {
			broken = append(broken, f)
		}
	}
	return broken
}

// Shown is what a result says of the offer: of each need whether it is met, and
// of what does not work why.
func (o *Offer) Shown() map[string]any {
	shown := map[string]any{}
	for need, met := range o.Granted {
		shown[string(need)] = met
	}
	for _, f := range o.Broken() {
		shown[f.Name] = "does not work: " + f.Detail
	}
	return shown
}

// usual are the needs that most targets meet, or that follow from others: only
// that they are not met is worth saying.
var usual = []judge.Need{judge.NeedOwnQueues, judge.NeedProducer, judge.NeedResetLimits}

// Met lists what the target offers, of what not every target does.
func (o *Offer) Met() []string {
	var met []string
	for _, need := range judge.Needs() {
		if o.Granted[need] && !slices.Contains(usual, need) {
			met = append(met, string(need))
		}
	}
	return met
}

// Ask finds out what the target offers, and tries what it declares. Where it
// takes a queue to try, provisioner makes one of this name.
func Ask(ctx context.Context, c *wire.Client, provisioner target.Provisioner, name string) *Offer {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	session := c.Session(wire.SessionOptions{Name: "probe", OwnLimits: true})
	defer session.Close()
	l := &look{
		ctx: ctx, session: session, file: c.Target(), control: control.New(session),
		queue: &lazyQueue{provisioner: provisioner, name: name},
		offer: &Offer{Granted: map[judge.Need]bool{}},
	}
	defer l.giveBack()
	l.all()
	return l.offer
}

// look is one look at what a target offers.
type look struct {
	ctx     context.Context
	session *wire.Session
	file    *target.File
	// control is nil where the target names no control API.
	control *control.API
	queue   *lazyQueue
	offer   *Offer
}

func (l *look) all() {
	offered := l.offered()
	l.grant(judge.NeedOwnQueues, l.file.Provisioning.Mode != target.Static)
	l.producer()
	l.try(judge.NeedClock, offered.Clock, l.clock)
	// One control API may serve several dialects: what it offers is a target's only
	// where the target's dialect has it.
	l.try(judge.NeedKMS, offered.KMS && l.file.Dialect == specs.Basaltic, l.key)
	l.try(judge.NeedRate, offered.RateLimits, l.rateLimits)
	l.try(judge.NeedUnavailable, offered.Unavailable, l.unavailable)
	l.try(judge.NeedPush, offered.Push && l.file.Dialect == specs.EZGH, l.push)
	l.limited(offered.Credentials)
	l.signing()
	l.addresses(offered)
	l.grant(judge.NeedResetLimits, l.offer.Granted[judge.NeedAddresses] || l.offer.Granted[judge.NeedRate])
}

func (l *look) grant(n judge.Need, met bool) { l.offer.Granted[n] = met }

func (l *look) found(name string, s Status, format string, args ...any) {
	l.offer.Findings = append(l.offer.Findings, Found(name, s, format, args...))
}

// limitedName is how the target file calls the limited credential.
const limitedName = "limited_auth"

// limited tries the credential without the permission to receive that the file
// gives, or else one that the control API issues.
func (l *look) limited(issues bool) {
	switch {
	case l.file.LimitedAuth != nil:
		call := Unknown(l.ctx, l.session, wire.Limited)
		known := call.Err == nil && (call.Status != http.StatusUnauthorized || l.mayList())
		l.grant(judge.NeedLimited, known)
		switch {
		case call.Err != nil:
			l.found(limitedName, Failed, "%v", call.Err)
		case !known:
			l.found(limitedName, Failed, "the target does not know it (%s): give a valid credential without the permission to receive", Answered(call))
		default:
			l.found(limitedName, OK, "known to the target (%s)", Answered(call))
		}
	case issues:
		l.try(judge.NeedLimited, true, l.issued)
	default:
		l.grant(judge.NeedLimited, false)
		l.found(limitedName, Absent, "not given")
	}
}

// mayList reports whether the limited credential lists queues: then the target
// knows it, whatever it answers to its receives.
func (l *look) mayList() bool {
	call := dialects.List(l.ctx, l.session, wire.As(wire.Limited))
	return call.Err == nil && call.Status >= 200 && call.Status < 300
}

// signing sends a plain signed request. Where it is refused nothing is broken:
// the canonical form is not documented in full, so the target's may differ.
func (l *look) signing() {
	accepted := l.file.Auth.HasKey() && l.signedAccepted()
	l.grant(judge.NeedSigning, accepted)
	switch {
	case accepted:
		l.found(string(judge.NeedSigning), OK, "a signed request is accepted")
	case l.file.Auth.HasKey():
		l.found(string(judge.NeedSigning), Absent, "a signed request is not accepted")
	}
}

func (l *look) signedAccepted() bool {
	call := l.session.Do(l.ctx, wire.Request{
		Operation: "listQueues", Method: http.MethodGet, Path: "/v1/queues", Auth: wire.Signed(wire.Signing{}),
	})
	return call.Err == nil && call.Status >= 200 && call.Status < 300
}

// addresses dials from an address of each network that the file or the control
// API says the suite may dial from.
func (l *look) addresses(offered control.Capabilities) {
	if l.file.ClientAddresses == nil {
		l.file.ClientAddresses = offered.ClientAddresses
	}
	var told []string
	l.grant(judge.NeedAddresses, len(l.file.ClientAddresses) > 0)
	for _, p := range l.file.ClientAddresses {
		source := p.Addr().Next().Next()
		session := l.session.From(source)
		call := Unknown(l.ctx, session, wire.Full)
		session.Close()
		if call.Err != nil {
			l.grant(judge.NeedAddresses, false)
			l.found(string(judge.NeedAddresses), Failed, "%s: %v; leave out of client_addresses what this machine cannot dial from", source, call.Err)
			return
		}
		told = append(told, p.String())
	}
	if len(told) == 0 {
		l.found(string(judge.NeedAddresses), Absent, "not given")
		return
	}
	l.found(string(judge.NeedAddresses), OK, "dialled from %s", strings.Join(told, ", "))
}
