package basaltic

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/lease"
	"github.com/leasecheck/leasecheck/reference/variant"
)

// deduplicationWindow is the documented five minutes.
const deduplicationWindow = 5 * time.Minute

// rules are the dialect's, as the engine knows them: a lapsed handle does
// nothing, a receive takes one message of a group, and nothing bounds a lease
// or the messages in flight.
func rules(l variant.Legal) lease.Rules {
	return lease.Rules{
		SeveralPerGroup:     l.OtherGroups,
		RedriveAtLeaseEnd:   !l.OtherRedrive,
		DeduplicationWindow: deduplicationWindow,
		DeduplicationRenews: l.RepeatsRenew,
	}
}
