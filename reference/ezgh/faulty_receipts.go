package ezgh

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

var (
	notAString = regexp.MustCompile(`([\[,]\s*)(-?\d+|true|false|null|\{\}|\[\])`)
	singleText = regexp.MustCompile(`("receiptHandles"\s*:\s*)("[^"]*")`)
)

// faultyAckBody reads more than is a list of texts into an ack's body.
func (s *Server) faultyAckBody(r *http.Request) {
	on := s.faults.On
	if !on(fault.ReceiptNonStringsAreInvalid) && !on(fault.ReceiptSingleTextAccepted) {
		return
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if on(fault.ReceiptNonStringsAreInvalid) {
		text = notAString.ReplaceAll(text, []byte(`$1""`))
	}
	if on(fault.ReceiptSingleTextAccepted) {
		text = singleText.ReplaceAll(text, []byte(`$1[$2]`))
	}
	r.Body = io.NopCloser(bytes.NewReader(text))
}

// faultyReceipts serves a receipt operation, unless it is to look at a
// credential that it does not need.
func (s *Server) faultyReceipts(op receiptOperation, r *http.Request) (answer, *refusal) {
	on := s.faults.On
	key, given := bearer(r)
	switch {
	case op.id == ackOperation && !given && on(fault.ReceiptNeedsKey),
		op.id == ackOperation && given && on(fault.ReceiptWrongKeyRefused) && !s.known(key),
		op.id == changeOperation && !given && on(fault.ExtendNeedsKey):
		return answer{}, unauthenticated("an API key is needed")
	case op.id == ackOperation && on(fault.ReceiptNeedsPermission) && s.known(key),
		op.id == changeOperation && on(fault.ExtendNeedsPermission) && s.known(key):
		if refused := s.authorize(r, receivePermission); refused != nil {
			return answer{}, refused
		}
		return op.serve(s, r)
	default:
		return op.serve(s, r)
	}
}

// faultyAck changes what an ack takes its receipts for, before it acts on them.
func (s *Server) faultyAck(receipts []receipt) ([]receipt, *refusal) {
	on := s.faults.On
	isInvalid := func(r receipt) bool { return !r.valid }
	invalid := slices.IndexFunc(receipts, isInvalid)
	mixed := slices.ContainsFunc(receipts, func(r receipt) bool { return r.valid && r.handle.Queue != firstQueue(receipts) })
	switch {
	case invalid >= 0 && on(fault.ReceiptInvalidRefusesAll):
		return nil, invalidRequest("receiptHandles[%d] is no receipt handle", invalid)
	case mixed && on(fault.ReceiptQueuesNotMixed):
		return nil, invalidRequest("receiptHandles are of several queues")
	}
	if on(fault.ReceiptRepeatsCollapse) {
		receipts = withoutRepeats(receipts)
	}
	for i := range receipts {
		s.faultyFinished(&receipts[i])
		if refused := s.faultyReceipt(&receipts[i]); refused != nil {
			return nil, refused
		}
		switch r := &receipts[i]; {
		case invalid >= 0 && i > invalid && on(fault.ReceiptInvalidStopsRest):
			r.valid = false
		case invalid >= 0 && on(fault.ReceiptInvalidUndoesAll):
			r.pretended = r.valid
		case r.valid && r.handle.Queue != firstQueue(receipts) && on(fault.ReceiptOneQueueOnly):
			r.end()
		case r.valid && on(fault.ReceiptFourthQueueStale) && queuesOf(receipts[:i+1]) > 3:
			r.end()
		case i > 0 && i == len(receipts)-1 && on(fault.ReceiptLastIsLost):
			r.pretended = r.valid
		case slices.ContainsFunc(receipts[:i], func(e receipt) bool { return e.text == r.text }) && on(fault.ReceiptRepeatIsOK):
			r.pretended = r.valid
		}
	}
	return receipts, nil
}

// faultyReceipt changes what an ack takes one receipt for.
func (s *Server) faultyReceipt(r *receipt) *refusal {
	on := s.faults.On
	if r.valid {
		gone := s.queues.withID(r.handle.Queue) == nil
		switch {
		case gone && on(fault.ReceiptDeletedQueueIs404):
			return noSuchQueue()
		case gone && on(fault.ReceiptDeletedQueueIsInvalid):
			r.valid = false
		case gone && on(fault.ReceiptDeletedQueueIsOK):
			r.pretended = true
		}
		return nil
	}
	switch {
	case on(fault.ReceiptGarbageIsOK):
		r.valid, r.pretended = true, true
	case on(fault.ReceiptGarbageIsStale), on(fault.ReceiptAlteredIsStale) && len(r.text) == s.handleLength():
		r.end()
	}
	return nil
}

// idsLength is how many characters of a handle tell its ids: those that stand
// before the authentication code alone.
const idsLength = 42

// faultyFinished remembers what is acknowledged, and takes an altered handle of it
// for one whose delivery is over.
func (s *Server) faultyFinished(r *receipt) {
	if len(r.text) < idsLength || !s.faults.On(fault.ReceiptAlteredFinishedIsStale) {
		return
	}
	ids := r.text[:idsLength]
	if r.valid {
		s.faulty.acknowledged.Store(ids, true)
	} else if _, finished := s.faulty.acknowledged.Load(ids); finished {
		r.end()
	}
}

// faultyUsed is what becomes of a handle that may have been used before, where
// right is due.
func (s *Server) faultyUsed(r receipt, right result) result {
	if !s.faults.On(fault.ReceiptFinishedForgotten) {
		return right
	}
	now := s.clock.Now()
	first, _ := s.faulty.used.LoadOrStore(r.text, now)
	if right == resultStale && now.Sub(first.(time.Time)) > time.Hour {
		return resultInvalid
	}
	return right
}

// end makes a receipt one whose delivery is over.
func (r *receipt) end() { r.valid, r.handle = true, lease.Handle{} }

func (s *Server) handleLength() int { return len(s.writeHandle(lease.Handle{})) }

// firstQueue is the queue of the first receipt that names one.
func firstQueue(receipts []receipt) uuid.UUID {
	for _, r := range receipts {
		if r.valid {
			return r.handle.Queue
		}
	}
	return uuid.Nil
}

// queuesOf is how many queues the receipts that name one are of.
func queuesOf(receipts []receipt) int {
	queues := map[uuid.UUID]bool{}
	for _, r := range receipts {
		if r.valid {
			queues[r.handle.Queue] = true
		}
	}
	return len(queues)
}

// faultyAcked changes the answer of an ack.
func (s *Server) faultyAcked(list []result) (answer, *refusal) {
	failed := func(r result) bool { return !r.OK }
	switch {
	case !slices.ContainsFunc(list, failed):
	case s.faults.On(fault.ReceiptErrorsFirst):
		slices.SortStableFunc(list, byFailure)
	case s.faults.On(fault.ReceiptErrorsOnly):
		list = slices.DeleteFunc(list, func(r result) bool { return r.OK })
	case s.faults.On(fault.ReceiptStaleIs409) && !slices.ContainsFunc(list, func(r result) bool { return r != resultStale }):
		return answer{}, &refusal{status: http.StatusConflict, code: "receipt_handle_stale", message: "the deliveries are over"}
	}
	return ok(results{list}), nil
}

// faultyChanged changes the answer of a visibility change.
func (s *Server) faultyChanged(list []result) answer {
	for i, r := range list {
		switch {
		case r == resultStale && s.faults.On(fault.ExtendStaleIsOK):
			list[i] = resultOK
		case r == resultInvalid && s.faults.On(fault.ExtendInvalidIsStale):
			list[i] = resultStale
		}
	}
	if s.faults.On(fault.ExtendErrorsFirst) {
		slices.SortStableFunc(list, byFailure)
	}
	return ok(results{list})
}

func byFailure(a, b result) int {
	switch {
	case a.OK == b.OK:
		return 0
	case b.OK:
		return -1
	default:
		return 1
	}
}

// faultyRefusedAck does part of what was refused for its number of handles.
func (s *Server) faultyRefusedAck(texts []*string) {
	if len(texts) <= ackCount.high || !s.faults.On(fault.ReceiptElevenPartlyDone) {
		return
	}
	for _, text := range texts[:ackCount.high] {
		if text != nil {
			s.use(s.readHandle(*text), acknowledge)
		}
	}
}

// faultyRefusedChange does part of what was refused for its entries.
func (s *Server) faultyRefusedChange(entries []*visibilityEntry) {
	for i, e := range entries {
		if e == nil || e.ReceiptHandle == nil || e.VisibilityTimeoutSeconds == nil {
			return
		}
		inRange := changeVisibility.check(nil, *e.VisibilityTimeoutSeconds) == nil
		switch {
		case len(entries) > entryCount.high && i < entryCount.high && s.faults.On(fault.ExtendElevenPartlyDone):
		case len(entries) <= entryCount.high && inRange && s.faults.On(fault.ExtendPartlyDone):
		case len(entries) <= entryCount.high && s.faults.On(fault.ExtendRangeClamped):
		default:
			return
		}
		s.use(s.readHandle(*e.ReceiptHandle), changeTo(changeVisibility.within(*e.VisibilityTimeoutSeconds)))
	}
}

// faultyTimeoutOf is the entry of a visibility change whose timeout the receipt of
// entry i gets.
func (s *Server) faultyTimeoutOf(i int) int {
	if s.faults.On(fault.BatchUsesFirstTimeout) {
		return 0
	}
	return i
}
