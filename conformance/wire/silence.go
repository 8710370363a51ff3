package wire

import (
	"errors"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Silence is what became of the requests since the target last gave a whole
// answer. The zero value is a target that answers.
type Silence struct {
	// Since is when the first of them was sent.
	Since time.Time
	// Requests is how many had no whole answer, by the target's doing.
	Requests int
	// Last is what became of the last of them.
	Last error
}

// Silence tells whether the target still answers.
func (c *Client) Silence() Silence { return c.pulse.now() }

// pulse notes whether the target answers.
type pulse struct {
	mu      sync.Mutex
	silence Silence
}

func (p *pulse) now() Silence {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.silence
}

// note takes in what became of a request. One that the suite itself gave up
// tells nothing.
func (p *pulse) note(call target.Call) {
	if errors.Is(call.Err, errGivenUp) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if call.Err == nil {
		p.silence = Silence{}
		return
	}
	if p.silence.Requests == 0 {
		p.silence.Since = call.Sent
	}
	p.silence.Requests++
	p.silence.Last = call.Err
}
