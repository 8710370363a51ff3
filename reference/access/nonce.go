package access

import (
	"crypto/sha256"
	"sync"
	"time"
)

// maxNonces bounds what a guard remembers, at some 40 bytes a nonce.
const maxNonces = 1 << 20

type nonceDigest [16]byte

// nonceGuard remembers each nonce for as long as a signature that carries it is
// valid. When it is full it forgets the oldest second, and takes no signature as
// old as that any more, so that no replay ever passes.
type nonceGuard struct {
	mu       sync.Mutex
	used     map[nonceDigest]struct{}
	bySecond map[int64][]nonceDigest // by the signature's date; at most 601 seconds
	floor    int64                   // signatures dated then or before are refused
	limit    int
}

func newNonceGuard(limit int) *nonceGuard {
	return &nonceGuard{used: map[nonceDigest]struct{}{}, bySecond: map[int64][]nonceDigest{}, limit: limit}
}

// use tells whether the nonce of a signature made at the date is new, and
// remembers it.
func (g *nonceGuard) use(nonce string, date, now time.Time) bool {
	digest := digestOf(nonce)
	second := date.Unix()
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, begun := g.bySecond[second]; !begun {
		g.forgetUntil(now.Add(-signatureWindow).Unix() - 1)
	}
	if _, known := g.used[digest]; known || second <= g.floor {
		return false
	}
	if len(g.used) >= g.limit {
		g.forgetOldest()
	}
	g.used[digest] = struct{}{}
	g.bySecond[second] = append(g.bySecond[second], digest)
	return true
}

func digestOf(nonce string) nonceDigest {
	sum := sha256.Sum256([]byte(nonce))
	return nonceDigest(sum[:])
}

// forgetUntil forgets the nonces of signatures dated then or before.
func (g *nonceGuard) forgetUntil(last int64) {
	for second := range g.bySecond {
		if second <= last {
			g.forget(second)
		}
	}
}

func (g *nonceGuard) forgetOldest() {
	oldest := int64(1<<63 - 1)
	for second := range g.bySecond {
		oldest = min(oldest, second)
	}
	g.forget(oldest)
	g.floor = oldest
}

func (g *nonceGuard) forget(second int64) {
	for _, digest := range g.bySecond[second] {
		delete(g.used, digest)
	}
	delete(g.bySecond, second)
}
