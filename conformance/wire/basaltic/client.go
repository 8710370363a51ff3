// Package basaltic speaks Basaltic Queue: one method an operation for cases
// that look at the wire, and the neutral queue for those that do not.
package basaltic

import (
	"context"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// CodeExpired is the one error code that is a duty: a handle whose lease lapsed.
const CodeExpired = "QUEUE_RECEIPT_HANDLE_EXPIRED"

var (
	createQueue                  = wire.Operation{ID: "createQueue", Method: "POST", Path: "/v1/queues"}
	listQueues                   = wire.Operation{ID: "listQueues", Method: "GET", Path: "/v1/queues"}
	describeQueue                = wire.Operation{ID: "describeQueue", Method: "GET", Path: "/v1/queues/{queue_id}"}
	updateQueue                  = wire.Operation{ID: "updateQueue", Method: "PATCH", Path: "/v1/queues/{queue_id}"}
	deleteQueue                  = wire.Operation{ID: "deleteQueue", Method: "DELETE", Path: "/v1/queues/{queue_id}"}
	purgeQueue                   = wire.Operation{ID: "purgeQueue", Method: "POST", Path: "/v1/queues/{queue_id}/purge"}
	sendMessage                  = wire.Operation{ID: "sendMessage", Method: "POST", Path: "/v1/queues/{queue_id}/messages"}
	sendMessageBatch             = wire.Operation{ID: "sendMessageBatch", Method: "POST", Path: "/v1/queues/{queue_id}/messages/batch"}
	receiveMessages              = wire.Operation{ID: "receiveMessages", Method: "POST", Path: "/v1/queues/{queue_id}/messages/receive"}
	deleteMessage                = wire.Operation{ID: "deleteMessage", Method: "DELETE", Path: "/v1/queues/{queue_id}/messages"}
	deleteMessageBatch           = wire.Operation{ID: "deleteMessageBatch", Method: "POST", Path: "/v1/queues/{queue_id}/messages/delete-batch"}
	changeMessageVisibility      = wire.Operation{ID: "changeMessageVisibility", Method: "POST", Path: "/v1/queues/{queue_id}/messages/visibility"}
	changeMessageVisibilityBatch = wire.Operation{ID: "changeMessageVisibilityBatch", Method: "POST", Path: "/v1/queues/{queue_id}/messages/visibility-batch"}
	peekMessages                 = wire.Operation{ID: "peekMessages", Method: "GET", Path: "/v1/queues/{queue_id}/messages"}
)

// Client sends single operations. A body is nil for none, wire.Raw for exact
// bytes, and anything else goes as JSON.
type Client struct{ session wire.Caller }

// NewClient sends through a session or a direct entry.
func NewClient(s wire.Caller) *Client { return &Client{session: s} }

func (c *Client) call(ctx context.Context, op wire.Operation, queue string, body any, o []wire.Option) target.Call {
	return c.session.Call(ctx, op, []string{queue}, body, o...)
}

// CreateQueue makes a queue.
func (c *Client) CreateQueue(ctx context.Context, body any, o ...wire.Option) target.Call {
	return c.session.Call(ctx, createQueue, nil, body, o...)
}

// ListQueues lists queues; wire.WithQuery sets name, crn, marker and limit.
func (c *Client) ListQueues(ctx context.Context, o ...wire.Option) target.Call {
	return c.session.Call(ctx, listQueues, nil, nil, append([]wire.Option{wire.Large}, o...)...)
}

// DescribeQueue gives a queue's settings and depth.
func (c *Client) DescribeQueue(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.call(ctx, describeQueue, queue, nil, o)
}

// UpdateQueue changes the settings that body names.
func (c *Client) UpdateQueue(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, updateQueue, queue, body, o)
}

// DeleteQueue removes a queue with all its messages.
func (c *Client) DeleteQueue(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.call(ctx, deleteQueue, queue, nil, o)
}

// PurgeQueue removes a queue's messages.
func (c *Client) PurgeQueue(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.call(ctx, purgeQueue, queue, nil, o)
}

// SendMessage sends one message.
func (c *Client) SendMessage(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, sendMessage, queue, body, o)
}

// SendMessageBatch sends up to 10 messages.
func (c *Client) SendMessageBatch(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, sendMessageBatch, queue, body, o)
}

// ReceiveMessages takes leases. One that waits also needs wire.Waiting.
func (c *Client) ReceiveMessages(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, receiveMessages, queue, body, o)
}

// DeleteMessage deletes by a receipt handle.
func (c *Client) DeleteMessage(ctx context.Context, queue, handle string, o ...wire.Option) target.Call {
	return c.call(ctx, deleteMessage, queue, nil, append([]wire.Option{wire.WithQuery("receipt_handle", handle)}, o...))
}

// DeleteMessageWithoutHandle leaves the required receipt handle out.
func (c *Client) DeleteMessageWithoutHandle(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.call(ctx, deleteMessage, queue, nil, append([]wire.Option{wire.Deviant}, o...))
}

// DeleteMessageBatch deletes by up to 10 receipt handles.
func (c *Client) DeleteMessageBatch(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, deleteMessageBatch, queue, body, o)
}

// ChangeMessageVisibility moves the end of one lease.
func (c *Client) ChangeMessageVisibility(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, changeMessageVisibility, queue, body, o)
}

// ChangeMessageVisibilityBatch moves the ends of up to 10 leases.
func (c *Client) ChangeMessageVisibilityBatch(ctx context.Context, queue string, body any, o ...wire.Option) target.Call {
	return c.call(ctx, changeMessageVisibilityBatch, queue, body, o)
}

// PeekMessages looks at messages without leasing them; wire.WithQuery sets
// crn, visibility, marker and limit.
func (c *Client) PeekMessages(ctx context.Context, queue string, o ...wire.Option) target.Call {
	return c.call(ctx, peekMessages, queue, nil, o)
}
