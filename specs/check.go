package specs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The needs that a requirement may name.
var needs = []string{
	"clock",            // the control API moves the target's clock
	"slow",             // the slow tier, which waits in real time
	"kms",              // the control API disables and enables keys
	"rate",             // the control API sets rate limits
	"unavailable",      // the control API makes a queue answer 503
	"push",             // the target has push subscriptions
	"limited",          // a credential that may not receive
	"signing",          // access keys, and a signed probe that is accepted
	"large",            // tens of thousands of messages
	"client addresses", // the target tells source addresses apart
	"alone",            // no other case may run meanwhile
	"last",             // it spoils what others need, so it runs after them
}

// check reports every requirement that breaks the catalogue's own rules.
func (c *Catalogue) check() error {
	var broken []error
	if _, err := time.Parse(time.DateOnly, c.Edition.SourceDate); err != nil {
		broken = append(broken, fmt.Errorf("edition: source_date: %w", err))
	}
	seen := map[string]bool{}
	for _, r := range c.Requirements {
		if err := r.check(); err != nil {
			broken = append(broken, fmt.Errorf("%s: %w", r.ID, err))
		}
		if seen[r.ID] {
			broken = append(broken, fmt.Errorf("%s: stands there twice", r.ID))
		}
		seen[r.ID] = true
	}
	return errors.Join(broken...)
}

func (r Requirement) check() error {
	switch {
	case r.ID == "" || r.Title == "" || r.Source == "":
		return errors.New("id, title and source must be given")
	case !slices.Contains([]Level{MUST, SHOULD, INFO}, r.Level):
		return fmt.Errorf("level %q is none of MUST, SHOULD, INFO", r.Level)
	case !slices.Contains([]Provenance{Doc, Client, Assumed}, r.From):
		return fmt.Errorf("from %q is none of doc, client, assumed", r.From)
	case r.From == Assumed && r.Level == MUST:
		return errors.New("what is assumed cannot be a MUST")
	}
	for _, need := range r.Needs {
		for alternative := range strings.SplitSeq(need, "|") {
			if !slices.Contains(needs, alternative) {
				return fmt.Errorf("need %q is none of %q", alternative, needs)
			}
		}
	}
	return nil
}
