package bundle

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

//go:embed prologue.sh
var prologue string

const (
	// patience is for how many seconds a script waits for an answer that had come
	// when it was recorded.
	patience = "60"
	// shortestPause is what a wait between two exchanges must last to be kept, in
	// seconds; curl itself takes about as long to start.
	shortestPause = 0.01
)

// inOrder gives exchanges in the order in which they were sent.
func inOrder(exchanges []reports.Exchange) []reports.Exchange {
	return slices.SortedStableFunc(slices.Values(exchanges), func(a, b reports.Exchange) int {
		return cmp.Or(cmp.Compare(a.SentS, b.SentS), cmp.Compare(a.Seq, b.Seq))
	})
}

// replay is a script that sends a case's exchanges again: one after the other,
// or beside each other, with the same waits between them, and with the handles
// and ids that the new answers give.
func replay(s subject) []byte {
	w := &script{
		exchanges: inOrder(s.testCase.Exchanges), lines: map[int]evidence.Line{},
		base: s.result.Target.URL, defined: map[*learned]bool{},
	}
	for _, l := range evidence.Timeline(s.testCase) {
		if l.Kind == evidence.Exchange {
			w.lines[l.Seq] = l
		}
	}
	w.clock = w.exchanges[0].SentS
	for i := range w.exchanges {
		w.line("")
		w.exchange(i)
	}
	w.line("\nwait")
	return slices.Concat(w.head(s), w.body.Bytes())
}

// script is a replay as it is written.
type script struct {
	exchanges []reports.Exchange
	// lines are the exchanges as a timeline shows them, by number.
	lines map[int]evidence.Line
	// base and control are where the URLs of the target and of its control API begin.
	base, control string
	memory        memory
	body          bytes.Buffer
	// defined are the values that a variable holds already.
	defined map[*learned]bool
	// clock is when the script stands there, in seconds from the case's start.
	clock float64
	// waiting are the exchanges whose answer the script still awaits.
	waiting []reports.Exchange
}

func (w *script) line(format string, args ...any) { fmt.Fprintf(&w.body, format+"\n", args...) }

// exchange writes the ith exchange.
func (w *script) exchange(i int) {
	x := w.exchanges[i]
	if have, had := len(x.Request.Body), x.Request.BodyBytes; have < had {
		w.line("echo '%d  left out: of its body only the first %d of %d bytes are recorded'", x.Seq, have, had)
		w.memory.request(x.Request)
		return
	}
	for _, earlier := range slices.Clone(w.waiting) {
		if answeredAt(earlier) <= x.SentS {
			w.await(earlier.Seq)
		}
	}
	request, used := w.request(x)
	for _, l := range used {
		w.define(l)
	}
	if pause := x.SentS - w.clock; pause >= shortestPause {
		w.line("sleep %.3f", pause)
	}
	w.call(x, request, w.overlaps(i))
	w.memory.request(x.Request)
	w.memory.answer(x)
}

// answeredAt is when an exchange ended; one that was still awaited never did.
func answeredAt(x reports.Exchange) float64 {
	if x.AnsweredS < x.SentS {
		return math.Inf(1)
	}
	return x.AnsweredS
}

// overlaps reports whether another exchange was sent before the ith one ended.
func (w *script) overlaps(i int) bool {
	return i+1 < len(w.exchanges) && w.exchanges[i+1].SentS < answeredAt(w.exchanges[i])
}

// await lets the script wait for the answer to an exchange that it sent beside others.
func (w *script) await(seq int) {
	w.waiting = slices.DeleteFunc(w.waiting, func(x reports.Exchange) bool {
		if x.Seq != seq {
			return false
		}
		w.line(`wait "$call_%d"`, seq)
		if at := answeredAt(x); !math.IsInf(at, 1) {
			w.clock = max(w.clock, at)
		}
		return true
	})
}

// define puts a value of an answer into its variable.
func (w *script) define(l *learned) {
	if w.defined[l] {
		return
	}
	w.defined[l] = true
	w.await(l.seq)
	w.line("%s=$(value %d %s %d) || exit", l.variable(), l.seq, l.field, l.nth)
}

// call sends an exchange, beside those that follow if it overlaps them.
func (w *script) call(x reports.Exchange, request []string, overlaps bool) {
	l := w.lines[x.Seq]
	if l.Deciding {
		w.line("# The verdict rests on this one.")
	}
	w.line("call %d %s %s %s \\", x.Seq, secondsFor(x), label(l.Text), label(strings.TrimSpace(l.Outcome+"  "+l.Answer)))
	end := ""
	if overlaps {
		end = " &"
	}
	w.line("  %s%s", strings.Join(request, " \\\n  "), end)
	if !overlaps {
		w.clock = max(x.AnsweredS, x.SentS)
		return
	}
	w.line("call_%d=$!", x.Seq)
	w.clock = x.SentS
	w.waiting = append(w.waiting, x)
}

// secondsFor is how long the script waits for an answer: one that never came
// was given up after as long.
func secondsFor(x reports.Exchange) string {
	if x.Response != nil || math.IsInf(answeredAt(x), 1) {
		return patience
	}
	return fmt.Sprintf("%.3f", max(x.AnsweredS-x.SentS, 0.001))
}

// label quotes a text that is only shown: no secret may come into it.
func label(text string) string { return evidence.Quote(strings.ReplaceAll(text, "***", "(secret)")) }

// head is what stands before the exchanges.
func (w *script) head(s subject) []byte {
	var b bytes.Buffer
	b.WriteString("#!/usr/bin/env bash\n")
	for _, line := range s.heading() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	fmt.Fprintf(&b, "#\n%s", usage)
	if first := w.exchanges[0].Seq; first > 1 || len(w.exchanges) < w.exchanges[len(w.exchanges)-1].Seq {
		b.WriteString(incomplete)
	}
	fmt.Fprintf(&b, "\nURL=${URL:-%s}\n", evidence.Quote(w.base))
	if w.control != "" {
		fmt.Fprintf(&b, "CONTROL=${CONTROL:-%s}\n", evidence.Quote(w.control))
	}
	for _, secret := range []struct{ name, is string }{
		{"TOKEN", "the bearer token or API key of the target"},
		{"BASIC", "the access key id and its secret with a colon between, in base64"},
		{"CONTROL_TOKEN", "the token of the control API"},
	} {
		if bytes.Contains(w.body.Bytes(), []byte("$"+secret.name)) {
			fmt.Fprintf(&b, ": \"${%s:?%s}\"\n", secret.name, secret.is)
		}
	}
	fmt.Fprintf(&b, "RUN=${RUN:-$(printf '%%04x%%04x' $RANDOM $RANDOM)}\n%s", prologue)
	return b.Bytes()
}

const (
	usage = `# Sends the exchanges of the case again, with the waits that were between them, and
# shows each new answer under the recorded one. It needs bash and curl:
#   TOKEN=... [URL=...] ./replay.sh
# What was recorded without its secret takes it from TOKEN, also where the case used
# a second credential; URL is another place of the target.
`
	incomplete = `# Not all exchanges are recorded: what a missing one gave, such as the id of a new
# queue, is sent as it was, and has to be replaced by hand.
`
)
