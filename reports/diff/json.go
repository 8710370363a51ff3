package diff

import "github.com/leasecheck/leasecheck/reports"

// JSON is a diff as a script reads it: the ids by what became of them.
type JSON struct {
	Before reports.Overview `json:"before"`
	After  reports.Overview `json:"after"`
	// Changes has an entry for each kind, also where there is none.
	Changes   map[Kind][]string `json:"changes"`
	Unchanged int               `json:"unchanged"`
}

// JSON gives the diff as a script reads it.
func (d Diff) JSON() JSON {
	out := JSON{Before: d.Before.Overview(), After: d.After.Overview(), Changes: map[Kind][]string{}, Unchanged: d.Unchanged}
	for _, kind := range Kinds() {
		out.Changes[kind] = []string{}
	}
	for _, c := range d.Changes {
		out.Changes[c.Kind] = append(out.Changes[c.Kind], c.ID)
	}
	return out
}
