package evidence

import (
	"fmt"

	"github.com/leasecheck/leasecheck/reports"
)

// standardTier is the tier of a run that names none.
const standardTier = "standard"

// Rerun is the command that judges one requirement again with the same draws;
// it is empty where the result does not say how it was made.
func Rerun(r *reports.Result, id string) string {
	if r.Command == "" {
		return ""
	}
	command := r.Command
	if r.Tier != standardTier && r.Tier != "" {
		command += " --tier " + r.Tier
	}
	return fmt.Sprintf("%s --focus %s --seed %d", command, id, r.Seed)
}
