package ezgh

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
	"github.com/leasecheck/leasecheck/reference/limit"
)

// What a client address may spend on invalid handles, ack and visibility
// together.
const (
	invalidHandles = 100
	invalidWindow  = time.Minute
)

var (
	ackCount = numeric{field: "the number of receiptHandles", low: 1, high: 10, passes: map[int]fault.ID{
		0: fault.ReceiptNoneAccepted, 11: fault.ReceiptElevenAccepted,
	}}
	entryCount = numeric{field: "the number of entries", low: 1, high: 10, passes: map[int]fault.ID{
		0: fault.ExtendNoneAccepted, 11: fault.ExtendElevenAccepted,
	}}
	changeVisibility = numeric{field: "visibilityTimeoutSeconds", high: 43_200, passes: map[int]fault.ID{
		-1: fault.ExtendNegativeAccepted, 43_201: fault.Extend43201Accepted,
	}}
)

// result is what became of one handle.
type result struct {
	OK    bool   `json:"ok,omitempty"`
	Error string `json:"error,omitempty"`
}

var (
	resultOK      = result{OK: true}
	resultStale   = result{Error: "receipt_handle_stale"}
	resultInvalid = result{Error: "receipt_handle_invalid"}
)

type results struct {
	Results []result `json:"results"`
}

// receipt is one handle of a request: the delivery it names, if it is one.
type receipt struct {
	text   string
	handle lease.Handle
	valid  bool
	// pretended receipts answer ok and do nothing, which only faults do.
	pretended bool
}

// action is what is done to a delivery.
type action func(*queue, lease.Handle) error

func acknowledge(q *queue, h lease.Handle) error { return q.Acknowledge(h) }

func changeTo(seconds int) action {
	return func(q *queue, h lease.Handle) error {
		return q.ChangeVisibility(h, time.Duration(seconds)*time.Second)
	}
}

func (s *Server) ackReceipts(r *http.Request) (answer, *refusal) {
	s.faultyAckBody(r)
	var given struct {
		ReceiptHandles []*string `json:"receiptHandles"`
	}
	if refused := decode(r, &given); refused != nil {
		return answer{}, refused
	}
	if given.ReceiptHandles == nil && s.faults.On(fault.ReceiptNullListAccepted) {
		return ok(results{[]result{}}), nil
	}
	if refused := ackCount.check(s.faults, s.faultyCount(given.ReceiptHandles)); refused != nil {
		s.faultyRefusedAck(given.ReceiptHandles)
		return answer{}, refused
	}
	receipts, refused := s.read(r, ackOperation, given.ReceiptHandles)
	if refused != nil {
		return answer{}, refused
	}
	if receipts, refused = s.faultyAck(receipts); refused != nil {
		return answer{}, refused
	}
	list := s.settle(receipts, func(int) action { return acknowledge })
	s.faultySpend(r, ackOperation, list)
	return s.faultyAcked(list)
}

type visibilityEntry struct {
	ReceiptHandle            *string `json:"receiptHandle"`
	VisibilityTimeoutSeconds *int    `json:"visibilityTimeoutSeconds"`
}

func (s *Server) changeReceiptVisibility(r *http.Request) (answer, *refusal) {
	var given struct {
		Entries []*visibilityEntry `json:"entries"`
	}
	if refused := decode(r, &given); refused != nil {
		return answer{}, refused
	}
	texts, refused := s.checkEntries(given.Entries)
	if refused != nil {
		s.faultyRefusedChange(given.Entries)
		return answer{}, refused
	}
	receipts, refused := s.read(r, changeOperation, texts)
	if refused != nil {
		return answer{}, refused
	}
	receipts = s.faultyChange(receipts)
	list := s.settle(receipts, func(i int) action {
		i = s.faultyTimeoutOf(i)
		return changeTo(changeVisibility.within(*given.Entries[i].VisibilityTimeoutSeconds))
	})
	s.faultySpend(r, changeOperation, list)
	return s.faultyChanged(list), nil
}

// checkEntries gives the handles of a visibility change, or says what is wrong
// with it.
func (s *Server) checkEntries(entries []*visibilityEntry) ([]*string, *refusal) {
	if refused := entryCount.check(s.faults, s.faultyEntries(entries)); refused != nil {
		return nil, refused
	}
	texts := make([]*string, len(entries))
	for i, e := range entries {
		if e == nil || e.VisibilityTimeoutSeconds == nil {
			return nil, invalidRequest("entries[%d] needs receiptHandle and visibilityTimeoutSeconds", i)
		}
		if refused := changeVisibility.check(s.faults, *e.VisibilityTimeoutSeconds); refused != nil {
			return nil, refused
		}
		texts[i] = e.ReceiptHandle
	}
	return texts, nil
}

// read tells handles from other texts, and lets the request pass unless its
// address has spent its budget of invalid ones. It changes nothing that a
// handle names.
func (s *Server) read(r *http.Request, operation string, texts []*string) ([]receipt, *refusal) {
	receipts := make([]receipt, len(texts))
	invalid := 0
	for i, text := range texts {
		if text == nil {
			return nil, invalidRequest("receipt handle %d is no string", i)
		}
		receipts[i] = s.readHandle(*text)
		if !receipts[i].valid {
			invalid++
		}
	}
	if decision := s.limits.Take(limit.Request{Operation: operation}); !decision.Allowed {
		return nil, rateLimited("over the rate limit; wait for Retry-After", decision.Wait)
	}
	budget := s.budget(r, operation)
	decision := s.limits.Spend(budget, s.faultyInvalid(receipts, operation, invalid))
	if decision = s.faultyOthers(budget.Address, operation, invalid, decision); !decision.Allowed {
		refused := rateLimited("more than 100 invalid receipt handles a minute from this address", decision.Wait)
		s.faultyOverBudget(refused)
		return nil, refused
	}
	return receipts, nil
}

// budget is what the request's invalid handles count against.
func (s *Server) budget(r *http.Request, operation string) limit.Budget {
	b := limit.Budget{Address: clientAddress(r), Limit: invalidHandles, Window: invalidWindow}
	return s.faultyBudget(b, r, operation)
}

func (s *Server) writeHandle(h lease.Handle) string {
	return s.legal.Handles.Write(s.handles.Encode(h))
}

func (s *Server) readHandle(text string) receipt {
	given := s.legal.Handles.Read(text)
	h, valid := s.handles.Decode(given)
	if !valid {
		h, valid = s.handles.FaultyTail(given, func(h lease.Handle) bool {
			q := s.queues.withID(h.Queue)
			return q != nil && q.fifo
		})
	}
	return receipt{text: text, handle: h, valid: valid}
}

// settle does to each receipt's delivery what act says of it.
func (s *Server) settle(receipts []receipt, act func(i int) action) []result {
	list := make([]result, len(receipts))
	for i, r := range receipts {
		list[i] = s.faultyUsed(r, s.use(r, act(i)))
	}
	return list
}

// use does something to the delivery that a receipt names.
func (s *Server) use(r receipt, act action) result {
	switch q := s.queues.withID(r.handle.Queue); {
	case !r.valid:
		return resultInvalid
	case r.pretended:
		return resultOK
	case q == nil || act(q, r.handle) != nil:
		return resultStale
	default:
		return resultOK
	}
}

// clientAddress is where the request's connection comes from, whatever its
// headers claim.
func clientAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap()
}
