package main

import (
	"io"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// prospect is a target as far as it is known before anything is sent.
type prospect struct {
	dialect specs.Dialect
	// granted are the needs of cases that it may meet.
	granted      map[judge.Need]bool
	provisioning target.Provisioning
}

// planned is a plan without what is skipped for certain.
type planned struct {
	*run.Plan
	skips []run.Skip
}

// plan prints what a run would do. Nothing is sent: of what a target offers it
// knows what its file says.
func (o *testOptions) plan(out io.Writer, s run.Selection) error {
	prospects, err := o.prospects()
	if err != nil {
		return err
	}
	var plans []planned
	for _, one := range prospects {
		p, err := run.NewPlan(one.dialect, cases.All(), s)
		if err != nil {
			return asUsage(err)
		}
		if !p.Empty() {
			plans = append(plans, one.plan(p))
		}
	}
	if len(plans) == 0 {
		return usageErrorf("nothing is selected: no requirement matches %s", o.wish())
	}
	return o.printPlans(out, plans)
}

// prospects are those of the target that the flags name, or of the reference
// servers, which offer all that their dialects have a use for.
func (o *testOptions) prospects() ([]prospect, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	named, err := o.named()
	if err != nil {
		return nil, err
	}
	if named != nil {
		f := named.all[0].file
		return []prospect{{f.Dialect, probe.Possible(f), f.Provisioning}}, nil
	}
	dialects, err := o.dialects()
	if err != nil {
		return nil, err
	}
	all := map[judge.Need]bool{}
	for _, need := range judge.Needs() {
		all[need] = true
	}
	var prospects []prospect
	for _, d := range dialects {
		prospects = append(prospects, prospect{d, all, target.Provisioning{Mode: target.API}})
	}
	return prospects, nil
}

// plan takes out of p what this target is not asked: cases that need what it
// lacks, and those whose twin runs in their place.
func (one prospect) plan(p *run.Plan) planned {
	skips := p.Without(one.granted, one.provisioning)
	for i := range p.Items {
		if item := &p.Items[i]; item.Excluded == "" && item.Case.Superfluous(one.granted) {
			item.Excluded = "its twin runs in its place"
		}
	}
	return planned{p, skips}
}
