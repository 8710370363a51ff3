package basaltic

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// fuzzTarget is a queue whose state shows in full, and requests on it.
type fuzzTarget struct {
	testQueue
	requests [][3]string
}

func newFuzzTarget(t *testing.T) fuzzTarget {
	q := newService(t).newQueue("fuzzed")
	q.send("kept")
	var requests [][3]string
	for _, o := range operations {
		if o.body != ignored {
			requests = append(requests, everyOperation(q.path)[o.id])
		}
	}
	return fuzzTarget{q, requests}
}

// state is all that a request could change.
func (q fuzzTarget) state() string {
	return string(q.ask("GET", "/v1/queues", "").body) + string(q.ask("GET", q.path+"/messages", "").body)
}

// FuzzBodies asks of every operation that takes a body: no body makes the
// server fail, one that is no JSON is refused, and a refusal changes nothing.
func FuzzBodies(f *testing.F) {
	for i, body := range []string{
		`{}`, ``, `null`, `{"name":"a.fifo","tags":{"a":"b"},"redrive_policy":{"dead_letter_queue":"x","max_receive_count":1}}`,
		`{"body":"b","attributes":{"a":{"type":"Number","value":"1.5"}},"delay_seconds":9,"message_group_id":"g"}`,
		`{"entries":[{"id":"a","body":"b"},{"id":"a"}]}`, `{"entries":[{"id":"a","receipt_handle":"x","visibility_timeout_seconds":1}]}`,
		`{"max_messages":10,"visibility_timeout_seconds":0,"wait_time_seconds":0}`, `{"max_messages":1e1}`, `{"max_messages":"1"}`,
		`{"x":[[[[{}]]]]`, "{\"x\":\"\xff\"}", `{"x":"\ud800"}`, `{"wait_time_seconds":21}`, `{"a":1,"a":1}`,
	} {
		f.Add(uint8(i), []byte(body))
	}
	f.Fuzz(func(t *testing.T, operation uint8, body []byte) {
		q := newFuzzTarget(t)
		request := q.requests[int(operation)%len(q.requests)]
		before := q.state()
		patience, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel() // on a manual clock a wait does not end by itself
		answer := q.askIn(patience, request[0], request[1], string(body))
		switch {
		case answer.status >= 500:
			t.Errorf("%s: %d %s", request[1], answer.status, answer.body)
		case answer.status >= 400 && q.state() != before:
			t.Errorf("%s: %d, yet %s became %s", request[1], answer.status, before, q.state())
		case answer.status < 300 && len(strings.TrimSpace(string(body))) > 0 && !json.Valid(body):
			t.Errorf("%s took what is no JSON", request[1])
		}
	})
}

// FuzzQueries asks that no query makes the server fail or delete anything.
func FuzzQueries(f *testing.F) {
	for _, query := range []string{
		"receipt_handle=x", "marker=zz&limit=3", "marker=%00", "limit=9999999999999999999", "crn=crn:queue:x&name=y", "visibility=in_flight", "%zz", "a;b", "=&=",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		q := newFuzzTarget(t)
		before := q.state()
		for _, at := range [][2]string{{"GET", "/v1/queues"}, {"GET", q.path + "/messages"}, {"DELETE", q.path + "/messages"}} {
			a := q.ask(at[0], at[1], "", func(r *http.Request) { r.URL = &url.URL{Path: at[1], RawQuery: query} })
			if a.status >= 500 {
				t.Errorf("%v: %d", at, a.status)
			}
		}
		if q.state() != before {
			t.Errorf("%s became %s", before, q.state())
		}
	})
}

// FuzzPaths asks that no path or method makes the server fail.
func FuzzPaths(f *testing.F) {
	for _, path := range []string{"/", "/v1/queues/", "/v1/queues/x/messages/receive", "//", "/v1/queues/../queues", "/v1/oauth/token", "*"} {
		f.Add("GET", path)
	}
	f.Fuzz(func(t *testing.T, method, path string) {
		s := newService(t)
		r := httptest.NewRequest("GET", "/", http.NoBody)
		r.Method, r.URL.Path = method, path
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 || w.Code < 400 {
			t.Errorf("%q %q: %d", method, path, w.Code)
		}
	})
}
