package reports

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// EditedError is a result file that does not say what its run found.
type EditedError struct {
	Path string
	// Differences are the places that were changed, as far as they show.
	Differences []string
}

func (e *EditedError) Error() string {
	return fmt.Sprintf("%s was changed after the run: %s", e.Path, strings.Join(e.Differences, "; "))
}

// Verify reads a result file and computes its verdict again from its cases. An
// *EditedError says that the file differs from what its run wrote.
func Verify(path string) (*Result, error) {
	r, text, err := read(path)
	if err != nil {
		return nil, err
	}
	again, err := judgedAgain(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	differences := compareJudged(r, again)
	due, err := digest(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Digest != due {
		differences = append(differences, "its digest does not match its content")
	}
	if len(differences) > 0 {
		return nil, &EditedError{Path: path, Differences: differences}
	}
	return r, nil
}

// judgedAgain is a copy of r, judged.
func judgedAgain(r *Result) (*Result, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	again := new(Result)
	if err := json.Unmarshal(text, again); err != nil {
		return nil, err
	}
	Judge(again)
	return again, nil
}

// compareJudged lists where what a file says differs from what follows from its cases.
func compareJudged(said, due *Result) []string {
	var out []string
	for i, q := range said.Requirements {
		if d := due.Requirements[i]; q.Status != d.Status || q.Reason != d.Reason {
			out = append(out, fmt.Sprintf("%s says %s, its cases say %s", q.ID, q.Outcome(), d.Outcome()))
		}
	}
	if said.Summary.Verdict != due.Summary.Verdict {
		out = append(out, fmt.Sprintf("the verdict says %s, the requirements say %s", said.Summary.Verdict, due.Summary.Verdict))
	}
	if !reflect.DeepEqual(said.Summary, due.Summary) && len(out) == 0 {
		out = append(out, "the summary does not match the requirements")
	}
	return out
}
