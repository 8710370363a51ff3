package conformance

import (
	"sync"

	"github.com/onsi/ginkgo/v2"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// raiseDepth is how many frames of this file lie between ginkgo.Fail and the
// caller of what a judge.Raise returns.
const raiseDepth = 2

// parking holds the goroutines of failed cases until their It runs: Ginkgo
// shows the line of an assertion only when Fail is called from there.
type parking struct {
	mu     sync.Mutex
	places map[*judge.Case]*place
}

type place struct {
	// claimed is told whether the It is to fail, and told is closed when it has.
	claimed chan bool
	told    chan struct{}
}

func newParking() *parking { return &parking{places: map[*judge.Case]*place{}} }

func (p *parking) raise(c *judge.Case) judge.Raise {
	return func(message string, skip int) func() {
		here := &place{claimed: make(chan bool), told: make(chan struct{})}
		p.mu.Lock()
		p.places[c] = here
		p.mu.Unlock()
		return func() {
			defer close(here.told)
			if <-here.claimed {
				func() {
					defer ginkgo.GinkgoRecover()
					ginkgo.Fail(message, skip+raiseDepth)
				}()
			}
		}
	}
}

// release lets the goroutine of a case end, failing the current It first if
// asked to. It reports whether such a goroutine was there: each is released once.
func (p *parking) release(c *judge.Case, fail bool) bool {
	p.mu.Lock()
	here := p.places[c]
	delete(p.places, c)
	p.mu.Unlock()
	if here == nil {
		return false
	}
	here.claimed <- fail
	<-here.told
	return true
}
