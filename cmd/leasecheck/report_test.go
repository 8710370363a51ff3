package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// resultDir is a report directory with a result in which the first requirement
// of the dialect's catalogue has this status.
func resultDir(t *testing.T, d specs.Dialect, status reports.Status) string {
	t.Helper()
	catalogue, err := specs.Load(d)
	if err != nil {
		t.Fatal(err)
	}
	r := &reports.Result{
		Target:    reports.Target{Name: "acme", Dialect: string(d), URL: "http://127.0.0.1:1", Capabilities: map[string]any{}},
		Edition:   reports.Edition{CatalogueHash: catalogue.Hash(), Source: catalogue.Edition.Source, SourceDate: catalogue.Edition.SourceDate},
		StartedAt: time.Now(), Tier: "quick", Requirements: reports.FromCatalogue(catalogue.Requirements),
		Conditions: reports.Conditions{Tolerance: map[string]float64{}},
	}
	first := &r.Requirements[0]
	first.Cases = []reports.Case{{Name: "a-case", Status: status, Message: "expected 1, observed 2"}}
	r.Expected, r.Selected = []string{first.ID}, []string{first.ID}
	reports.Judge(r)
	dir := filepath.Join(t.TempDir(), string(d))
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// reporting runs the command and gives what it printed and its exit status.
func reporting(t *testing.T, args ...string) (string, int, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := newReportCommand()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	var exit *exitError
	switch {
	case err == nil:
		return out.String(), reports.ExitOK, nil
	case errors.As(err, &exit):
		return out.String(), exit.status, err
	default:
		t.Fatalf("an error without a status: %v", err)
		return "", 0, nil
	}
}

func TestReportRenders(t *testing.T) {
	basaltic, ezgh := resultDir(t, specs.Basaltic, reports.Failed), resultDir(t, specs.EZGH, reports.Passed)
	page := filepath.Join(t.TempDir(), "page.html")
	for name, tc := range map[string]struct {
		args []string
		due  string
	}{
		"text":         {[]string{basaltic}, "✗ BQ-RECV-01"},
		"a file":       {[]string{filepath.Join(basaltic, "result.json")}, "✗ BQ-RECV-01"},
		"markdown":     {[]string{basaltic, "--format", "markdown"}, "# acme: not conformant"},
		"csv":          {[]string{basaltic, ezgh, "--format", "csv"}, "EQ-RECV-01"},
		"junit":        {[]string{basaltic, "--format", "junit"}, `<testcase name="BQ-RECV-01"`},
		"side by side": {[]string{basaltic, ezgh}, "A  acme: partial"},
		"quiet":        {[]string{ezgh, "--quiet"}, "acme: partial: "},
	} {
		t.Run(name, func(t *testing.T) {
			out, status, err := reporting(t, tc.args...)
			if status != reports.ExitOK || !strings.Contains(out, tc.due) {
				t.Errorf("status %d, %v:\n%s", status, err, out)
			}
		})
	}
	if out, status, err := reporting(t, basaltic, "--quiet", "--out", page); status != reports.ExitOK || out != "" {
		t.Errorf("into a file: status %d, %v, %q", status, err, out)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.HasPrefix(string(text), "<!DOCTYPE html>") {
		t.Errorf("%v, %.40q", err, text)
	}
}

func TestReportPrintsJSON(t *testing.T) {
	dir := resultDir(t, specs.Basaltic, reports.Failed)
	out, _, _ := reporting(t, dir, "--json")
	var printed struct {
		Results []struct {
			File, Verdict string
			Failed        []string
		}
	}
	if err := json.Unmarshal([]byte(out), &printed); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if r := printed.Results[0]; r.Verdict != "not conformant" || len(r.Failed) != 1 || r.File != filepath.Join(dir, "result.json") {
		t.Errorf("%+v", r)
	}
}

func TestReportVerifies(t *testing.T) {
	dir := resultDir(t, specs.Basaltic, reports.Failed)
	out, status, err := reporting(t, dir, "--verify")
	if status != reports.ExitOK || !strings.Contains(out, "is as its run wrote it; not conformant: 1 of") {
		t.Fatalf("status %d, %v: %s", status, err, out)
	}
	path := filepath.Join(dir, "result.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edited := bytes.ReplaceAll(text, []byte(`"failed"`), []byte(`"passed"`))
	if err := os.WriteFile(path, edited, 0o644); err != nil {
		t.Fatal(err)
	}
	out, status, err = reporting(t, dir, "--verify")
	if status != reports.ExitNotConformant || err == nil || !strings.Contains(err.Error(), "was changed after the run") || out != "" {
		t.Errorf("status %d, %v: %s", status, err, out)
	}
}

func TestReportRefusesWrongUsage(t *testing.T) {
	dir := resultDir(t, specs.Basaltic, reports.Passed)
	for name, tc := range map[string]struct {
		args []string
		due  string
	}{
		"no file":        {nil, "takes result files"},
		"a missing file": {[]string{"missing.json"}, "missing.json"},
		"a bad format":   {[]string{dir, "--format", "pdf"}, `no format is called "pdf"`},
		"a bad place":    {[]string{dir, "--out", filepath.Join(dir, "result.json", "x")}, "--out"},
		"a bad ending":   {[]string{dir, "--out", "x.pdf"}, "no format ends in .pdf: end it in .html, .md"},
		"a JSON ending":  {[]string{dir, "--out", "x.json"}, "no format ends in .json"},
		"its own source": {[]string{dir, "--json", "--out", filepath.Join(dir, reports.FileName)}, "is one of the result files"},
		"one to diff":    {[]string{"diff", dir}, "takes two result files"},
		"two dialects":   {[]string{"diff", dir, resultDir(t, specs.EZGH, reports.Passed)}, "can't be compared"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, status, err := reporting(t, tc.args...); status != reports.ExitUsage || err == nil || !strings.Contains(err.Error(), tc.due) {
				t.Errorf("status %d, %v; due %q", status, err, tc.due)
			}
		})
	}
}

func TestReportDiff(t *testing.T) {
	passed, failed := resultDir(t, specs.Basaltic, reports.Passed), resultDir(t, specs.Basaltic, reports.Failed)
	for name, tc := range map[string]struct {
		args   []string
		status int
		due    string
	}{
		"broke": {[]string{"diff", passed, failed}, reports.ExitNotConformant, "1 broke, 0 fixed"},
		"fixed": {[]string{"diff", failed, passed}, reports.ExitOK, "0 broke, 1 fixed"},
		"same":  {[]string{"diff", failed, failed}, reports.ExitOK, "0 broke, 0 fixed"},
		"quiet": {[]string{"diff", passed, failed, "--quiet"}, reports.ExitNotConformant, ""},
		"JSON":  {[]string{"diff", passed, failed, "--json"}, reports.ExitNotConformant, `"broke": [` + "\n" + `      "BQ-RECV-01"`},
	} {
		t.Run(name, func(t *testing.T) {
			out, status, err := reporting(t, tc.args...)
			if status != tc.status || !strings.Contains(out, tc.due) || tc.due == "" && out != "" {
				t.Errorf("status %d, %v:\n%s", status, err, out)
			}
		})
	}
}
