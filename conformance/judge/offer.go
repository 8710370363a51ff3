package judge

import "github.com/leasecheck/leasecheck/conformance/target"

// Offer sends a message and reports whether the target takes it. Where no text
// says which messages a target takes, a refusal is recorded as one of what;
// elsewhere it ends the case like any preparation that misbehaves.
func (q *Queue) Offer(what string, m target.Message) bool {
	return q.t.Takes(what, q.send(q.Queue, m).Outcome)
}

// Takes is Offer for a send that was answered already.
func (t *T) Takes(what string, o target.Outcome) bool {
	if _, documented := blame[t.env.Dialect][stepSend]; !documented && o.Status/100 == 4 {
		t.Recordf("a send of %s was answered %d", what, o.Status)
		return false
	}
	t.mustBeOK(stepSend, "send of "+what, o)
	return true
}
