package judge

import "github.com/leasecheck/leasecheck/conformance/target"

// Answered gives back a call that a case made over a dialect's client. It ends
// the case inconclusive when the call got no whole answer, or when the target
// put the suite off.
func (t *T) Answered(call target.Call) target.Call {
	o := target.Outcome{Call: call}
	if call.Err != nil {
		o.Class = target.Unanswered
	}
	t.answered(o)
	return call
}

// Read is Answered for a call whose answer is read by read, as the clients'
// Read functions are. An answer that cannot be read is no whole answer.
func Read[A any](t *T, call target.Call, read func(target.Call) (A, target.Outcome)) (A, target.Outcome) {
	answer, o := read(call)
	t.answered(o)
	return answer, o
}

// Whole is Answered for cases that run into limits on purpose: to them a 429 or
// a 503 is an answer like any other.
func (t *T) Whole(call target.Call) target.Call {
	if call.Err != nil {
		t.Answered(call)
	}
	return call
}
