package console_test

import (
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/console"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

func TestASlowTargetIsSaidToBeOneWithWhatHelps(t *testing.T) {
	tolerance := map[string]float64{"early": 0.05, "late": 1, "wake": 0.5}
	for name, tc := range map[string]struct {
		result     *reports.Result
		conditions reports.Conditions
		says       string
	}{
		"now and then":       {sample.Result(), reports.Conditions{RTTP50: 0.063, RTTP99: 3.3, Tolerance: tolerance}, "median 63 ms, p99 3.3 s"},
		"always":             {sample.Result(), reports.Conditions{RTTP50: 0.6, RTTP99: 0.9, Tolerance: tolerance}, "median 600 ms"},
		"well enough":        {sample.Result(), reports.Conditions{RTTP50: 0.063, RTTP99: 0.9, Tolerance: tolerance}, ""},
		"the suite was slow": {sample.Result(), reports.Conditions{RTTP50: 0.063, RTTP99: 3.3, OwnLagP99: 2, Tolerance: tolerance}, ""},
		"to no harm":         {sample.Conformant(), reports.Conditions{RTTP50: 0.063, RTTP99: 3.3, Tolerance: tolerance}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tc.result.Conditions = tc.conditions
			text := write(t, tc.result, console.Options{})
			if told := strings.Count(text, "answers slowly"); told > 1 || (told == 1) != (tc.says != "") || !strings.Contains(text, tc.says) {
				t.Errorf("it tells %d times, due %q:\n%s", told, tc.says, text)
			}
			if tc.says != "" && (!strings.Contains(text, "--parallel") || !strings.Contains(text, "tolerance.late")) {
				t.Errorf("it names no remedy:\n%s", text)
			}
		})
	}
}
