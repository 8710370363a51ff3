package ezgh

import (
	"net/http"
	"net/netip"
	"time"

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
	ackCount         = numeric{field: "the number of receiptHandles", low: 1, high: 10}
	entryCount       = numeric{field: "the number of entries", low: 1, high: 10}
	changeVisibility = numeric{field: "visibilityTimeoutSeconds", high: 43_200}
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
	handle lease.Handle
	valid  bool
}

func (s *Server) ackReceipts(r *http.Request) (answer, *refusal) {
	var given struct {
		ReceiptHandles []*string `json:"receiptHandles"`
	}
	if refused := decode(r, &given); refused != nil {
		return answer{}, refused
	}
	if refused := ackCount.check(s.faults, len(given.ReceiptHandles)); refused != nil {
		return answer{}, refused
	}
	receipts, refused := s.read(r, "AckReceipts", given.ReceiptHandles)
	if refused != nil {
		return answer{}, refused
	}
	list := make([]result, len(receipts))
	for i, receipt := range receipts {
		list[i] = s.use(receipt, func(q *queue) error { return q.Acknowledge(receipt.handle) })
	}
	return ok(results{list}), nil
}

func (s *Server) changeReceiptVisibility(r *http.Request) (answer, *refusal) {
	var given struct {
		Entries []*struct {
			ReceiptHandle            *string `json:"receiptHandle"`
			VisibilityTimeoutSeconds *int    `json:"visibilityTimeoutSeconds"`
		} `json:"entries"`
	}
	if refused := decode(r, &given); refused != nil {
		return answer{}, refused
	}
	if refused := entryCount.check(s.faults, len(given.Entries)); refused != nil {
		return answer{}, refused
	}
	texts := make([]*string, len(given.Entries))
	timeouts := make([]*time.Duration, len(given.Entries))
	for i, entry := range given.Entries {
		if entry == nil || entry.VisibilityTimeoutSeconds == nil {
			return answer{}, invalidRequest("entries[%d] needs receiptHandle and visibilityTimeoutSeconds", i)
		}
		texts[i] = entry.ReceiptHandle
		var refused *refusal
		if timeouts[i], refused = s.seconds(changeVisibility, entry.VisibilityTimeoutSeconds); refused != nil {
			return answer{}, refused
		}
	}
	receipts, refused := s.read(r, "ChangeReceiptVisibility", texts)
	if refused != nil {
		return answer{}, refused
	}
	list := make([]result, len(receipts))
	for i, receipt := range receipts {
		list[i] = s.use(receipt, func(q *queue) error { return q.ChangeVisibility(receipt.handle, *timeouts[i]) })
	}
	return ok(results{list}), nil
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
	budget := limit.Budget{Address: clientAddress(r), Limit: invalidHandles, Window: invalidWindow}
	if decision := s.limits.Spend(budget, invalid); !decision.Allowed {
		return nil, rateLimited("more than 100 invalid receipt handles a minute from this address", decision.Wait)
	}
	return receipts, nil
}

func (s *Server) readHandle(text string) receipt {
	h, valid := s.handles.Decode(s.legal.Handles.Read(text))
	return receipt{h, valid}
}

// use applies an operation to the delivery that a receipt names.
func (s *Server) use(r receipt, operation func(*queue) error) result {
	if !r.valid {
		return resultInvalid
	}
	q := s.queues.withID(r.handle.Queue)
	if q == nil || operation(q) != nil {
		return resultStale
	}
	return resultOK
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
