package run

import (
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// Skip is a need that the target does not meet, and the requirements that are
// skipped for it: each has cases, and none of them runs.
type Skip struct {
	Need         string   `json:"need"`
	Requirements []string `json:"requirements"`
}

// Skips names, by what is lacking, the requirements that are skipped where a
// target grants these needs and provides its queues so.
func (p *Plan) Skips(granted map[judge.Need]bool, provisioning target.Provisioning) []Skip {
	var skips []Skip
	judged := p.judged(granted, provisioning)
	for _, item := range p.Running() {
		if judged[item.ID] {
			continue
		}
		for _, need := range lacks(item.Case, granted, provisioning) {
			skips = skip(skips, need, item.ID)
		}
	}
	return skips
}

// judged are the requirements of which a case runs.
func (p *Plan) judged(granted map[judge.Need]bool, provisioning target.Provisioning) map[string]bool {
	judged := map[string]bool{}
	for _, item := range p.Running() {
		if !item.Case.Superfluous(granted) && len(lacks(item.Case, granted, provisioning)) == 0 {
			judged[item.ID] = true
		}
	}
	return judged
}

// Without takes out of the plan the cases that are skipped where a target grants
// no more needs than these and provides its queues so, and says why.
func (p *Plan) Without(granted map[judge.Need]bool, provisioning target.Provisioning) []Skip {
	skips := p.Skips(granted, provisioning)
	for i := range p.Items {
		item := &p.Items[i]
		if lacking := lacks(item.Case, granted, provisioning); len(lacking) > 0 && item.Excluded == "" {
			item.Excluded = reports.Needs(lacking...)
		}
	}
	return skips
}

// lacks lists what a case needs and would not have.
func lacks(c *judge.Case, granted map[judge.Need]bool, provisioning target.Provisioning) []string {
	var lacking []string
	for _, need := range c.Needs {
		if !granted[need] {
			lacking = append(lacking, string(need))
		}
	}
	if queues := provisioning.Lacks(c.Wants()...); queues != "" {
		lacking = append(lacking, queues)
	}
	return lacking
}

func skip(skips []Skip, need, id string) []Skip {
	at := slices.IndexFunc(skips, func(s Skip) bool { return s.Need == need })
	if at < 0 {
		return append(skips, Skip{Need: need, Requirements: []string{id}})
	}
	if !slices.Contains(skips[at].Requirements, id) {
		skips[at].Requirements = append(skips[at].Requirements, id)
	}
	return skips
}
