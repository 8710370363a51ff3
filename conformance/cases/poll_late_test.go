package cases

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// lateTarget answers polls with the status and the messages after a time, and
// takes beside for another request meanwhile; all else it answers at once.
type lateTarget struct {
	after, beside time.Duration
	status        int
	messages      string
}

func (l lateTarget) environment(t *testing.T) *judge.Environment {
	t.Helper()
	var env *judge.Environment
	env = environmentOf(t, specs.EZGH, func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ WaitSeconds int }
		json.NewDecoder(r.Body).Decode(&asked)
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.URL.Path == "/beside":
			time.Sleep(l.beside)
		case asked.WaitSeconds > 0:
			answerAt := time.Now().Add(l.after)
			s := env.Client.Session(wire.SessionOptions{Name: "another case"})
			defer s.Close()
			s.Do(context.Background(), wire.Request{Method: http.MethodGet, Path: "/beside"})
			time.Sleep(time.Until(answerAt))
			w.WriteHeader(l.status)
			fmt.Fprint(w, `{"messages":[`, l.messages, `]}`)
		default:
			fmt.Fprint(w, `{"messages":[],"messageId":"m1","queue":{"queueId":"q1"}}`)
		}
	})
	env.Granted[judge.NeedOwnQueues], env.Tolerance.Late = true, 100*time.Millisecond
	return env
}

// pausedTries is how often this machine may pause for so long that a late poll
// shows nothing.
const pausedTries = 3

// TestAPollIsNotSaidToBeLateWhereAllTakesLong has polls answer late, once while
// another request takes longer than that and once while it takes no time.
func TestAPollIsNotSaidToBeLateWhereAllTakesLong(t *testing.T) {
	const beside = 1500 * time.Millisecond
	delivery := `{"messageId":"m1","receiptHandle":"h1","body":"work","sentAt":1,"firstReceivedAt":1,"receiveCount":1}`
	served := &judge.Case{
		Name: "served", Title: "a message is delivered to a receive that waits", Judges: everyWaiter, Queues: judge.Standard(),
		Run: func(t *judge.T) {
			q := t.Queue()
			polls := q.ParkMany(1, 15*time.Second)
			t.Pause(500 * time.Millisecond)
			q.MustSend("work")
			allServed(t, q, polls, []string{"work"})
		},
	}
	for name, tc := range map[string]struct {
		judged *judge.Case
		target lateTarget
		want   reports.Status
	}{
		"queue deleted, all slow":  {deletionEndsWait, lateTarget{after: 3500 * time.Millisecond, beside: beside, status: 404}, reports.Inconclusive},
		"queue deleted, poll slow": {deletionEndsWait, lateTarget{after: 10 * time.Second, status: 404}, reports.Failed},
		"served, all slow":         {served, lateTarget{after: beside + 100*time.Millisecond, beside: beside, status: 200, messages: delivery}, reports.Inconclusive},
		"served, poll slow":        {served, lateTarget{after: 14 * time.Second, status: 200, messages: delivery}, reports.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got judge.Outcome
			for range pausedTries {
				if got = tc.target.environment(t).Execute(context.Background(), tc.judged, nil); got.Status != reports.Inconclusive || got.Status == tc.want {
					break
				}
				t.Log(got.Message)
			}
			if got.Status != tc.want || !strings.Contains(got.Message, "; observed ") {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.want)
			}
		})
	}
}
