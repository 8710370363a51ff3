package basaltic

import (
	"fmt"
	"sync"
	"testing"
)

// TestOperationsAtOnce runs everything that changes queues against everything
// that uses them. It has no verdict of its own but those of the answers' checks
// and of the race detector.
func TestOperationsAtOnce(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	s.newQueue("dead")
	q := s.newQueue("shared", `"kms_key":"key"`)
	var group sync.WaitGroup
	for worker, work := range []func(int){
		func(i int) { s.ask("POST", q.path+"/messages", `{"body":"b"}`) },
		func(i int) {
			s.ask("POST", q.path+"/messages/receive", `{"visibility_timeout_seconds":0,"max_messages":10}`)
		},
		func(i int) {
			s.ask("PATCH", q.path, fmt.Sprintf(`{"visibility_timeout_seconds":%d,"tags":{"i":"%d"}}`, i, i))
		},
		func(i int) {
			s.ask("PATCH", q.path, `{"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":3},"kms_key":null}`)
		},
		func(i int) { s.ask("PATCH", q.path, `{"redrive_policy":null,"kms_key":"key"}`) },
		func(i int) { s.KMS.SetState("key", i%3 != 0) },
		func(i int) { s.ask("GET", q.path+"/messages", "") },
		func(i int) { s.ask("GET", "/v1/queues?limit=2", "") },
		func(i int) {
			other := s.ask("POST", "/v1/queues", fmt.Sprintf(`{"name":"other-%d"}`, i)).want(201).queue()
			s.ask("DELETE", "/v1/queues/"+other.ID, "")
		},
		func(i int) { s.ask("POST", q.path+"/purge", "") },
	} {
		group.Go(func() {
			for i := range 60 {
				work(i + worker)
			}
		})
	}
	group.Wait()
	if a := s.ask("GET", q.path, ""); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestANameIsGivenOnce(t *testing.T) {
	s := newService(t)
	var group sync.WaitGroup
	made := make(chan bool, 20)
	for range cap(made) {
		group.Go(func() {
			if s.ask("POST", "/v1/queues", `{"name":"wanted"}`).status == 201 {
				made <- true
			}
		})
	}
	group.Wait()
	if len(made) != 1 {
		t.Errorf("%d queues have the name", len(made))
	}
}
