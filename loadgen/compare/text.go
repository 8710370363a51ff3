package compare

import (
	"fmt"
	"io"
	"strings"

	"github.com/leasecheck/leasecheck/loadgen/console"
)

// Write writes a comparison for people.
func (c *Comparison) Write(w io.Writer) error {
	var b strings.Builder
	if len(c.Differing) > 0 {
		fmt.Fprintf(&b, "The settings differ in %s.\n", strings.Join(c.Differing, ", "))
	}
	for _, l := range c.Limited {
		fmt.Fprintf(&b, "The generator was the limit %s\n", l)
	}
	var t console.Table
	t.Row("phase", "", "before", "noise", "after", "noise", "change", "")
	for _, f := range c.Figures {
		change := "-"
		if f.Change != nil {
			change = fmt.Sprintf("%+.1f %%", *f.Change*100)
		}
		t.Row(f.Phase, f.Name, f.text(f.Before.Median), f.noise(f.Before), f.text(f.After.Median), f.noise(f.After), change, string(f.Verdict))
	}
	t.Write(&b)
	for _, broken := range c.Broken {
		fmt.Fprintf(&b, "broken only after: %s\n", broken)
	}
	b.WriteString("\n" + c.verdict() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *Comparison) verdict() string {
	count := map[Verdict]int{}
	for _, f := range c.Figures {
		count[f.Verdict]++
	}
	return fmt.Sprintf("%d figures became better, %d worse, %d lie within the noise, of %d nothing can be told; %d conditions broke",
		count[Better], count[Worse], count[Same], count[Unknown], len(c.Broken))
}

func (f Figure) noise(b Band) string { return f.text(b.Low) + " to " + f.text(b.High) }

func (f Figure) text(v float64) string {
	if f.Unit == "s" {
		return console.Time(v)
	}
	return fmt.Sprintf("%.0f%s", v, f.Unit)
}
