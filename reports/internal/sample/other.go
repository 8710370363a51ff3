package sample

import "github.com/leasecheck/leasecheck/reports"

// Fixed is the sample's target in a later version: what failed passes, one thing
// broke, and nothing is waived.
func Fixed() *reports.Result {
	r := Result()
	r.Target.Name, r.Seed, r.Policy.Waivers = "acme-queues 2.2", 43, nil
	r.Tool.Version = "1.3.0"
	for i := range r.Requirements {
		q := &r.Requirements[i]
		switch q.ID {
		case "BQ-LEASE-01":
			q.Cases = []reports.Case{{Name: "lapse-returns-the-message", Status: reports.Failed, Message: "came 2.4 s late | tolerance.late is 1 s", DurationSeconds: 5}}
		case "BQ-LEASE-14":
			q.Cases[0].Message = "a second delete answers 204"
		case "BQ-KMS-01", "BQ-BATCH-01", "BQ-FIFO-11":
		default:
			q.Cases = []reports.Case{{Name: "case-of-" + q.ID, Status: reports.Passed, DurationSeconds: 1}}
		}
	}
	reports.Judge(r)
	return r
}

// Conformant is a result in which all that was judged passed.
func Conformant() *reports.Result {
	r := Result()
	r.Target.Name, r.Policy.Waivers = "spotless", nil
	r.Requirements = r.Requirements[:2]
	r.Expected, r.Selected = []string{"BQ-LEASE-01", "BQ-LEASE-04"}, []string{"BQ-LEASE-01", "BQ-LEASE-04"}
	r.Requirements[1].Cases = []reports.Case{{Name: "lapsed-handle-acknowledges", Status: reports.Skipped, Message: reports.Needs("clock")}}
	reports.Judge(r)
	return r
}
