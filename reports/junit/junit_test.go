package junit_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	types "github.com/jstemmer/go-junit-report/v2/junit"
	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
	"github.com/leasecheck/leasecheck/reports/junit"
)

func write(t interface{ Fatal(...any) }, results ...*reports.Result) string {
	var out bytes.Buffer
	if err := junit.Write(&out, results...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) { golden.Check(t, "junit.xml", write(t, sample.Result())) }

// parse reads XML strictly to its end.
func parse(t interface{ Fatalf(string, ...any) }, text string) types.Testsuites {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("invalid XML: %v\n%s", err, text)
		}
	}
	var suites types.Testsuites
	if err := xml.Unmarshal([]byte(text), &suites); err != nil {
		t.Fatalf("no JUnit: %v", err)
	}
	return suites
}

func TestOneTestcaseARequirementByItsID(t *testing.T) {
	r := sample.Result()
	suites := parse(t, write(t, r, r))
	if suites.Tests != 2*(len(r.Requirements)+1) || len(suites.Suites) != 2 {
		t.Errorf("it has %d tests in %d suites, due %d in 2", suites.Tests, len(suites.Suites), 2*(len(r.Requirements)+1))
	}
	for _, s := range suites.Suites {
		seen := map[string]bool{}
		for i, tc := range s.Testcases {
			if seen[tc.Name] {
				t.Errorf("%s is there twice", tc.Name)
			}
			seen[tc.Name] = true
			if i < len(r.Requirements) && tc.Name != r.Requirements[i].ID {
				t.Errorf("testcase %d is %q, due %s", i, tc.Name, r.Requirements[i].ID)
			}
		}
	}
}

func TestOnlyWhatFailsTheRunFails(t *testing.T) {
	r := sample.Result()
	s := parse(t, write(t, r)).Suites[0]
	got := map[string]string{}
	for _, tc := range s.Testcases {
		switch {
		case tc.Failure != nil:
			got[tc.Name] = "failure"
		case tc.Error != nil:
			got[tc.Name] = "error"
		case tc.Skipped != nil:
			got[tc.Name] = "skipped"
		default:
			got[tc.Name] = "passed"
		}
	}
	for name, due := range map[string]string{
		"BQ-LEASE-01": "passed",
		"BQ-LEASE-04": "failure",
		"BQ-LEASE-05": "skipped", // blocked by BQ-LEASE-04
		"BQ-POLL-02":  "error",
		"BQ-POLL-06":  "skipped", // a SHOULD
		"BQ-QUEUE-03": "skipped", // waived
		"BQ-FIFO-11":  "skipped",
		"BQ-BATCH-01": "skipped",
		"BQ-LEASE-14": "passed", // recorded
		"verdict":     "failure",
	} {
		if got[name] != due {
			t.Errorf("%s: %s, due %s", name, got[name], due)
		}
	}
}

func TestAnyBytesGiveValidXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(what string) string { return string(rapid.SliceOf(rapid.Byte()).Draw(t, what)) }
		r := sample.Result()
		q := &r.Requirements[1]
		q.Title, q.Reason, q.Cases[0].Message, q.Cases[0].Name = text("title"), text("reason"), text("message"), text("name")
		x := &q.Cases[0].Exchanges[0]
		x.Request.URL, x.Request.Body, x.Response.Body, x.Error = text("url"), text("body"), text("answer"), text("error")
		q.Cases[0].Timeline[0].Handle, r.Target.Name = text("handle"), text("target")
		parse(t, write(t, r))
	})
}
