package ezgh

import (
	"net/http"
	"strings"
)

// The operationIds that are asked for by name.
const (
	receiveOperation = "ReceiveMessages"
	ackOperation     = "AckReceipts"
	changeOperation  = "ChangeReceiptVisibility"
)

// receivePermission is what an API key needs to receive.
const receivePermission = "queues.messages.receive"

const (
	projectPath  = "/v1/organizations/{organization}/projects/{project}"
	receiptsPath = "/v1/receipts"
)

// operation is one row of the dialect's table of project operations.
type operation struct {
	// id is the operationId.
	id string
	// method and path, below projectPath.
	method, path string
	permission   string
	// documented operations have statuses that are not ours to vary.
	documented bool
	// dataPlane operations can be rate-limited, and unavailable.
	dataPlane bool
	// onQueue operations answer 404 where their queue is not in the project.
	onQueue bool
	serve   func(*Server, *call) (answer, *refusal)
}

var projectOperations = []operation{
	{id: "CreateQueue", method: "POST", path: "/queues", permission: "queues.create",
		serve: (*Server).createQueue},
	{id: "ListQueues", method: "GET", path: "/queues", permission: "queues.list",
		serve: (*Server).listQueues},
	{id: "DescribeQueue", method: "GET", path: "/queues/{queue}", permission: "queues.get",
		onQueue: true, serve: (*Server).describeQueue},
	{id: "UpdateQueue", method: "PATCH", path: "/queues/{queue}", permission: "queues.update",
		onQueue: true, serve: (*Server).updateQueue},
	{id: "DeleteQueue", method: "DELETE", path: "/queues/{queue}", permission: "queues.delete",
		onQueue: true, serve: (*Server).deleteQueue},
	{id: "PurgeQueue", method: "POST", path: "/queues/{queue}/purge", permission: "queues.purge",
		onQueue: true, serve: (*Server).purgeQueue},
	{id: "SendMessage", method: "POST", path: "/queues/{queue}/messages", permission: "queues.messages.send",
		dataPlane: true, onQueue: true, serve: (*Server).sendMessage},
	{id: "SendMessageBatch", method: "POST", path: "/queues/{queue}/messages/batch", permission: "queues.messages.send",
		dataPlane: true, onQueue: true, serve: (*Server).sendMessageBatch},
	{id: receiveOperation, method: "POST", path: "/queues/{queue}/messages/receive", permission: receivePermission,
		documented: true, dataPlane: true, onQueue: true, serve: (*Server).receiveMessages},
	{id: "PutSubscription", method: "PUT", path: "/queues/{queue}/subscription", permission: "queues.subscriptions.write",
		onQueue: true, serve: (*Server).putSubscription},
	{id: "DeleteSubscription", method: "DELETE", path: "/queues/{queue}/subscription", permission: "queues.subscriptions.write",
		onQueue: true, serve: (*Server).deleteSubscription},
}

// receiptOperation is one row of the operations that take receipt handles and
// no credential; its method is POST.
type receiptOperation struct {
	id, path string
	serve    func(*Server, *http.Request) (answer, *refusal)
}

var receiptOperations = []receiptOperation{
	{ackOperation, "/ack", (*Server).ackReceipts},
	{changeOperation, "/visibility", (*Server).changeReceiptVisibility},
}

// Operations lists the operationIds that a rate limit can name.
func Operations() []string {
	var ids []string
	for _, op := range projectOperations {
		ids = append(ids, op.id)
	}
	for _, op := range receiptOperations {
		ids = append(ids, op.id)
	}
	return ids
}

// call is a request on a project, let in.
type call struct {
	*http.Request
	organization, project string
	// queue is nil for operations that are not on one.
	queue *queue
}

// onProject answers an operation's requests: who calls, which queue, whether it
// may be called now, and then the operation itself.
func (s *Server) onProject(op operation) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, refused := s.admitted(op, r)
		if refused == nil {
			s.answer(w, a)
			return
		}
		s.faultyRefusal(op, r, refused)
		if !op.documented {
			s.varyStatus(refused)
		}
		s.refuse(w, refused)
	})
}

func (s *Server) admitted(op operation, r *http.Request) (answer, *refusal) {
	if refused := s.authorize(r, op.permission); refused != nil && !s.faultyEntry(op, r, refused) {
		return answer{}, refused
	}
	c := &call{Request: r, organization: r.PathValue("organization"), project: r.PathValue("project")}
	if op.onQueue {
		c.queue = s.queues.find(c.organization, c.project, r.PathValue("queue"))
		if c.queue == nil {
			c.queue = s.faultyQueue(r.PathValue("queue"))
		}
		if c.queue == nil {
			return s.faultyUnknown(op)
		}
	}
	if op.dataPlane {
		if refused := s.admit(c, op.id); refused != nil {
			return answer{}, refused
		}
	}
	return op.serve(s, c)
}

// varyStatus uses the freedom of a refusal of which only 4xx is known.
func (s *Server) varyStatus(r *refusal) {
	if r.status == http.StatusBadRequest || r.status == http.StatusConflict {
		r.status = s.legal.Refusal(r.status)
	}
}

// otherMethod refuses the methods that a path does not have.
func (s *Server) otherMethod(allowed []string) http.Handler {
	allow := []string{strings.Join(allowed, ", ")}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Allow"] = allow
		s.refuse(w, methodNotAllowed(r.Method))
	})
}
