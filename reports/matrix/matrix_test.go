package matrix_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
	"github.com/leasecheck/leasecheck/reports/matrix"
	"github.com/leasecheck/leasecheck/specs"
)

// other is a result of another dialect.
func other() *reports.Result {
	r := sample.Conformant()
	r.Target.Name, r.Target.Dialect = "elsewhere", "ezgh"
	r.Requirements = reports.FromCatalogue([]specs.Requirement{{ID: "EQ-ACK-01", Level: specs.MUST, Title: "an ack deletes", Source: "Pull consumers"}})
	return r
}

func TestGolden(t *testing.T) {
	ms := matrix.New(sample.Result(), sample.Fixed(), other())
	for name, write := range map[string]func(io.Writer, []matrix.Matrix) error{
		"matrix.txt": matrix.WriteText, "matrix.md": matrix.WriteMarkdown,
	} {
		var out bytes.Buffer
		if err := write(&out, ms); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name, out.String())
	}
}

func TestOneMatrixADialect(t *testing.T) {
	ms := matrix.New(sample.Result(), other(), sample.Result())
	if len(ms) != 2 || ms[0].Dialect != "basaltic" || len(ms[0].Columns) != 2 || len(ms[1].Columns) != 1 {
		t.Fatalf("%+v", ms)
	}
	if name := ms[0].Columns[1].Name; name != "acme-queues 2.1 (2)" {
		t.Errorf("two results of one target must be told apart: %q", name)
	}
}

func TestRowsAreTheUnion(t *testing.T) {
	a, b := sample.Result(), sample.Result()
	a.Requirements, b.Requirements = a.Requirements[:2], b.Requirements[1:3]
	m := matrix.New(a, b)[0]
	var got []string
	for _, row := range m.Rows {
		got = append(got, fmt.Sprintf("%s %t %t", row.ID, row.Cells[0] != nil, row.Cells[1] != nil))
	}
	want := []string{"BQ-LEASE-01 true false", "BQ-LEASE-04 true true", "BQ-LEASE-05 false true"}
	if !slices.Equal(got, want) {
		t.Errorf("rows %q, due %q", got, want)
	}
}

func TestWhatIsInteresting(t *testing.T) {
	cell := func(s reports.Status) *reports.Requirement { return &reports.Requirement{Level: "MUST", Status: s} }
	for _, tc := range []struct {
		cells                []*reports.Requirement
		differs, interesting bool
	}{
		{[]*reports.Requirement{cell(reports.Passed), cell(reports.Passed)}, false, false},
		{[]*reports.Requirement{cell(reports.Passed), cell(reports.Skipped), nil}, false, false},
		{[]*reports.Requirement{cell(reports.Passed), cell(reports.Failed)}, true, true},
		{[]*reports.Requirement{cell(reports.Failed), cell(reports.Failed)}, false, true},
		{[]*reports.Requirement{cell(reports.Waived), nil}, false, true},
	} {
		row := matrix.Row{Cells: tc.cells}
		if row.Differs() != tc.differs || row.Interesting() != tc.interesting {
			t.Errorf("%v: %v %v", tc.cells, row.Differs(), row.Interesting())
		}
	}
}
