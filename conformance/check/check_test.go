package check_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/check"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

const (
	token   = "tok-0123456789"
	limited = "lim-0123456789"
)

// server is the little of a Basaltic target that check looks at.
type server struct {
	// refuse answers a request itself where it gives a status other than 0.
	refuse func(*http.Request) int
	made   int
	// ahead is how much the clock was advanced.
	ahead time.Duration
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	answer := func(status int, body string) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
	refusal := func(status int, code string) {
		answer(status, `{"error":{"code":"`+code+`","message":"m","request_id":"a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"}}`)
	}
	bearer := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if s.refuse != nil {
		if status := s.refuse(r); status != 0 {
			refusal(status, "NO")
			return
		}
	}
	switch {
	case r.URL.Path == "/control/v1/capabilities":
		answer(200, `{"clock":true,"rateLimits":true}`)
	case r.URL.Path == "/control/v1/clock/advance":
		s.ahead += time.Second
		answer(200, `{"now":"`+time.Now().Add(s.ahead).Format(time.RFC3339Nano)+`"}`)
	case r.URL.Path == "/control/v1/rate-limits":
		w.WriteHeader(204)
	case bearer != token && bearer != limited:
		refusal(401, "UNAUTHORIZED")
	case bearer == limited:
		refusal(403, "ACCESS_DENIED")
	case r.Method == "POST" && r.URL.Path == "/v1/queues":
		s.made++
		answer(201, `{"queue":{"id":"a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"}}`)
	case r.Method == "DELETE":
		s.made--
		w.WriteHeader(204)
	case r.Method == "GET" && r.URL.Path == "/v1/queues":
		answer(200, `{"queues":[]}`)
	default:
		refusal(404, "NOT_FOUND")
	}
}

// cases need the clock, keys, and nothing.
var cases = []*judge.Case{
	{Name: "a", Judges: judge.By{specs.Basaltic: {ID: "BQ-SEND-06"}}, Needs: []judge.Need{judge.NeedClock}},
	{Name: "b", Judges: judge.By{specs.Basaltic: {ID: "BQ-KMS-02"}}, Needs: []judge.Need{judge.NeedKMS}},
	{Name: "c", Judges: judge.By{specs.Basaltic: {ID: "BQ-KMS-03"}}, Needs: []judge.Need{judge.NeedKMS}},
	{Name: "d", Judges: judge.By{specs.Basaltic: {ID: "BQ-RECV-01"}}},
}

// look runs check against s, with more cases than those above.
func look(t *testing.T, s http.Handler, change func(*target.File), more ...*judge.Case) *check.Report {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	base, _ := url.Parse(h.URL)
	f := &target.File{
		Name: "acme", Dialect: specs.Basaltic, URL: base, Control: base,
		Auth:        target.Auth{Token: target.NewSecret(token)},
		LimitedAuth: &target.Auth{Token: target.NewSecret(limited)},
	}
	if change != nil {
		change(f)
	}
	report, err := check.Run(context.Background(), f, append(more, cases...), judge.StandardTier)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestReadyTarget(t *testing.T) {
	s := &server{}
	report := look(t, s, nil)
	if failure, failed := report.FirstFailure(); failed {
		t.Errorf("%+v", failure)
	}
	if s.made != 0 {
		t.Errorf("%d queues stay behind", s.made)
	}
	var names []string
	for _, f := range report.Findings {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, ", "); got != "reachable, credential, round trip, time, provisioning, control API, clock, rate, limited_auth, client addresses, capabilities" {
		t.Errorf("looked at %s", got)
	}
	if len(report.Skipped) != 1 || report.Skipped[0].Need != "kms" || strings.Join(report.Skipped[0].Requirements, " ") != "BQ-KMS-02 BQ-KMS-03" {
		t.Errorf("skips %+v", report.Skipped)
	}
	if report.Conditions.RTTP50 <= 0 || report.Capabilities["clock"] != true || report.Capabilities["kms"] != false {
		t.Errorf("%+v", report)
	}
	var printed strings.Builder
	if err := report.Print(&printed); err != nil || !strings.Contains(printed.String(), "skips   kms               BQ-KMS-02 BQ-KMS-03") {
		t.Errorf("printed %s", &printed)
	}
}

func TestWhatIsWrongIsSaidPlainly(t *testing.T) {
	at := func(method, path string, status int) func(*http.Request) int {
		return func(r *http.Request) int {
			if r.Method == method && r.URL.Path == path {
				return status
			}
			return 0
		}
	}
	closed := func(f *target.File) { f.URL, _ = url.Parse("http://127.0.0.1:1") }
	for _, test := range []struct {
		name   string
		server *server
		change func(*target.File)
		failed string // the finding
		detail string
		last   bool // nothing was looked at after it
	}{
		{"closed port", &server{}, closed, "reachable", "nothing answers at http://127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused", true},
		{"wrong token", &server{}, func(f *target.File) { f.Auth.Token = target.NewSecret("tok-of-nobody") },
			"credential", "the target refuses the credential (401 UNAUTHORIZED): check auth in the target file, or --token", true},
		{"credential that may not receive", &server{}, func(f *target.File) { f.Auth.Token = target.NewSecret(limited) },
			"credential", "the credential may not receive (403 ACCESS_DENIED)", true},
		{"access key that is refused", &server{refuse: at("POST", "/v1/oauth/token", 401)}, func(f *target.File) {
			f.Auth = target.Auth{AccessKeyID: "A", SecretAccessKey: target.NewSecret("sec-0123"), Region: "r"}
		}, "credential", "the token endpoint /v1/oauth/token answered 401", true},
		{"unknown limited credential", &server{}, func(f *target.File) { f.LimitedAuth.Token = target.NewSecret("lim-of-nobody") },
			"limited_auth", "the target does not know it (401 UNAUTHORIZED)", false},
		{"no queue can be made", &server{refuse: at("POST", "/v1/queues", 403)}, func(f *target.File) { f.LimitedAuth = nil },
			"provisioning", "no queue could be had: 403 NO", false},
		{"control API that is not there", &server{refuse: at("GET", "/control/v1/capabilities", 404)}, nil,
			"control API", "the control API's getCapabilities answered 404", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := look(t, test.server, test.change)
			failure, failed := report.FirstFailure()
			if !failed || failure.Name != test.failed || !strings.Contains(failure.Detail, test.detail) {
				t.Errorf("found %+v; want %s: %s", report.Findings, test.failed, test.detail)
			}
			if last := report.Findings[len(report.Findings)-1]; test.last && last != failure {
				t.Errorf("went on to look at %+v", last)
			}
			text, _ := json.Marshal(report)
			for _, secret := range []string{token, limited, "of-nobody", "sec-0123"} {
				if strings.Contains(string(text), secret) {
					t.Errorf("the report holds %s", secret)
				}
			}
		})
	}
}

