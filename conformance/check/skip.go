package check

import (
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// skipped names, by what is lacking, the requirements whose cases a run would skip.
func skipped(items []run.Item, granted map[judge.Need]bool, p target.Provisioning) []Skip {
	var skips []Skip
	for _, item := range items {
		for _, need := range item.Case.Needs {
			if !granted[need] {
				skips = skip(skips, string(need), item.ID)
			}
		}
		if lacking := p.Lacks(item.Case.Wants()...); lacking != "" {
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
