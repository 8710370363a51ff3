package basaltic

import (
	"net/http"
	"testing"
	"time"
)

const reuse = `"kms_data_key_reuse_period_seconds":60`

func (q testQueue) trySend() result {
	q.Helper()
	return q.ask("POST", q.path+"/messages", `{"body":"b"}`)
}

func (q testQueue) tryReceive() result {
	q.Helper()
	return q.ask("POST", q.path+"/messages/receive", `{"visibility_timeout_seconds":0}`)
}

func TestADisabledKeyWorksForTheReusePeriod(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	q := s.newQueue("sealed", `"kms_key":"key"`, reuse)
	q.send("kept")
	s.KMS.SetState("key", false)
	s.Clock.Advance(60*time.Second - time.Millisecond)
	q.trySend().want(201)
	if q.receiveOne(`{"visibility_timeout_seconds":0}`).Count != 1 {
		t.Error("the first receive was not the first")
	}
	s.Clock.Advance(time.Millisecond)
	q.trySend().want(409, codeKeyUnavailable)
	q.tryReceive().want(409, codeKeyUnavailable)
	if got := q.batch("batch", `"id":"a","body":"b"`).outcomes(); got != "a:"+codeKeyUnavailable {
		t.Errorf("a batch gives %s", got)
	}
	for _, m := range s.ask("GET", q.path+"/messages", "").messages() {
		if m.Body != nil || m.Bytes == 0 {
			t.Errorf("peek shows %+v", m)
		}
	}
	s.KMS.SetState("key", true)
	if got := q.receive(`{"max_messages":10}`); len(got) != 2 || got[0].Count != 2 || got[1].Count != 1 {
		t.Errorf("enabled again, a receive gives %+v", got)
	}
}

func TestAnUnwrappedKeyStaysForTheReusePeriod(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	q := s.newQueue("reused", `"kms_key":"key"`, reuse)
	s.Clock.Advance(time.Hour)
	q.trySend().want(201)
	s.KMS.SetState("key", false)
	s.Clock.Advance(59 * time.Second)
	q.trySend().want(201)
	s.ask("PATCH", q.path, `{"kms_data_key_reuse_period_seconds":120}`).want(200)
	s.Clock.Advance(60 * time.Second)
	q.trySend().want(201)
	s.Clock.Advance(time.Second)
	q.trySend().want(409, codeKeyUnavailable)
}

func TestMessagesKeepTheKeyThatSealedThem(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("old", true)
	s.KMS.SetState("new", true)
	q := s.newQueue("rewrapped", `"kms_key":"old"`, reuse)
	q.send("under the old key")
	s.ask("PATCH", q.path, `{"kms_key":"new"}`).want(200)
	s.KMS.SetState("old", false)
	s.Clock.Advance(time.Minute)
	q.trySend().want(201)
	q.tryReceive().want(409, codeKeyUnavailable)
	bodies := 0
	for _, m := range s.ask("GET", q.path+"/messages", "").messages() {
		if m.Body != nil {
			bodies++
		}
		if m.Visibility != "available" || m.Count != 0 {
			t.Errorf("the refused receive leased %+v", m)
		}
	}
	if bodies != 1 {
		t.Errorf("peek opens %d bodies of two", bodies)
	}
	s.ask("PATCH", q.path, `{"kms_key":null}`).want(200)
	q.tryReceive().want(409, codeKeyUnavailable)
	s.KMS.SetState("old", true)
	if got := q.receive(`{"max_messages":10}`); len(got) != 2 {
		t.Errorf("received %d of two", len(got))
	}
}

func TestAMessageMovedByRedriveKeepsItsKey(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	dead := s.newQueue("dead")
	q := s.newQueue("source", `"kms_key":"key"`, reuse, `"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":1}`)
	q.send("poison")
	q.receiveOne(`{"visibility_timeout_seconds":0}`)
	q.receive("")
	s.KMS.SetState("key", false)
	s.Clock.Advance(time.Minute)
	dead.tryReceive().want(409, codeKeyUnavailable)
	s.KMS.SetState("key", true)
	dead.receiveOne("")
}

func TestAQueueNeedsAKeyThatWorks(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", false)
	s.ask("POST", "/v1/queues", `{"name":"refused","kms_key":"key"}`).want(409, codeKeyUnavailable)
	q := s.newQueue("plain")
	s.ask("PATCH", q.path, `{"kms_key":"key"}`).want(409, codeKeyUnavailable)
	if got := q.describe(); got.Key != nil {
		t.Errorf("key %+v", got.Key)
	}
	q.trySend().want(http.StatusCreated)
}

func TestAKeyLostDuringAWait(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	q := s.newQueue("waiting", `"kms_key":"key"`, reuse)
	q.send("late")
	s.Clock.Advance(50 * time.Second)
	q.receiveOne(`{"visibility_timeout_seconds":15}`)
	done := q.parked(`{"wait_time_seconds":20}`, true)
	s.KMS.SetState("key", false)
	s.Clock.Advance(15 * time.Second)
	(<-done).want(409, codeKeyUnavailable)
	s.KMS.SetState("key", true)
	if m := q.receiveOne(""); m.Count != 2 {
		t.Errorf("receive_count %d", m.Count)
	}
}
