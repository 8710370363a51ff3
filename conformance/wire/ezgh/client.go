// Package ezgh speaks EZGH Cloud Queues: one method an operation for cases
// that look at the wire, and the neutral queue for those that do not.
package ezgh

import (
	"context"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// project is where the queues of a project live.
const project = "/v1/organizations/{organization}/projects/{project}"

// The documented operations, then the assumed ones of the producer's side.
var (
	receiveMessages         = wire.Operation{ID: "ReceiveMessages", Method: "POST", Path: project + "/queues/{queue}/messages/receive"}
	ackReceipts             = wire.Operation{ID: "AckReceipts", Method: "POST", Path: "/v1/receipts/ack"}
	changeReceiptVisibility = wire.Operation{ID: "ChangeReceiptVisibility", Method: "POST", Path: "/v1/receipts/visibility"}

	createQueue        = wire.Operation{ID: "CreateQueue", Method: "POST", Path: project + "/queues"}
	listQueues         = wire.Operation{ID: "ListQueues", Method: "GET", Path: project + "/queues"}
	describeQueue      = wire.Operation{ID: "DescribeQueue", Method: "GET", Path: project + "/queues/{queue}"}
	updateQueue        = wire.Operation{ID: "UpdateQueue", Method: "PATCH", Path: project + "/queues/{queue}"}
	deleteQueue        = wire.Operation{ID: "DeleteQueue", Method: "DELETE", Path: project + "/queues/{queue}"}
	purgeQueue         = wire.Operation{ID: "PurgeQueue", Method: "POST", Path: project + "/queues/{queue}/purge"}
	sendMessage        = wire.Operation{ID: "SendMessage", Method: "POST", Path: project + "/queues/{queue}/messages"}
	sendMessageBatch   = wire.Operation{ID: "SendMessageBatch", Method: "POST", Path: project + "/queues/{queue}/messages/batch"}
	putSubscription    = wire.Operation{ID: "PutSubscription", Method: "PUT", Path: project + "/queues/{queue}/subscription"}
	deleteSubscription = wire.Operation{ID: "DeleteSubscription", Method: "DELETE", Path: project + "/queues/{queue}/subscription"}
)

// Client sends single operations. A body is nil for none, wire.Raw for exact
// bytes, and anything else goes as JSON.
type Client struct {
	session               wire.Caller
	organization, project string
}

// NewClient sends through a session or a direct entry, to the organization and project of the target file.
func NewClient(s wire.Caller) *Client {
	f := s.Client().Target()
	return &Client{session: s, organization: f.Organization, project: f.Project}
}

// InProject is the client for another project.
func (c *Client) InProject(organization, project string) *Client {
	return &Client{session: c.session, organization: organization, project: project}
}

func (c *Client) queueCall(ctx context.Context, op wire.Operation, queue string, body any, o []wire.Option) target.Call {
	return c.session.Call(ctx, op, []string{c.organization, c.project, queue}, body, o...)
}

func (c *Client) receiptCall(ctx context.Context, op wire.Operation, body any, o []wire.Option) target.Call {
	return c.session.Call(ctx, op, nil, body, append([]wire.Option{wire.As(wire.None)}, o...)...)
}

// ReceiveMessages claims messages. One that waits also needs wire.Waiting.
func (c *Client) ReceiveMessages(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.queueCall(ctx, receiveMessages, queue, body, o)
}

// AckReceipts acknowledges by handles, without a credential.
func (c *Client) AckReceipts(ctx context.Context, body any, o ...wire.Option) target.Call {
	return c.receiptCall(ctx, ackReceipts, body, o)
}

// ChangeReceiptVisibility moves the ends of leases, without a credential.
func (c *Client) ChangeReceiptVisibility(ctx context.Context, body any, o ...wire.Option) target.Call {
	return c.receiptCall(ctx, changeReceiptVisibility, body, o)
}

// CreateQueue makes a queue.
func (c *Client) CreateQueue(ctx context.Context, body any, o ...wire.Option) target.Call {
	return c.session.Call(ctx, createQueue, []string{c.organization, c.project}, body, o...)
}

// ListQueues lists the project's queues.
func (c *Client) ListQueues(ctx context.Context, o ...wire.Option) target.Call {
	return c.session.Call(ctx, listQueues, []string{c.organization, c.project}, nil, append([]wire.Option{wire.Large}, o...)...)
}

// DescribeQueue gives a queue's settings.
func (c *Client) DescribeQueue(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.queueCall(ctx, describeQueue, queue, nil, o)
}

// UpdateQueue changes the settings that body names.
func (c *Client) UpdateQueue(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.queueCall(ctx, updateQueue, queue, body, o)
}

// DeleteQueue removes a queue with all its messages.
func (c *Client) DeleteQueue(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.queueCall(ctx, deleteQueue, queue, nil, o)
}

// PurgeQueue removes a queue's messages.
func (c *Client) PurgeQueue(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.queueCall(ctx, purgeQueue, queue, nil, o)
}

// SendMessage sends one message.
func (c *Client) SendMessage(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.queueCall(ctx, sendMessage, queue, body, o)
}

// SendMessageBatch sends up to 10 messages.
func (c *Client) SendMessageBatch(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.queueCall(ctx, sendMessageBatch, queue, body, o)
}

// PutSubscription has a queue's messages pushed to a URL.
func (c *Client) PutSubscription(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.queueCall(ctx, putSubscription, queue, body, o)
}

// DeleteSubscription ends the pushing.
func (c *Client) DeleteSubscription(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.queueCall(ctx, deleteSubscription, queue, nil, o)
}

// PreflightAck asks, as a browser on origin would, whether it may acknowledge.
func (c *Client) PreflightAck(ctx context.Context, origin string, o ...wire.Option) target.Call {
	return c.preflight(ctx, ackReceipts, origin, o)
}

// PreflightVisibility asks, as a browser on origin would, whether it may change visibility.
func (c *Client) PreflightVisibility(ctx context.Context, origin string, o ...wire.Option) target.Call {
	return c.preflight(ctx, changeReceiptVisibility, origin, o)
}

// preflight sends the request that the Fetch algorithm sends before a POST with JSON.
func (c *Client) preflight(ctx context.Context, op wire.Operation, origin string, o []wire.Option) target.Call {
	asked := wire.Operation{Method: "OPTIONS", Path: op.Path}
	return c.receiptCall(ctx, asked, nil, append([]wire.Option{
		wire.WithHeader("Origin", origin),
		wire.WithHeader("Access-Control-Request-Method", op.Method),
		wire.WithHeader("Access-Control-Request-Headers", "content-type"),
	}, o...))
}
