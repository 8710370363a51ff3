package basaltic

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/specs"
)

const noQueue = "/v1/queues/a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"

func anonymous(r *http.Request) { r.Header.Del("Authorization") }

func contentType(value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Content-Type", value) }
}

func TestPathsAndMethods(t *testing.T) {
	s := newService(t)
	q := s.newQueue("paths")
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", "/", 404, ""},
		{"GET", "/v1", 404, ""},
		{"GET", "/" + q.id, 404, ""},
		{"POST", "/" + q.id + "/messages/receive", 404, ""},
		{"GET", "/v1/queuesque", 404, ""},
		{"GET", "/v1/queues/", 404, ""},
		{"GET", "//v1/queues", 404, ""},
		{"GET", "/v1/queues//messages", 404, ""},
		{"GET", q.path + "/", 404, ""},
		{"GET", q.path + "/message", 404, ""},
		{"POST", q.path + "/messages/receive/", 404, ""},
		{"POST", q.path + "/messages/receive/now", 404, ""},
		{"GET", q.path + "/v1/queues", 404, ""},
		{"GET", q.path + "//v1/queues", 404, ""},
		{"PUT", "/v1/queues", 405, "POST, GET"},
		{"POST", q.path, 405, "GET, PATCH, DELETE"},
		{"GET", q.path + "/messages/receive", 405, "POST"},
		{"HEAD", q.path + "/messages/receive", 405, "POST"},
		{"OPTIONS", q.path + "/messages", 405, "POST, DELETE, GET"},
		{"PATCH", q.path + "/purge", 405, "POST"},
	} {
		a := s.ask(c.method, c.path, "")
		if a.status != c.status || a.header.Get("Allow") != c.allow {
			t.Errorf("%s %s: %d with Allow %q, want %d with %q", c.method, c.path, a.status, a.header.Get("Allow"), c.status, c.allow)
		}
	}
}

// everyOperation gives a well-formed request of each operation on a queue.
func everyOperation(path string) map[string][3]string {
	const entries = `{"entries":[{"id":"a","body":"b","receipt_handle":"h","visibility_timeout_seconds":1}]}`
	return map[string][3]string{
		"createQueue":                  {"POST", "/v1/queues", `{"name":"another"}`},
		"listQueues":                   {"GET", "/v1/queues", ""},
		"describeQueue":                {"GET", path, ""},
		"updateQueue":                  {"PATCH", path, `{}`},
		"deleteQueue":                  {"DELETE", path, ""},
		"purgeQueue":                   {"POST", path + "/purge", ""},
		"sendMessage":                  {"POST", path + "/messages", `{"body":"b"}`},
		"sendMessageBatch":             {"POST", path + "/messages/batch", entries},
		"receiveMessages":              {"POST", path + "/messages/receive", ""},
		"deleteMessage":                {"DELETE", path + "/messages?receipt_handle=h", ""},
		"deleteMessageBatch":           {"POST", path + "/messages/delete-batch", entries},
		"changeMessageVisibility":      {"POST", path + "/messages/visibility", `{"receipt_handle":"h","visibility_timeout_seconds":1}`},
		"changeMessageVisibilityBatch": {"POST", path + "/messages/visibility-batch", entries},
		"peekMessages":                 {"GET", path + "/messages", ""},
	}
}

func TestEveryOperationAsksForACredentialAndItsPermission(t *testing.T) {
	s := newService(t)
	q := s.newQueue("guarded")
	q.send("kept")
	requests := everyOperation(q.path)
	if len(requests) != len(operations) {
		t.Fatalf("%d requests for %d operations", len(requests), len(operations))
	}
	for id, request := range requests {
		method, path, body := request[0], request[1], request[2]
		s.ask(method, path, body, anonymous).want(401, codeUnauthorized)
		others := s.limited(without(id)...)
		s.ask(method, path, body, others).want(403, codeAccessDenied)
	}
	if ms := q.receive(""); len(ms) != 1 || ms[0].Count != 1 {
		t.Errorf("after the refusals a receive gives %+v", ms)
	}
	if page := s.ask("GET", "/v1/queues", "").body; strings.Contains(string(page), "another") {
		t.Error("a refused createQueue made a queue")
	}
	for id, request := range requests {
		if a := s.ask(request[0], request[1], request[2], s.limited(id)); a.status == 401 || a.status == 403 {
			t.Errorf("%s with its permission alone: %d", id, a.status)
		}
	}
}

// limited signs a request with a token that has the permissions alone.
func (s *service) limited(permissions ...string) func(*http.Request) {
	s.Helper()
	c, err := s.Access.Issue(specs.Basaltic, append([]string{}, permissions...))
	if err != nil {
		s.Fatal(err)
	}
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+c.Token) }
}

