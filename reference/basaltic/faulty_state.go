package basaltic

import "sync"

// faultyState is what broken behaviours remember.
type faultyState struct {
	// receives counts the receives, by queue.
	receives sync.Map
	// refused are the queues and operations that were told to wait.
	refused sync.Map
	// refusals are how many requests in a row were refused, by queue and operation:
	// none, 1, or 2 for more.
	refusals sync.Map
	// held are the times until which a queue and operation was told to wait.
	held sync.Map
	// rejected are the deduplication ids, by queue, of sends that were refused.
	rejected sync.Map
	// leased are the times of deliveries, by handle.
	leased sync.Map
	// released are the handles whose messages a batch released.
	released sync.Map
	// counts are what batches changed of messages' receive counts, by handles
	// without their deliveries.
	counts sync.Map
	// tags are those that queues had before their first update.
	tags sync.Map
	// waits are those that queues had before their first update.
	waits sync.Map
}
