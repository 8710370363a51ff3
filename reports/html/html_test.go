package html_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports/html"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
	"github.com/leasecheck/leasecheck/reports/matrix"
)

func page(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if err := html.Write(&out, sample.Result()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func sideBySide(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if err := html.WriteMatrix(&out, matrix.New(sample.Result(), sample.Fixed())); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	style := regexp.MustCompile(`(?s)<style>.*</style>`)
	golden.Check(t, "result.html", style.ReplaceAllString(page(t), "<style></style>"))
	golden.Check(t, "matrix.html", style.ReplaceAllString(sideBySide(t), "<style></style>"))
}

func TestElementsAreClosed(t *testing.T) {
	for name, text := range map[string]string{"page": page(t), "matrix": sideBySide(t)} {
		d := xml.NewDecoder(strings.NewReader(text))
		d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "input"}, xml.HTMLEntity
		depth := 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch token.(type) {
			case xml.StartElement:
				depth++
			case xml.EndElement:
				depth--
			}
		}
		if depth != 0 {
			t.Errorf("%s leaves %d elements open", name, depth)
		}
	}
}

func TestItNeedsNothingElse(t *testing.T) {
	loads := regexp.MustCompile(`(?i)<script|<link|<img|<iframe|\ssrc=|@import|url\(|\son[a-z]+=`)
	for name, text := range map[string]string{"page": page(t), "matrix": sideBySide(t)} {
		if found := loads.FindString(text); found != "" {
			t.Errorf("%s holds %q", name, found)
		}
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	text := page(t)
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(text, `id="`+m[1]+`"`) {
			t.Errorf("#%s leads nowhere", m[1])
		}
	}
}

func TestTargetsBytesStayText(t *testing.T) {
	text := page(t)
	if strings.Contains(text, "<script>alert(1)") || !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Error("an answer's markup must show as text")
	}
	if strings.ContainsAny(text, "\x00\x1b\u202e") {
		t.Error("an answer's control characters must show escaped")
	}
}
