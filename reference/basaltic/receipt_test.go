package basaltic

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// visibility changes a lease.
func (q testQueue) visibility(handle string, seconds any) result {
	q.Helper()
	return q.ask("POST", q.path+"/messages/visibility",
		fmt.Sprintf(`{"receipt_handle":%q,"visibility_timeout_seconds":%v}`, handle, seconds))
}

func TestADeleteRemovesAMessageForGood(t *testing.T) {
	s := newService(t)
	q := s.newQueue("done")
	q.send("work")
	m := q.receiveOne("")
	if a := q.delete(m.Handle).want(204); len(a.body) != 0 {
		t.Errorf("the answer has the body %q", a.body)
	}
	q.delete(m.Handle).want(409, codeHandleExpired)
	s.Clock.Advance(time.Hour)
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("it came back: %+v", got)
	}
}

func TestALapsedHandleChangesNothing(t *testing.T) {
	s := newService(t)
	q := s.newQueue("lapsed")
	q.send("work")
	first := q.receiveOne(`{"visibility_timeout_seconds":5}`)
	s.Clock.Advance(5 * time.Second)
	q.delete(first.Handle).want(409, codeHandleExpired)
	q.visibility(first.Handle, 60).want(409, codeHandleExpired)
	second := q.receiveOne("")
	q.delete(first.Handle).want(409, codeHandleExpired)
	q.visibility(first.Handle, 0).want(409, codeHandleExpired)
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("an old handle ended the new lease: %+v", got)
	}
	q.delete(second.Handle).want(204)
}

func TestVisibilityCountsFromNow(t *testing.T) {
	s := newService(t)
	q := s.newQueue("extended")
	q.send("work")
	m := q.receiveOne(`{"visibility_timeout_seconds":30}`)
	s.Clock.Advance(20 * time.Second)
	q.visibility(m.Handle, 15).want(204)
	s.Clock.Advance(14999 * time.Millisecond)
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("the extended lease ended early: %+v", got)
	}
	q.visibility(m.Handle, 43_200).want(204)
	q.visibility(m.Handle, 0).want(204)
	q.visibility(m.Handle, 1).want(409, codeHandleExpired)
	if again := q.receiveOne(""); again.Count != 2 {
		t.Errorf("receive_count %d", again.Count)
	}
}

func TestRefusedVisibilityChangesLeaveTheLease(t *testing.T) {
	s := newService(t)
	q := s.newQueue("steady")
	q.send("work")
	m := q.receiveOne(`{"visibility_timeout_seconds":30}`)
	for _, value := range []string{"-1", "43201", "1.5", `"1"`, "null", "true", "1e3", "99999999999999999999"} {
		q.visibility(m.Handle, value).want(400, codeInvalidInput)
	}
	for _, body := range []string{
		fmt.Sprintf(`{"receipt_handle":%q}`, m.Handle),
		`{"visibility_timeout_seconds":1}`,
		`{"receipt_handle":null,"visibility_timeout_seconds":1}`,
		`{"receipt_handle":1,"visibility_timeout_seconds":1}`,
		fmt.Sprintf(`{"receipt_handle":[%q],"visibility_timeout_seconds":1}`, m.Handle),
	} {
		s.ask("POST", q.path+"/messages/visibility", body).want(400, codeInvalidInput)
	}
	s.Clock.Advance(29 * time.Second)
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("the lease ended early: %+v", got)
	}
	s.Clock.Advance(time.Second)
	q.receiveOne("")
}

func TestHandlesThatAreNone(t *testing.T) {
	s := newService(t)
	q, other := s.newQueue("one"), s.newQueue("other")
	q.send("kept")
	other.send("kept")
	m, foreign := q.receiveOne(""), other.receiveOne("")
	handles := []string{"", "x", "garbage", strings.Repeat("0", 96), strings.Repeat("a", 10_000), "%00", "%ff", "..%2f", foreign.Handle, m.ID}
	for i := range m.Handle {
		changed := []byte(m.Handle)
		changed[i] = "123456789abcdef01"[strings.IndexByte("0123456789abcdef", changed[i])]
		handles = append(handles, string(changed), m.Handle[:i]+m.Handle[i+1:], m.Handle[:i]+"0"+m.Handle[i:])
	}
	for _, handle := range append(handles, strings.ToUpper(m.Handle), m.Handle+"%20") {
		if a := q.delete(handle); a.status != http.StatusBadRequest || a.failure().Code != codeHandleInvalid {
			t.Errorf("delete with %.120q: %d %s", handle, a.status, a.body)
		}
	}
	s.ask("DELETE", q.path+"/messages", "").want(400, codeInvalidInput)
	s.ask("DELETE", q.path+"/messages?receipt_handle=%zz", "").want(400, codeInvalidInput)
	q.visibility(foreign.Handle, 0).want(400, codeHandleInvalid)
	if got := append(q.receive(""), other.receive("")...); len(got) != 0 {
		t.Errorf("a lease ended: %+v", got)
	}
	q.delete(m.Handle).want(204)
	other.delete(foreign.Handle).want(204)
}

func TestAHandleSurvivesNewSettings(t *testing.T) {
	s := newService(t)
	q := s.newQueue("changed")
	q.send("work")
	m := q.receiveOne("")
	s.ask("PATCH", q.path, `{"visibility_timeout_seconds":1,"delay_seconds":5}`).want(200)
	s.Clock.Advance(20 * time.Second)
	q.delete(m.Handle).want(204)
}
