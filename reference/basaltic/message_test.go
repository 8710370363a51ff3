package basaltic

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestBodiesComeBackExactly(t *testing.T) {
	s := newService(t)
	q := s.newQueue("bodies")
	for _, body := range []string{
		"", " ", "  x\t\r\n", "ä€😀", "\u0000\u0001\u001f\u007f\u0080", "\u2028\u2029\ufeff\ufffd\uffff",
		`{"a":[1,2.50,"\u00e9"]}`, `"quoted"`, `\`, "</script>&<>", "e\u0301", strings.Repeat("x", 262_144),
	} {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		id := q.sendJSON(`{"body":` + string(text) + `}`)
		m := q.receiveOne("")
		if m.Body == nil || *m.Body != body || m.ID != id {
			t.Errorf("%.50q came back as %.50q", body, *m.Body)
		}
		q.delete(m.Handle).want(204)
	}
}

func TestAttributes(t *testing.T) {
	s := newService(t)
	q := s.newQueue("attributes")
	one := func(kind, value string) string {
		text, err := json.Marshal(map[string]map[string]string{"a": {"type": kind, "value": value}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	many := func(n int) string {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"a%d":{"type":"String","value":""}`, i))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	for attributes, good := range map[string]bool{
		one("String", ""): true, one("String", "ä 😀\x00"): true,
		one("String", strings.Repeat("x", 1024)): true, one("String", strings.Repeat("x", 1025)): false,
		one("String", strings.Repeat("ä", 1024)): true, one("String", strings.Repeat("ä", 1025)): false,
		one("String", strings.Repeat("😀", 1024)): true, one("String", strings.Repeat("😀", 1025)): false,
		one("Number", "1.50"): true, one("Number", "-0"): true, one("Number", "007"): true, one("Number", "+1"): true,
		one("Number", "1e400"): true, one("Number", ".5"): true, one("Number", "5."): true, one("Number", strings.Repeat("9", 1024)): true,
		one("Number", ""): false, one("Number", " 1"): false, one("Number", "1 "): false, one("Number", "1\n"): false, one("Number", "one"): false,
		one("Number", "0x1F"): false, one("Number", "NaN"): false, one("Number", "Infinity"): false, one("Number", "1,5"): false,
		one("Number", "1_000"): false, one("Number", "."): false, one("Number", "1e"): false, one("Number", "١"): false,
		one("Binary", ""): true, one("Binary", "QQ=="): true, one("Binary", "+/+/"): true,
		one("Binary", "QQ"): false, one("Binary", "QQ="): false, one("Binary", "-_-_"): false, one("Binary", "QQ==\n"): false,
		one("Binary", "Q Q=="): false, one("Binary", "QQ==QQ=="): false, one("Binary", "ä"): false,
		one("string", "x"): false, one("Boolean", "true"): false, one("", "x"): false, one("String.custom", "x"): false,
		`{"a":{"type":"String"}}`: false, `{"a":{"value":"x"}}`: false, `{"a":{}}`: false, `{"a":"x"}`: false, `{"a":null}`: false,
		`{"a":{"type":"String","value":1}}`: false, `{"a":{"type":"Number","value":2}}`: false, `{"a":{"type":null,"value":"x"}}`: false,
		`{"":{"type":"String","value":"x"}}`: false, `[]`: false, `"x"`: false,
		`{}`: true, `null`: true, `{"a":{"type":"String","value":"x","other":[1]}}`: true,
		many(20): true, many(21): false, many(100): false,
	} {
		a := s.ask("POST", q.path+"/messages", `{"body":"b","attributes":`+attributes+`}`)
		if good != (a.status == 201) || !good && a.status != 400 {
			t.Errorf("%.80s: %d %s", attributes, a.status, a.body)
		}
		if !good {
			continue
		}
		var want map[string]struct{ Type, Value string }
		if err := json.Unmarshal([]byte(attributes), &want); err != nil {
			t.Fatal(err)
		}
		m := q.receiveOne("")
		q.delete(m.Handle).want(204)
		if fmt.Sprint(m.Attributes) != fmt.Sprint(want) && len(want) > 0 {
			t.Errorf("%.80s came back as %.80v", attributes, m.Attributes)
		}
	}
}

