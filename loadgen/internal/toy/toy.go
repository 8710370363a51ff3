// Package toy is a queue server that keeps no rules and costs next to nothing:
// what the generator measures against it is the generator's own doing. It speaks
// as much Basaltic as a load needs, and can stall on a timetable.
package toy

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// Server is a queue, whichever queue is asked for.
type Server struct {
	// Stalls is the timetable; nil never stalls. It is read by every request.
	Stalls atomic.Pointer[Stalls]
	// Refuse, where it is set, gives the status of an answer that refuses a send; 0
	// takes it.
	Refuse func(send int64) int
	// RefuseDelete does so for acknowledges.
	RefuseDelete   func(deletion int64) int
	messages       chan string
	sent, deletion atomic.Int64
}

// Stalls holds every request back for For once in Every, from Start on.
type Stalls struct {
	Start      time.Time
	Every, For time.Duration
}

// Until is when a stall that goes on at a moment ends; that moment when none does.
func (s Stalls) Until(t time.Time) time.Time {
	into := t.Sub(s.Start) % s.Every
	if into < 0 || into >= s.For {
		return t
	}
	return t.Add(s.For - into)
}

// New is a server with an empty queue.
func New() *Server { return &Server{messages: make(chan string, 1<<20)} }

// ServeHTTP answers what a load asks for.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if stalls := s.Stalls.Load(); stalls != nil {
		time.Sleep(time.Until(stalls.Until(time.Now())))
	}
	w.Header()["Content-Type"] = []string{"application/json"}
	switch {
	case r.URL.Path == "/v1/queues" && r.Method == http.MethodPost:
		w.WriteHeader(http.StatusCreated)
		io.WriteString(w, `{"queue":{"id":"11111111-1111-4111-8111-111111111111"}}`)
	case r.URL.Path == "/v1/queues":
		io.WriteString(w, `{"queues":[]}`)
	case r.Method == http.MethodDelete && last(r.URL.Path) == "messages" && s.RefuseDelete != nil:
		s.delete(w)
	case r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	case last(r.URL.Path) == "messages":
		s.send(w, r)
	case last(r.URL.Path) == "receive":
		s.receive(w, r)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func last(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

func (s *Server) send(w http.ResponseWriter, r *http.Request) {
	var m struct {
		Body string `json:"body"`
	}
	if json.NewDecoder(r.Body).Decode(&m) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	n := s.sent.Add(1)
	if s.Refuse != nil {
		if status := s.Refuse(n); status != 0 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(status)
			io.WriteString(w, `{"error":{"code":"BUSY"}}`)
			return
		}
	}
	s.messages <- m.Body
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, `{"result":{"message_id":"%d"}}`, n)
}

// delete answers an acknowledge that may be refused.
func (s *Server) delete(w http.ResponseWriter) {
	status := s.RefuseDelete(s.deletion.Add(1))
	if status == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.WriteHeader(status)
	io.WriteString(w, `{"error":{"code":"BUSY"}}`)
}

// receive gives one message, which never comes again.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Wait float64 `json:"wait_time_seconds"`
	}
	_ = json.NewDecoder(r.Body).Decode(&asked) // a receive may have no body
	timeout := time.NewTimer(time.Duration(asked.Wait * float64(time.Second)))
	defer timeout.Stop()
	select {
	case body := <-s.messages:
		handle := strconv.FormatInt(time.Now().UnixNano(), 36)
		text, _ := json.Marshal(body)
		fmt.Fprintf(w, `{"messages":[{"id":"m","receipt_handle":"%s","body":%s,"receive_count":1}]}`, handle, text)
	case <-timeout.C:
		io.WriteString(w, `{"messages":[]}`)
	case <-r.Context().Done():
	}
}
