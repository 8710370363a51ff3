package control

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/internal/spectest"
	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/specs"
)

// bench is an API whose answers are held against its document.
type bench struct {
	*testing.T
	Config
	api      http.Handler
	document *spectest.Checker
}

func newBench(t *testing.T, change func(*Config)) *bench {
	t.Helper()
	document, err := specs.ControlDocument()
	if err != nil {
		t.Fatal(err)
	}
	c := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	config := Config{
		Clock: c, Access: access.New(c), Limits: limit.New(c), KMS: kms.New(), Faults: &fault.Set{},
		Dialects: specs.Dialects(), Operations: []string{"sendMessage", "ReceiveMessages"},
		ClientAddresses: []string{"127.0.0.0/8"},
	}
	if change != nil {
		change(&config)
	}
	return &bench{t, config, New(config), spectest.New(t, document)}
}

func (b *bench) call(request, body string, changes ...func(*http.Request)) *httptest.ResponseRecorder {
	b.Helper()
	method, path, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, "/control/v1"+path, strings.NewReader(body))
	for _, change := range changes {
		change(r)
	}
	return b.document.Serve(b, b.api, r)
}

// answered makes a call that must answer so, and decodes its body.
func (b *bench) answered(status int, request, body string) map[string]any {
	b.Helper()
	w := b.call(request, body)
	if w.Code != status {
		b.Fatalf("%s %s: %d %s", request, body, w.Code, w.Body)
	}
	var fields map[string]any
	_ = json.Unmarshal(w.Body.Bytes(), &fields)
	return fields
}

func TestCapabilitiesTellWhatTheServerOffers(t *testing.T) {
	got := newBench(t, nil).answered(200, "GET /capabilities", "")
	for _, name := range []string{"clock", "kms", "rateLimits", "unavailable", "credentials", "push"} {
		if got[name] != true {
			t.Errorf("%s is %v", name, got[name])
		}
	}
	if len(got["faults"].([]any)) != len(fault.Catalogue()) {
		t.Errorf("%d faults", len(got["faults"].([]any)))
	}
	ezgh := newBench(t, func(c *Config) { c.Dialects = []specs.Dialect{specs.EZGH}; c.ClientAddresses = nil })
	got = ezgh.answered(200, "GET /capabilities", "")
	if got["kms"] != false || got["push"] != true || len(got["clientAddresses"].([]any)) != 0 ||
		len(got["faults"].([]any)) >= len(fault.Catalogue()) {
		t.Errorf("ezgh alone: %v", got)
	}
}

func TestAdvanceMovesTheClock(t *testing.T) {
	b := newBench(t, nil)
	ran := false
	b.Clock.At(b.Clock.Now().Add(1500*time.Millisecond), func() { ran = true })
	if now := b.answered(200, "POST /clock/advance", `{"seconds":1.5}`)["now"]; now != "2026-03-01T12:00:01.5Z" || !ran {
		t.Errorf("now is %v, the timer ran: %v", now, ran)
	}
}

func TestKeys(t *testing.T) {
	b := newBench(t, nil)
	for path, key := range map[string]string{"k": "k", "crn:a:b%2Fc": "crn:a:b/c", "crn:a:d/e": "crn:a:d/e"} {
		b.answered(204, "PUT /kms/keys/"+path, `{"state":"disabled"}`)
		if !b.KMS.Known(key) || b.KMS.Enabled(key) {
			t.Errorf("%s is not disabled", key)
		}
		b.answered(204, "PUT /kms/keys/"+path, `{"state":"enabled"}`)
		if !b.KMS.Enabled(key) {
			t.Errorf("%s is not enabled", key)
		}
	}
}

func TestRateLimits(t *testing.T) {
	b := newBench(t, nil)
	request := limit.Request{Queue: "q", Organization: "o", Operation: "ReceiveMessages"}
	for _, body := range []string{
		`{"scope":"queue","queue":"q","limit":0,"windowSeconds":0.5}`,
		`{"scope":"queue","queue":"q","operation":"ReceiveMessages","limit":0,"windowSeconds":2}`,
		`{"scope":"organization","organization":"o","limit":0,"windowSeconds":1}`,
		`{"scope":"operation","operation":"ReceiveMessages","limit":0,"windowSeconds":1}`,
	} {
		b.answered(204, "PUT /rate-limits", body)
		if b.Limits.Take(request).Allowed {
			t.Errorf("%s limits nothing", body)
		}
		b.answered(204, "DELETE /rate-limits", "")
		if !b.Limits.Take(request).Allowed {
			t.Errorf("%s cannot be cleared", body)
		}
	}
}

func TestUnavailable(t *testing.T) {
	b := newBench(t, nil)
	b.answered(204, "PUT /unavailable", `{"queue":"q","requests":1,"retryAfterSeconds":2}`)
	if wait, down := b.Limits.Unavailable("q"); !down || wait != 2*time.Second {
		t.Errorf("%v %v", wait, down)
	}
}

