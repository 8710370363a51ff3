package judge

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	// apart is how far two explanations of what is seen must lie from each other,
	// beside the tolerances, for a case to tell them apart.
	apart = 2 * time.Second
	// longestWait is the longest that a receive may ask to wait, in all dialects.
	longestWait = 20 * time.Second
	// prompts is how many prompt answers without what they should bring may be chance.
	prompts = 6
)

// Sample is how long after its cause an effect was seen, in one try.
type Sample struct {
	Took time.Duration
	// Missed says why the effect was not seen; empty when it was.
	Missed string
	// Exchange is the one in which it was seen or missed.
	Exchange int
}

func (s Sample) String() string {
	if s.Missed != "" {
		return s.Missed
	}
	return fmt.Sprintf("%.3f s", s.Took.Seconds())
}

// Soon judges what is to happen "as soon as" something else, or "at once": up
// to tries times it takes a sample, and it fails unless one took at most limit.
// A miss within the limit is no try, except when there are many: a receive may
// now and then answer none of what is available.
// Where the suite's own lag, or that the target was slow in all it did, may be
// why none did, the case is inconclusive.
func (t *T) Soon(tries int, limit time.Duration, duty string, sample func() Sample) {
	start := time.Now()
	var seen []Sample
	for tried := 0; tried < tries && len(seen) < tries+prompts; {
		s := sample()
		prompt := s.Took <= limit
		if prompt && s.Missed == "" {
			return
		}
		if !prompt {
			tried++
		}
		seen = append(seen, s)
		start = earlier(start, time.Now().Add(-s.Took)) // what is sampled may have begun before
	}
	doubt := t.doubt(start)
	texts := make([]string, len(seen))
	for i, s := range seen {
		t.Decide(s.Exchange)
		texts[i] = s.String()
	}
	observed := strings.Join(texts, "; ")
	if slices.ContainsFunc(seen, func(s Sample) bool { return s.Missed == "" && s.Took-doubt.most() <= limit }) {
		t.Inconclusivef("expected %s within %s; observed %s, while %s", duty, inTries(limit, tries), observed, doubt)
	}
	t.Failf("expected %s within %s; observed %s", duty, inTries(limit, tries), observed)
}

// inTries says the limit that one of so many tries must keep.
func inTries(limit time.Duration, tries int) string {
	if tries == 1 {
		return limit.String()
	}
	return fmt.Sprintf("%s in at least one of %d tries", limit, tries)
}

// WaitBeyond is how long a receive should wait, in whole seconds, so that an
// answer d after its start is told apart from one at its end. It ends the case
// inconclusive when no receive may wait that long.
func (t *T) WaitBeyond(d time.Duration) time.Duration {
	w := (d + t.env.Tolerance.Late + apart + time.Second - 1).Truncate(time.Second)
	if w > longestWait {
		t.Inconclusivef("with tolerances of %s late and %s wake, a receive would have to wait %s to show the difference; the longest is %s",
			t.env.Tolerance.Late, t.env.Tolerance.Wake, w, longestWait)
	}
	return w
}
