package ezgh

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/internal/spectest"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/specs"
)

const (
	inProject    = "/v1/organizations/org_1/projects/prj_1"
	otherProject = "/v1/organizations/org_1/projects/prj_2"
)

// bench is a server on a clock that stands still, and what a test knows of it.
type bench struct {
	testing.TB
	*Server
	clock  *clock.Clock
	limits *limit.Limiter
	access *access.Store
	faults *fault.Set
	token  string
	// document is what every answer must keep to; nil where a fault breaks it.
	document *spectest.Checker
}

// option changes what a bench is made of.
type option func(*Config)

func newBench(t testing.TB, options ...option) *bench {
	t.Helper()
	c := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	config := Config{Clock: c, Access: access.New(c), Limits: limit.New(c), Faults: &fault.Set{}}
	for _, o := range options {
		o(&config)
	}
	document, err := specs.Document(specs.EZGH)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{
		TB: t, Server: New(config), clock: c, limits: config.Limits, access: config.Access, faults: config.Faults,
		document: spectest.New(t, document),
	}
	t.Cleanup(b.Close)
	b.token = b.issue(nil)
	return b
}

func using(l variant.Legal) option { return func(c *Config) { c.Legal = l } }

func (b *bench) issue(permissions []string) string {
	b.Helper()
	credential, err := b.access.Issue(specs.EZGH, permissions)
	if err != nil {
		b.Fatal(err)
	}
	return credential.Token
}

// response is an answer as a test looks at it.
type response struct {
	status int
	header http.Header
	text   string
}

// at gives the value at a path such as "messages.0.body"; nil when there is none.
func (r response) at(path string) any {
	var node any
	if json.Unmarshal([]byte(r.text), &node) != nil {
		return nil
	}
	for _, step := range strings.Split(path, ".") {
		switch n := node.(type) {
		case map[string]any:
			node = n[step]
		case []any:
			i := -1
			if _, err := fmt.Sscan(step, &i); err != nil || i < 0 || i >= len(n) {
				return nil
			}
			node = n[i]
		default:
			return nil
		}
	}
	return node
}

func (r response) str(path string) string {
	text, _ := r.at(path).(string)
	return text
}

// count is how many entries the list at path has; -1 when there is no list.
func (r response) count(path string) int {
	list, is := r.at(path).([]any)
	if !is {
		return -1
	}
	return len(list)
}

// do makes a request as a holder of all permissions, changed by changes.
func (b *bench) do(method, path, body string, changes ...func(*http.Request)) response {
	return b.within(context.Background(), method, path, body, changes...)
}

func (b *bench) within(ctx context.Context, method, path, body string, changes ...func(*http.Request)) response {
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+b.token)
	r.Header.Set("Content-Type", "application/json")
	for _, change := range changes {
		change(r)
	}
	w := httptest.NewRecorder()
	if b.document == nil {
		b.ServeHTTP(w, r)
	} else {
		w = b.document.Serve(b, b, r)
	}
	return response{w.Code, w.Header(), w.Body.String()}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) {
		if value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
}

func from(address string) func(*http.Request) {
	return func(r *http.Request) { r.RemoteAddr = address + ":1234" }
}

var anonymous = header("Authorization", "")

// made is a queue that a test made.
type made struct {
	*bench
	id, path string
}

func (b *bench) queue(settings string) made {
	b.Helper()
	body := fmt.Sprintf(`{"name":"q-%d"`, len(b.Server.queues.byID))
	if settings != "" {
		body += "," + settings
	}
	r := b.do("POST", inProject+"/queues", body+"}")
	if r.status != http.StatusCreated {
		b.Fatalf("create: %d %s", r.status, r.text)
	}
	id := r.str("queue.queueId")
	return made{b, id, inProject + "/queues/" + id}
}

func (q made) send(fields string) response {
	q.Helper()
	r := q.do("POST", q.path+"/messages", "{"+fields+"}")
	if r.status != http.StatusCreated {
		q.Fatalf("send: %d %s", r.status, r.text)
	}
	return r
}

func (q made) receive(fields string) response {
	q.Helper()
	r := q.do("POST", q.path+"/messages/receive", "{"+fields+"}")
	if r.status != http.StatusOK {
		q.Fatalf("receive: %d %s", r.status, r.text)
	}
	return r
}

// handle receives one message and gives its receipt handle.
func (q made) handle(fields string) string {
	q.Helper()
	h := q.receive(fields).str("messages.0.receiptHandle")
	if h == "" {
		q.Fatal("nothing received")
	}
	return h
}

func (b *bench) ack(handles ...string) response {
	list, _ := json.Marshal(handles)
	return b.do("POST", "/v1/receipts/ack", `{"receiptHandles":`+string(list)+`}`, anonymous)
}

func (b *bench) change(seconds int, handles ...string) response {
	var entries []string
	for _, h := range handles {
		entries = append(entries, fmt.Sprintf(`{"receiptHandle":%q,"visibilityTimeoutSeconds":%d}`, h, seconds))
	}
	return b.do("POST", "/v1/receipts/visibility", `{"entries":[`+strings.Join(entries, ",")+`]}`, anonymous)
}

// outcomes shortens results: "ok", or what follows receipt_handle_.
func (r response) outcomes() string {
	var words []string
	for i := range max(r.count("results"), 0) {
		switch word := r.str(fmt.Sprintf("results.%d.error", i)); {
		case word != "":
			words = append(words, strings.TrimPrefix(word, "receipt_handle_"))
		case r.at(fmt.Sprintf("results.%d.ok", i)) == true:
			words = append(words, "ok")
		}
	}
	return strings.Join(words, " ")
}

func (b *bench) wants(r response, status int) {
	b.Helper()
	if r.status != status {
		b.Errorf("got %d, want %d: %s", r.status, status, r.text)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
