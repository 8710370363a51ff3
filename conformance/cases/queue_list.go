package cases

import (
	"fmt"
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// queueList holds the cases about the list of Basaltic's queues. They run
// alone: only queues that existed throughout count.
var queueList = []*judge.Case{
	pagesReachEachQueueOnce,
	pagesBearChanges,
}

// paging is what these cases judge.
var paging = judge.By{specs.Basaltic: {ID: "BQ-QUEUE-03"}}

const (
	// listedQueues are made to be listed.
	listedQueues = 7
	// mostPages is about how many pages a case reads of an account with many
	// queues, and largestPage the most that it asks to be on one.
	mostPages   = 40
	largestPage = 20
)

// pageLimit is the smallest page that reaches all queues within about mostPages:
// at least 2, and no more than any target must allow.
func pageLimit(t *judge.T) int {
	n := 0
	for page := range queuePages(t) {
		n += len(page.Queues)
	}
	return min(max(2, n/mostPages), largestPage)
}

// queuesToList makes queues and gives their ids.
func queuesToList(t *judge.T) []string {
	ids := make([]string, listedQueues)
	for i := range ids {
		q, o := t.MakeQueue(target.Settings{Kind: target.Standard})
		mustPrepare(t, "the creation of a queue", o)
		ids[i] = q.Ref()
	}
	return ids
}

// inPagesOf reads the list in pages of at most limit, and gives the pages on
// which each queue is. between is called after each page, unless it is nil.
func inPagesOf(t *judge.T, limit int, between func(page int, queues []basaltic.Described)) map[string][]int {
	on, n := map[string][]int{}, 0
	for page := range queuePages(t, wire.WithQuery("limit", fmt.Sprint(limit))) {
		n++
		if len(page.Queues) > limit {
			t.Failf("expected at most %d queues on a page, observed %d on page %d", limit, len(page.Queues), n)
		}
		for _, q := range page.Queues {
			on[q.ID] = append(on[q.ID], n)
		}
		if between != nil {
			between(n, page.Queues)
		}
	}
	return on
}

// mustBeOnOnePage fails unless each of the queues is on one page, once.
func mustBeOnOnePage(t *judge.T, ids []string, limit int, on map[string][]int) {
	for i, id := range ids {
		if len(on[id]) != 1 {
			t.Failf("expected queue %d of %d, which existed throughout, to be listed once in pages of at most %d, observed it on pages %v",
				i+1, len(ids), limit, on[id])
		}
	}
}

var pagesReachEachQueueOnce = &judge.Case{
	Name:     "pages-reach-each-queue-once",
	Title:    "the pages of the list, followed by marker until has_more is false, hold each queue once and no more than limit each",
	Judges:   paging,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Requests: 2*mostPages + 20,
	Alone:    true,
	Run: func(t *judge.T) {
		ids, smallest := queuesToList(t), pageLimit(t)
		for _, limit := range []int{smallest, smallest + 1, largestPage} {
			mustBeOnOnePage(t, ids, limit, inPagesOf(t, limit, nil))
		}
	},
}

// A list that counts on from a position, and not from a queue, passes over one
// queue for each that is deleted before it; one that looks for the queue of its
// marker does not find it where the last of a page is deleted.
var pagesBearChanges = &judge.Case{
	Name:     "pages-bear-changes",
	Title:    "each queue that existed throughout is listed once, though others are made and deleted between two pages",
	Judges:   paging,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Requests: 2*mostPages + 25,
	Alone:    true,
	Run: func(t *judge.T) {
		ids, limit := queuesToList(t), pageLimit(t)
		c, first, last := basaltic.NewClient(t.Session()), false, false
		on := inPagesOf(t, limit, func(page int, queues []basaltic.Described) {
			if page == 1 {
				create(t, map[string]any{"name": t.QueueName(target.Standard)})
			}
			for n, q := range queues {
				ends := n == len(queues)-1
				if i := slices.Index(ids, q.ID); i >= 0 && (!first || ends && !last) {
					first, last = true, last || ends
					ids = slices.Delete(ids, i, i+1)
					t.Answered(c.DeleteQueue(t.Context(), q.ID))
				}
			}
		})
		mustBeOnOnePage(t, ids, limit, on)
	},
}
