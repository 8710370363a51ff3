package basaltic

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// listen serves the server on an address of its own.
func (s *service) listen() (address string) {
	s.Helper()
	web := httptest.NewServer(s.Server)
	s.Cleanup(web.Close)
	return web.Listener.Addr().String()
}

// write sends text on a connection of its own, and keeps it open.
func (s *service) write(address, text string) *bufio.Reader {
	s.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { connection.Close() })
	if _, err := io.WriteString(connection, text); err != nil {
		s.Fatal(err)
	}
	if err := connection.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		s.Fatal(err)
	}
	return bufio.NewReader(connection)
}

func (s *service) head(method, path string, headers ...string) string {
	lines := append([]string{method + " " + path + " HTTP/1.1", "Host: queue.test", "Authorization: Bearer " + s.credential.Token}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

func TestASlowBodyIsNotWaitedForForEver(t *testing.T) {
	s := newService(t)
	s.patience = 50 * time.Millisecond
	q := s.newQueue("slow")
	address := s.listen()
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"announced":       {s.head("POST", q.path+"/messages", "Content-Length: 100") + `{"body":`, 408},
		"chunked":         {s.head("POST", q.path+"/messages", "Transfer-Encoding: chunked") + "8\r\n{\"body\":\r\n", 408},
		"not authorized":  {strings.Replace(s.head("POST", q.path+"/messages", "Content-Length: 100"), "Bearer", "Bear", 1), 401},
		"no such queue":   {s.head("POST", noQueue+"/messages", "Content-Length: 100"), 404},
		"token endpoint":  {s.head("POST", tokenPath, "Content-Type: application/x-www-form-urlencoded", "Content-Length: 100") + "grant", 400},
		"body not wanted": {s.head("DELETE", q.path+"/messages", "Content-Length: 100"), 408},
	} {
		answers := s.write(address, c.request)
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if answer.StatusCode != c.status {
			t.Errorf("%s: %s", name, answer.Status)
		}
		if _, err := io.Copy(io.Discard, answers); err != nil {
			t.Errorf("%s: the connection stays open: %v", name, err)
		}
	}
	if got := q.describe().Depth["approximate_available"]; got != 0.0 {
		t.Errorf("half a body sent %v messages", got)
	}
}

func TestAWaitMayLastLongerThanABodyMayTake(t *testing.T) {
	s := newService(t)
	s.patience = 20 * time.Millisecond
	q := s.newQueue("patient")
	const request = `{"wait_time_seconds":20}`
	answers := s.write(s.listen(), s.head("POST", q.path+"/messages/receive", "Content-Type: application/json", "Content-Length: 24")+request)
	q.waitFor(1)
	time.Sleep(3 * s.patience) // what must not happen has this long to happen
	q.waitFor(1)
	q.send("late")
	answer, err := http.ReadResponse(answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(answer.Body); answer.StatusCode != 200 || !strings.Contains(string(body), "late") {
		t.Errorf("%s %s", answer.Status, body)
	}
}

// waitFor returns once n receives are parked.
func (q testQueue) waitFor(n int) {
	q.Helper()
	for deadline := time.Now().Add(10 * time.Second); q.engineWaits() != n; {
		if time.Now().After(deadline) {
			q.Fatalf("%d receives wait, want %d", q.engineWaits(), n)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAClientThatGoesAwayTakesNoLease(t *testing.T) {
	s := newService(t)
	q := s.newQueue("abandoned")
	address := s.listen()
	for _, request := range []string{"", `{"wait_time_seconds":20}`} {
		ctx, leave := context.WithCancel(context.Background())
		r, err := http.NewRequestWithContext(ctx, "POST", "http://"+address+q.path+"/messages/receive", strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+s.credential.Token)
		if request == "" {
			s.ask("PATCH", q.path, `{"receive_wait_time_seconds":20}`).want(200)
		}
		gone := make(chan error, 1)
		go func() {
			_, err := http.DefaultClient.Do(r)
			gone <- err
		}()
		q.waitFor(1)
		leave()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		q.waitFor(0)
	}
	q.send("kept")
	if m := q.receiveOne(""); m.Count != 1 {
		t.Errorf("receive_count %d", m.Count)
	}
}

// lateContext ends right after the engine has looked at it.
type lateContext struct {
	context.Context
	looks atomic.Int32
}

func (c *lateContext) Err() error {
	if c.looks.Add(1) == 1 {
		return nil
	}
	return context.Canceled
}

func TestAClientThatGoesAwayDuringTheReceiveTakesNoLease(t *testing.T) {
	s := newService(t)
	q := s.newQueue("late")
	q.send("kept")
	a := s.askIn(&lateContext{Context: context.Background()}, "POST", q.path+"/messages/receive", "")
	if got := a.messages(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if m := q.receiveOne(""); m.Count != 1 {
		t.Errorf("receive_count %d", m.Count)
	}
}

// brokenWriter is the answer's side of a connection that fails.
type brokenWriter struct{ *httptest.ResponseRecorder }

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// unflushable loses what was written when it is flushed.
type unflushable struct{ *httptest.ResponseRecorder }

func (unflushable) FlushError() error { return errors.New("broken pipe") }

func TestAnAnswerThatIsLostGivesItsLeasesBack(t *testing.T) {
	s := newService(t)
	q := s.newQueue("lost")
	q.send("kept")
	for _, w := range []http.ResponseWriter{brokenWriter{httptest.NewRecorder()}, unflushable{httptest.NewRecorder()}} {
		r := httptest.NewRequest("POST", q.path+"/messages/receive", http.NoBody)
		r.Header.Set("Authorization", "Bearer "+s.credential.Token)
		s.ServeHTTP(w, r)
	}
	if m := q.receiveOne(""); m.Count != 1 {
		t.Errorf("receive_count %d", m.Count)
	}
}

func TestAnAbortedBodySendsNothing(t *testing.T) {
	s := newService(t)
	q := s.newQueue("aborted")
	connection, err := net.Dial("tcp", s.listen())
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(connection, s.head("POST", q.path+"/messages", "Content-Length: 12")+`{"body":"b"`)
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil || answer.StatusCode != 400 {
		t.Errorf("%v, %v", answer, err)
	}
	if got := q.describe().Depth["approximate_available"]; got != 0.0 {
		t.Errorf("%v messages", got)
	}
}

func TestManyRequestsOnOneConnection(t *testing.T) {
	s := newService(t)
	q := s.newQueue("pipelined")
	one := s.head("POST", q.path+"/messages", "Content-Length: 12") + `{"body":"b"}`
	answers := s.write(s.listen(), strings.Repeat(one, 50))
	ids := map[string]bool{}
	for range 50 {
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, answer.Body)
		ids[answer.Header.Get("X-Request-Id")] = true
	}
	if got := q.describe().Depth["approximate_available"]; got != 50.0 || len(ids) != 50 {
		t.Errorf("%v messages, %d request ids", got, len(ids))
	}
}