func TestCredentials(t *testing.T) {
	b := newBench(t, nil)
	basaltic := b.answered(201, "POST /credentials", `{"dialect":"basaltic","permissions":["sendMessage"]}`)
	for _, field := range []string{"token", "accessKeyId", "secretAccessKey", "region"} {
		if basaltic[field] == nil {
			t.Errorf("basaltic credential without %s", field)
		}
	}
	ezgh := b.answered(201, "POST /credentials", `{"dialect":"ezgh","permissions":[]}`)
	grant, known := b.Access.Bearer(specs.EZGH, ezgh["token"].(string))
	if !known || grant.May("queues.messages.receive") || len(ezgh) != 1 {
		t.Errorf("ezgh credential: %v, known %v", ezgh, known)
	}
}

func TestFaults(t *testing.T) {
	b := newBench(t, nil)
	b.answered(204, "PUT /faults", `{"faults":["lapsed-handle-deletes"]}`)
	b.answered(400, "PUT /faults", `{"faults":["no-such-fault"]}`)
	if !b.Faults.On(fault.LapsedHandleDeletes) {
		t.Error("the fault is not shown")
	}
	b.answered(204, "PUT /faults", `{"faults":[]}`)
	if b.Faults.On(fault.LapsedHandleDeletes) {
		t.Error("the fault is still shown")
	}
}

func TestWrongInputChangesNothing(t *testing.T) {
	b := newBench(t, nil)
	before := b.Clock.Now()
	for request, bodies := range map[string][]string{
		"POST /clock/advance": {``, `{}`, `[]`, `{"seconds":0}`, `{"seconds":-1}`, `{"seconds":"1"}`, `{"seconds":1e12}`,
			`{"seconds":1e-12}`, `{"seconds":1,"minutes":1}`, `{"seconds":1}}`, `{"seconds":1} 2`, `{"seconds":null}`},
		"PUT /kms/keys/k": {`{}`, `{"state":"off"}`, `{"state":true}`},
		"PUT /kms/keys/":  {`{"state":"enabled"}`},
		"PUT /rate-limits": {`{}`, `{"scope":"queue","limit":1,"windowSeconds":1}`, `{"scope":"all","limit":1,"windowSeconds":1}`,
			`{"scope":"queue","queue":"q","windowSeconds":1}`, `{"scope":"queue","queue":"q","limit":-1,"windowSeconds":1}`,
			`{"scope":"queue","queue":"q","limit":1.5,"windowSeconds":1}`, `{"scope":"queue","queue":"q","limit":1}`,
			`{"scope":"queue","queue":"q","limit":1,"windowSeconds":0}`, `{"scope":"organization","queue":"q","limit":1,"windowSeconds":1}`,
			`{"scope":"queue","queue":"q","organization":"o","limit":1,"windowSeconds":1}`,
			`{"scope":"operation","limit":1,"windowSeconds":1}`, `{"scope":"operation","operation":"x","limit":1,"windowSeconds":1}`,
			`{"scope":"queue","queue":"q","operation":"x","limit":1,"windowSeconds":1}`},
		"PUT /unavailable": {`{}`, `{"queue":"q","requests":1}`, `{"queue":"q","retryAfterSeconds":1}`,
			`{"requests":1,"retryAfterSeconds":1}`, `{"queue":"q","requests":-1,"retryAfterSeconds":1}`,
			`{"queue":"q","requests":1,"retryAfterSeconds":-1}`},
		"POST /credentials": {`{}`, `{"dialect":"ezgh"}`, `{"permissions":[]}`, `{"dialect":"sqs","permissions":[]}`,
			`{"dialect":"ezgh","permissions":["receive"]}`, `{"dialect":"ezgh","permissions":null}`},
		"PUT /faults": {`{}`, `{"faults":null}`, `{"faults":"x"}`, `{"faults":[1]}`},
	} {
		for _, body := range bodies {
			reason, _ := b.answered(400, request, body)["error"].(string)
			if reason == "" || strings.Contains(reason, "Go ") {
				t.Errorf("%s %s: the reason is %q", request, body, reason)
			}
		}
	}
	if !b.Clock.Now().Equal(before) || b.KMS.Known("k") || !b.Limits.Take(limit.Request{Queue: "q", Operation: "x"}).Allowed {
		t.Error("a refused call changed something")
	}
	b.answered(404, "GET /nothing", "")
	b.answered(405, "GET /clock/advance", "")
	b.answered(400, "PUT /faults", `{"faults":["`+strings.Repeat("x", maxBody)+`"]}`)
	ezgh := newBench(t, func(c *Config) { c.Dialects = []specs.Dialect{specs.EZGH} })
	ezgh.answered(400, "PUT /kms/keys/k", `{"state":"enabled"}`)
	ezgh.answered(400, "POST /credentials", `{"dialect":"basaltic","permissions":[]}`)
}

func TestTheControlToken(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Token = "secret" })
	for value, status := range map[string]int{"": 401, "Bearer": 401, "Bearer wrong": 401, "secret": 401, "Bearer secret": 200} {
		w := b.call("GET /capabilities", "", func(r *http.Request) { r.Header.Set("Authorization", value) })
		if w.Code != status {
			t.Errorf("%q: %d", value, w.Code)
		}
	}
}
