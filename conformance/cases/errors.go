package cases

import (
	"encoding/json"
	"mime"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// errorAnswers holds the cases about the form of Basaltic's errors.
var errorAnswers = []*judge.Case{
	errorsHaveTheirForm,
	forbiddenHasItsForm,
	keyUnavailableHasItsForm,
	requestIDsAreUnique,
	errorsHaveTheirCodes,
	forbiddenHasItsCode,
}

// provocation is a receive that is due a status, and the code that examples give it.
type provocation struct {
	what    string
	status  int
	code    string
	receive func(t *judge.T, q *judge.Queue) target.Call
}

// provocations are those that every target must refuse.
var provocations = []provocation{
	{"a field out of range", 400, "INVALID_INPUT", func(t *judge.T, q *judge.Queue) target.Call {
		return sendReceive(t, q, wire.Raw(`{"max_messages":11}`), wire.Deviant)
	}},
	{"malformed JSON", 400, "INVALID_INPUT", func(t *judge.T, q *judge.Queue) target.Call {
		return sendReceive(t, q, wire.Raw(`{"max_messages":`), wire.Deviant)
	}},
	{"no credential", 401, "UNAUTHORIZED", func(t *judge.T, q *judge.Queue) target.Call {
		return sendReceive(t, q, nil, wire.As(wire.None))
	}},
	{"an unknown credential", 401, "UNAUTHORIZED", func(t *judge.T, q *judge.Queue) target.Call {
		return sendReceive(t, q, nil, wire.As(wire.Literal("Bearer wrong")))
	}},
	{"an unknown queue", 404, "NOT_FOUND", func(t *judge.T, _ *judge.Queue) target.Call {
		return t.Answered(receiveAs(t).send(t, uuid.NewString(), nil))
	}},
}

var forbidden = provocation{"a credential that may not receive", 403, "ACCESS_DENIED", func(t *judge.T, q *judge.Queue) target.Call {
	return sendReceive(t, q, nil, wire.As(limitedAuth(t)))
}}

// provoked makes the receive and reports whether its status is the one due:
// that it is, is judged elsewhere.
func (p provocation) provoked(t *judge.T, q *judge.Queue) (target.Call, bool) {
	call := p.receive(t, q)
	if call.Status != p.status {
		t.Recordf("%s, due %d, was answered %d", p.what, p.status, call.Status)
	}
	return call, call.Status == p.status
}

// problem is the envelope of an error; what is not there is nil.
type problem struct {
	Error *struct {
		Code      *string `json:"code"`
		Message   *string `json:"message"`
		RequestID *string `json:"request_id"`
	} `json:"error"`
}

// mustBeProblem fails unless a refusal has the envelope of errors.
func mustBeProblem(t *judge.T, what string, call target.Call) {
	t.Decide(call.Exchange)
	if media, _, _ := mime.ParseMediaType(call.Header.Get("Content-Type")); media != "application/json" {
		t.Failf("expected the %d to %s as application/json, observed Content-Type %q in exchange %d",
			call.Status, what, call.Header.Get("Content-Type"), call.Exchange)
	}
	var p problem
	if err := json.Unmarshal(call.Body, &p); err != nil || p.Error == nil {
		t.Failf("expected the %d to %s to be a JSON object with an error, observed a body of %d bytes that is none in exchange %d",
			call.Status, what, len(call.Body), call.Exchange)
	}
	for name, text := range map[string]*string{
		"code": p.Error.Code, "message": p.Error.Message, "request_id": p.Error.RequestID,
	} {
		if text == nil || *text == "" {
			t.Failf("expected the %d to %s to have error.%s, observed none in exchange %d", call.Status, what, name, call.Exchange)
		}
	}
	if id := *p.Error.RequestID; len(id) != 36 || uuid.Validate(id) != nil {
		t.Failf("expected the %d to %s to have a UUID for error.request_id, observed %q in exchange %d",
			call.Status, what, id, call.Exchange)
	}
}

// form is what the cases about the envelope of errors judge.
var form = judge.By{specs.Basaltic: {ID: "BQ-ERR-01"}}

var errorsHaveTheirForm = &judge.Case{
	Name:   "errors-have-their-form",
	Title:  "a receive's 400, 401 and 404 are JSON with error.code, error.message and a UUID in error.request_id",
	Judges: form,
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		judged := 0
		for _, p := range provocations {
			if call, ok := p.provoked(t, t.Queue()); ok {
				mustBeProblem(t, p.what, call)
				judged++
			}
		}
		if judged == 0 {
			t.Inconclusivef("no refusal had the status due; see BQ-RECV-05 and BQ-AUTH-01")
		}
	},
}