func TestMessageSize(t *testing.T) {
	s := newService(t)
	q := s.newQueue("sizes", `"max_message_bytes":1024`)
	for _, c := range []struct {
		body, attributes string
		good             bool
	}{
		{strings.Repeat("x", 1024), `{}`, true},
		{strings.Repeat("x", 1025), `{}`, false},
		{strings.Repeat("ä", 512), `{}`, true},
		{strings.Repeat("ä", 512) + "x", `{}`, false},
		{strings.Repeat("x", 1024-13), `{"name":{"type":"String","value":"val"}}`, true},
		{strings.Repeat("x", 1024-12), `{"name":{"type":"String","value":"val"}}`, false},
		{strings.Repeat("x", 1024-12), `{"ä":{"type":"Number","value":"1234"}}`, true},
	} {
		text, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		a := s.ask("POST", q.path+"/messages", fmt.Sprintf(`{"body":%s,"attributes":%s}`, text, c.attributes))
		if c.good {
			a.want(201)
		} else {
			a.want(400, codeTooLarge)
		}
	}
}

func TestSendsThatAreRefused(t *testing.T) {
	s := newService(t)
	standard := s.newQueue("standard")
	fifo := s.newQueue("queue.fifo")
	content := s.newQueue("content.fifo", `"content_based_deduplication":true`)
	for _, c := range []struct {
		queue   testQueue
		message string
		status  int
	}{
		{standard, `{}`, 400},
		{standard, `{"body":null}`, 400},
		{standard, `{"body":1}`, 400},
		{standard, `{"body":{"a":1}}`, 400},
		{standard, `{"body":["b"]}`, 400},
		{standard, `{"body":"b","message_group_id":"g"}`, 400},
		{standard, `{"body":"b","message_group_id":""}`, 400},
		{standard, `{"body":"b","message_deduplication_id":"d"}`, 400},
		{standard, `{"body":"b","message_group_id":null,"message_deduplication_id":null,"delay_seconds":null}`, 201},
		{fifo, `{"body":"b","message_deduplication_id":"d0"}`, 400},
		{fifo, `{"body":"b","message_group_id":"","message_deduplication_id":"d0"}`, 400},
		{fifo, `{"body":"b","message_group_id":1,"message_deduplication_id":"d0"}`, 400},
		{fifo, `{"body":"b","message_group_id":"g"}`, 400},
		{fifo, `{"body":"b","message_group_id":"g","message_deduplication_id":""}`, 400},
		{fifo, `{"body":"b","message_group_id":"g","message_deduplication_id":"d0","delay_seconds":1}`, 400},
		{fifo, `{"body":"b","message_group_id":"g","message_deduplication_id":"d1","delay_seconds":0}`, 201},
		{content, `{"body":"b","message_group_id":"g"}`, 201},
		{content, `{"body":"b"}`, 400},
	} {
		a := s.ask("POST", c.queue.path+"/messages", c.message)
		if a.status != c.status {
			t.Errorf("%s: %d %s", c.message, a.status, a.body)
		}
	}
	// A refused send used up no deduplication id.
	var sent struct{ Result struct{ Duplicate bool } }
	s.ask("POST", fifo.path+"/messages", `{"body":"b","message_group_id":"g","message_deduplication_id":"d0"}`).into(&sent)
	if sent.Result.Duplicate {
		t.Error("a deduplication id was used up by a refused send")
	}
}

func TestDeduplication(t *testing.T) {
	s := newService(t)
	q := s.newQueue("repeats.fifo", `"content_based_deduplication":true`)
	send := func(members string) (id string, duplicate bool) {
		var sent struct {
			Result struct {
				ID        string `json:"message_id"`
				Duplicate bool
			}
		}
		s.ask("POST", q.path+"/messages", `{"message_group_id":"g",`+members+`}`).want(201).into(&sent)
		return sent.Result.ID, sent.Result.Duplicate
	}
	first, _ := send(`"body":"a"`)
	if id, duplicate := send(`"body":"a"`); !duplicate || id != first {
		t.Errorf("a repeated body gives %s, %v", id, duplicate)
	}
	if id, duplicate := send(`"body":"a","message_deduplication_id":"x"`); duplicate || id == first {
		t.Errorf("an explicit id does not win over the body: %s, %v", id, duplicate)
	}
	if _, duplicate := send(`"body":"b","message_deduplication_id":"x"`); !duplicate {
		t.Error("a repeated id with another body makes a message")
	}
	q.delete(q.receiveOne("").Handle).want(204)
	s.Clock.Advance(deduplicationWindow - time.Second)
	if _, duplicate := send(`"body":"a"`); !duplicate {
		t.Error("the window ended early, or with the message")
	}
	s.Clock.Advance(time.Second)
	if _, duplicate := send(`"body":"a"`); duplicate {
		t.Error("the window went on after five minutes")
	}
}

