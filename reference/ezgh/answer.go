package ezgh

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// answer is a success.
type answer struct {
	status int
	body   any // nil is no content
}

func ok(body any) answer { return answer{http.StatusOK, body} }

var jsonType = []string{"application/json"}

func (s *Server) answer(w http.ResponseWriter, a answer) {
	if a.body == nil {
		s.writeHeader(w, a.status)
		return
	}
	s.write(w, a.status, a.body)
}

// writeHeader begins an answer.
func (s *Server) writeHeader(w http.ResponseWriter, status int) {
	time.Sleep(s.legal.Pause())
	if s.legal.CloseConnections {
		w.Header().Set("Connection", "close")
	}
	w.WriteHeader(status)
}

// refuse answers with the dialect's error envelope.
func (s *Server) refuse(w http.ResponseWriter, r *refusal) {
	if r.retryAfter > 0 {
		w.Header().Set("Retry-After", s.legal.RetryAfter(s.clock.Now(), r.retryAfter))
	}
	type problem struct {
		Code      string `json:"code"`
		Message   string `json:"message"`
		RequestID string `json:"requestId"`
	}
	s.write(w, r.status, map[string]problem{"error": {r.code, r.message, uuid.NewString()}})
}

// write answers with a JSON document. A client that no longer reads it is no
// error of ours.
func (s *Server) write(w http.ResponseWriter, status int, body any) {
	buffer := buffers.Get().(*bytes.Buffer)
	defer release(buffer)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		panic(err) // no answer of ours holds what JSON cannot
	}
	text := s.legal.Body(buffer.Bytes())
	header := w.Header()
	header["Content-Type"] = s.faultyType(body)
	header["Content-Length"] = []string{strconv.Itoa(len(text))}
	s.writeHeader(w, status)
	_, _ = w.Write(text)
}

// stamp writes a time as RFC 3339 with milliseconds, in UTC.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
