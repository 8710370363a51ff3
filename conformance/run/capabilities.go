package run

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
)

// probeTime bounds how long a run asks what the target offers.
const probeTime = 15 * time.Second

// Capabilities are what a target offers beyond its dialect's operations.
type Capabilities struct {
	// Granted are the needs of cases that it meets.
	Granted map[judge.Need]bool
	// Shown is what a result says of them.
	Shown map[string]any
}

// Probe reaches the target, tries its credential, and asks what it offers. An
// error says that the target cannot be judged, and why.
func Probe(ctx context.Context, c *wire.Client) (*Capabilities, error) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	session := c.Session(wire.SessionOptions{Name: "probe", Start: time.Now()})
	defer session.Close()
	if err := tryCredential(ctx, session); err != nil {
		return nil, err
	}
	var offered control.Capabilities
	if c.Target().Control != nil {
		var err error
		if offered, err = control.New(session).Capabilities(ctx); err != nil {
			return nil, err
		}
	}
	return capabilities(ctx, session, offered), nil
}

// tryCredential lists the queues, which every credential that can run the suite may.
func tryCredential(ctx context.Context, s *wire.Session) error {
	_, o := dialects.Service(s).ListQueues(ctx, target.NamePrefix)
	switch {
	case o.Err != nil:
		return fmt.Errorf("%s did not answer: %w", s.Client().Target().URL, o.Err)
	case o.Status == http.StatusUnauthorized, o.Status == http.StatusForbidden:
		return fmt.Errorf("the target refused the credential: status %d %s; check auth in the target file, or --token", o.Status, o.Code)
	default:
		return nil
	}
}

func capabilities(ctx context.Context, s *wire.Session, offered control.Capabilities) *Capabilities {
	f := s.Client().Target()
	addresses := len(f.ClientAddresses) > 0
	if !addresses && len(offered.ClientAddresses) > 0 {
		f.ClientAddresses, addresses = offered.ClientAddresses, true
	}
	granted := map[judge.Need]bool{
		judge.NeedClock:       offered.Clock,
		judge.NeedKMS:         offered.KMS,
		judge.NeedRate:        offered.RateLimits,
		judge.NeedUnavailable: offered.Unavailable,
		judge.NeedPush:        offered.Push,
		judge.NeedLimited:     f.LimitedAuth != nil || offered.Credentials,
		judge.NeedSigning:     f.Auth.HasKey() && signedAccepted(ctx, s),
		judge.NeedAddresses:   addresses,
		judge.NeedOwnQueues:   f.Provisioning.Mode != target.Static,
		judge.NeedResetLimits: addresses || offered.RateLimits,
	}
	shown := map[string]any{}
	for need, met := range granted {
		shown[string(need)] = met
	}
	return &Capabilities{Granted: granted, Shown: shown}
}

// signedAccepted sends a plain signed request: the canonical form is not
// documented in full, so a target's may differ.
func signedAccepted(ctx context.Context, s *wire.Session) bool {
	call := s.Do(ctx, wire.Request{
		Operation: "listQueues", Method: http.MethodGet, Path: "/v1/queues", Auth: wire.Signed(wire.Signing{}),
	})
	return call.Err == nil && call.Status >= 200 && call.Status < 300
}
