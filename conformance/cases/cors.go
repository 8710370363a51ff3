package cases

import (
	"context"
	"encoding/json"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// cors holds the cases about EZGH's receipt operations as browsers call them.
var cors = []*judge.Case{
	ackFromAnyOrigin,
	visibilityFromAnyOrigin,
	noCredentialsFromOrigins,
	overLimitFromAnyOrigin("refused-address-from-any-origin", "EQ-ACK-14", ackReceipts, useToAck),
	overLimitFromAnyOrigin("refused-change-from-any-origin", "EQ-VIS-05", changeVisibility, useToChange),
}

// origins are those of pages: with and without a port, and the opaque one of
// sandboxed frames and files.
var origins = []string{"https://app.example", "http://localhost:5173", "https://shop.example:8443", "null"}

// receiptOperation is how a page uses one of the receipt operations.
type receiptOperation struct {
	preflight func(c *ezgh.Client, ctx context.Context, origin string, o ...wire.Option) target.Call
	post      func(c *ezgh.Client, ctx context.Context, body any, o ...wire.Option) target.Call
	// body is that of a request that uses handles.
	body func(handles ...string) any
}

var ackReceipts = receiptOperation{
	preflight: (*ezgh.Client).PreflightAck,
	post:      (*ezgh.Client).AckReceipts,
	body:      func(handles ...string) any { return ezgh.Ack{Handles: append([]string{}, handles...)} },
}

var changeVisibility = receiptOperation{
	preflight: (*ezgh.Client).PreflightVisibility,
	post:      (*ezgh.Client).ChangeReceiptVisibility,
	body: func(handles ...string) any {
		entries := []entry{}
		for _, h := range handles {
			entries = append(entries, entry{h, json.RawMessage("600")})
		}
		return map[string]any{"entries": entries}
	},
}

// posts uses the operation from an origin: well, without a handle, which is out
// of its bounds, with a body that breaks off, and with one that a page may send
// without a preflight, since its type says that it is no JSON.
func (op receiptOperation) posts(t *judge.T, handle, origin string) []target.Call {
	c, from := ezgh.NewClient(t.Session()), wire.WithHeader("Origin", origin)
	return []target.Call{
		t.Answered(op.post(c, t.Context(), op.body(handle), from)),
		t.Answered(op.post(c, t.Context(), op.body(), from, wire.Deviant)),
		t.Answered(op.post(c, t.Context(), wire.Raw("{"), from, wire.Deviant)),
		t.Answered(op.post(c, t.Context(), op.body(handle), from, wire.WithHeader("Content-Type", "text/plain"), wire.Deviant)),
	}
}

var ackFromAnyOrigin = &judge.Case{
	Name:     "ack-from-any-origin",
	Title:    "a page of any origin may acknowledge, by the Fetch standard: the preflight allows it, and each answer may be read",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-14"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run:      func(t *judge.T) { mustAllowAnyOrigin(t, ackReceipts) },
}

var visibilityFromAnyOrigin = &judge.Case{
	Name:     "visibility-from-any-origin",
	Title:    "a page of any origin may change visibility, by the Fetch standard: the preflight allows it, and each answer may be read",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-05"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run:      func(t *judge.T) { mustAllowAnyOrigin(t, changeVisibility) },
}

// mustAllowAnyOrigin does what browsers do before and after a page's request.
func mustAllowAnyOrigin(t *judge.T, op receiptOperation) {
	q, c := t.Queue(), ezgh.NewClient(t.Session())
	q.MustSend(origins...)
	for i, l := range q.MustLeases(len(origins), judge.For(long)) {
		preflight := t.Answered(op.preflight(c, t.Context(), origins[i]))
		t.Expect(preflight).To(judge.BeSuccess(), "the preflight from origin %s", origins[i])
		t.Expect(preflight).To(judge.AllowOrigin(origins[i]), "the preflight from origin %s", origins[i])
		t.Expect(preflight).To(judge.AllowHeader("content-type"), "the preflight from origin %s", origins[i])
		posts := op.posts(t, l.Handle, origins[i])
		t.Expect(posts[0]).To(judge.BeSuccess(), "the POST from origin %s", origins[i])
		for _, post := range posts {
			t.Expect(post).To(judge.AllowOrigin(origins[i]), "the answer %d to a POST from origin %s", post.Status, origins[i])
		}
	}
}

var noCredentialsFromOrigins = &judge.Case{
	Name:     "no-credentials-from-origins",
	Title:    "no answer to a receipt request or its preflight carries Access-Control-Allow-Credentials",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-18"}},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend("work")
		held := q.MustLease(judge.For(long))
		for _, op := range []receiptOperation{changeVisibility, ackReceipts} {
			calls := append(op.posts(t, held.Handle, origins[0]),
				t.Answered(op.preflight(c, t.Context(), origins[0])))
			for _, call := range calls {
				t.Expect(call).NotTo(judge.CarryHeader("Access-Control-Allow-Credentials"))
			}
		}
	},
}

// overLimitFromAnyOrigin is a case of an operation's answers to an address that is
// over its invalid handles. A preflight may be refused then, but not silently.
func overLimitFromAnyOrigin(name, id string, op receiptOperation, use receiptUse) *judge.Case {
	return &judge.Case{
		Name:           name,
		Title:          "a page of any origin may read the 429 of an address that sent too many invalid handles, and the answer to the preflight before it",
		Judges:         judge.By{specs.EZGH: {ID: id}},
		Needs:          []judge.Need{judge.NeedResetLimits},
		Requests:       40,
		Alone:          true,
		InvalidHandles: invalidSpent + 2*handlesARequest,
		Run: func(t *judge.T) {
			t.ClearLimits()
			c := ezgh.NewClient(t.Session())
			mustOverrun(t, c, use)
			for _, origin := range origins {
				refused := use(c, t, noHandles(1), wire.WithHeader("Origin", origin))
				if refused.Status != 429 {
					t.Inconclusivef("a request right after a 429 was answered %d in exchange %d", refused.Status, refused.Exchange)
				}
				t.Expect(refused).To(judge.AllowOrigin(origin), "the answer 429 to a POST from origin %s", origin)
				preflight := t.Whole(op.preflight(c, t.Context(), origin))
				t.Expect(preflight).To(judge.AllowOrigin(origin), "the answer %d to a preflight from origin %s, before Retry-After", preflight.Status, origin)
			}
		},
	}
}
