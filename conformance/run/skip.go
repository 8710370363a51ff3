package run

import (
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// Skip is a need that the target does not meet, and the requirements that have
// a case which is skipped for it.
type Skip struct {
	Need         string   `json:"need"`
	Requirements []string `json:"requirements"`
}

// Skips names, by what is lacking, the requirements of which cases are skipped
// where a target grants these needs and provides its queues so.
func (p *Plan) Skips(granted map[judge.Need]bool, provisioning target.Provisioning) []Skip {
	var skips []Skip
	for _, item := range p.Running() {
		for _, need := range item.Case.Needs {
			if !granted[need] {
				skips = skip(skips, string(need), item.ID)
			}
		}
		if lacking := provisioning.Lacks(item.Case.Wants()...); lacking != "" {
			skips = skip(skips, lacking, item.ID)
		}
	}
	return skips
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
