package csv_test

import (
	"bytes"
	stdcsv "encoding/csv"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports/csv"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

func TestGolden(t *testing.T) {
	var out bytes.Buffer
	if err := csv.Write(&out, sample.Result(), sample.Fixed()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "results.csv", out.String())
	rows, err := stdcsv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 1+2*len(sample.Result().Requirements) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestNoCellIsAFormula(t *testing.T) {
	r := sample.Conformant()
	r.Target.Name = "=HYPERLINK(\"http://evil\")"
	r.Requirements[0].Title = "+1\x1b"
	var out bytes.Buffer
	if err := csv.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	rows, err := stdcsv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@") {
				t.Errorf("cell %q", cell)
			}
		}
	}
}
