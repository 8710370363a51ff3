package cases

import (
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// handleAltered holds the cases about texts that are no handles, or no longer.
var handleAltered = []*judge.Case{
	garbageDeletesNothing,
	alteredHandleSparesOthers,
	alteredHandleRefused("changed", raised, lowered),
	alteredHandleRefused("dropped", dropped),
	alteredHandleRefused("added", added, respelled),
	alteredHandleOfGroupRefused,
	garbageIsInvalid,
	alteredHandleInvalid("changed", raised),
	alteredHandleInvalid("dropped", dropped),
	alteredHandleInvalid("added", added),
	alteredHandleInvalid("recased", recased),
	alteredHandleInvalid("respelled", respelled),
	alteredHandlesSampled,
	alteredHandleOfFIFO,
	alteredHandleOfAcknowledged,
	alteredHandleChangesNoVisibility,
}

const (
	// mostAltered is how many altered handles a case sends: fewer than the 100
	// invalid ones a minute that EZGH must answer.
	mostAltered = 90
	// mostRefused is how many handles altered in one way a case sends to Basaltic,
	// which allows any number.
	mostRefused = 200
	// mostPositions bounds the positions of a very long handle that are altered.
	mostPositions = 600
	// fewAltered is how many of them are sent where cases share a client address.
	fewAltered = 40
	// fewestAltered are sent of a FIFO queue's handle.
	fewestAltered = 20
)

// impostors are texts that are none of the leases' handles, though some hold what
// that of the first may.
func impostors(leases ...judge.Lease) []string {
	l := leases[0]
	bare := strings.ReplaceAll(l.MessageID, "-", "")
	half := l.Handle[:len(l.Handle)/2]
	texts := []string{
		"garbage", "0", "null", "' OR 1=1 --", "../../1", "%00", "\x00", "ünïcödé", `{"id":1}`,
		strings.Repeat("A", 1000), l.MessageID, bare, bare + strings.Repeat("0", 64), half + half,
	}
	return slices.DeleteFunc(texts, func(text string) bool {
		return slices.ContainsFunc(leases, func(l judge.Lease) bool { return l.Handle == text })
	})
}

var garbageDeletesNothing = &judge.Case{
	Name:     "garbage-deletes-nothing",
	Title:    "a delete whose handle is garbage deletes nothing, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-12"}},
	Queues:   judge.Standard(),
	Requests: 50,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend("first", "second", "third")
		leases := q.MustLeases(3, judge.For(long))
		garbage := impostors(leases...)
		for _, text := range garbage {
			t.Answered(c.DeleteMessage(t.Context(), q.Ref(), text))
		}
		for some := range slices.Chunk(garbage, 10) {
			t.Answered(c.DeleteMessageBatch(t.Context(), q.Ref(), receipts(some...)))
		}
		q.Untouched(leases...)
	},
}

// A handle that encodes its message's number, unprotected, becomes that of a
// neighbour's when a digit is raised or lowered.
var alteredHandleSparesOthers = &judge.Case{
	Name:     "altered-handle-spares-others",
	Title:    "a delete with an altered handle deletes no other message than, at most, the handle's own",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-12"}},
	Queues:   judge.Standard(),
	Requests: 90,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend(numbered("work", 10)...)
		leases := q.MustLeases(10, judge.For(long))
		own := leases[5]
		for _, alter := range []alteration{raised, lowered, dropped} {
			for some := range slices.Chunk(sample(t.Rand(), mostRefused, alter(own.Handle)), 10) {
				t.Answered(c.DeleteMessageBatch(t.Context(), q.Ref(), receipts(texts(some)...)))
			}
		}
		q.Untouched(append(slices.Clone(leases[:5]), leases[6:]...)...)
	},
}

// alteredHandleRefused is a case that alters each character, or a sample of a long handle's.
func alteredHandleRefused(how string, alter ...alteration) *judge.Case {
	return &judge.Case{
		Name:     "altered-handle-refused-" + how,
		Title:    "a delete with a handle of which a character was " + how + " answers 4xx, letter case and surrounding space excepted",
		Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-19"}},
		Queues:   judge.Standard(),
		Requests: mostRefused + 20,
		Run: func(t *judge.T) {
			q := t.Queue()
			q.MustSend("own", "other")
			leases := q.MustLeases(2, judge.For(long))
			handle := leases[0].Handle
			var list []altered
			for _, a := range alter {
				list = append(list, sample(t.Rand(), mostRefused, a(handle))...)
			}
			list = slices.DeleteFunc(list, func(a altered) bool { return sameButForCase(handle, a) })
			share := slices.Collect(slices.Chunk(list, (len(list)+7)/8))
			t.Parallel(len(share), func(i int) {
				for _, a := range share[i] {
					t.Expect(q.Acknowledge(a.text)).To(judge.BeClientError(), "%s", a.how)
				}
			})
			q.Untouched(leases...)
		},
	}
}

var alteredHandleOfGroupRefused = &judge.Case{
	Name:     "altered-handle-of-fifo-refused",
	Title:    "a delete with an altered handle of a FIFO queue's message answers 4xx, letter case and surrounding space excepted",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-19"}},
	Queues:   judge.FIFO(),
	Requests: fewestAltered + 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		for _, a := range sampled(t, fewestAltered)(held.Handle) {
			if !sameButForCase(held.Handle, a) {
				t.Expect(q.Acknowledge(a.text)).To(judge.BeClientError(), "%s", a.how)
			}
		}
		q.Untouched(held)
	},
}

