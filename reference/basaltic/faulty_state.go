package basaltic

import (
	"sync"
	"sync/atomic"
)

// faultyState is what broken behaviours remember.
type faultyState struct {
	// receives counts the receives.
	receives atomic.Int64
	// refused are the queues and operations that were told to wait.
	refused sync.Map
	// rejected are the deduplication ids, by queue, of sends that were refused.
	rejected sync.Map
}
