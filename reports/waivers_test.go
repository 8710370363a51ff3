package reports_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reports"
)

func waiversFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "waivers.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadWaiversNamesWhatIsWrong(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"empty":         {"", "no waiver in it"},
		"unknown field": {"waivers:\n  - id: BQ-LEASE-04\n    because: x\n", "line 3: field because is unknown"},
		"unknown top":   {"waiver: []\n", "line 1: field waiver is unknown"},
		"unknown id":    {"waivers:\n  - {id: BQ-NONE-01, reason: x, expires: 2030-01-01}\n", `waivers.yaml:2: no requirement is called "BQ-NONE-01"`},
		"no reason":     {"waivers:\n  - {id: BQ-LEASE-04, expires: 2030-01-01}\n", "has no reason"},
		"no day":        {"waivers:\n  - {id: BQ-LEASE-04, reason: x}\n", "has no last day"},
		"a wrong day":   {"waivers:\n  - {id: BQ-LEASE-04, reason: x, expires: soon}\n", "has no last day"},
		"twice": {"waivers:\n  - {id: BQ-LEASE-04, reason: x, expires: 2030-01-01}\n" +
			"  - {id: BQ-LEASE-04, reason: y, expires: 2030-01-01}\n", "waivers.yaml:3: BQ-LEASE-04 is waived twice"},
		"no list":    {"waivers: 5\n", "line 1: field waivers is no list"},
		"a list":     {"- a\n", "line 1: a waivers file is a mapping"},
		"no YAML":    {"\t- x", "waivers.yaml: found character that cannot start any token"},
		"no mapping": {"waivers: [x]\n", "line 1: a waiver is a mapping"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reports.ReadWaivers(waiversFile(t, tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q in it", err, tc.want)
			}
		})
	}
}

func TestWaiversForWhatFailedReadBack(t *testing.T) {
	r := &reports.Result{Requirements: []reports.Requirement{
		{ID: "BQ-LEASE-04", Level: "MUST", Status: reports.Failed, Reason: "expected stale: observed 204"},
		{ID: "BQ-LEASE-05", Level: "MUST", Status: reports.Passed},
		{ID: "BQ-LEASE-14", Level: "INFO", Status: reports.Failed},
	}}
	written := reports.WaiversFor(r, time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC))
	var text bytes.Buffer
	if err := reports.EncodeWaivers(&text, written); err != nil {
		t.Fatal(err)
	}
	read, err := reports.ReadWaivers(waiversFile(t, text.String()))
	if err != nil {
		t.Fatal(err)
	}
	want := []reports.Waiver{{ID: "BQ-LEASE-04", Reason: "expected stale: observed 204", Expires: "2027-01-31"}}
	if !reflect.DeepEqual(read, want) {
		t.Errorf("got %+v, want %+v", read, want)
	}
}
