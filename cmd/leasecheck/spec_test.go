package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// runSpec runs the spec command, wired to one case and two faults of BQ-LEASE-04.
func runSpec(args ...string) (string, error) {
	only := func(names ...string) namesOf {
		return func(id string) []string {
			if id == "BQ-LEASE-04" {
				return names
			}
			return nil
		}
	}
	cmd := newSpecCommand(only("lapsed-handle"), only("fault-a", "fault-b"))
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

func specOutput(t *testing.T, args ...string) string {
	t.Helper()
	out, err := runSpec(args...)
	if err != nil {
		t.Fatalf("spec %q: %v", args, err)
	}
	return out
}

// requirementCount is how many requirements the dialects have together.
func requirementCount(t *testing.T, dialects ...specs.Dialect) int {
	t.Helper()
	count := 0
	for _, d := range dialects {
		c, err := specs.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		count += len(c.Requirements)
	}
	return count
}

func TestSpecListJSONKeepsTheContract(t *testing.T) {
	var listing struct {
		Editions []struct {
			Dialect       string `json:"dialect"`
			SourceHash    string `json:"source_hash"`
			SourceDate    string `json:"source_date"`
			CatalogueHash string `json:"catalogue_hash"`
		}
		Requirements []map[string]any
	}
	if err := json.Unmarshal([]byte(specOutput(t, "list", "--json")), &listing); err != nil {
		t.Fatal(err)
	}
	if want := requirementCount(t, specs.Dialects()...); len(listing.Requirements) != want {
		t.Errorf("%d requirements, want %d", len(listing.Requirements), want)
	}
	for _, e := range listing.Editions {
		if e.Dialect == "" || len(e.SourceHash) != 64 || e.SourceDate == "" || len(e.CatalogueHash) != 64 {
			t.Errorf("edition %+v is not whole", e)
		}
	}
	for _, r := range listing.Requirements {
		for _, field := range []string{"id", "level", "title", "source"} {
			if s, _ := r[field].(string); s == "" {
				t.Errorf("%v has no %s", r["id"], field)
			}
		}
		for _, field := range []string{"needs", "cases", "faults"} {
			if _, ok := r[field].([]any); !ok {
				t.Errorf("%s of %v is %v, no list", field, r["id"], r[field])
			}
		}
		if r["id"] == "BQ-LEASE-04" && (len(r["cases"].([]any)) != 1 || len(r["faults"].([]any)) != 2) {
			t.Errorf("BQ-LEASE-04 has cases %v and faults %v", r["cases"], r["faults"])
		}
	}
}

func TestSpecListOfOneDialect(t *testing.T) {
	ids := strings.Fields(specOutput(t, "list", "--dialect", "ezgh", "--quiet"))
	if len(ids) != requirementCount(t, specs.EZGH) || !strings.HasPrefix(ids[0], "EQ-") {
		t.Errorf("%d ids, the first %s", len(ids), ids[0])
	}
}

func TestSpecListIsATable(t *testing.T) {
	out := specOutput(t)
	if out != specOutput(t, "list") {
		t.Error("spec alone is not spec list")
	}
	for _, want := range []string{"ID ", "BQ-LEASE-04 ", "EQ-ACK-08 ", "clock or slow", "2026-11-30", "A delete with the handle of a lapsed lease"} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q", want)
		}
	}
}

func TestSpecShow(t *testing.T) {
	out := specOutput(t, "show", "BQ-LEASE-04")
	for _, want := range []string{"BQ-LEASE-04", "MUST", "QUEUE_RECEIPT_HANDLE_EXPIRED", "Receipt handles are per-lease", "doc", "lapsed-handle", "fault-a, fault-b"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
	var entry struct {
		ID    string
		Needs []string
	}
	if err := json.Unmarshal([]byte(specOutput(t, "show", "BQ-KMS-01", "--json")), &entry); err != nil {
		t.Fatal(err)
	}
	if entry.ID != "BQ-KMS-01" || len(entry.Needs) != 2 || entry.Needs[1] != "clock|slow" {
		t.Errorf("shown as %+v", entry)
	}
	if duty := specOutput(t, "show", "EQ-ACK-06", "--quiet"); strings.Count(duty, "\n") != 1 || !strings.HasSuffix(duty, ".\n") {
		t.Errorf("the duty alone is %q", duty)
	}
}

func TestSpecOpenAPI(t *testing.T) {
	for name, title := range map[string]string{"basaltic": "Basaltic Queue API", "ezgh": "EZGH Cloud Queues", "control": "leasecheck test control"} {
		for _, form := range [][]string{{"openapi", name}, {"openapi", name, "--json"}} {
			doc, err := openapi3.NewLoader().LoadFromData([]byte(specOutput(t, form...)))
			if err != nil {
				t.Fatalf("%q: %v", form, err)
			}
			if doc.Info.Title != title || doc.Validate(t.Context()) != nil {
				t.Errorf("%q prints %q, valid: %v", form, doc.Info.Title, doc.Validate(t.Context()))
			}
		}
	}
}

func TestSpecOpenAPIIsQuietWhenAsked(t *testing.T) {
	if text := specOutput(t, "openapi", "ezgh", "--quiet"); text != "" {
		t.Errorf("it prints %.80q", text)
	}
	if _, err := runSpec("openapi", "kafka", "--quiet"); err == nil {
		t.Error("it takes kafka for a dialect")
	}
}

func TestSpecWrongUsage(t *testing.T) {
	cases := []struct {
		args []string
		says []string
	}{
		{[]string{"show", "BQ-LEASE-4"}, []string{"BQ-LEASE-4", "BQ-LEASE-04"}},
		{[]string{"show", "everything"}, []string{"everything", "spec list"}},
		{[]string{"show"}, []string{"requirement's id"}},
		{[]string{"show", "BQ-LEASE-04", "BQ-LEASE-05"}, []string{"requirement's id"}},
		{[]string{"list", "--dialect", "kafka"}, []string{"kafka", "basaltic, ezgh"}},
		{[]string{"openapi", "kafka"}, []string{"kafka", "basaltic, ezgh"}},
		{[]string{"openapi"}, []string{"dialect"}},
		{[]string{"print"}, []string{"print"}},
	}
	for _, c := range cases {
		out, err := runSpec(c.args...)
		var exit *exitError
		if !errors.As(err, &exit) || exit.status != reports.ExitUsage {
			t.Errorf("spec %q ends with %v, not with wrong usage", c.args, err)
			continue
		}
		for _, want := range c.says {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("spec %q: %v does not name %q", c.args, err, want)
			}
		}
		if out != "" {
			t.Errorf("spec %q prints %q beside its error", c.args, out)
		}
	}
}
