package basaltic

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/variant"
)

// TestEveryFreedomIsLegal drives a server with each freedom, in several draws,
// through all operations. Every answer is held to the document, and each must
// mean what the reference's own does.
func TestEveryFreedomIsLegal(t *testing.T) {
	for _, name := range variant.Names() {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				t.Parallel()
				legal, err := variant.Only(name, seed)
				if err != nil {
					t.Fatal(err)
				}
				newVariant(t, legal).useEverything()
			})
		}
	}
	for seed := range uint64(5) {
		t.Run(fmt.Sprint("all", seed), func(t *testing.T) {
			t.Parallel()
			newVariant(t, variant.Draw(seed)).useEverything()
		})
	}
}

func (a result) success() result {
	a.Helper()
	if a.status/100 != 2 {
		a.Fatalf("%d %s", a.status, a.body)
	}
	return a
}

func (a result) refused() result {
	a.Helper()
	if a.status/100 != 4 {
		a.Fatalf("%d %s", a.status, a.body)
	}
	return a
}

func (s *service) useEverything() {
	s.Helper()
	made := s.ask("POST", "/v1/queues", `{"name":"legal","visibility_timeout_seconds":30,"tags":{"created_at":"x","message":"y"}}`).success().queue()
	q := testQueue{s, "/v1/queues/" + made.ID, made.ID}
	if made.Tags["created_at"] != "x" || made.Tags["message"] != "y" {
		s.Errorf("tags %v", made.Tags)
	}
	s.ask("PATCH", q.path, `{"receive_wait_time_seconds":0,"delay_seconds":0}`).want(200)
	s.ask("POST", q.path+"/messages", `{"body":"b","attributes":{"sent_at":{"type":"String","value":"2026-03-01T12:00:00Z"}}}`).success()
	q.batch("batch", `"id":"message","body":"c"`, `"id":"b"`).want(200)
	first := q.eventually()
	if *first.Body != "b" || first.Attributes["sent_at"].Value != "2026-03-01T12:00:00Z" {
		s.Errorf("%+v", first)
	}
	if d := first.VisibleAt.Sub(s.Clock.Now()); d < 29*time.Second || d > 30*time.Second {
		s.Errorf("the lease of 30 s ends in %v", d)
	}
	path := q.path + "/messages?receipt_handle=" + escape(first.Handle)
	if a := s.ask("DELETE", path, "").success(); len(a.body) != 0 {
		s.Errorf("a delete answers %q", a.body)
	}
	if a := s.ask("DELETE", path, "").refused(); a.failure().Code != codeHandleExpired {
		s.Errorf("a second delete answers %s", a.body)
	}
	second := q.eventually()
	s.ask("DELETE", q.path+"/messages?receipt_handle="+escape(second.Handle[:len(second.Handle)-1]), "").refused()
	s.ask("POST", q.path+"/messages/visibility", fmt.Sprintf(`{"receipt_handle":%q,"visibility_timeout_seconds":0}`, second.Handle)).success()
	if third := q.eventually(); third.ID != second.ID || third.Count != 2 {
		s.Errorf("%+v after %+v", third, second)
	}
	s.ask("POST", q.path+"/messages/receive", `{"max_messages":0}`).want(400, codeInvalidInput)
	s.ask("GET", q.path+"/messages", "").want(200)
	s.ask("GET", "/v1/queues", "").want(200)
	s.ask("POST", q.path+"/purge", "").want(200)
	s.ask("DELETE", q.path, "").success()
	s.ask("GET", q.path, "").want(404)
}

// eventually receives one message, however many empty answers come first.
func (q testQueue) eventually() shownMessage {
	q.Helper()
	for range 1_000 {
		if ms := q.receive(`{"max_messages":1}`); len(ms) > 0 {
			return ms[0]
		}
	}
	q.Fatal("nothing comes")
	return shownMessage{}
}

// escape writes a handle for a query.
func escape(handle string) string {
	return strings.NewReplacer("%", "%25", "+", "%2B", "&", "%26", "=", "%3D", " ", "%20", "/", "%2F").Replace(handle)
}
