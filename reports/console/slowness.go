package console

import (
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// slowness says once that the target answers slowly, and what may be done about
// it, where that may be why something failed or could not be judged.
func (p *printer) slowness() {
	c := p.result.Conditions
	if !slow(c) || len(reports.WithStatus(p.result, reports.Failed))+len(reports.WithStatus(p.result, reports.Inconclusive)) == 0 {
		return
	}
	p.line("\n%s the target answers slowly: median %s, p99 %s, where %s late are tolerated. Run it with a lower --parallel,",
		p.paint(bold, "hint:"), evidence.Duration(c.RTTP50), evidence.Duration(c.RTTP99), evidence.Duration(c.Tolerance["late"]))
	p.line("so that fewer requests overlap, or with a larger tolerance.late and tolerance.wake in the target file.")
}

// slow reports whether the target takes as long for its slowest requests as it
// may be late, or for usual ones as a wake-up may take, and not since the suite
// itself had no time.
func slow(c reports.Conditions) bool {
	late, wake := c.Tolerance["late"], c.Tolerance["wake"]
	if late <= 0 || wake <= 0 || c.OwnLagP99 > c.RTTP99/2 {
		return false
	}
	return c.RTTP99 >= late || c.RTTP50 >= wake
}
