package access

import "github.com/leasecheck/leasecheck/specs"

var permissions = map[specs.Dialect][]string{
	specs.Basaltic: {
		"createQueue", "listQueues", "describeQueue", "updateQueue", "deleteQueue", "purgeQueue",
		"sendMessage", "sendMessageBatch", "receiveMessages", "deleteMessage", "deleteMessageBatch",
		"changeMessageVisibility", "changeMessageVisibilityBatch", "peekMessages",
	},
	specs.EZGH: {
		"queues.create", "queues.list", "queues.get", "queues.update", "queues.delete", "queues.purge",
		"queues.messages.send", "queues.messages.receive", "queues.subscriptions.write",
	},
}

// Permissions lists what a credential of dialect d can be allowed: Basaltic's
// operation ids, and EZGH's permission names, of which queues.messages.receive
// is documented and the others are assumed.
func Permissions(d specs.Dialect) []string { return permissions[d] }
