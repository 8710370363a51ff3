package render_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports/internal/sample"
	"github.com/leasecheck/leasecheck/reports/render"
)

func TestEveryFormatWritesOneAndSeveral(t *testing.T) {
	for _, format := range render.Formats() {
		var one, several bytes.Buffer
		if err := render.Write(&one, format, sample.Result()); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if err := render.Write(&several, format, sample.Result(), sample.Fixed()); err != nil {
			t.Errorf("%s of two: %v", format, err)
		}
		for _, part := range []string{"acme-queues 2.1", "BQ-LEASE-04"} {
			if !strings.Contains(one.String(), part) || !strings.Contains(several.String(), part) {
				t.Errorf("%s does not tell %q", format, part)
			}
		}
		if strings.Contains(one.String(), "acme-queues 2.2") || !strings.Contains(several.String(), "acme-queues 2.2") {
			t.Errorf("%s does not tell one result from two", format)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for _, tc := range []struct {
		name, path string
		want       render.Format
	}{
		{"", "", render.Text}, {"", "a.HTML", render.HTML}, {"", "a.md", render.Markdown}, {"", "junit.xml", render.JUnit},
		{"", "a.csv", render.CSV}, {"", "a.log", render.Text}, {"csv", "a.html", render.CSV},
	} {
		if got, err := render.FormatOf(tc.name, tc.path); got != tc.want || err != nil {
			t.Errorf("%q for %q: %s %v, due %s", tc.name, tc.path, got, err, tc.want)
		}
	}
	if _, err := render.FormatOf("pdf", ""); err == nil || !strings.Contains(err.Error(), "text, html, markdown, junit, csv") {
		t.Errorf("%v", err)
	}
}
