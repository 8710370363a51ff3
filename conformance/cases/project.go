package cases

import (
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// project holds the cases about queues that EZGH does not find.
var project = []*judge.Case{
	noSuchQueue,
	queueOfOtherProject,
}

// missingQueue is what these cases judge.
var missingQueue = judge.By{specs.EZGH: {ID: "EQ-ERR-01"}}

var noSuchQueue = &judge.Case{
	Name:   "no-such-queue",
	Title:  "a receive from a queue that the project does not have answers 404: one that was deleted, and ids of none",
	Judges: missingQueue,
	Needs:  []judge.Need{judge.NeedOwnQueues},
	Queues: standards("deleted", "kept"),
	Run: func(t *judge.T) {
		deleted, kept, c := t.Queue("deleted"), t.Queue("kept"), ezgh.NewClient(t.Session())
		mustPrepare(t, "the queue's deletion", deleted.Delete())
		for _, id := range []string{deleted.Ref(), kept.Ref() + "0", "no-such-queue", "00000000-0000-0000-0000-000000000000"} {
			call := t.Answered(c.ReceiveMessages(t.Context(), id, wire.Raw("{}")))
			t.Expect(call).To(judge.HaveStatus(404), "the queue %q", id)
		}
	},
}

var queueOfOtherProject = &judge.Case{
	Name:   "queue-of-other-project",
	Title:  "a receive that names a queue under another project or organization answers 404, or 403 where the credential does not cover that, and claims nothing",
	Judges: missingQueue,
	Queues: longLease(),
	Run: func(t *judge.T) {
		q, c, f := t.Queue(), ezgh.NewClient(t.Session()), t.Session().Client().Target()
		leasesNothing(t, q, func() {
			for _, other := range []*ezgh.Client{
				c.InProject(f.Organization, f.Project+"0"),
				c.InProject(f.Organization+"0", f.Project),
			} {
				call := t.Answered(other.ReceiveMessages(t.Context(), q.Ref(), wire.Raw("{}")))
				t.Expect(call).To(judge.HaveStatus(404, 403))
			}
		})
	},
}
