package reports

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/internal/textfile"
	"github.com/leasecheck/leasecheck/specs"
)

// day is the form of a waiver's last day.
const day = "2006-01-02"

// waiverFile is a waivers file, with the lines of its entries for errors.
type waiverFile struct {
	Waivers []waiverEntry `yaml:"waivers"`
}

// waiverEntry is one waiver as it stands in the file.
type waiverEntry struct {
	ID      string `yaml:"id"`
	Reason  string `yaml:"reason"`
	Link    string `yaml:"link,omitempty"`
	Expires string `yaml:"expires"`
	line    int
}

// waiverKeys are the fields of a waiver.
var waiverKeys = []string{"id", "reason", "link", "expires"}

// UnmarshalYAML reads the file strictly.
func (w *waiverFile) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a waivers file is a mapping with the one field waivers", n.Line)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Value != "waivers":
			return fmt.Errorf("line %d: field %s is unknown; known here: waivers", key.Line, key.Value)
		case value.Kind != yaml.SequenceNode:
			return fmt.Errorf("line %d: field waivers is no list: begin each waiver with a dash", value.Line)
		}
		if err := value.Decode(&w.Waivers); err != nil {
			return err
		}
	}
	return nil
}

// UnmarshalYAML reads an entry strictly and keeps its line.
func (e *waiverEntry) UnmarshalYAML(n *yaml.Node) error {
	e.line = n.Line
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a waiver is a mapping of %s", n.Line, strings.Join(waiverKeys, ", "))
	}
	for i := 0; i < len(n.Content); i += 2 {
		if key := n.Content[i]; !slices.Contains(waiverKeys, key.Value) {
			return fmt.Errorf("line %d: field %s is unknown; known here: %s", key.Line, key.Value, strings.Join(waiverKeys, ", "))
		}
	}
	type plain waiverEntry
	return n.Decode((*plain)(e))
}

// ReadWaivers reads a waivers file. Each waiver must name a known requirement,
// once, with a reason and a last day; errors name the file, line and remedy.
func ReadWaivers(path string) ([]Waiver, error) {
	text, err := textfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("waivers file %s cannot be read: %w", path, reason(err))
	}
	var file waiverFile
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(file.Waivers) == 0 {
		return nil, fmt.Errorf("%s: no waiver in it: list them under waivers, or leave --waivers out", path)
	}
	known, err := specs.IDs()
	if err != nil {
		return nil, err
	}
	var waivers []Waiver
	for _, e := range file.Waivers {
		if err := e.check(known, waivers); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, e.line, err)
		}
		waivers = append(waivers, Waiver{ID: e.ID, Reason: e.Reason, Link: e.Link, Expires: e.Expires})
	}
	return waivers, nil
}

func (e waiverEntry) check(known []string, before []Waiver) error {
	switch {
	case e.ID == "":
		return errors.New("field id is missing: give the requirement's")
	case !slices.Contains(known, e.ID):
		return fmt.Errorf("no requirement is called %q; leasecheck spec list names them all", e.ID)
	case slices.ContainsFunc(before, func(w Waiver) bool { return w.ID == e.ID }):
		return fmt.Errorf("%s is waived twice: remove one", e.ID)
	case strings.TrimSpace(e.Reason) == "":
		return fmt.Errorf("the waiver of %s has no reason: say why the failure is accepted", e.ID)
	}
	if _, err := time.Parse(day, e.Expires); err != nil {
		return fmt.Errorf("the waiver of %s has no last day: give expires as YYYY-MM-DD", e.ID)
	}
	return nil
}

// WaiversFor gives a waiver for each requirement that failed, good until the
// given day. Its reason is a draft: what was seen.
func WaiversFor(r *Result, until time.Time) []Waiver {
	var waivers []Waiver
	for _, q := range r.Requirements {
		if q.Status == Failed && q.Level != string(specs.INFO) {
			waivers = append(waivers, Waiver{ID: q.ID, Reason: q.Reason, Expires: until.Format(day)})
		}
	}
	return waivers
}

// EncodeWaivers writes waivers in the form that ReadWaivers reads.
func EncodeWaivers(w io.Writer, waivers []Waiver) error {
	var file waiverFile
	for _, v := range waivers {
		file.Waivers = append(file.Waivers, waiverEntry{ID: v.ID, Reason: v.Reason, Link: v.Link, Expires: v.Expires})
	}
	encoder := yaml.NewEncoder(w)
	encoder.SetIndent(2)
	if err := encoder.Encode(file); err != nil {
		return err
	}
	return encoder.Close()
}