func TestALeasedMessageShowsItsLease(t *testing.T) {
	s := newService(t)
	q := s.newQueue("leases")
	id := q.send("work")
	s.Clock.Advance(1500 * time.Millisecond)
	first := q.receiveOne("")
	if uuid.Validate(first.ID) != nil || first.ID != id || first.Count != 1 || first.GroupID != nil {
		t.Errorf("%+v", first)
	}
	if !first.EnqueuedAt.Equal(start) || !first.VisibleAt.Equal(start.Add(31500*time.Millisecond)) {
		t.Errorf("enqueued %v, visible %v", first.EnqueuedAt, first.VisibleAt)
	}
	if len(first.Handle) != 96 || strings.Trim(first.Handle, "0123456789abcdef") != "" {
		t.Errorf("handle %q", first.Handle)
	}
	s.Clock.Advance(30 * time.Second)
	second := q.receiveOne(`{"visibility_timeout_seconds":43200}`)
	if second.Count != 2 || second.Handle == first.Handle || !second.EnqueuedAt.Equal(start) ||
		second.VisibleAt.Sub(s.Clock.Now()) != 12*time.Hour {
		t.Errorf("%+v", second)
	}
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("leased twice: %+v", got)
	}
}

func TestAFIFOMessageShowsItsGroup(t *testing.T) {
	s := newService(t)
	q := s.newQueue("groups.fifo")
	q.sendJSON(`{"body":"b","message_group_id":"käse","message_deduplication_id":"d"}`)
	if m := q.receiveOne(""); m.GroupID == nil || *m.GroupID != "käse" {
		t.Errorf("%+v", m)
	}
}

func TestHowManyMessagesAReceiveTakes(t *testing.T) {
	s := newService(t)
	q := s.newQueue("many")
	for range 12 {
		q.send("x")
	}
	for request, want := range map[string]int{"": 1, `{"max_messages":1}`: 1, `{"max_messages":10}`: 10, `{"max_messages":2}`: 2} {
		if got := q.receive(strings.Replace(request, "{", `{"visibility_timeout_seconds":0,`, 1)); len(got) != want {
			t.Errorf("%q: %d, want %d", request, len(got), want)
		}
		s.Clock.Advance(time.Minute)
	}
}

func TestWaits(t *testing.T) {
	s := newService(t)
	q := s.newQueue("waits", `"receive_wait_time_seconds":20`)
	for request, wait := range map[string]time.Duration{
		"":                         20 * time.Second,
		`{}`:                       20 * time.Second,
		`{"wait_time_seconds":0}`:  0,
		`{"wait_time_seconds":1}`:  time.Second,
		`{"wait_time_seconds":20}`: 20 * time.Second,
	} {
		done := q.parked(request, wait > 0)
		if wait > 0 {
			s.Clock.Advance(wait - time.Millisecond)
			select {
			case <-done:
				t.Errorf("%q ended early", request)
			default:
			}
			s.Clock.Advance(time.Millisecond)
		}
		if got := <-done; got.status != 200 || string(got.body) != `{"messages":[]}` {
			t.Errorf("%q: %d %s", request, got.status, got.body)
		}
	}
	for _, value := range []string{"-1", "21", "1.5", `"1"`, "true"} {
		s.ask("POST", q.path+"/messages/receive", `{"wait_time_seconds":`+value+`}`).want(400, codeInvalidInput)
	}
}

// parked asks for messages and, if it is to wait, returns once it does.
func (q testQueue) parked(request string, waits bool) <-chan result {
	q.Helper()
	before := q.engineWaits()
	done := make(chan result, 1)
	go func() { done <- q.ask("POST", q.path+"/messages/receive", request) }()
	if waits {
		q.waitFor(before + 1)
	}
	return done
}

func TestASendWakesAWaiter(t *testing.T) {
	s := newService(t)
	q := s.newQueue("woken")
	done := q.parked(`{"wait_time_seconds":20}`, true)
	id := q.send("wake")
	if ms := (<-done).messages(); len(ms) != 1 || ms[0].ID != id {
		t.Errorf("woken with %+v", ms)
	}
}

func TestAWaiterOfADeletedQueueIsToldSo(t *testing.T) {
	s := newService(t)
	q := s.newQueue("deleted")
	done := q.parked(`{"wait_time_seconds":20}`, true)
	s.ask("DELETE", q.path, "").want(204)
	(<-done).want(404, codeNotFound)
}

func TestRedrive(t *testing.T) {
	s := newService(t)
	dead := s.newQueue("dead")
	q := s.newQueue("source", `"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":2}`)
	id := q.sendJSON(`{"body":"poison","attributes":{"n":{"type":"Number","value":"1.50"}}}`)
	for range 2 {
		q.receiveOne(`{"visibility_timeout_seconds":1}`)
		s.Clock.Advance(time.Second)
	}
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("leased a third time: %+v", got)
	}
	if m := dead.receiveOne(""); m.ID != id || *m.Body != "poison" || m.Attributes["n"].Value != "1.50" {
		t.Errorf("the dead-letter queue gives %+v", m)
	}
}
