// Package control speaks the test-control API: the clock, keys, limits and
// credentials that a target offers to its tests.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

var (
	getCapabilities = wire.Operation{ID: "getCapabilities", Method: "GET", Path: "/control/v1/capabilities"}
	advanceClock    = wire.Operation{ID: "advanceClock", Method: "POST", Path: "/control/v1/clock/advance"}
	setKeyState     = wire.Operation{ID: "setKeyState", Method: "PUT", Path: "/control/v1/kms/keys/{key}"}
	setRateLimit    = wire.Operation{ID: "setRateLimit", Method: "PUT", Path: "/control/v1/rate-limits"}
	clearRateLimits = wire.Operation{ID: "clearRateLimits", Method: "DELETE", Path: "/control/v1/rate-limits"}
	setUnavailable  = wire.Operation{ID: "setUnavailable", Method: "PUT", Path: "/control/v1/unavailable"}
	issueCredential = wire.Operation{ID: "issueCredential", Method: "POST", Path: "/control/v1/credentials"}
	setFaults       = wire.Operation{ID: "setFaults", Method: "PUT", Path: "/control/v1/faults"}
)

// ErrNone says that the target file names no control API.
var ErrNone = errors.New("the target file names no control API")

// API is the control API as one session sees it: its calls are recorded there.
type API struct{ session *wire.Session }

// New speaks through a session. It is nil when the target has no control API;
// every method of a nil API answers ErrNone.
func New(s *wire.Session) *API {
	if s.Client().Target().Control == nil {
		return nil
	}
	return &API{session: s}
}

// Capabilities are what the target offers to its tests.
type Capabilities struct {
	Clock       bool `json:"clock"`
	KMS         bool `json:"kms"`
	RateLimits  bool `json:"rateLimits"`
	Unavailable bool `json:"unavailable"`
	Credentials bool `json:"credentials"`
	Push        bool `json:"push"`
	// ClientAddresses are those the suite may dial from, each told apart.
	ClientAddresses []netip.Prefix `json:"clientAddresses"`
	Faults          []string       `json:"faults"`
}

// Capabilities asks what the target offers.
func (a *API) Capabilities(ctx context.Context) (Capabilities, error) {
	var c Capabilities
	_, err := a.call(ctx, getCapabilities, nil, nil, &c)
	return c, err
}

// Advance moves the target's clock by d, and the client's notion of it. The
// move happened within the call.
func (a *API) Advance(ctx context.Context, d time.Duration) (target.Call, error) {
	var answer struct {
		Now moment `json:"now"`
	}
	call, err := a.call(ctx, advanceClock, nil, map[string]any{"seconds": wire.Seconds(d)}, &answer)
	if err == nil && answer.Now.at.IsZero() {
		err = errors.New("the control API's clock/advance answered without now")
	}
	if err == nil {
		a.session.Client().Moved(answer.Now.at)
	}
	return call, err
}

// SetKey enables or disables a key, which is made if it is new.
func (a *API) SetKey(ctx context.Context, key string, enabled bool) (target.Call, error) {
	state := "disabled"
	if enabled {
		state = "enabled"
	}
	return a.call(ctx, setKeyState, []string{key}, map[string]string{"state": state}, nil)
}

// Limit is a rate limit; exactly one of Queue and Organization is set, or
// neither, and then Operation is.
type Limit struct {
	Queue, Organization, Operation string
	// Requests is how many requests a Window allows.
	Requests int
	Window   time.Duration
}

// SetLimit limits what the target answers from now on.
func (a *API) SetLimit(ctx context.Context, l Limit) (target.Call, error) {
	body := map[string]any{"limit": l.Requests, "windowSeconds": wire.Seconds(l.Window)}
	switch {
	case l.Queue != "":
		body["scope"], body["queue"] = "queue", l.Queue
	case l.Organization != "":
		body["scope"], body["organization"] = "organization", l.Organization
	default:
		body["scope"] = "operation"
	}
	if l.Operation != "" {
		body["operation"] = l.Operation
	}
	return a.call(ctx, setRateLimit, nil, body, nil)
}

// ClearLimits removes all limits and clears all windows, those of invalid
// handles included.
func (a *API) ClearLimits(ctx context.Context) (target.Call, error) {
	return a.call(ctx, clearRateLimits, nil, nil, nil)
}

// SetUnavailable makes the next requests to a queue answer 503.
func (a *API) SetUnavailable(ctx context.Context, queue string, requests int, retryAfter time.Duration) (target.Call, error) {
	body := map[string]any{"queue": queue, "requests": requests, "retryAfterSeconds": wire.Seconds(retryAfter)}
	return a.call(ctx, setUnavailable, nil, body, nil)
}

// Credential is one that the control API issued.
type Credential struct {
	Token target.Secret
	// AccessKeyID, SecretAccessKey and Region are of a key to sign with (basaltic).
	AccessKeyID     string
	SecretAccessKey target.Secret
	Region          string
}

// Key is a signing with the credential's key.
func (c Credential) Key() wire.Signing {
	return wire.Signing{AccessKeyID: c.AccessKeyID, SecretAccessKey: c.SecretAccessKey, Region: c.Region}
}

// Auth is the mode that sends the credential's token.
func (c Credential) Auth() wire.AuthMode { return wire.Literal("Bearer " + c.Token.Reveal()) }

// IssueCredential makes a credential with exactly these permissions.
func (a *API) IssueCredential(ctx context.Context, d specs.Dialect, permissions ...string) (Credential, error) {
	if permissions == nil {
		permissions = []string{}
	}
	var answer struct {
		Token           string `json:"token"`
		AccessKeyID     string `json:"accessKeyId"`
		SecretAccessKey string `json:"secretAccessKey"`
		Region          string `json:"region"`
	}
	body := map[string]any{"dialect": d, "permissions": permissions}
	_, err := a.call(ctx, issueCredential, nil, body, &answer, wire.Grants)
	if err == nil && answer.Token == "" {
		err = errors.New("the control API's credentials answered without a token")
	}
	return Credential{
		Token:           target.NewSecret(answer.Token),
		AccessKeyID:     answer.AccessKeyID,
		SecretAccessKey: target.NewSecret(answer.SecretAccessKey),
		Region:          answer.Region,
	}, err
}

// SetFaults has the target show exactly the named broken behaviours.
func (a *API) SetFaults(ctx context.Context, names ...string) (target.Call, error) {
	if names == nil {
		names = []string{}
	}
	return a.call(ctx, setFaults, nil, map[string]any{"faults": names}, nil)
}

// call sends an operation and decodes its answer into into, unless that is nil.
func (a *API) call(ctx context.Context, op wire.Operation, arguments []string, body, into any, options ...wire.Option) (target.Call, error) {
	if a == nil {
		return target.Call{}, ErrNone
	}
	// The document of a dialect does not describe these operations.
	undocumented := wire.Operation{Method: op.Method, Path: op.Path}
	call := a.session.Call(ctx, undocumented, arguments, body, append(options, wire.ToControl)...)
	if call.Err != nil {
		return call, fmt.Errorf("the control API's %s: %w", op.ID, call.Err)
	}
	if call.Status < 200 || call.Status > 299 {
		return call, fmt.Errorf("the control API's %s answered %d: %s", op.ID, call.Status, wire.ErrorCode(call.Body))
	}
	if into == nil {
		return call, nil
	}
	if err := json.Unmarshal(call.Body, into); err != nil {
		return call, fmt.Errorf("the control API's %s answered what does not decode: %w", op.ID, err)
	}
	return call, nil
}
