package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// tokenPath is the token endpoint (basaltic).
const tokenPath = "/v1/oauth/token"

// renewBefore is how long before its end a token is no longer used.
const renewBefore = time.Minute

// errNoTokenEndpoint says that the target has no token endpoint.
var errNoTokenEndpoint = errors.New("the target has no token endpoint")

// tokens are those that the token endpoint gave, by access key.
type tokens struct {
	mu    sync.Mutex
	byKey map[string]issued
}

// issued is a token, or the lasting reason for which there is none.
type issued struct {
	token   string
	expires time.Time // by the target's clock
	err     error
}

func (t *tokens) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byKey = nil
}

// get gives a token for a's key: the one at hand, or a new one. Only one
// request for a new one is under way at a time.
func (t *tokens) get(ctx context.Context, c *Client, a target.Auth) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.byKey[a.AccessKeyID]; ok {
		if known.err != nil || c.ServerTime().Before(known.expires.Add(-renewBefore)) {
			return known.token, known.err
		}
	}
	fresh, err := c.grant(ctx, a)
	if err != nil && !errors.Is(err, errNoTokenEndpoint) {
		return "", err
	}
	fresh.err = err
	if t.byKey == nil {
		t.byKey = map[string]issued{}
	}
	t.byKey[a.AccessKeyID] = fresh
	return fresh.token, err
}

// grant asks the token endpoint for a token.
func (c *Client) grant(ctx context.Context, a target.Auth) (issued, error) {
	at := c.file.URL.JoinPath(tokenPath)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), strings.NewReader("grant_type=client_credentials"))
	if err != nil {
		return issued{}, err
	}
	req.SetBasicAuth(a.AccessKeyID, a.SecretAccessKey.Reveal())
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	call, body := exchange(ctx, c.transport, req, 0, anyBody)
	c.secret.learnGranted(body)
	switch {
	case call.Err != nil:
		return issued{}, fmt.Errorf("the token endpoint %s: %w", tokenPath, c.secret.error(call.Err))
	case call.Status == http.StatusNotFound || call.Status == http.StatusMethodNotAllowed:
		return issued{}, errNoTokenEndpoint
	case call.Status != http.StatusOK:
		return issued{}, fmt.Errorf("the token endpoint %s answered %d (%s)", tokenPath, call.Status, c.secret.text(ErrorCode(body)))
	}
	c.skew.observe(call.Header, call.Sent, call.Answered)
	var answer struct {
		AccessToken string  `json:"access_token"`
		ExpiresIn   float64 `json:"expires_in"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.AccessToken == "" {
		return issued{}, fmt.Errorf("the token endpoint %s answered 200 without an access_token", tokenPath)
	}
	c.Conceal(answer.AccessToken)
	lifetime := time.Duration(answer.ExpiresIn * float64(time.Second))
	return issued{token: answer.AccessToken, expires: c.ServerTime().Add(lifetime)}, nil
}