func without(id string) []string {
	var others []string
	for _, o := range operations {
		if o.id != id {
			others = append(others, o.id)
		}
	}
	return others
}

func TestMalformedCredentials(t *testing.T) {
	s := newService(t)
	for _, header := range []string{
		"", "Bearer", "Bearer ", "Bearer wrong", "Basic " + s.credential.Token, s.credential.Token,
		"Bearer " + s.credential.Token + "x", "Bearer " + s.credential.Token[1:], "BASALTIC-HMAC-SHA256", "BASALTIC-HMAC-SHA256 x",
	} {
		s.ask("GET", "/v1/queues", "", func(r *http.Request) { r.Header.Set("Authorization", header) }).want(401, codeUnauthorized)
	}
	s.ask("GET", "/v1/queues", "", func(r *http.Request) { r.Header.Add("Authorization", "Bearer x") }).want(401, codeUnauthorized)
	s.ask("GET", "/v1/queues", "", func(r *http.Request) {
		r.Header.Set("Authorization", "bearer  "+s.credential.Token)
	}).want(200)
}

func TestAnUnknownQueueIsNotFoundWhateverTheRequest(t *testing.T) {
	s := newService(t)
	gone := s.newQueue("gone")
	s.ask("DELETE", gone.path, "").want(204)
	for _, path := range []string{noQueue, gone.path, "/v1/queues/no-uuid", "/v1/queues/" + strings.ReplaceAll(gone.id, "-", "")} {
		for id, request := range everyOperation(path) {
			if id == "createQueue" || id == "listQueues" {
				continue
			}
			a := s.ask(request[0], request[1], request[2])
			if a.status != 404 || a.failure().Code != codeNotFound {
				t.Errorf("%s on %s: %d %s", id, path, a.status, a.body)
			}
		}
	}
	s.ask("POST", noQueue+"/messages", `{"body":`).want(404)
	s.ask("POST", noQueue+"/messages", `{"body":`, anonymous).want(401)
}

func TestAQueueIDMayBeWrittenInCapitals(t *testing.T) {
	s := newService(t)
	q := s.newQueue("capitals")
	s.ask("GET", "/v1/queues/"+strings.ToUpper(q.id), "").want(200)
}