var garbageIsInvalid = &judge.Case{
	Name:           "garbage-is-invalid",
	Title:          "an ack of garbage answers receipt_handle_invalid, and changes nothing",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-13"}},
	Queues:         judge.Standard(),
	Requests:       30,
	InvalidHandles: 14,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("first", "second")
		leases := q.MustLeases(2, judge.For(long))
		for some := range slices.Chunk(impostors(leases...), 10) {
			for i, o := range ack(t, some...) {
				t.Expect(o).To(judge.Be(target.Invalid), "the handle %.40q", some[i])
			}
		}
		q.Untouched(leases...)
	},
}

// alteredHandleInvalid is a case that alters each character, and sends no more
// altered handles from one address than must be answered.
func alteredHandleInvalid(how string, alter alteration) *judge.Case {
	return &judge.Case{
		Name:           "altered-handle-invalid-" + how,
		Title:          "an ack of a handle of which a character was " + how + " answers receipt_handle_invalid, and changes nothing",
		Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-13"}},
		Needs:          []judge.Need{judge.NeedAddresses},
		Queues:         judge.Standard(),
		Requests:       30,
		InvalidHandles: mostAltered,
		Run: func(t *judge.T) {
			mustBeInvalid(t, ackReceipts, t.OtherAddress, func(handle string) []altered {
				return sample(t.Rand(), mostPositions, alter(handle))
			})
		},
	}
}

var alteredHandlesSampled = &judge.Case{
	Name:           "altered-handles-sampled",
	Title:          "an ack of an altered handle answers receipt_handle_invalid, and changes nothing, in a sample with both ends",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-13"}},
	Unless:         []judge.Need{judge.NeedAddresses},
	Queues:         judge.Standard(),
	Requests:       30,
	InvalidHandles: fewAltered,
	Run:            func(t *judge.T) { mustBeInvalid(t, ackReceipts, t.Session, sampled(t, fewAltered)) },
}

var alteredHandleOfFIFO = &judge.Case{
	Name:           "altered-handle-of-fifo",
	Title:          "an ack of an altered handle of a FIFO queue's message answers receipt_handle_invalid, and changes nothing, in a sample with both ends",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-13"}},
	Queues:         judge.FIFO(),
	Requests:       20,
	InvalidHandles: fewestAltered,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		mustAllBeInvalid(t, ackReceipts, t.Session(), sampled(t, fewestAltered)(held.Handle))
		q.Untouched(held)
	},
}

var alteredHandleOfAcknowledged = &judge.Case{
	Name:           "altered-handle-of-acknowledged",
	Title:          "an ack of an altered handle answers receipt_handle_invalid, also where the one it was made of is stale",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-13"}},
	Queues:         judge.Standard(),
	InvalidHandles: 3,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		q.MustAcknowledge(held)
		changed, cut := raised(held.Handle), dropped(held.Handle)
		last := len(changed) - 1
		mustAllBeInvalid(t, ackReceipts, t.Session(), []altered{changed[0], changed[last], cut[last]})
	},
}

var alteredHandleChangesNoVisibility = &judge.Case{
	Name:           "altered-handle-changes-no-visibility",
	Title:          "a visibility change with an altered handle answers receipt_handle_invalid, and changes nothing, in a sample with both ends",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-VIS-05"}},
	Needs:          []judge.Need{judge.NeedAddresses},
	Queues:         judge.Standard(),
	Requests:       30,
	InvalidHandles: mostAltered,
	Run:            func(t *judge.T) { mustBeInvalid(t, changeVisibility, t.Session, sampled(t, mostAltered)) },
}

// sampled draws n of all alterations, both ends of each among them.
func sampled(t *judge.T, n int) alteration {
	return func(handle string) []altered {
		var list []altered
		alterations := []alteration{raised, dropped, added, recased, respelled}
		for _, alter := range alterations {
			list = append(list, sample(t.Rand(), n/len(alterations), alter(handle))...)
		}
		return list
	}
}

// mustBeInvalid fails unless each alteration of a live handle is invalid to the
// operation and changes nothing. It takes the sessions it sends through from session.
func mustBeInvalid(t *judge.T, op receiptOperation, session func() *wire.Session, alter alteration) {
	q := t.Queue()
	q.MustSend("own", "other")
	leases := q.MustLeases(2, judge.For(long))
	for affordable := range slices.Chunk(alter(leases[0].Handle), mostAltered) {
		mustAllBeInvalid(t, op, session(), affordable)
	}
	q.Untouched(leases...)
}

// mustAllBeInvalid fails unless each of the altered handles is invalid to the operation.
func mustAllBeInvalid(t *judge.T, op receiptOperation, s *wire.Session, list []altered) {
	c := ezgh.NewClient(s)
	for some := range slices.Chunk(list, 10) {
		call := op.post(c, t.Context(), op.body(texts(some)...))
		for i, o := range receiptResults(t, call, len(some)) {
			t.Expect(o).To(judge.Be(target.Invalid), "%s", some[i].how)
		}
	}
}

// texts are the handles as they were altered.
func texts(list []altered) []string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = a.text
	}
	return texts
}
