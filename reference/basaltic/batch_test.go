package basaltic

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

type batchResult struct {
	ID, Error, Message string
	MessageID          string `json:"message_id"`
	Duplicate          *bool
}

// batch sends entries, each the members of a JSON object, to a batch operation.
func (q testQueue) batch(operation string, entries ...string) result {
	q.Helper()
	for i, e := range entries {
		entries[i] = "{" + e + "}"
	}
	return q.ask("POST", q.path+"/messages/"+operation, `{"entries":[`+strings.Join(entries, ",")+`]}`)
}

func (a result) results() []batchResult {
	a.Helper()
	var answer struct{ Results []batchResult }
	a.want(200).into(&answer)
	return answer.Results
}

// outcomes writes results as id:code, in their order.
func (a result) outcomes() string {
	a.Helper()
	var texts []string
	for _, r := range a.results() {
		if (r.Error == "") != (r.Message == "") {
			a.Errorf("error %q goes with message %q", r.Error, r.Message)
		}
		texts = append(texts, r.ID+":"+r.Error)
	}
	return strings.Join(texts, " ")
}

func TestSendBatch(t *testing.T) {
	s := newService(t)
	q := s.newQueue("batches", `"max_message_bytes":1024`)
	var entries []string
	for i := range 10 {
		entries = append(entries, fmt.Sprintf(`"id":"e%d","body":"b%d"`, i, i))
	}
	results := q.batch("batch", entries...).results()
	for i, r := range results {
		if r.ID != fmt.Sprint("e", i) || r.Error != "" || r.MessageID == "" || r.Duplicate == nil {
			t.Errorf("result %d is %+v", i, r)
		}
	}
	got := q.receive(`{"max_messages":10}`)
	for i, m := range got {
		if m.ID != results[i].MessageID || *m.Body != fmt.Sprint("b", i) {
			t.Errorf("message %d is %+v", i, m)
		}
	}
	if len(results) != 10 || len(got) != 10 {
		t.Errorf("%d results, %d messages", len(results), len(got))
	}
}

func TestABadEntryFailsAlone(t *testing.T) {
	s := newService(t)
	q := s.newQueue("mixed", `"max_message_bytes":1024`)
	got := q.batch("batch",
		`"id":"good","body":"b"`, `"id":"none"`, `"id":"type","body":1`, `"id":"group","body":"b","message_group_id":"g"`,
		`"id":"large","body":"`+strings.Repeat("x", 1025)+`"`, `"id":"delay","body":"b","delay_seconds":901`,
		`"id":"attribute","body":"b","attributes":{"a":{"type":"Number","value":"x"}}`, `"id":"fine","body":"b","x":[{}]`,
	).outcomes()
	want := "good: none:INVALID_INPUT type:INVALID_INPUT group:INVALID_INPUT large:MESSAGE_TOO_LARGE " +
		"delay:INVALID_INPUT attribute:INVALID_INPUT fine:"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if ms := q.receive(`{"max_messages":10}`); len(ms) != 2 {
		t.Errorf("%d messages came of two good entries", len(ms))
	}
}