func TestBodiesThatAreNoRequest(t *testing.T) {
	s := newService(t)
	q := s.newQueue("bodies")
	q.send("kept")
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for name, body := range map[string]string{
		"cut":                `{"max_messages":1`,
		"comma":              `{"max_messages":1,}`,
		"two":                `{"max_messages":1}{}`,
		"trailing":           `{"max_messages":1} x`,
		"array":              `[]`,
		"string":             `"max_messages"`,
		"number":             `1`,
		"bare word":          `max_messages`,
		"single quotes":      `{'max_messages':1}`,
		"NaN":                `{"max_messages":NaN}`,
		"leading zero":       `{"max_messages":01}`,
		"hex":                `{"max_messages":0x1}`,
		"plus":               `{"max_messages":+1}`,
		"comment":            `{"max_messages":1/**/}`,
		"byte order mark":    "\ufeff{}",
		"invalid UTF-8":      "{\"x\":\"\xff\"}",
		"latin-1":            "{\"x\":\"caf\xe9\"}",
		"UTF-16":             "{\x00}\x00",
		"lone surrogate":     `{"x":"\ud800"}`,
		"reversed pair":      `{"x":"\udc00\ud800"}`,
		"raw control":        "{\"x\":\"\x01\"}",
		"bad escape":         `{"x":"\q"}`,
		"repeated name":      `{"max_messages":1,"max_messages":1}`,
		"break after value":  `{"max_messages":99,"x":}`,
		"10,001 levels deep": `{"x":` + deep(10_001) + `}`,
	} {
		a := s.ask("POST", q.path+"/messages/receive", body)
		if a.status != 400 || a.failure().Code != codeInvalidInput {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if m := q.receiveOne(`{"x":` + deep(1_000) + `,"max_messages":1}`); m.Count != 1 {
		t.Errorf("the refused receives leased: receive_count is %d", m.Count)
	}
}

func TestBodiesThatAreARequest(t *testing.T) {
	s := newService(t)
	q := s.newQueue("bodies")
	for name, body := range map[string]string{
		"nothing":               "",
		"space":                 " \t\r\n",
		"null":                  "null",
		"empty":                 "{}",
		"null fields":           `{"max_messages":null,"visibility_timeout_seconds":null,"wait_time_seconds":null}`,
		"unknown fields":        `{"MAX_MESSAGES":99,"Max_Messages":"x","other":{"max_messages":[0]}}`,
		"white space":           " { \"max_messages\" : 1 } \n",
		"an escaped field name": `{"\u006dax_messages":1}`,
		"minus zero":            `{"visibility_timeout_seconds":-0}`,
	} {
		if a := s.ask("POST", q.path+"/messages/receive", body); a.status != 200 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	s.ask("POST", q.path+"/messages/receive", `{"\u006dax_messages":11}`).want(400)
}

func TestARequiredBodyMustBeThere(t *testing.T) {
	s := newService(t)
	q := s.newQueue("required")
	for _, o := range operations {
		if o.body != required {
			continue
		}
		request := everyOperation(q.path)[o.id]
		for _, body := range []string{"", " ", "null"} {
			if a := s.ask(request[0], request[1], body); a.status != 400 {
				t.Errorf("%s with body %q: %d", o.id, body, a.status)
			}
		}
	}
}

func TestContentTypes(t *testing.T) {
	s := newService(t)
	q := s.newQueue("types")
	for value, status := range map[string]int{
		"":                                   200,
		"application/json":                   200,
		"application/json; charset=utf-8":    200,
		"Application/JSON;charset=\"UTF-8\"": 200,
		"application/json; charset=latin1":   415,
		"text/plain":                         415,
		"application/x-www-form-urlencoded":  415,
		"application/json; charset":          415,
		"json":                               415,
	} {
		if a := s.ask("POST", q.path+"/messages/receive", "{}", contentType(value)); a.status != status {
			t.Errorf("%q: %d, want %d", value, a.status, status)
		}
	}
	compressed := func(r *http.Request) { r.Header.Set("Content-Encoding", "gzip") }
	s.ask("POST", q.path+"/messages/receive", "{}", compressed).want(415)
	s.ask("POST", q.path+"/messages/receive", "", contentType("text/plain")).want(200)
}

func TestBodiesThatAreTooLarge(t *testing.T) {
	s := newService(t)
	q := s.newQueue("large", `"max_message_bytes":1048576`)
	filler := func(n int64) string { return `{"x":"` + strings.Repeat("x", int(n)) + `"}` }
	for id, request := range everyOperation(q.path) {
		for _, o := range operations {
			if o.id == id && o.id != "deleteQueue" {
				s.ask(request[0], request[1], filler(o.bodyBound())).want(413)
			}
		}
	}
	body := strings.Repeat("\x01", maxMessageBytes) // each written in six bytes
	q.sendJSON(`{"body":"` + strings.Repeat(`\u0001`, maxMessageBytes) + `"}`)
	if m := q.receiveOne(""); *m.Body != body {
		t.Error("the largest message of control characters came back changed")
	}
}

// integers are the fields of requests that hold a whole number, each in a
// request that is in order but for its value.
var integers = []struct {
	method, path, request string
	lowest, highest       int
}{
	{"POST", "/messages/receive", `{"max_messages":%s}`, 1, 10},
	{"POST", "/messages/receive", `{"visibility_timeout_seconds":%s}`, 0, 43_200},
	{"POST", "/messages", `{"body":"b","delay_seconds":%s}`, 0, 900},
	{"PATCH", "", `{"visibility_timeout_seconds":%s}`, 0, 43_200},
	{"PATCH", "", `{"message_retention_seconds":%s}`, 60, 1_209_600},
	{"PATCH", "", `{"max_message_bytes":%s}`, 1_024, 1_048_576},
	{"PATCH", "", `{"delay_seconds":%s}`, 0, 900},
	{"PATCH", "", `{"receive_wait_time_seconds":%s}`, 0, 20},
	{"PATCH", "", `{"kms_data_key_reuse_period_seconds":%s}`, 60, 86_400},
	{"PATCH", "", `{"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":%s}}`, 1, 1_000},
}

func TestIntegers(t *testing.T) {
	s := newService(t)
	s.newQueue("dead")
	for i, f := range integers {
		q := s.newQueue(fmt.Sprintf("integers-%d", i))
		for value, good := range map[string]bool{
			fmt.Sprint(f.lowest):             true,
			fmt.Sprint(f.highest):            true,
			fmt.Sprint(f.lowest - 1):         false,
			fmt.Sprint(f.highest + 1):        false,
			"1.5":                            false,
			`"` + fmt.Sprint(f.lowest) + `"`: false,
			"true":                           false,
			"[]":                             false,
			"{}":                             false,
			"-1":                             false,
			"9223372036854775808":            false,
			"1e3":                            false,
			"1e400":                          false,
			"1" + strings.Repeat("0", 5_000): false,
		} {
			a := s.ask(f.method, q.path+f.path, fmt.Sprintf(f.request, value))
			if good != (a.status < 300) || !good && a.status != 400 {
				t.Errorf("%s with %.40s: %d %s", f.request, value, a.status, a.body)
			}
		}
	}
}
