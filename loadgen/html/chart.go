package html

import (
	"fmt"
	"strings"
)

// The drawing's size, in its own units, and the room around the plot.
const (
	width, height            = 760.0, 260.0
	left, right, top, bottom = 72.0, 16.0, 12.0, 34.0
)

// chart is a drawing of lines.
type chart struct {
	Title string
	// Note says what the lines are of.
	Note           string
	Lines          []line
	XTicks, YTicks []tick
	XLabel         string
}

// line is one curve, in as many pieces as there are gaps in it.
type line struct {
	Name   string
	Pieces []string
	// Dots tell the values where a reader points.
	Dots []dot
	// Dashed tells it from another one without colour.
	Dashed bool
}

type dot struct {
	X, Y  float64
	Title string
}

// tick is a mark on an axis.
type tick struct {
	At   float64
	Text string
}

// Width and Height are the drawing's.
func (chart) Width() float64  { return width }
func (chart) Height() float64 { return height }

// Left, Right, Top and Bottom are the plot's edges.
func (chart) Left() float64   { return left }
func (chart) Right() float64  { return width - right }
func (chart) Top() float64    { return top }
func (chart) Bottom() float64 { return height - bottom }

// point is a value of a curve.
type point struct {
	x, y float64
	// text is the value in words.
	text string
}

// curve is a line's values; those that are not there make gaps.
type curve struct {
	name   string
	points []point
	dashed bool
}

// draw draws curves on two axes. A curve without values is left out.
func draw(title, note string, x, y axis, curves []curve) chart {
	c := chart{Title: title, Note: note, XLabel: x.label}
	x.from, x.to, y.from, y.to = left, width-right, height-bottom, top
	for _, one := range curves {
		if l, any := trace(x, y, one); any {
			c.Lines = append(c.Lines, l)
		}
	}
	c.XTicks, c.YTicks = x.ticks(), y.ticks()
	return c
}

func trace(x, y axis, c curve) (line, bool) {
	l := line{Name: c.name, Dashed: c.dashed}
	var piece []string
	end := func() {
		if len(piece) > 0 {
			l.Pieces = append(l.Pieces, strings.Join(piece, " "))
		}
		piece = nil
	}
	for _, p := range c.points {
		if !x.shows(p.x) || !y.shows(p.y) {
			end()
			continue
		}
		at := dot{X: x.place(p.x), Y: y.place(p.y), Title: c.name + ": " + p.text}
		piece = append(piece, fmt.Sprintf("%.1f,%.1f", at.X, at.Y))
		l.Dots = append(l.Dots, at)
	}
	end()
	return l, len(l.Dots) > 0
}
