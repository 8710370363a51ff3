package result

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// FileName is a load result's in a report directory.
const FileName = "load.json"

// Write writes the result into a report directory.
func (r *Result) Write(dir string) error {
	text, err := r.Encode()
	if err != nil {
		return err
	}
	return reports.WriteFile(filepath.Join(dir, FileName), text)
}

// Encode gives the text of a result file.
func (r *Result) Encode() ([]byte, error) {
	r.Schema = Schema
	r.fillLists()
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write the load result: %w", err)
	}
	return append(text, '\n'), nil
}

// fillLists makes lists of what is nil, since the schema knows no null there.
func (r *Result) fillLists() {
	fill(&r.Phases)
	fill(&r.Operations)
	fill(&r.Series)
	fill(&r.Thresholds)
}

func fill[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// Read reads a result file. The error names the file and what is wrong with it.
func Read(path string) (*Result, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var head struct{ Schema string }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("%s is no load result: %w", path, err)
	}
	if head.Schema != Schema {
		return nil, fmt.Errorf("%s is no load result: its schema is %q, not %q", path, head.Schema, Schema)
	}
	if err := specs.ValidateLoad(text); err != nil {
		return nil, fmt.Errorf("%s does not match the schema %s: %w", path, Schema, err)
	}
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &r, nil
}

// Find gives an operation's figures.
func (r *Result) Find(operation string) (Operation, bool) {
	for _, o := range r.Operations {
		if o.Name == operation {
			return o, true
		}
	}
	return Operation{}, false
}
