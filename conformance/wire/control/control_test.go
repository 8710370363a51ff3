package control_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/conformance/wire/internal/wiretest"
	"github.com/leasecheck/leasecheck/specs"
)

var ctx = context.Background()

func TestCalls(t *testing.T) {
	failed := func(_ target.Call, err error) error { return err }
	for _, test := range []struct {
		name          string
		do            func(*control.API) error
		request, sent string
	}{
		{"advance", func(a *control.API) error { return failed(a.Advance(ctx, 1500*time.Millisecond)) },
			"POST /control/v1/clock/advance", `{"seconds":1.5}`},
		{"disable", func(a *control.API) error { return failed(a.SetKey(ctx, "crn:k/1", false)) },
			"PUT /control/v1/kms/keys/crn:k%2F1", `{"state":"disabled"}`},
		{"enable", func(a *control.API) error { return failed(a.SetKey(ctx, "k", true)) },
			"PUT /control/v1/kms/keys/k", `{"state":"enabled"}`},
		{"queue limit", func(a *control.API) error {
			return failed(a.SetLimit(ctx, control.Limit{Queue: "q", Operation: "sendMessage", Requests: 3, Window: time.Minute}))
		}, "PUT /control/v1/rate-limits", `{"limit":3,"operation":"sendMessage","queue":"q","scope":"queue","windowSeconds":60}`},
		{"organization limit", func(a *control.API) error {
			return failed(a.SetLimit(ctx, control.Limit{Organization: "o", Requests: 3, Window: time.Minute}))
		}, "PUT /control/v1/rate-limits", `{"limit":3,"organization":"o","scope":"organization","windowSeconds":60}`},
		{"operation limit", func(a *control.API) error {
			return failed(a.SetLimit(ctx, control.Limit{Operation: "purgeQueue", Requests: 1, Window: time.Second}))
		}, "PUT /control/v1/rate-limits", `{"limit":1,"operation":"purgeQueue","scope":"operation","windowSeconds":1}`},
		{"clear", func(a *control.API) error { return failed(a.ClearLimits(ctx)) }, "DELETE /control/v1/rate-limits", ``},
		{"unavailable", func(a *control.API) error { return failed(a.SetUnavailable(ctx, "q", 2, time.Second)) },
			"PUT /control/v1/unavailable", `{"queue":"q","requests":2,"retryAfterSeconds":1}`},
		{"faults", func(a *control.API) error { return failed(a.SetFaults(ctx)) }, "PUT /control/v1/faults", `{"faults":[]}`},
		{"credential", func(a *control.API) error {
			_, err := a.IssueCredential(ctx, specs.EZGH)
			return err
		}, "POST /control/v1/credentials", `{"dialect":"ezgh","permissions":[]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &wiretest.Script{Status: 200, Body: `{"now":"2027-01-01T00:00:00Z","token":"tok-granted"}`}
			if err := test.do(control.New(wiretest.Session(t, specs.EZGH, s))); err != nil {
				t.Fatal(err)
			}
			if s.Request != test.request || s.Sent != test.sent {
				t.Errorf("sent %s %s\nwant %s %s", s.Request, s.Sent, test.request, test.sent)
			}
			s.Status, s.Body = 400, `{"error":"not today"}`
			if err := test.do(control.New(wiretest.Session(t, specs.EZGH, s))); err == nil || !strings.Contains(err.Error(), "answered 400: not today") {
				t.Errorf("a refusal gives %v", err)
			}
		})
	}
}

func TestCapabilities(t *testing.T) {
	s := &wiretest.Script{Status: 200, Body: `{"clock":true,"clientAddresses":["127.0.0.0/8"],"faults":["a"],"more":1}`}
	got, err := control.New(wiretest.Session(t, specs.Basaltic, s)).Capabilities(ctx)
	if err != nil || !got.Clock || got.KMS || len(got.ClientAddresses) != 1 || got.ClientAddresses[0] != netip.MustParsePrefix("127.0.0.0/8") || got.Faults[0] != "a" {
		t.Errorf("%+v, %v", got, err)
	}
	s.Body = `[]`
	if _, err := control.New(wiretest.Session(t, specs.Basaltic, s)).Capabilities(ctx); err == nil {
		t.Error("a list was read as capabilities")
	}
}

func TestAdvanceMovesTheClientsNotionOfTime(t *testing.T) {
	then := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	stamp := then.Format(time.RFC3339)
	for _, now := range []string{stamp, strings.ToLower(stamp), then.In(time.FixedZone("", 5*3600)).Format(time.RFC3339Nano)} {
		session := wiretest.Session(t, specs.Basaltic, &wiretest.Script{Status: 200, Body: fmt.Sprintf(`{"now":%q}`, now)})
		if _, err := control.New(session).Advance(ctx, time.Hour); err != nil {
			t.Fatal(err)
		}
		if off := session.Client().ServerTime().Sub(then); off < 0 || off > time.Minute {
			t.Errorf("now %s: the target's time is off by %v", now, off)
		}
	}
	for _, answer := range []string{`{}`, `{"now":null}`, `{"now":"tomorrow"}`, `{"now":7}`} {
		session := wiretest.Session(t, specs.Basaltic, &wiretest.Script{Status: 200, Body: answer})
		if _, err := control.New(session).Advance(ctx, time.Hour); err == nil {
			t.Errorf("%s was accepted, which tells no time", answer)
		}
	}
}

func TestCredentialIsConcealed(t *testing.T) {
	session := wiretest.Session(t, specs.Basaltic, &wiretest.Script{Status: 201,
		Body: `{"token":"tok-granted","accessKeyId":"AK1","secretAccessKey":"sec-granted","region":"r"}`})
	c, err := control.New(session).IssueCredential(ctx, specs.Basaltic, "receiveMessages")
	if err != nil || c.Token.Reveal() != "tok-granted" || c.AccessKeyID != "AK1" || c.SecretAccessKey.Reveal() != "sec-granted" || c.Region != "r" {
		t.Fatalf("%+v, %v", c, err)
	}
	session.Do(ctx, wire.Request{Method: "POST", Path: "/", Auth: c.Auth(), Body: []byte("tok-granted")})
	session.Do(ctx, wire.Request{Method: "POST", Path: "/", Auth: wire.Signed(c.Key())})
	shown, _ := json.Marshal(session.Exchanges(10))
	for _, secret := range []string{"tok-granted", "sec-granted"} {
		if strings.Contains(string(shown), secret) || strings.Contains(fmt.Sprintf("%+v %#v", c, c), secret) {
			t.Errorf("%s is shown", secret)
		}
	}
	if !strings.Contains(string(shown), "Credential=AK1/") {
		t.Errorf("nothing was signed with the key")
	}
}

func TestWithoutControl(t *testing.T) {
	base, _ := url.Parse("http://127.0.0.1:1")
	c, err := wire.NewClient(&target.File{Dialect: specs.EZGH, URL: base}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	api := control.New(c.Session(wire.SessionOptions{}))
	if api != nil {
		t.Error("there is an API")
	}
	if _, err := api.Capabilities(ctx); !errors.Is(err, control.ErrNone) {
		t.Errorf("error is %v", err)
	}
}
