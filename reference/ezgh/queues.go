package ezgh

import (
	"bytes"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

func (s *Server) createQueue(c *call) (answer, *refusal) {
	var given struct {
		Name string `json:"name"`
		FIFO bool   `json:"fifo"`
		settings
	}
	if refused := decode(c.Request, &given); refused != nil {
		return answer{}, refused
	}
	if !queueName.MatchString(given.Name) {
		return answer{}, invalidRequest("name is needed: 1 to 128 letters, digits, dots, dashes and underscores")
	}
	changed, refused := s.check(given.settings, c.organization, c.project)
	if refused != nil {
		return answer{}, refused
	}
	q := s.newQueue(c, given.Name, given.FIFO)
	q.apply(changed)
	if !s.queues.add(q) {
		q.Delete()
		return answer{}, alreadyExists("the project has a queue named " + given.Name)
	}
	return shown(s.legal.Success(http.StatusCreated), q), nil
}

func (s *Server) listQueues(c *call) (answer, *refusal) {
	list := []described{}
	for _, q := range s.queues.list(c.organization, c.project) {
		list = append(list, q.describe())
	}
	return ok(map[string][]described{"queues": list}), nil
}

func (s *Server) describeQueue(c *call) (answer, *refusal) { return shown(http.StatusOK, c.queue), nil }

func (s *Server) updateQueue(c *call) (answer, *refusal) {
	var given struct {
		Name jsontext.Value `json:"name"`
		FIFO jsontext.Value `json:"fifo"`
		settings
	}
	if refused := decode(c.Request, &given); refused != nil {
		return answer{}, refused
	}
	if present(given.Name) || present(given.FIFO) {
		return answer{}, invalidRequest("name and fifo cannot be changed")
	}
	changed, refused := s.check(given.settings, c.organization, c.project)
	if refused != nil {
		return answer{}, refused
	}
	if changed.deadLetter == c.queue {
		return answer{}, invalidRequest("a queue cannot be its own dead-letter queue")
	}
	c.queue.apply(changed)
	return shown(http.StatusOK, c.queue), nil
}

func present(field jsontext.Value) bool { return field != nil && !bytes.Equal(field, []byte("null")) }

// deleteQueue ends the queue's waits with 404 and makes its handles stale.
func (s *Server) deleteQueue(c *call) (answer, *refusal) {
	if !s.queues.remove(c.queue) {
		return answer{}, noSuchQueue()
	}
	c.queue.subscribe(nil)
	c.queue.Delete()
	return answer{status: s.legal.Success(http.StatusNoContent)}, nil
}

func (s *Server) purgeQueue(c *call) (answer, *refusal) {
	return ok(map[string]int{"purged": c.queue.Purge()}), nil
}