func TestStaticTarget(t *testing.T) {
	const id = "a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"
	messages := `{"messages":[]}`
	purged, rest := 0, &server{}
	s := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/v1/queues/" + id + "/messages/receive":
			io.WriteString(w, messages)
		case "/v1/queues/" + id + "/purge":
			purged++
			io.WriteString(w, `{"messages_deleted":0}`)
		default:
			rest.ServeHTTP(w, r)
		}
	})
	static := func(purge bool) func(*target.File) {
		return func(f *target.File) {
			f.Provisioning = target.Provisioning{Mode: target.Static, Purge: purge, Queues: target.StaticQueues{Standard: []string{id}}}
		}
	}
	report := look(t, s, static(false), &judge.Case{Name: "e", Judges: judge.By{specs.Basaltic: {ID: "BQ-FIFO-03"}}, Queues: judge.FIFO()})
	if failure, failed := report.FirstFailure(); failed {
		t.Errorf("%+v", failure)
	}
	if first := report.Skipped[0]; first.Need != "static queues of kind fifo: 1" || first.Requirements[0] != "BQ-FIFO-03" {
		t.Errorf("skips %+v", report.Skipped)
	}

	messages, purged = `{"messages":[{"id":"`+id+`","receipt_handle":"h","body":"b","receive_count":1,"enqueued_at":"2026-01-18T11:45:00Z","visible_at":"2026-01-18T11:45:00Z"}]}`, 0
	if failure, _ := look(t, s, static(false)).FirstFailure(); failure.Name != "provisioning" || !strings.Contains(failure.Detail, "is not empty") {
		t.Errorf("found %+v", failure)
	}
	if failure, failed := look(t, s, static(true)).FirstFailure(); failed {
		t.Errorf("found %+v", failure)
	}
	if purged > 0 {
		t.Error("check purged somebody's queue")
	}
}

func TestAClockThatItsControlAPIAdvancedIsNoFault(t *testing.T) {
	ahead := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(15*time.Minute).UTC().Format(http.TimeFormat))
		(&server{}).ServeHTTP(w, r)
	}
	for _, test := range []struct {
		name   string
		change func(*target.File)
		status probe.Status
	}{
		{"with control", nil, probe.OK},
		{"without", func(f *target.File) { f.Control = nil }, probe.Failed},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, f := range look(t, http.HandlerFunc(ahead), test.change).Findings {
				if f.Name == "time" && f.Status != test.status {
					t.Errorf("found %+v", f)
				}
			}
		})
	}
}
