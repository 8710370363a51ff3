package reference

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/specs"
)

// running is a server that knows how many requests it is answering.
type running struct {
	*Server
	answering atomic.Int64
}

func (r *running) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.answering.Add(1)
		defer r.answering.Add(-1)
		h.ServeHTTP(w, request)
	})
}

// reach waits until the server is answering n requests.
func (r *running) reach(t testing.TB, n int64) {
	t.Helper()
	for end := time.Now().Add(time.Minute); r.answering.Load() != n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("answering %d requests, not %d", r.answering.Load(), n)
		}
	}
}

// start runs a server until the test ends.
func start(t testing.TB, c Config) *running {
	t.Helper()
	made, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := &running{Server: made}
	s.handler = s.count(s.handler)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = s.Close(ctx)
	})
	return s
}

// api calls one dialect of a server, or its control API.
type api struct {
	testing.TB
	base, token string
}

func (s *running) api(t testing.TB, d specs.Dialect) api {
	for _, target := range s.Targets() {
		if target.Dialect == d {
			return api{t, target.URL, target.Auth.Token}
		}
	}
	t.Fatalf("%s is not served", d)
	return api{}
}

// call gives the status and the decoded body of an answer.
func (a api) call(ctx context.Context, method, path, body string) (int, map[string]any) {
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, strings.NewReader(body))
	if err != nil {
		a.Error(err)
		return 0, nil
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var fields map[string]any
	_ = json.Unmarshal(text, &fields)
	return response.StatusCode, fields
}

// must is call for an answer that has to be a success.
func (a api) must(method, path, body string) map[string]any {
	a.Helper()
	status, fields := a.call(a.Context(), method, path, body)
	if status/100 != 2 {
		a.Fatalf("%s %s: %d %v", method, path, status, fields)
	}
	return fields
}

// dialect is how a test says the same in each dialect.
type dialect struct {
	specs.Dialect
	queues, id, send, receive, wait string
}

var dialects = []dialect{
	{specs.Basaltic, "/v1/queues", "id", `{"body":"x"}`, `{}`, `{"wait_time_seconds":20}`},
	{specs.EZGH, "/v1/organizations/org_1/projects/prj_1/queues", "queueId", `{"body":"x"}`, `{}`, `{"waitSeconds":20}`},
}

// queue makes a queue and gives its path.
func (d dialect) queue(a api) string {
	a.Helper()
	made := a.must("POST", d.queues, `{"name":"q"}`)
	return d.queues + "/" + made["queue"].(map[string]any)[d.id].(string)
}

func messages(fields map[string]any) int {
	list, is := fields["messages"].([]any)
	if !is {
		return -1
	}
	return len(list)
}

func TestBothDialectsShareAnAddressAndAClock(t *testing.T) {
	s := start(t, Config{})
	before := s.Clock().Now()
	for _, d := range dialects {
		a := s.api(t, d.Dialect)
		queue := d.queue(a)
		a.must("POST", queue+"/messages", d.send)
		if n := messages(a.must("POST", queue+"/messages/receive", d.receive)); n != 1 {
			t.Errorf("%s: %d messages", d.Dialect, n)
		}
		if n := messages(a.must("POST", queue+"/messages/receive", d.receive)); n != 0 {
			t.Errorf("%s: %d messages while one is leased", d.Dialect, n)
		}
		controlled := api{t, s.Targets()[0].Control, ""}
		controlled.must("POST", "/control/v1/clock/advance", `{"seconds":30}`)
		if n := messages(a.must("POST", queue+"/messages/receive", d.receive)); n != 1 {
			t.Errorf("%s: %d messages after the lease", d.Dialect, n)
		}
	}
	if s.Clock().Now().Sub(before) < time.Minute {
		t.Error("the dialects do not share a clock")
	}
}

func TestUnknownPathsAnswerInTheNearestDialect(t *testing.T) {
	for _, step := range []struct {
		served []specs.Dialect
		path   string
		field  string
	}{
		{nil, "/", "request_id"},
		{nil, "/v1/queues/x/y/z", "request_id"},
		{nil, "/v1/receipts/nothing", "requestId"},
		{nil, "/v1/organizations/o", "requestId"},
		{[]specs.Dialect{specs.EZGH}, "/v1/queues", "requestId"},
		{[]specs.Dialect{specs.Basaltic}, "/v1/receipts/ack", "request_id"},
	} {
		s := start(t, Config{Dialects: step.served})
		a := api{t, s.Targets()[0].URL, s.Targets()[0].Auth.Token}
		status, fields := a.call(t.Context(), "POST", step.path, "{}")
		problem, _ := fields["error"].(map[string]any)
		if status != 404 || problem[step.field] == nil {
			t.Errorf("%s with %v: %d %v", step.path, step.served, status, fields)
		}
	}
}

