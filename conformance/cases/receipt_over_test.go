package cases

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// slowMover delivers a message twice from its queue, and takes a time after that
// to move it to the dead-letter queue: until then its last handle works.
type slowMover struct {
	takes time.Duration

	mu        sync.Mutex
	made      int
	delivered int
	last      time.Time
}

func (m *slowMover) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	moved := m.delivered == 2 && time.Since(m.last) > m.takes
	delivery := func(queue string) string {
		return fmt.Sprintf(`{"messages":[{"messageId":"m1","receiptHandle":"%s %d","body":"poison","sentAt":1,"firstReceivedAt":1,"receiveCount":%d}]}`,
			queue, m.delivered, m.delivered)
	}
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/queues"):
		m.made++
		fmt.Fprintf(w, `{"queue":{"queueId":"%s"}}`, []string{"dead", "main"}[m.made-1])
	case strings.HasSuffix(path, "/main/messages/receive") && m.delivered < 2:
		m.delivered, m.last = m.delivered+1, time.Now()
		fmt.Fprint(w, delivery("main"))
	case strings.HasSuffix(path, "/dead/messages/receive") && moved:
		fmt.Fprint(w, delivery("dead"))
	case strings.HasSuffix(path, "/receive"):
		fmt.Fprint(w, `{"messages":[]}`)
	case strings.HasPrefix(path, "/v1/receipts/") && moved:
		fmt.Fprint(w, `{"results":[{"error":"receipt_handle_stale"}]}`)
	case strings.HasPrefix(path, "/v1/receipts/"):
		fmt.Fprint(w, `{"results":[{"ok":true}]}`)
	default:
		fmt.Fprint(w, `{"messageId":"m1"}`)
	}
}

// TestAMoveToTheDeadLetterQueueMayTakeItsTime has it take less than the late
// tolerance, and for ever.
func TestAMoveToTheDeadLetterQueueMayTakeItsTime(t *testing.T) {
	for takes, want := range map[time.Duration]reports.Status{900 * time.Millisecond: reports.Passed, time.Hour: reports.Failed} {
		t.Run(takes.String(), func(t *testing.T) {
			t.Parallel()
			env := environmentOf(t, specs.EZGH, (&slowMover{takes: takes}).ServeHTTP)
			if got := env.Execute(context.Background(), ackAfterDeadLettering, nil); got.Status != want {
				t.Errorf("%s %q; want %s", got.Status, got.Message, want)
			}
		})
	}
}
