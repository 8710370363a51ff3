package markdown_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
	"github.com/leasecheck/leasecheck/reports/markdown"
)

func write(t *testing.T, r *reports.Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := markdown.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	golden.Check(t, "result.md", write(t, sample.Result()))
	golden.Check(t, "conformant.md", write(t, sample.Conformant()))
}

func TestNothingEscapesItsPlace(t *testing.T) {
	r := sample.Result()
	r.Requirements = r.Requirements[:2]
	q := &r.Requirements[1]
	q.Title = "a | b <script> `x` [l](javascript:1)"
	q.Cases[0].Message = "````\n</details>\n# heading"
	q.Cases[0].Name = "a`b"
	text := write(t, r)
	for _, bad := range []string{"<script>", "[l](javascript"} {
		if strings.Contains(text, bad) {
			t.Errorf("it holds %q", bad)
		}
	}
	if !strings.Contains(text, "`````text\n````\n</details>\n# heading\n`````") {
		t.Error("a text that holds a fence must stand in a longer one")
	}
	if !strings.Contains(text, "`` a`b ``") {
		t.Error("a name that holds a mark must stand between longer ones")
	}
	if !strings.Contains(text, `a \| b &lt;script> \`+"`x\\` \\[l\\](javascript:1)") {
		t.Error("a title must be told as it is")
	}
}
