package cases

import (
	"iter"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
)

// paged follows the pages of a Basaltic list to its end. It fails when a page
// is not answered well, or does not tell how to go on.
func paged[A any](t *judge.T, fetch func(...wire.Option) target.Call, meta func(A) basaltic.Page, query ...wire.Option) iter.Seq[A] {
	return func(yield func(A) bool) {
		markers, next := map[string]bool{}, query
		for {
			page, o := judge.Read(t, fetch(next...), basaltic.Read[A])
			t.Expect(o).To(judge.Be(target.OK))
			told := meta(page)
			if !yield(page) || !told.HasMore {
				return
			}
			if told.Marker == "" || markers[told.Marker] {
				t.Decide(o.Exchange)
				t.Failf("expected a page with has_more to have a marker that leads on, observed marker %q on page %d in exchange %d",
					told.Marker, len(markers)+1, o.Exchange)
			}
			markers[told.Marker] = true
			next = append(query[:len(query):len(query)], wire.WithQuery("marker", told.Marker))
		}
	}
}

// queuePages follows the list of all queues.
func queuePages(t *judge.T, query ...wire.Option) iter.Seq[basaltic.QueueList] {
	c := basaltic.NewClient(t.Session())
	fetch := func(o ...wire.Option) target.Call { return c.ListQueues(t.Context(), o...) }
	return paged(t, fetch, func(p basaltic.QueueList) basaltic.Page { return p.Meta }, query...)
}

// peekPages follows a peek at a queue's messages.
func peekPages(t *judge.T, q *judge.Queue, query ...wire.Option) iter.Seq[basaltic.PeekAnswer] {
	c := basaltic.NewClient(t.Session())
	fetch := func(o ...wire.Option) target.Call {
		return c.PeekMessages(t.Context(), q.Ref(), append([]wire.Option{wire.Large}, o...)...)
	}
	return paged(t, fetch, func(p basaltic.PeekAnswer) basaltic.Page { return p.Meta }, query...)
}