func TestReceiptBatches(t *testing.T) {
	s := newService(t)
	q := s.newQueue("receipts")
	for range 4 {
		q.send("x")
	}
	lapsed := q.receiveOne(`{"visibility_timeout_seconds":1}`)
	s.Clock.Advance(time.Second)
	live := q.receive(`{"max_messages":3}`)
	receipt := func(id, handle string) string { return fmt.Sprintf(`"id":%q,"receipt_handle":%q`, id, handle) }
	timed := func(id, handle string, seconds any) string {
		return fmt.Sprintf(`%s,"visibility_timeout_seconds":%v`, receipt(id, handle), seconds)
	}
	got := q.batch("visibility-batch", timed("a", live[1].Handle, 0), timed("b", lapsed.Handle, 0), timed("c", "x", 0),
		timed("d", live[2].Handle, 43_201), receipt("e", live[2].Handle), timed("f", live[2].Handle, 60), `"id":"g","visibility_timeout_seconds":1`).outcomes()
	want := "a: b:QUEUE_RECEIPT_HANDLE_EXPIRED c:QUEUE_RECEIPT_HANDLE_INVALID d:INVALID_INPUT e:INVALID_INPUT f: g:INVALID_INPUT"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	got = q.batch("delete-batch", receipt("a", live[0].Handle), receipt("b", lapsed.Handle), receipt("c", live[0].Handle),
		receipt("d", live[2].Handle), `"id":"e"`).outcomes()
	want = "a: b:QUEUE_RECEIPT_HANDLE_EXPIRED c:QUEUE_RECEIPT_HANDLE_EXPIRED d: e:INVALID_INPUT"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if depth := q.describe().Depth; depth["approximate_available"] != 2.0 || depth["approximate_in_flight"] != 0.0 {
		t.Errorf("depth %v", depth)
	}
}

func TestBatchesThatAreRefusedWhole(t *testing.T) {
	s := newService(t)
	q := s.newQueue("whole")
	q.send("kept")
	m := q.receiveOne("")
	good := fmt.Sprintf(`"body":"b","receipt_handle":%q,"visibility_timeout_seconds":0`, m.Handle)
	eleven := ""
	for i := range 11 {
		eleven += fmt.Sprintf(`,{"id":"%d",%s}`, i, good)
	}
	for _, operation := range []string{"batch", "delete-batch", "visibility-batch"} {
		for _, body := range []string{
			`{}`, `{"entries":null}`, `{"entries":[]}`, `{"entries":{}}`, `{"entries":"x"}`,
			`{"entries":[` + eleven[1:] + `]}`,
			`{"entries":[{"id":"a",` + good + `},{"id":"a",` + good + `}]}`,
			`{"entries":[{"id":"a",` + good + `},{` + good + `}]}`,
			`{"entries":[{"id":"a",` + good + `},{"id":"",` + good + `}]}`,
			`{"entries":[{"id":"a",` + good + `},{"id":1,` + good + `}]}`,
			`{"entries":[{"id":"a",` + good + `},{"id":null,` + good + `}]}`,
			`{"entries":[{"id":"a",` + good + `},null]}`,
			`{"entries":[{"id":"a",` + good + `},"b"]}`,
			`{"entries":[{"id":"a",` + good + `}`,
		} {
			if a := s.ask("POST", q.path+"/messages/"+operation, body); a.status != 400 || a.failure().Code != codeInvalidInput {
				t.Errorf("%s %.100s: %d %s", operation, body, a.status, a.body)
			}
		}
	}
	if depth := q.describe().Depth; depth["approximate_available"] != 0.0 || depth["approximate_in_flight"] != 1.0 {
		t.Errorf("depth %v", depth)
	}
}

func TestFIFOBatchesKeepOrderAndCollapseRepeats(t *testing.T) {
	s := newService(t)
	q := s.newQueue("batch.fifo")
	results := q.batch("batch",
		`"id":"a","body":"1","message_group_id":"g","message_deduplication_id":"x"`,
		`"id":"b","body":"2","message_group_id":"g","message_deduplication_id":"y"`,
		`"id":"c","body":"3","message_group_id":"g","message_deduplication_id":"x"`,
		`"id":"d","body":"4","message_deduplication_id":"z"`,
	).results()
	if !*results[2].Duplicate || results[2].MessageID != results[0].MessageID || results[3].Error != codeInvalidInput {
		t.Errorf("%+v", results)
	}
	for _, want := range []string{"1", "2"} {
		m := q.receiveOne(`{"max_messages":10}`)
		if *m.Body != want {
			t.Errorf("received %q, want %q", *m.Body, want)
		}
		q.delete(m.Handle).want(204)
	}
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("a repeat made a message: %+v", got)
	}
}
