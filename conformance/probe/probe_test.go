package probe_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/specs"
)

// ask looks at what the target of f offers.
func ask(t *testing.T, f *target.File) *probe.Offer {
	t.Helper()
	client, err := wire.NewClient(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return probe.Ask(context.Background(), client, target.NewProvisioner(f), target.NewRunPrefix()+"-1")
}

func TestTheReferenceOffersAllThatItsDialectsHave(t *testing.T) {
	without := map[specs.Dialect][]judge.Need{
		specs.Basaltic: {judge.NeedPush},
		specs.EZGH:     {judge.NeedKMS, judge.NeedSigning},
	}
	for _, d := range specs.Dialects() {
		f := referencetest.Target(t, d)
		offer := ask(t, f)
		for _, broken := range offer.Broken() {
			t.Errorf("%s: %+v", d, broken)
		}
		for _, need := range judge.Needs() {
			if met, want := offer.Granted[need], !slices.Contains(without[d], need); met != want {
				t.Errorf("%s: %s is met: %t, want %t", d, need, met, want)
			}
		}
		if left := queues(t, f); left != "" {
			t.Errorf("%s: it left %s", d, left)
		}
	}
}

// A control API that serves several dialects offers what one of them has not.
func TestWhatAnotherDialectHasIsNotOffered(t *testing.T) {
	for d, need := range map[specs.Dialect]judge.Need{specs.Basaltic: judge.NeedPush, specs.EZGH: judge.NeedKMS} {
		f := referencetest.Target(t, d)
		f.Control = inFront(t, f.Control, answer("/control/v1/capabilities", 200, `{"kms":true,"push":true}`))
		offer := ask(t, f)
		if offer.Granted[need] || len(offer.Broken()) > 0 {
			t.Errorf("%s: %s is met: %t; broken: %+v", d, need, offer.Granted[need], offer.Broken())
		}
	}
}

// queues is the target's list of queues, where it is not empty.
func queues(t *testing.T, f *target.File) string {
	t.Helper()
	path := "/v1/queues"
	if f.Dialect == specs.EZGH {
		path = "/v1/organizations/" + f.Organization + "/projects/" + f.Project + "/queues"
	}
	req, err := http.NewRequest("GET", f.URL.String()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+f.Auth.Token.Reveal())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(body), `"queues"`) {
		t.Fatalf("%s %v", body, err)
	}
	if strings.Contains(string(body), `"queues":[]`) {
		return ""
	}
	return string(body)
}

// inFront has requests to base pass through handle, which answers those that it
// is true for.
func inFront(t *testing.T, base *url.URL, handle func(http.ResponseWriter, *http.Request) bool) *url.URL {
	t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(base)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !handle(w, r) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// answer gives every request to a path this answer.
func answer(path string, status int, body string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.URL.Path, path) {
			return false
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
		return true
	}
}

func TestWhatIsDeclaredAndDoesNotWork(t *testing.T) {
	control := func(path string, status int, body string) func(*testing.T, *target.File) {
		return func(t *testing.T, f *target.File) { f.Control = inFront(t, f.Control, answer(path, status, body)) }
	}
	for _, tc := range []struct {
		dialect specs.Dialect
		change  func(*testing.T, *target.File)
		// name and detail are of what is found, need is the one not met.
		name, detail string
		need         judge.Need
	}{
		{specs.EZGH, control("/control/v1/capabilities", 500, ""), "control API", "getCapabilities answered 500", judge.NeedClock},
		{specs.EZGH, control("/control/v1/clock", 404, ""), "clock", "advanceClock answered 404", judge.NeedClock},
		{specs.EZGH, control("/control/v1/clock", 200, `{"now":"2026-01-18T11:45:00Z"}`), "clock", "an advance of 1s moved it by 0s", judge.NeedClock},
		{specs.Basaltic, control("/control/v1/kms", 501, ""), "kms", "answered 501", judge.NeedKMS},
		{specs.EZGH, control("/control/v1/rate-limits", 403, ""), "rate", "answered 403", judge.NeedRate},
		{specs.EZGH, control("/control/v1/unavailable", 204, ""), "unavailable", "answers 200, not 503", judge.NeedUnavailable},
		{specs.EZGH, func(t *testing.T, f *target.File) {
			f.LimitedAuth = nil
			f.Control = inFront(t, f.Control, answer("/control/v1/credentials", 201, `{"token":"nobody's"}`))
		}, "limited", "the target does not know the credential that it issued (401", judge.NeedLimited},
		{specs.EZGH, func(_ *testing.T, f *target.File) {
			f.LimitedAuth = &target.Auth{Token: target.NewSecret("nobody's")}
		}, "limited_auth", "the target does not know it (401", judge.NeedLimited},
		{specs.EZGH, func(_ *testing.T, f *target.File) {
			f.ClientAddresses = []netip.Prefix{netip.MustParsePrefix("2001:db8::/32")}
		}, "client addresses", "leave out of client_addresses what this machine cannot dial from", judge.NeedAddresses},
		{specs.EZGH, func(t *testing.T, f *target.File) {
			f.URL = inFront(t, f.URL, func(w http.ResponseWriter, r *http.Request) bool {
				return strings.HasSuffix(r.URL.Path, "/subscription") && answer("/", 404, "")(w, r)
			})
			f.ClientAddresses = nil
		}, "push", "PutSubscription answers 404", judge.NeedPush},
	} {
		t.Run(tc.name+" "+tc.detail, func(t *testing.T) {
			f := referencetest.Target(t, tc.dialect)
			tc.change(t, f)
			offer := ask(t, f)
			broken := offer.Broken()
			if len(broken) != 1 || broken[0].Name != tc.name || !strings.Contains(broken[0].Detail, tc.detail) {
				t.Errorf("found %+v, want %s: %s", broken, tc.name, tc.detail)
			}
			if offer.Granted[tc.need] {
				t.Errorf("the need %s is met", tc.need)
			}
			if text, _ := offer.Shown()[tc.name].(string); !strings.HasPrefix(text, "does not work: ") {
				t.Errorf("shown as %v", offer.Shown()[tc.name])
			}
		})
	}
}

func TestPossibleNeedsAreThoseOfTheFile(t *testing.T) {
	f := referencetest.Target(t, specs.EZGH)
	f.Control, f.ClientAddresses, f.LimitedAuth = nil, nil, nil
	f.Provisioning = target.Provisioning{Mode: target.Static}
	possible := probe.Possible(f)
	for _, need := range judge.Needs() {
		if want := need == judge.NeedProducer; possible[need] != want {
			t.Errorf("%s is possible: %t, want %t", need, possible[need], want)
		}
	}
}

// Behind a proxy all addresses look like one, whatever the target knows of it.
func TestAFileWithoutClientAddressesOverrulesTheControlAPI(t *testing.T) {
	f := referencetest.Target(t, specs.EZGH)
	for _, tc := range []struct {
		addresses []netip.Prefix
		met       bool
	}{{nil, true}, {[]netip.Prefix{}, false}} {
		f.ClientAddresses = tc.addresses
		if possible := probe.Possible(f)[judge.NeedAddresses]; possible != tc.met {
			t.Errorf("with %#v they are possible: %t", tc.addresses, possible)
		}
		if met := ask(t, f).Granted[judge.NeedAddresses]; met != tc.met {
			t.Errorf("with %#v they are offered: %t", tc.addresses, met)
		}
	}
}