func TestNewRefusesWhatItDoesNotKnow(t *testing.T) {
	for name, c := range map[string]Config{
		"sqs":     {Dialects: []specs.Dialect{"sqs"}},
		"no-such": {Faults: []string{"no-such"}},
		"[basaltic]": {
			Dialects: []specs.Dialect{specs.EZGH}, Faults: []string{"lapsed-handle-deletes"},
		},
		"known are lapsed-handle-deletes": {Faults: []string{"lapsed-handle-deletes", "other"}},
	} {
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnAddressInUseLeavesNothingBehind(t *testing.T) {
	first := start(t, Config{})
	taken := first.control.Addr().String()
	second, err := New(Config{ControlListen: taken})
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Start(); err == nil {
		t.Fatal("one address serves two")
	}
	if _, err := net.Dial("tcp", second.data.Addr().String()); err == nil {
		t.Error("the data address still listens")
	}
}

func TestClosingAnswersWaits(t *testing.T) {
	for _, d := range dialects {
		t.Run(string(d.Dialect), func(t *testing.T) {
			s := start(t, Config{Dialects: []specs.Dialect{d.Dialect}})
			a := s.api(t, d.Dialect)
			queue := d.queue(a)
			answered := make(chan string)
			for range 3 {
				go func() {
					status, fields := a.call(context.Background(), "POST", queue+"/messages/receive", d.wait)
					answered <- fmt.Sprintf("%d with %d messages", status, messages(fields))
				}()
			}
			s.reach(t, 3)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			begun := time.Now()
			if err := s.Close(ctx); err != nil {
				t.Error(err)
			}
			if took := time.Since(begun); took > 5*time.Second {
				t.Errorf("closing took %v", took)
			}
			for range 3 {
				if got := <-answered; got != "200 with 0 messages" {
					t.Errorf("a wait answered %s", got)
				}
			}
		})
	}
}

func TestAVanishedClientTakesNoLease(t *testing.T) {
	s := start(t, Config{})
	for _, d := range dialects {
		a := s.api(t, d.Dialect)
		queue := d.queue(a)
		ctx, vanish := context.WithCancel(t.Context())
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			a.call(ctx, "POST", queue+"/messages/receive", d.wait)
		}()
		s.reach(t, 1)
		vanish()
		<-gone
		s.reach(t, 0)
		a.must("POST", queue+"/messages", d.send)
		if n := messages(a.must("POST", queue+"/messages/receive", d.receive)); n != 1 {
			t.Errorf("%s: %d messages", d.Dialect, n)
		}
	}
}

func TestOddRequestsAreRefusedAndTheServerLivesOn(t *testing.T) {
	s := start(t, Config{})
	for _, d := range dialects {
		a := s.api(t, d.Dialect)
		queue := d.queue(a)
		receive := queue + "/messages/receive"
		host := strings.TrimPrefix(a.base, "http://")
		head := "POST " + receive + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + a.token + "\r\nContent-Type: application/json\r\n"
		for name, text := range map[string]string{
			"oversized body":     head + "Content-Length: 99999999\r\n\r\n" + `{"a":"` + strings.Repeat("x", 9<<20),
			"body cut short":     head + "Content-Length: 50\r\n\r\n{",
			"no HTTP":            "\x16\x03\x01 nonsense\r\n\r\n",
			"huge header":        head + "X-A: " + strings.Repeat("x", 1<<20) + "\r\n\r\n",
			"chunked nonsense":   head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
			"two lengths":        head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
			"bad percent escape": "POST /v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
		} {
			if status := raw(t, host, text); status/100 != 4 {
				t.Errorf("%s, %s: %d", d.Dialect, name, status)
			}
		}
		a.must("POST", queue+"/messages", d.send)
		if n := messages(a.must("POST", receive, d.receive)); n != 1 {
			t.Errorf("%s: %d messages", d.Dialect, n)
		}
	}
}

// raw sends text and the end of it, and gives the status of the answer.
func raw(t *testing.T, host, text string) int {
	t.Helper()
	connection, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	go func() {
		_, _ = io.WriteString(connection, text) // the server may stop reading
		_ = connection.(*net.TCPConn).CloseWrite()
	}()
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

func TestAPanicIsAnsweredAndTheServerLivesOn(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	h := withoutPanics(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { panic("at " + r.URL.Path) }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
	if w.Code != http.StatusInternalServerError {
		t.Errorf("%d", w.Code)
	}
}

func TestAServerThatNeverStartedCanBeClosed(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTargetFiles(t *testing.T) {
	s := start(t, Config{ControlToken: "secret"})
	for _, target := range s.Targets() {
		path := filepath.Join(t.TempDir(), "target.yaml")
		for range 2 {
			if err := target.WriteFile(path); err != nil {
				t.Fatal(err)
			}
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		text, _ := os.ReadFile(path)
		var got Target
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		decoder.KnownFields(true)
		if err := decoder.Decode(&got); err != nil || fmt.Sprint(got) != fmt.Sprint(target) {
			t.Errorf("%v\n%s", err, text)
		}
		if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
			t.Errorf("left behind: %v", entries)
		}
		if got.ControlToken != "secret" || len(got.ClientAddresses) != 1 || got.Auth.Token == got.LimitedAuth.Token {
			t.Errorf("%+v", got)
		}
	}
	if err := s.Targets()[0].WriteFile(filepath.Join(t.TempDir(), "no", "file")); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
}

func TestLimitedCredentialsMayNotReceive(t *testing.T) {
	s := start(t, Config{})
	for i, d := range dialects {
		full := s.api(t, d.Dialect)
		queue := d.queue(full)
		limited := api{t, full.base, s.Targets()[i].LimitedAuth.Token}
		limited.must("POST", queue+"/messages", d.send)
		if status, _ := limited.call(t.Context(), "POST", queue+"/messages/receive", d.receive); status != 403 {
			t.Errorf("%s: %d", d.Dialect, status)
		}
	}
}
