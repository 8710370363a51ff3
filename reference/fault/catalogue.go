package fault

import (
	"slices"

	"github.com/leasecheck/leasecheck/specs"
)

// areaSize is how many faults an area can hold: one word of a Set.
const areaSize = 64

// The areas. Each has a file that numbers its faults from its area on (one
// constant, one entry, one hook) and lists them, so that areas grow apart.
const (
	leaseArea ID = areaSize * iota
	pollArea
	fifoArea
	messageArea
	queueArea
	handleArea
	basalticReceiveArea
	basalticSendArea
	basalticQueueArea
	basalticAnswerArea
	pullArea
	receiptArea
	accessArea
	limitArea
	extensionArea
	fifoOnlyArea
	basalticBatchArea
	basalticFIFOArea
	areasEnd
)

// areaNames in the order of the areas.
var areaNames = [areasEnd / areaSize]string{
	"lease", "poll", "fifo", "message", "queue", "handle", "basaltic-receive", "basaltic-send",
	"basaltic-queue", "basaltic-answer", "pull", "receipt", "access", "limit", "extension", "fifo-only",
	"basaltic-batch", "basaltic-fifo",
}

var catalogue = slices.Concat(
	leaseFaults,
	pollFaults,
	fifoFaults,
	messageFaults,
	queueFaults,
	handleFaults,
	basalticReceiveFaults,
	basalticSendFaults,
	basalticQueueFaults,
	basalticAnswerFaults,
	pullFaults,
	receiptFaults,
	accessFaults,
	limitFaults,
	extensionFaults,
	fifoOnlyFaults,
	basalticBatchFaults,
	basalticFIFOFaults,
)

// The dialects that can show a fault.
var (
	both     = []specs.Dialect{specs.Basaltic, specs.EZGH}
	basaltic = []specs.Dialect{specs.Basaltic}
	ezgh     = []specs.Dialect{specs.EZGH}
)
