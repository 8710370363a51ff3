package access

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type tokenAnswer struct {
	Token   string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"`
	Error   string
}

// askToken sends a form to the token endpoint as the bearer of an access key.
func askToken(t *testing.T, s *Store, key, secret, form string, changes ...func(*http.Request)) (*httptest.ResponseRecorder, tokenAnswer) {
	t.Helper()
	r := httptest.NewRequest("POST", "/v1/oauth/token", strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(key, secret)
	for _, change := range changes {
		change(r)
	}
	w := httptest.NewRecorder()
	s.ServeToken(w, r)
	var answer tokenAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%d %q: %v", w.Code, w.Body, err)
	}
	return w, answer
}

func TestTokenLifetimes(t *testing.T) {
	s, _, c := newStore(t)
	for form, want := range map[string]int{
		"":                                       usualToken,
		"&duration_seconds=900":                  900,
		"&duration_seconds=899":                  900,
		"&duration_seconds=0":                    900,
		"&duration_seconds=-5":                   900,
		"&duration_seconds=43200":                43_200,
		"&duration_seconds=43201":                43_200,
		"&duration_seconds=99999999999999999999": 43_200,
		"&scope=x":                               usualToken,
	} {
		w, answer := askToken(t, s, c.AccessKeyID, c.SecretAccessKey, "grant_type=client_credentials"+form)
		if w.Code != 200 || answer.Expires != want || answer.Type != "Bearer" || answer.Token == "" {
			t.Errorf("%q: %d %+v", form, w.Code, answer)
		}
		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("headers %v", w.Header())
		}
	}
}

func TestTokenRequestsThatAreRefused(t *testing.T) {
	s, _, c := newStore(t)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	method := func(r *http.Request) { r.Method = "GET" }
	const form = "grant_type=client_credentials"
	for name, tc := range map[string]struct {
		key, secret, form string
		change            func(*http.Request)
		status            int
		code              string
	}{
		"wrong secret":    {c.AccessKeyID, c.SecretAccessKey + "x", form, nil, 401, "invalid_client"},
		"no secret":       {c.AccessKeyID, "", form, nil, 401, "invalid_client"},
		"unknown key":     {"AKnone", "", form, nil, 401, "invalid_client"},
		"bearer token":    {c.AccessKeyID, c.SecretAccessKey, form, header("Authorization", "Bearer "+c.Token), 401, "invalid_client"},
		"no form":         {c.AccessKeyID, c.SecretAccessKey, "", nil, 400, "invalid_request"},
		"JSON":            {c.AccessKeyID, c.SecretAccessKey, `{"grant_type":"client_credentials"}`, header("Content-Type", "application/json"), 400, "invalid_request"},
		"another grant":   {c.AccessKeyID, c.SecretAccessKey, "grant_type=password", nil, 400, "unsupported_grant_type"},
		"two grants":      {c.AccessKeyID, c.SecretAccessKey, form + "&" + form, nil, 400, "invalid_request"},
		"no number":       {c.AccessKeyID, c.SecretAccessKey, form + "&duration_seconds=long", nil, 400, "invalid_request"},
		"a fraction":      {c.AccessKeyID, c.SecretAccessKey, form + "&duration_seconds=900.5", nil, 400, "invalid_request"},
		"no duration":     {c.AccessKeyID, c.SecretAccessKey, form + "&duration_seconds=", nil, 400, "invalid_request"},
		"two durations":   {c.AccessKeyID, c.SecretAccessKey, form + "&duration_seconds=900&duration_seconds=900", nil, 400, "invalid_request"},
		"bad escape":      {c.AccessKeyID, c.SecretAccessKey, form + "&x=%zz", nil, 400, "invalid_request"},
		"too large":       {c.AccessKeyID, c.SecretAccessKey, form + "&x=" + strings.Repeat("x", maxFormBytes), nil, 400, "invalid_request"},
		"another method":  {c.AccessKeyID, c.SecretAccessKey, form, method, 405, "invalid_request"},
		"form in the URL": {c.AccessKeyID, c.SecretAccessKey, "", func(r *http.Request) { r.URL.RawQuery = form }, 400, "invalid_request"},
	} {
		var changes []func(*http.Request)
		if tc.change != nil {
			changes = append(changes, tc.change)
		}
		w, answer := askToken(t, s, tc.key, tc.secret, tc.form, changes...)
		if w.Code != tc.status || answer.Error != tc.code || answer.Token != "" {
			t.Errorf("%s: %d %+v", name, w.Code, answer)
		}
		if challenge := w.Header().Get("WWW-Authenticate"); (challenge != "") != (tc.status == 401) {
			t.Errorf("%s: WWW-Authenticate %q", name, challenge)
		}
	}
}

func bearerOf(s *Store, token string) (Grant, error) {
	r := httptest.NewRequest("GET", "/v1/queues", http.NoBody)
	r.Header.Set("Authorization", "Bearer "+token)
	return s.Authenticate(r, nil)
}

func TestABoughtTokenStandsForItsKeyUntilItExpires(t *testing.T) {
	s, clock, _ := newStore(t)
	limited, err := s.Issue("basaltic", []string{"sendMessage"})
	if err != nil {
		t.Fatal(err)
	}
	_, answer := askToken(t, s, limited.AccessKeyID, limited.SecretAccessKey, "grant_type=client_credentials&duration_seconds=900")
	clock.Advance(900*time.Second - time.Millisecond)
	grant, err := bearerOf(s, answer.Token)
	if err != nil || !grant.May("sendMessage") || grant.May("receiveMessages") {
		t.Errorf("%+v, %v", grant, err)
	}
	clock.Advance(time.Millisecond)
	if _, err := bearerOf(s, answer.Token); err == nil {
		t.Error("the token works after it expired")
	}
}

func TestABoughtTokenCannotBeAltered(t *testing.T) {
	s, _, c := newStore(t)
	token := s.buy(c.AccessKeyID, time.Hour)
	for i := range token {
		altered := token[:i] + string(token[i]^1) + token[i+1:]
		if _, err := bearerOf(s, altered); err == nil {
			t.Errorf("%q passes for %q", altered, token)
		}
	}
	for _, altered := range []string{token + "0", token[:len(token)-1], strings.ToUpper(token), "", ".", "..", tokenPrefix} {
		if _, err := bearerOf(s, altered); err == nil {
			t.Errorf("%q passes for %q", altered, token)
		}
	}
	others, _, _ := newStore(t)
	if _, err := bearerOf(others, token); err == nil {
		t.Error("another store takes the token")
	}
}
