package wire

import (
	"testing"
	"time"
)

func TestPeaksKeepsTheLargestOfTheLastMinute(t *testing.T) {
	var p peaks
	start := epoch.Add(time.Hour)
	for i, d := range []time.Duration{time.Second, 3 * time.Second, 2 * time.Second} {
		p.add(start, d)
		p.add(start.Add(time.Duration(i+1)*time.Second), d/10)
	}
	for _, c := range []struct {
		since time.Time
		want  time.Duration
	}{
		{start.Add(-time.Hour), 3 * time.Second},
		{start, 3 * time.Second},
		{start.Add(time.Second), 300 * time.Millisecond},
		{start.Add(3 * time.Second), 200 * time.Millisecond},
		{start.Add(4 * time.Second), 0},
	} {
		if got := p.since(c.since); got != c.want {
			t.Errorf("since %s it is %s; want %s", c.since.Sub(start), got, c.want)
		}
	}
	p.add(start.Add(time.Minute), time.Millisecond)
	if got := p.since(start); got != 300*time.Millisecond {
		t.Errorf("after a minute it is %s; want what came after the first period", got)
	}
}
