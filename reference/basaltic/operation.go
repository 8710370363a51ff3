package basaltic

import (
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
)

// bodyUse says what an operation does with a request's body.
type bodyUse int

const (
	ignored bodyUse = iota
	optional
	required
)

// Bounds of bodies, in bytes. JSON may write a byte of text in six.
const (
	smallBody   = 64 << 10
	messageBody = 6*maxMessageBytes + 64<<10
	batchBody   = 16 << 20
)

// operation is one of the service's operations.
type operation struct {
	id string // its operationId, which is the permission it needs too
	// method and resource are where it is: the resource is what follows the queue's
	// id in the path, or the collection of queues.
	method, resource string
	body             bodyUse
	maxBody          int64
	// documentsLimit says that the operation documents a 429.
	documentsLimit bool
	// dataPlane says that it fails while its queue is unavailable.
	dataPlane bool
	// documented says that its statuses are documented one by one.
	documented bool
	carryOut   func(*call) (status int, err error)
}

// collection is the resource of the operations that name no queue.
const collection = "/v1/queues"

// operations is filled by init, since what it names looks back at it.
var operations []*operation

func init() {
	operations = []*operation{
		{id: "createQueue", method: http.MethodPost, resource: collection, body: required, maxBody: smallBody, carryOut: (*call).createQueue},
		{id: "listQueues", method: http.MethodGet, resource: collection, maxBody: smallBody, carryOut: (*call).listQueues},
		{id: "describeQueue", method: http.MethodGet, maxBody: smallBody, carryOut: (*call).describeQueue},
		{id: "updateQueue", method: http.MethodPatch, body: required, maxBody: smallBody, carryOut: (*call).updateQueue},
		{id: "deleteQueue", method: http.MethodDelete, maxBody: smallBody, carryOut: (*call).deleteQueue},
		{id: "purgeQueue", method: http.MethodPost, resource: "purge", maxBody: smallBody, documentsLimit: true, carryOut: (*call).purgeQueue},
		{id: "sendMessage", method: http.MethodPost, resource: "messages", body: required, maxBody: messageBody, documentsLimit: true, dataPlane: true, carryOut: (*call).sendMessage},
		{id: "sendMessageBatch", method: http.MethodPost, resource: "messages/batch", body: required, maxBody: batchBody, dataPlane: true, carryOut: (*call).sendMessageBatch},
		{id: "receiveMessages", method: http.MethodPost, resource: "messages/receive", body: optional, maxBody: smallBody, dataPlane: true, documented: true, carryOut: (*call).receiveMessages},
		{id: "deleteMessage", method: http.MethodDelete, resource: "messages", maxBody: smallBody, carryOut: (*call).deleteMessage},
		{id: "deleteMessageBatch", method: http.MethodPost, resource: "messages/delete-batch", body: required, maxBody: smallBody, carryOut: (*call).deleteMessageBatch},
		{id: "changeMessageVisibility", method: http.MethodPost, resource: "messages/visibility", body: required, maxBody: smallBody, carryOut: (*call).changeVisibility},
		{id: "changeMessageVisibilityBatch", method: http.MethodPost, resource: "messages/visibility-batch", body: required, maxBody: smallBody, carryOut: (*call).changeVisibilityBatch},
		{id: "peekMessages", method: http.MethodGet, resource: "messages", maxBody: smallBody, carryOut: (*call).peekMessages},
	}
}

// route finds the operation that the request's path and method name.
func (c *call) route() error {
	_, resource, known := splitPath(c.r.URL.Path)
	if !known {
		return errNoPath
	}
	var allowed []string
	for _, o := range operations {
		if o.resource != resource {
			continue
		}
		if o.method == c.r.Method {
			c.operation = o
			return nil
		}
		allowed = append(allowed, o.method)
	}
	if c.operation = c.faultyRoute(resource); c.operation != nil {
		return nil
	}
	if allowed == nil {
		return errNoPath
	}
	c.w.Header()["Allow"] = []string{strings.Join(allowed, ", ")}
	return errMethodNotAllowed
}

// findQueue finds the queue that the path names.
func (c *call) findQueue() error {
	text, resource, _ := splitPath(c.r.URL.Path)
	if resource == collection {
		return nil
	}
	id, valid := crn.ParseID(text)
	if !valid {
		return errNoQueue
	}
	if c.queue = c.queues.find(id); c.queue == nil {
		return c.faultyUnknown()
	}
	return nil
}

// splitPath parts a path into the id of a queue and the resource under it.
func splitPath(path string) (queueID, resource string, known bool) {
	rest, known := strings.CutPrefix(path, collection)
	if known && rest == "" {
		return "", collection, true
	}
	rest, known = strings.CutPrefix(rest, "/")
	if !known {
		return "", "", false
	}
	queueID, resource, more := strings.Cut(rest, "/")
	return queueID, resource, queueID != "" && more == (resource != "")
}
