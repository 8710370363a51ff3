package cases

import (
	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// tours use each operation of a dialect once or twice, well and so that it is
// refused. Only the form of the answers matters. Where queues are provided in
// another way, those operations are left out that the target may not have.
var tours = map[specs.Dialect]func(*judge.T){
	specs.Basaltic: tourBasaltic,
	specs.EZGH:     tourEZGH,
}

// tourKinds are the kinds of queue that a tour makes: each, since their messages
// have different fields, or none where the target may not have the operations.
func tourKinds(t *judge.T) []target.Kind {
	if !t.Meets(judge.NeedOwnQueues) || !t.Meets(judge.NeedProducer) {
		return nil
	}
	return []target.Kind{target.Standard, target.FIFO}
}

func tourBasaltic(t *judge.T) {
	c, ctx := basaltic.NewClient(t.Session()), t.Context()
	for _, kind := range tourKinds(t) {
		made, o := basaltic.Read[basaltic.QueueAnswer](c.CreateQueue(ctx, basaltic.Settings{Name: t.QueueName(kind)}))
		if o.Class != target.OK {
			continue
		}
		id, ids, group := made.Queue.ID, entryIDs(2), groupFor(kind)
		c.DescribeQueue(ctx, id)
		c.UpdateQueue(ctx, id, map[string]any{"visibility_timeout_seconds": 60})
		c.SendMessage(ctx, id, basaltic.Message{
			Body: "one", Group: group, DeduplicationID: group,
			Attributes: map[string]basaltic.Attribute{"n": {Type: "Number", Value: "1.50"}},
		})
		c.SendMessageBatch(ctx, id, sends(ids, "two", "three"))
		c.PeekMessages(ctx, id)
		for range 2 {
			got, _ := basaltic.Read[basaltic.ReceiveAnswer](c.ReceiveMessages(ctx, id, wire.Raw(`{"max_messages":2,"wait_time_seconds":0}`)))
			for _, m := range got.Messages {
				c.ChangeMessageVisibility(ctx, id, map[string]any{"receipt_handle": m.Handle, "visibility_timeout_seconds": 60})
				c.DeleteMessageBatch(ctx, id, receipts(m.Handle, "no-handle"))
				c.DeleteMessage(ctx, id, m.Handle)
			}
		}
		c.ReceiveMessages(ctx, id, wire.Raw(`{"max_messages":0}`), wire.Deviant)
		c.ReceiveMessages(ctx, id, nil, wire.As(wire.None))
		c.PurgeQueue(ctx, id)
		c.DeleteQueue(ctx, id)
	}
	c.ListQueues(ctx)
	c.ReceiveMessages(ctx, uuid.NewString(), nil)
}

func tourEZGH(t *judge.T) {
	c, ctx := ezgh.NewClient(t.Session()), t.Context()
	for _, kind := range tourKinds(t) {
		settings := ezgh.Settings{Name: t.QueueName(kind), FIFO: kind == target.FIFO}
		made, o := ezgh.ReadAssumed[ezgh.QueueAnswer](c.CreateQueue(ctx, settings))
		if o.Class != target.OK {
			continue
		}
		id, group := string(made.Queue.ID), groupFor(kind)
		c.DescribeQueue(ctx, id)
		c.SendMessage(ctx, id, ezgh.Message{Body: "one", Group: group, Attributes: map[string]string{"n": "1.50"}})
		c.SendMessageBatch(ctx, id, ezgh.Messages{Messages: []ezgh.Message{{Body: "two", Group: group}, {Body: "three", Group: group}}})
		for range 2 {
			got, _ := ezgh.Read[ezgh.ReceiveAnswer](c.ReceiveMessages(ctx, id, wire.Raw(`{"maxMessages":2,"waitSeconds":0}`)))
			for _, m := range got.Messages {
				c.ChangeReceiptVisibility(ctx, ezgh.Visibility{Entries: []ezgh.VisibilityEntry{{Handle: m.Handle, Seconds: "60"}}})
				for range 2 { // the second is stale
					c.AckReceipts(ctx, ezgh.Ack{Handles: []string{m.Handle}})
				}
			}
		}
		c.ReceiveMessages(ctx, id, wire.Raw(`{"maxMessages":0}`), wire.Deviant)
		c.ReceiveMessages(ctx, id, wire.Raw("{}"), wire.As(wire.None))
		c.PurgeQueue(ctx, id)
		c.DeleteQueue(ctx, id)
		c.ReceiveMessages(ctx, id, wire.Raw("{}"))
		c.ListQueues(ctx)
	}
	c.AckReceipts(ctx, ezgh.Ack{Handles: noHandles(1)})
	c.AckReceipts(ctx, ezgh.Ack{Handles: []string{}}, wire.Deviant)
}

// groupFor is a group that a queue's message needs; empty for none.
func groupFor(kind target.Kind) string {
	if kind == target.FIFO {
		return "g"
	}
	return ""
}
