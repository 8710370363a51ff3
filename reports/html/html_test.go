package html_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/leasecheck/leasecheck/reports/html"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

func TestTmp(t *testing.T) {
	var out bytes.Buffer
	if err := html.Write(&out, sample.Result()); err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/rh/sample.html", out.Bytes(), 0o644)
}