var forbiddenHasItsForm = &judge.Case{
	Name:   "forbidden-has-its-form",
	Title:  "a receive's 403 is JSON with error.code, error.message and a UUID in error.request_id",
	Judges: form,
	Needs:  []judge.Need{judge.NeedLimited},
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		if call, ok := forbidden.provoked(t, t.Queue()); ok {
			mustBeProblem(t, forbidden.what, call)
		}
	},
}

// keyReuse is a data key reuse period that the case lets pass.
const keyReuse = 5 * time.Minute

var keyUnavailableHasItsForm = &judge.Case{
	Name:   "key-unavailable-has-its-form",
	Title:  "the 409 to a receive whose queue's key is unavailable is JSON with error.code, error.message and a UUID in error.request_id",
	Judges: form,
	Needs:  []judge.Need{judge.NeedKMS, judge.NeedClock, judge.NeedOwnQueues},
	Alone:  true,
	Run: func(t *judge.T) {
		key := t.QueueName(target.Standard)
		t.MustControl(t.Control().SetKey(t.Context(), key, true))
		q, o := t.MakeQueue(target.Settings{Kind: target.Standard, Key: key, DataKeyReuse: keyReuse})
		mustPrepare(t, "the making of a queue with a key of its own", o)
		q.MustSend("sealed")
		t.MustControl(t.Control().SetKey(t.Context(), key, false))
		t.Advance(keyReuse + t.Tolerance().Late)
		call := sendReceive(t, q, nil)
		if call.Status != 409 {
			t.Inconclusivef("a receive with its key disabled was answered %d; see BQ-KMS-01", call.Status)
		}
		mustBeProblem(t, "a receive whose key is unavailable", call)
	},
}

var requestIDsAreUnique = &judge.Case{
	Name:     "request-ids-are-unique",
	Title:    "no two answers have the same request id, and an error's X-Request-Id repeats its error.request_id",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-ERR-02"}},
	Queues:   judge.Standard(),
	Requests: 50,
	Run: func(t *judge.T) {
		q, rounds := t.Queue(), 8
		calls := make([]target.Call, rounds*len(provocations))
		t.Parallel(rounds, func(round int) {
			for i, p := range provocations {
				calls[round*len(provocations)+i] = p.receive(t, q)
			}
		})
		seen := map[string]target.Call{}
		for _, call := range calls {
			if call.Status < 400 { // the refusal that was due is judged elsewhere
				continue
			}
			id := mustRepeatRequestID(t, call)
			if other, repeats := seen[id]; repeats {
				t.Decide(other.Exchange, call.Exchange)
				t.Failf("expected a request id of its own for each of %d requests, observed %s in exchanges %d and %d",
					len(calls), id, other.Exchange, call.Exchange)
			}
			seen[id] = call
		}
	},
}

// mustRepeatRequestID gives an error's request id, which its header must repeat.
func mustRepeatRequestID(t *judge.T, call target.Call) string {
	t.Decide(call.Exchange)
	var p problem
	if json.Unmarshal(call.Body, &p) != nil || p.Error == nil || p.Error.RequestID == nil {
		t.Inconclusivef("the %d in exchange %d has no error.request_id; see BQ-ERR-01", call.Status, call.Exchange)
	}
	id, repeated := *p.Error.RequestID, call.Header.Get("X-Request-Id")
	if !strings.EqualFold(id, repeated) {
		t.Failf("expected X-Request-Id to repeat error.request_id %q, observed %q in exchange %d", id, repeated, call.Exchange)
	}
	return strings.ToLower(id)
}

// codes is what the cases about the codes of errors judge.
var codes = judge.By{specs.Basaltic: {ID: "BQ-ERR-03"}}

var errorsHaveTheirCodes = &judge.Case{
	Name:   "errors-have-their-codes",
	Title:  "a receive's 400 says INVALID_INPUT, its 401 UNAUTHORIZED and its 404 NOT_FOUND",
	Judges: codes,
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		for _, p := range provocations {
			p.mustHaveItsCode(t)
		}
	},
}

var forbiddenHasItsCode = &judge.Case{
	Name:   "forbidden-has-its-code",
	Title:  "a receive's 403 says ACCESS_DENIED",
	Judges: codes,
	Needs:  []judge.Need{judge.NeedLimited},
	Queues: judge.Standard(),
	Run:    func(t *judge.T) { forbidden.mustHaveItsCode(t) },
}

func (p provocation) mustHaveItsCode(t *judge.T) {
	call, ok := p.provoked(t, t.Queue())
	if code := wire.ErrorCode(call.Body); ok && code != p.code {
		t.Decide(call.Exchange)
		t.Failf("expected the %d to %s to say %s, observed %q in exchange %d", p.status, p.what, p.code, code, call.Exchange)
	}
}
