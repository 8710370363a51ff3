package diff

import (
	"bytes"
	"fmt"
	"io"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// WriteText writes a diff as text, what broke first and its reason with it.
func WriteText(w io.Writer, d Diff) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "from %s\n  to %s\n", sideText(d.Before), sideText(d.After))
	if d.Before.Edition.CatalogueHash != d.After.Edition.CatalogueHash {
		fmt.Fprintf(&out, "note: the editions differ, %s and %s\n", d.Before.Edition.SourceDate, d.After.Edition.SourceDate)
	}
	for _, kind := range Kinds() {
		changes := d.Of(kind)
		if len(changes) == 0 {
			continue
		}
		fmt.Fprintf(&out, "\n%s: %d\n", kind, len(changes))
		for _, c := range changes {
			c.write(&out)
		}
	}
	fmt.Fprintf(&out, "\n%d broke, %d fixed, %d no longer judged, %d newly judged, %d unchanged\n",
		len(d.Of(Broke)), len(d.Of(Fixed)), len(d.Of(Lost)), len(d.Of(Gained)), d.Unchanged)
	_, err := w.Write(out.Bytes())
	return err
}

func sideText(r *reports.Result) string {
	return evidence.Printable(fmt.Sprintf("%s, %s: %s", r.Target.Name, r.StartedAt.UTC().Format("2006-01-02 15:04 MST"), reports.Headline(r)))
}

func (c Change) write(out *bytes.Buffer) {
	known := c.After
	if known == nil {
		known = c.Before
	}
	fmt.Fprintf(out, "  %s %s  %s\n", c.ID, known.Level, evidence.Printable(known.Title))
	fmt.Fprintf(out, "      %s → %s\n", outcome(c.Before), outcome(c.After))
}

func outcome(q *reports.Requirement) string {
	if q == nil {
		return "not there"
	}
	return evidence.Printable(q.Outcome())
}
