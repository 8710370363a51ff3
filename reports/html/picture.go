package html

import (
	"fmt"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// The size of a picture's parts, in its own units.
const (
	pictureWidth = 1000
	pictureEdge  = 10
	laneHeight   = 16
	axisHeight   = 40
)

// picture draws a case as leases over time, with a mark for each exchange.
type picture struct {
	Width, Height, Axis int
	Bars                []bar
	Marks               []mark
	// Last is the time at the right edge.
	Last string
	// Told says the same in a sentence, for who can't see it.
	Told string
}

// bar is the time in which a lease was certainly held.
type bar struct {
	X, Y, Width, Height float64
	Title               string
}

// mark is an exchange; a wide one waited for its answer.
type mark struct {
	X, Width float64
	Seq      int
	Deciding bool
	Title    string
}

// pictureOf draws a case, or gives nil where there is no lease to see.
func pictureOf(c reports.Case) *picture {
	leases := evidence.Leases(c.Timeline)
	last := 0.0
	for _, x := range c.Exchanges {
		last = max(last, x.AnsweredS)
	}
	for _, l := range leases {
		last = max(last, l.UntilS)
	}
	held := len(leases)
	if held == 0 || last <= 0 {
		return nil
	}
	scale := func(s float64) float64 { return pictureEdge + max(s, 0)/last*(pictureWidth-2*pictureEdge) }
	p := &picture{
		Width: pictureWidth, Axis: held*laneHeight + pictureEdge, Height: held*laneHeight + axisHeight,
		Last: fmt.Sprintf("%.3f s", last),
		Told: fmt.Sprintf("%d leases and %d exchanges within %.3f s; the list below tells them in order", held, len(c.Exchanges), last),
	}
	for i, l := range leases {
		p.Bars = append(p.Bars, bar{
			X: scale(l.FromS), Y: float64(i*laneHeight + pictureEdge/2),
			Width: scale(l.UntilS) - scale(l.FromS), Height: laneHeight - 4,
			Title: fmt.Sprintf("certainly held from %.3f s to %.3f s", l.FromS, l.UntilS),
		})
	}
	for _, x := range c.Exchanges {
		p.Marks = append(p.Marks, mark{
			X: scale(x.SentS), Width: max(scale(x.AnsweredS)-scale(x.SentS), 2), Seq: x.Seq, Deciding: x.Deciding,
			Title: fmt.Sprintf("exchange %d, %.3f s to %.3f s", x.Seq, x.SentS, x.AnsweredS),
		})
	}
	return p
}
