package access

import (
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/clock"
)

// TestSignatureVector holds the form to a request whose signature was worked
// out apart from this code, with Python's hashlib and hmac.
func TestSignatureVector(t *testing.T) {
	r := httptest.NewRequest("DELETE", "http://queue.test/v1/queues/a%20b/messages?receipt_handle=a%2Bb+c&a=~&a=", http.NoBody)
	r.Header.Set("X-Date", "20260301T120000Z")
	r.Header.Set("X-Nonce", " nonce-1 ")
	r.Header.Set("X-Content-Sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
	const canonical = "DELETE\n" +
		"/v1/queues/a%20b/messages\n" +
		"a=&a=~&receipt_handle=a%2Bb%20c\n" +
		"host:queue.test\n" +
		"x-date:20260301T120000Z\n" +
		"x-nonce:nonce-1\n" +
		"\n" +
		"host;x-date;x-nonce\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := canonicalRequest(r, alwaysSigned); got != canonical {
		t.Errorf("canonical request\n%s\nwant\n%s", got, canonical)
	}
	a := authorization{date: "20260301", region: "sa-saopaulo-1", headers: alwaysSigned}
	const want = "1c867197086fe92a74cdfaaaf3f20dddd4254fd60b65f0f7f38c0649e1442271"
	if got := hex.EncodeToString(sign("secret", a, r)); got != want {
		t.Errorf("signature %s, want %s", got, want)
	}
}

// signedRequest is a POST with a body, signed as a client would.
func signedRequest(c Credential, at time.Time, nonce string, changes ...func(*http.Request)) *http.Request {
	r := httptest.NewRequest("POST", "http://queue.test/v1/queues?x=1", strings.NewReader("{}"))
	r.Header.Set("X-Date", at.UTC().Format(dateLayout))
	r.Header.Set("X-Nonce", nonce)
	for _, change := range changes {
		change(r)
	}
	authorize(r, c, at, alwaysSigned)
	return r
}

// authorize signs what r is now.
func authorize(r *http.Request, c Credential, at time.Time, headers []string) {
	date := at.UTC().Format("20060102")
	a := authorization{date: date, region: c.Region, headers: headers}
	r.Header.Set("Authorization", algorithm+" Credential="+c.AccessKeyID+"/"+date+"/"+c.Region+"/basaltic/basaltic_request, SignedHeaders="+
		strings.Join(headers, ";")+", Signature="+hex.EncodeToString(sign(c.SecretAccessKey, a, r)))
}

func TestSignedRequests(t *testing.T) {
	s, c, credential := newStore(t)
	now := c.Now()
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	replace := func(from, to string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), from, to, 1))
		}
	}
	other := credential
	other.SecretAccessKey += "x"
	for name, tc := range map[string]struct {
		request *http.Request
		after   func(*http.Request)
		want    error
	}{
		"in order":                {signedRequest(credential, now, "a"), nil, nil},
		"five minutes old":        {signedRequest(credential, now.Add(-5*time.Minute), "b"), nil, nil},
		"five minutes ahead":      {signedRequest(credential, now.Add(5*time.Minute), "c"), nil, nil},
		"a second too old":        {signedRequest(credential, now.Add(-5*time.Minute-time.Second), "d"), nil, errWindow},
		"a second too far ahead":  {signedRequest(credential, now.Add(5*time.Minute+time.Second), "e"), nil, errWindow},
		"another secret":          {signedRequest(other, now, "f"), nil, errSignature},
		"an unknown key":          {signedRequest(Credential{AccessKeyID: "AKnone", Region: credential.Region}, now, "g"), nil, errSignature},
		"another path":            {signedRequest(credential, now, "h"), func(r *http.Request) { r.URL.Path = "/v1/other" }, errSignature},
		"another query":           {signedRequest(credential, now, "i"), func(r *http.Request) { r.URL.RawQuery = "x=2" }, errSignature},
		"another method":          {signedRequest(credential, now, "j"), func(r *http.Request) { r.Method = "PUT" }, errSignature},
		"another host":            {signedRequest(credential, now, "k"), func(r *http.Request) { r.Host = "other.test" }, errSignature},
		"another date":            {signedRequest(credential, now, "l"), header("X-Date", "20260301T120001Z"), errSignature},
		"another nonce":           {signedRequest(credential, now, "m"), header("X-Nonce", "mm"), errSignature},
		"a hash that was added":   {signedRequest(credential, now, "n"), header("X-Content-Sha256", strings.Repeat("0", 64)), errSignature},
		"a changed signature":     {signedRequest(credential, now, "o"), replace("Signature=", "Signature=00"), errSignature},
		"no hex":                  {signedRequest(credential, now, "p"), replace("Signature=", "Signature=x"), errMalformed},
		"another region":          {signedRequest(credential, now, "q"), replace(credential.Region, "eu-1"), errSignature},
		"another service":         {signedRequest(credential, now, "r"), replace("/basaltic/", "/storage/"), errMalformed},
		"nonce not signed":        {signedRequest(credential, now, "s"), replace(";x-nonce", ""), errMalformed},
		"headers in capitals":     {signedRequest(credential, now, "t"), replace("host;", "Host;"), errMalformed},
		"no signature":            {signedRequest(credential, now, "u"), replace("Signature", "Other"), errMalformed},
		"an empty nonce":          {signedRequest(credential, now, ""), nil, errMalformed},
		"a nonce without end":     {signedRequest(credential, now, strings.Repeat("n", 257)), nil, errMalformed},
		"no hash but something":   {signedRequest(credential, now, "v", header("X-Content-Sha256", "none")), nil, errMalformed},
		"a security token":        {signedRequest(credential, now, "w", header("X-Amz-Security-Token", s.buy(credential.AccessKeyID, time.Hour))), nil, nil},
		"a wrong security token":  {signedRequest(credential, now, "x", header("X-Amz-Security-Token", "x")), nil, errToken},
		"an old security token":   {signedRequest(credential, now, "y", header("X-Amz-Security-Token", s.buy(credential.AccessKeyID, 0))), nil, errToken},
		"of another key's bearer": {signedRequest(credential, now, "z", header("X-Amz-Security-Token", s.buy("AKnone", time.Hour))), nil, errToken},
	} {
		if tc.after != nil {
			tc.after(tc.request)
		}
		if _, err := s.Authenticate(tc.request, nil); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}

