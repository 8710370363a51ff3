package run

import (
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// Result gathers what the cases came to, and its verdict. It may be called
// once the run has ended; interrupted says that the user ended it.
func (r *Run) Result(interrupted bool) *reports.Result {
	c := r.config
	result := &reports.Result{
		Schema:          reports.Schema,
		Tool:            c.Tool,
		Edition:         edition(r.plan.Catalogue),
		Target:          r.target(),
		StartedAt:       r.started.UTC(),
		DurationSeconds: time.Since(r.started).Seconds(),
		Tier:            string(c.Selection.Tier),
		Seed:            c.Seed,
		Partial:         c.Selection.Partial(),
		Expected:        r.plan.Expected,
		Selected:        r.plan.Selected,
		Policy:          c.Policy,
		Interrupted:     interrupted,
		SuiteFaults:     r.faults(),
		Command:         c.Command,
		Conditions:      r.client.Conditions(),
		Requirements:    reports.FromCatalogue(r.plan.Catalogue.Requirements),
	}
	result.Incomplete = r.incomplete()
	for i := range result.Requirements {
		result.Requirements[i].Cases = r.reported(result.Requirements[i].ID)
	}
	reports.Judge(result)
	return result
}

// incomplete says why the target could not be judged in full as it was asked;
// empty when it could.
func (r *Run) incomplete() string {
	for _, why := range []error{r.unready, r.early} {
		if why != nil {
			return why.Error()
		}
	}
	var broken []string
	for _, f := range r.offer.Broken() {
		broken = append(broken, f.Name+" ("+f.Detail+")")
	}
	if len(broken) == 0 {
		return ""
	}
	return "the target declares what does not work: " + strings.Join(broken, "; ")
}

func edition(c *specs.Catalogue) reports.Edition {
	return reports.Edition{CatalogueHash: c.Hash(), Source: c.Edition.Source, SourceDate: c.Edition.SourceDate}
}

func (r *Run) target() reports.Target {
	t := reports.Target{
		Name:         r.config.File.Name,
		Dialect:      string(r.config.File.Dialect),
		URL:          r.config.File.URL.String(),
		Capabilities: map[string]any{},
	}
	if r.offer != nil {
		t.Capabilities = r.offer.Shown()
	}
	return t
}

// reported is what a result says of the cases of one requirement.
func (r *Run) reported(id string) []reports.Case {
	cases := []reports.Case{}
	for _, item := range r.plan.Items {
		if item.ID == id {
			cases = append(cases, r.reportedCase(item))
		}
	}
	return cases
}

func (r *Run) reportedCase(item Item) reports.Case {
	c := reports.Case{Name: item.Case.Name, Exchanges: []reports.Exchange{}, Timeline: []reports.Span{}}
	if item.Excluded != "" {
		c.Status, c.Message = reports.Skipped, item.Excluded
		return c
	}
	s := r.slots[item.Case]
	o := s.outcome
	c.Status, c.Message, c.Location, c.BlockedBy = o.Status, o.Message, o.Location, o.BlockedBy
	c.DurationSeconds, c.Attempt = o.Duration.Seconds(), s.attempt
	if o.Exchanges != nil {
		c.Exchanges = o.Exchanges
	}
	if o.Timeline != nil {
		c.Timeline = o.Timeline
	}
	return c
}

// faults are those of the suite itself that cases ended with.
func (r *Run) faults() []string {
	var faults []string
	for _, s := range r.slots {
		if s.outcome.Fault != "" {
			faults = append(faults, s.outcome.Fault)
		}
	}
	return faults
}
