package basaltic

import (
	"cmp"
	"net/http"
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
	maxBody          int64 // in bytes; 0 is smallBody
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
		{id: "createQueue", method: http.MethodPost, resource: collection,
			body: required, carryOut: (*call).createQueue},
		{id: "listQueues", method: http.MethodGet, resource: collection,
			carryOut: (*call).listQueues},
		{id: "describeQueue", method: http.MethodGet,
			carryOut: (*call).describeQueue},
		{id: "updateQueue", method: http.MethodPatch,
			body: required, carryOut: (*call).updateQueue},
		{id: "deleteQueue", method: http.MethodDelete,
			carryOut: (*call).deleteQueue},
		{id: "purgeQueue", method: http.MethodPost, resource: "purge",
			documentsLimit: true, carryOut: (*call).purgeQueue},
		{id: "sendMessage", method: http.MethodPost, resource: "messages",
			body: required, maxBody: messageBody, documentsLimit: true, dataPlane: true, carryOut: (*call).sendMessage},
		{id: "sendMessageBatch", method: http.MethodPost, resource: "messages/batch",
			body: required, maxBody: batchBody, dataPlane: true, carryOut: (*call).sendMessageBatch},
		{id: "receiveMessages", method: http.MethodPost, resource: "messages/receive",
			body: optional, documented: true, dataPlane: true, carryOut: (*call).receiveMessages},
		{id: "deleteMessage", method: http.MethodDelete, resource: "messages",
			carryOut: (*call).deleteMessage},
		{id: "deleteMessageBatch", method: http.MethodPost, resource: "messages/delete-batch",
			body: required, carryOut: (*call).deleteMessageBatch},
		{id: "changeMessageVisibility", method: http.MethodPost, resource: "messages/visibility",
			body: required, carryOut: (*call).changeVisibility},
		{id: "changeMessageVisibilityBatch", method: http.MethodPost, resource: "messages/visibility-batch",
			body: required, carryOut: (*call).changeVisibilityBatch},
		{id: "peekMessages", method: http.MethodGet, resource: "messages",
			carryOut: (*call).peekMessages},
	}
}

// bodyBound is the largest body that the operation takes, in bytes.
func (o *operation) bodyBound() int64 { return cmp.Or(o.maxBody, smallBody) }