func TestAnotherRegionIsRefusedThoughSigned(t *testing.T) {
	s, c, credential := newStore(t)
	credential.Region = "eu-1"
	if _, err := s.Authenticate(signedRequest(credential, c.Now(), "a"), nil); !errors.Is(err, errMalformed) {
		t.Errorf("%v", err)
	}
}

func TestMoreHeadersMayBeSigned(t *testing.T) {
	s, c, credential := newStore(t)
	headers := []string{"content-type", "host", "x-date", "x-more", "x-nonce"}
	r := signedRequest(credential, c.Now(), "a", func(r *http.Request) {
		r.Header["X-More"] = []string{" one ", "two"}
		r.Header.Set("Content-Type", "application/json")
	})
	authorize(r, credential, c.Now(), headers)
	if _, err := s.Authenticate(r, nil); err != nil {
		t.Error(err)
	}
	r.Header["X-More"] = []string{"one"}
	if _, err := s.Authenticate(r, nil); !errors.Is(err, errSignature) {
		t.Errorf("a changed header: %v", err)
	}
}

func TestANonceServesOneMutation(t *testing.T) {
	s, c, credential := newStore(t)
	get := func(r *http.Request) { r.Method = http.MethodGet }
	use := func(at time.Time, nonce string, changes ...func(*http.Request)) error {
		_, err := s.Authenticate(signedRequest(credential, at, nonce, changes...), nil)
		return err
	}
	now := c.Now()
	for i, step := range []struct {
		err, want error
	}{
		{use(now, "a"), nil},
		{use(now, "a"), ErrReplayed},
		{use(now.Add(time.Second), "a"), ErrReplayed},
		{use(now, "b", get), nil},
		{use(now, "b", get), nil},
		{use(now, "b"), nil},
		{use(now, "A"), nil},
	} {
		if !errors.Is(step.err, step.want) {
			t.Errorf("step %d: %v, want %v", i, step.err, step.want)
		}
	}
	other, err := s.Issue("basaltic", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Authenticate(signedRequest(other, now, "a"), nil); err != nil {
		t.Errorf("another key's nonce: %v", err)
	}
	late := signedRequest(credential, now.Add(5*time.Minute), "c")
	if _, err := s.Authenticate(late, nil); err != nil {
		t.Error(err)
	}
	c.Advance(10 * time.Minute)
	if _, err := s.Authenticate(late, nil); !errors.Is(err, ErrReplayed) {
		t.Errorf("replayed as late as its date allows: %v", err)
	}
	if err := use(c.Now(), "a"); err != nil {
		t.Errorf("a nonce of signatures that ran out: %v", err)
	}
}

func TestAFullNonceGuardLetsNoReplayPass(t *testing.T) {
	g := newNonceGuard(3)
	now := start
	second := func(n int) time.Time { return now.Add(time.Duration(n) * time.Second) }
	for i, step := range []struct {
		nonce string
		date  time.Time
		want  bool
	}{
		{"a", second(0), true},
		{"b", second(0), true},
		{"c", second(1), true},
		{"d", second(2), true},  // forgets a and b
		{"a", second(0), false}, // older than what is remembered
		{"e", second(0), false},
		{"c", second(1), false},
		{"e", second(1), true},
		{"f", second(1), true}, // forgets c and e, and that second
		{"c", second(1), false},
	} {
		if got := g.use(step.nonce, step.date, now); got != step.want {
			t.Errorf("step %d, %s: %v", i, step.nonce, got)
		}
		if len(g.used) > 3 {
			t.Errorf("step %d: %d nonces are remembered", i, len(g.used))
		}
	}
}

func TestNoncesAreForgottenWithTheirSignatures(t *testing.T) {
	c := clock.NewManual(start)
	g := newNonceGuard(maxNonces)
	for i := range 1_000 {
		if !g.use(strings.Repeat("n", i), c.Now(), c.Now()) {
			t.Fatalf("nonce %d was refused", i)
		}
		c.Advance(time.Second)
	}
	if len(g.used) > 302 || len(g.bySecond) > 302 {
		t.Errorf("%d nonces of %d seconds are remembered", len(g.used), len(g.bySecond))
	}
}

func TestAGrantCoversTheBodyThatWasNamed(t *testing.T) {
	s, c, credential := newStore(t)
	const hash = "44136FA355B3678A1146AD16F7E8649E94FB4FC21FE77E8310C060F61CAAFF8A" // of {}
	bound, err := s.Authenticate(signedRequest(credential, c.Now(), "a", func(r *http.Request) { r.Header.Set("X-Content-Sha256", hash) }), nil)
	if err != nil {
		t.Fatal(err)
	}
	free, err := s.Authenticate(signedRequest(credential, c.Now(), "b"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]bool{"{}": true, "{} ": false, "": false} {
		if bound.Covers([]byte(body)) != want || !free.Covers([]byte(body)) {
			t.Errorf("%q: bound %v, free %v", body, bound.Covers([]byte(body)), free.Covers([]byte(body)))
		}
	}
}
