package engine

import (
	"testing"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// Each queue draws for itself, also where there are more than a byte counts.
func TestQueuesDrawApart(t *testing.T) {
	size := Size{Ranges: []SizeRange{{Min: 100, Max: 100_000, Weight: 1}}}
	const queues, each = 1000, 4
	draws := map[[each]int]uint32{}
	for producer := range uint32(queues) {
		var drawn [each]int
		for i := range drawn {
			drawn[i] = len(newWriter(Messages{Size: size}, 1).write(history.ID{Producer: producer, Sequence: uint64(i)}).Body)
		}
		if other, taken := draws[drawn]; taken {
			t.Errorf("queues %d and %d have messages of the same sizes: %v", other, producer, drawn)
		}
		draws[drawn] = producer
	}
}
