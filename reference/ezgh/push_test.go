package ezgh

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// endpoint takes pushed messages and answers with what status says.
func endpoint(t *testing.T, status int) (url string, pushed chan message) {
	pushed = make(chan message, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m message
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil || r.Method != "POST" ||
			r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s, %s, %v", r.Method, r.Header.Get("Content-Type"), err)
		}
		w.WriteHeader(status)
		pushed <- m
	}))
	t.Cleanup(server.Close)
	return server.URL, pushed
}

func (q made) subscribe(url string) {
	q.Helper()
	q.wants(q.do("PUT", q.path+"/subscription", `{"url":"`+url+`"}`), 200)
}

// settled waits until the queue has no message, or the test's patience ends.
func (q made) settled() {
	q.Helper()
	engine := q.queues.find("org_1", "prj_1", q.id)
	for end := time.Now().Add(time.Minute); engine.Depth().InFlight > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			q.Fatal("a pushed message was not acknowledged")
		}
	}
}

func TestASubscriptionPushesAndAcknowledges(t *testing.T) {
	q := newBench(t).queue(`"fifo":true`)
	url, pushed := endpoint(t, http.StatusAccepted)
	q.subscribe(url)
	equal(t, "described", q.do("GET", q.path, "").str("queue.subscription.url"), url)
	for _, body := range []string{"a", "b"} {
		q.send(`"body":"` + body + `","groupId":"g","attributes":{"n":"1"}`)
		m := <-pushed
		equal(t, "body", m.Body, body)
		equal(t, "attribute", m.Attributes["n"], "1")
		equal(t, "groupId", m.GroupID, "g")
		q.settled()
	}
	q.clock.Advance(time.Hour)
	equal(t, "messages left", q.receive("").count("messages"), 0)
}

func TestARefusedPushIsTriedAgainAfterItsLease(t *testing.T) {
	q := newBench(t).queue(`"visibilityTimeoutSeconds":5`)
	url, pushed := endpoint(t, http.StatusTeapot)
	q.subscribe(url)
	q.send(`"body":"a"`)
	equal(t, "receiveCount", (<-pushed).ReceiveCount, 1)
	equal(t, "for a pull meanwhile", q.receive("").count("messages"), 0)
	q.clock.Advance(5 * time.Second)
	equal(t, "receiveCount", (<-pushed).ReceiveCount, 2)
}

func TestAnEndedSubscriptionPushesNoMore(t *testing.T) {
	q := newBench(t).queue("")
	url, pushed := endpoint(t, http.StatusOK)
	q.subscribe(url)
	q.wants(q.do("DELETE", q.path+"/subscription", ""), 204)
	q.wants(q.do("DELETE", q.path+"/subscription", ""), 404)
	q.send(`"body":"a"`)
	equal(t, "for a pull", q.receive("").count("messages"), 1)
	q.subscribe(url)
	q.wants(q.do("DELETE", q.path, ""), 204)
	if len(pushed) != 0 {
		t.Error("something was pushed")
	}
}

func TestASubscriptionStaysOnThisMachine(t *testing.T) {
	q := newBench(t).queue("")
	for _, url := range []string{"", "/x", "https://127.0.0.1/", "http://example.com/", "http://10.0.0.1:80/", "ftp://127.0.0.1/"} {
		q.wants(q.do("PUT", q.path+"/subscription", `{"url":"`+url+`"}`), 400)
	}
	q.wants(q.do("PUT", q.path+"/subscription", `{}`), 400)
	if _, err := pusher.Get("http://192.0.2.1:9/"); err == nil {
		t.Error("the client connects to another machine")
	}
}
