//go:build !race

package basaltic

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// TestEveryFaultShows takes a server with each of the wire's faults, and one
// without any, through the same tour, and asks that what they answer differs.
func TestEveryFaultShows(t *testing.T) {
	right := tourOf(t, "")
	if again := tourOf(t, ""); again != right {
		t.Fatalf("two tours of a server without faults differ:\n%s", firstDifference(right, again))
	}
	for _, f := range fault.Catalogue() {
		if !strings.HasPrefix(f.Area(), "basaltic-") && f.Area() != "access" {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			if tourOf(t, f.Name) == right {
				t.Error("the fault does not show")
			}
		})
	}
}

// firstDifference is the first line in which two texts differ, from each.
func firstDifference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return left[i] + "\n" + right[i]
		}
	}
	return "their lengths"
}

// tour is a walk through a server that writes down what it answers.
type tour struct {
	*service
	log strings.Builder
	// names are given to ids and handles, which differ from tour to tour.
	names map[string]string
	ids   map[string]bool
}

func tourOf(t *testing.T, name string) string {
	s := newService(t)
	if name != "" {
		if err := s.faults.Replace([]string{name}); err != nil {
			t.Fatal(err)
		}
	}
	w := &tour{service: s, names: map[string]string{}, ids: map[string]bool{}}
	for _, part := range []func(){
		w.queuesPart, w.listPart, w.updatePart, w.sendPart, w.attributesPart, w.bodiesPart, w.valuesPart, w.fifoPart, w.receivePart,
		w.waitPart, w.receiptsPart, w.batchPart, w.entriesPart, w.keysPart, w.limitPart, w.credentialPart, w.signaturePart,
	} {
		part()
	}
	return w.log.String()
}

var (
	volatile  = regexp.MustCompile(`[0-9a-f]{96}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}`)
	firstID   = regexp.MustCompile(`"id":"([^"]*)"`)
	handleIn  = regexp.MustCompile(`"receipt_handle":"([^"]*)"`)
	markerIn  = regexp.MustCompile(`"marker":"([^"]*)"`)
	requestID = regexp.MustCompile(`"request_id":"([^"]*)"`)
)

// step sends a request and writes down its answer, whose text it gives.
func (w *tour) step(method, path, body string, changes ...func(*http.Request)) string {
	r := httptest.NewRequest(method, "http://queue.test"+path, strings.NewReader(body))
	if body == "" {
		r.Body = http.NoBody
	}
	r.Header.Set("Authorization", "Bearer "+w.credential.Token)
	for _, change := range changes {
		change(r)
	}
	answer := httptest.NewRecorder()
	ended := make(chan struct{})
	go func() {
		w.ServeHTTP(answer, r)
		close(ended)
	}()
	waited := w.waitOut(ended)
	text := answer.Body.String()
	id := answer.Header().Get("X-Request-Id")
	fmt.Fprintf(&w.log, "%s %.60s %d %s waited=%d again=%v",
		method, w.named(path), answer.Code, answer.Header().Get("Content-Type"), waited, w.ids[id])
	w.ids[id] = true
	if in := requestID.FindStringSubmatch(text); in != nil {
		fmt.Fprintf(&w.log, " same=%v length=%d", in[1] == id, len(in[1]))
	} else {
		fmt.Fprintf(&w.log, " length=%d", len(id))
	}
	for _, name := range []string{"X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Retry-After"} {
		fmt.Fprintf(&w.log, " %s", cmp.Or(answer.Header().Get(name), "-"))
	}
	fmt.Fprintf(&w.log, " %s\n", w.named(requestID.ReplaceAllString(text, "")))
	return text
}

// waitOut moves the clock on while a request waits, and tells by how many seconds.
func (w *tour) waitOut(ended <-chan struct{}) (seconds int) {
	for {
		select {
		case <-ended:
			return seconds
		case <-time.After(100 * time.Microsecond):
		}
		queues, _ := w.queues.after(0, 1_000)
		for _, q := range queues {
			if q.engine.Waiting() > 0 {
				w.Clock.Advance(time.Second)
				seconds++
			}
		}
	}
}

// named writes text with names in place of ids and handles.
func (w *tour) named(text string) string {
	return volatile.ReplaceAllStringFunc(text, func(found string) string {
		if w.names[found] == "" {
			w.names[found] = fmt.Sprint("<", len(w.names), ">")
		}
		return w.names[found]
	})
}

// create makes a queue and gives its path.
func (w *tour) create(members string) string {
	return "/v1/queues/" + match(firstID, w.step("POST", "/v1/queues", "{"+members+"}"))
}

func match(pattern *regexp.Regexp, text string) string {
	if found := pattern.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return "none"
}

func (w *tour) send(path, members string) { w.step("POST", path+"/messages", "{"+members+"}") }

// lease receives for an hour and gives the first handle.
func (w *tour) lease(path string) string {
	return match(handleIn, w.step("POST", path+"/messages/receive", `{"visibility_timeout_seconds":3600,"wait_time_seconds":0,"max_messages":10}`))
}

func (w *tour) depth(path string) { w.step("GET", path+"/messages?limit=100", "") }
