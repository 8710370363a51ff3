package basaltic

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/specs"
)

// start is what the manual clock of every test shows at first.
var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// service is a server under test, with the stores around it and a credential
// that may do everything.
type service struct {
	*testing.T
	*Server
	credential access.Credential
	faults     *fault.Set
}

func newService(t *testing.T) *service { return newVariant(t, variant.Legal{}) }

func newVariant(t *testing.T, legal variant.Legal) *service {
	t.Helper()
	c := clock.NewManual(start)
	faults := new(fault.Set)
	store := access.New(c)
	credential, err := store.Issue(specs.Basaltic, nil)
	if err != nil {
		t.Fatal(err)
	}
	server := New(Config{
		Clock: c, Access: store, Limits: limit.New(c), KMS: kms.New(), Faults: faults, Legal: legal,
	})
	return &service{t, server, credential, faults}
}

// contract is the dialect's document, ready to check answers against.
var contract = sync.OnceValues(func() (*openapi3filter.Options, routers.Router) {
	document, err := specs.Document(specs.Basaltic)
	if err != nil {
		panic(err)
	}
	document.Servers = nil
	router, err := gorillamux.NewRouter(document)
	if err != nil {
		panic(err)
	}
	return specs.ExchangeOptions(document), router
})

// result is an answer with its body read.
type result struct {
	*testing.T
	status int
	header http.Header
	body   []byte
}

// ask sends a request with the test's credential and checks the answer against
// the dialect's document.
func (s *service) ask(method, path, body string, changes ...func(*http.Request)) result {
	s.Helper()
	return s.askIn(context.Background(), method, path, body, changes...)
}

func (s *service) askIn(ctx context.Context, method, path, body string, changes ...func(*http.Request)) result {
	s.Helper()
	var reader io.Reader = http.NoBody
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(ctx, method, path, reader)
	r.Header.Set("Authorization", "Bearer "+s.credential.Token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, change := range changes {
		change(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	answer := result{s.T, w.Code, w.Header(), w.Body.Bytes()}
	s.checkAnswer(r, answer)
	return answer
}

// checkAnswer holds every answer to the dialect's document, and to its rules
// about request ids.
func (s *service) checkAnswer(r *http.Request, a result) {
	s.Helper()
	id := a.header.Get("X-Request-Id")
	if uuid.Validate(id) != nil {
		s.Errorf("%s %s: X-Request-Id is %q", r.Method, r.URL, id)
	}
	if r.URL.Path == tokenPath {
		return
	}
	if a.status >= 400 {
		failure := a.failure()
		if failure.RequestID != id || failure.Code == "" || failure.Message == "" {
			s.Errorf("%s %s: error %+v with X-Request-Id %q", r.Method, r.URL, failure, id)
		}
	}
	options, router := contract()
	route, parameters, err := router.FindRoute(r)
	if err != nil {
		return // no operation of the document
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: parameters, Route: route},
		Status:                 a.status,
		Header:                 a.header,
		Body:                   io.NopCloser(bytes.NewReader(a.body)),
		Options:                options,
	})
	if err != nil {
		s.Errorf("%s %s answered %d %s\n%v", r.Method, r.URL, a.status, a.body, err)
	}
}

type failure struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	RequestID string `json:"request_id"`
}

func (a result) failure() failure {
	a.Helper()
	var envelope struct{ Error failure }
	a.into(&envelope)
	return envelope.Error
}

// into decodes the answer's body.
func (a result) into(v any) {
	a.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		a.Fatalf("status %d, body %q: %v", a.status, a.body, err)
	}
}

// want asks for a status, and for a code where the answer is an error.
func (a result) want(status int, code ...string) result {
	a.Helper()
	if a.status != status {
		a.Fatalf("status %d, want %d; body %s", a.status, status, a.body)
	}
	if len(code) > 0 && a.failure().Code != code[0] {
		a.Fatalf("code %q, want %q", a.failure().Code, code[0])
	}
	return a
}

type shownQueue struct {
	ID         string
	CRN        string
	Name       string
	Kind       string
	Attributes map[string]int
	Redrive    *struct {
		Target struct{ ID, CRN, Name string } `json:"dead_letter_queue"`
		Max    int                            `json:"max_receive_count"`
	} `json:"redrive_policy"`
	ContentBased bool                            `json:"content_based_deduplication"`
	Key          *struct{ ID, CRN, Name string } `json:"kms_key"`
	Tags         map[string]string
	Depth        map[string]any
	UpdatedAt    time.Time `json:"updated_at"`
}

func (a result) queue() shownQueue {
	a.Helper()
	var envelope struct{ Queue shownQueue }
	a.into(&envelope)
	return envelope.Queue
}

type shownMessage struct {
	ID         string
	Handle     string `json:"receipt_handle"`
	Body       *string
	Attributes map[string]struct{ Type, Value string }
	Count      int       `json:"receive_count"`
	GroupID    *string   `json:"message_group_id"`
	EnqueuedAt time.Time `json:"enqueued_at"`
	VisibleAt  time.Time `json:"visible_at"`
	Visibility string
	CRN        string
	ExpiresAt  time.Time  `json:"expires_at"`
	First      *time.Time `json:"first_received_at"`
	Bytes      int        `json:"body_bytes"`
}

func (a result) messages() []shownMessage {
	a.Helper()
	var envelope struct{ Messages []shownMessage }
	a.want(http.StatusOK).into(&envelope)
	return envelope.Messages
}

// testQueue is a queue under test.
type testQueue struct {
	*service
	path string
	id   string
}

// newQueue makes a queue; more are further members of the request.
func (s *service) newQueue(name string, more ...string) testQueue {
	s.Helper()
	members := append([]string{fmt.Sprintf("%q:%q", "name", name)}, more...)
	q := s.ask("POST", "/v1/queues", "{"+strings.Join(members, ",")+"}").want(http.StatusCreated).queue()
	return testQueue{s, "/v1/queues/" + q.ID, q.ID}
}

func (q testQueue) send(body string) string {
	q.Helper()
	return q.sendJSON(fmt.Sprintf(`{"body":%q}`, body))
}

// sendJSON sends a message and gives its id.
func (q testQueue) sendJSON(message string) string {
	q.Helper()
	var sent struct {
		Result struct {
			ID string `json:"message_id"`
		}
	}
	q.ask("POST", q.path+"/messages", message).want(http.StatusCreated).into(&sent)
	return sent.Result.ID
}

// receive leases with a request's body, which may be empty.
func (q testQueue) receive(request string) []shownMessage {
	q.Helper()
	return q.ask("POST", q.path+"/messages/receive", request).messages()
}

// receiveOne leases the one message there is.
func (q testQueue) receiveOne(request string) shownMessage {
	q.Helper()
	ms := q.receive(request)
	if len(ms) != 1 {
		q.Fatalf("received %d messages, want 1", len(ms))
	}
	return ms[0]
}

func (q testQueue) delete(handle string) result {
	q.Helper()
	return q.ask("DELETE", q.path+"/messages?receipt_handle="+handle, "")
}

func (q testQueue) describe() shownQueue {
	q.Helper()
	return q.ask("GET", q.path, "").want(http.StatusOK).queue()
}

// engineWaits gives how many receives are parked.
func (q testQueue) engineWaits() int { return q.queues.find(uuid.MustParse(q.id)).engine.Waiting() }
