package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/check"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// runCommand runs a command and gives what it printed and its exit status.
func runCommand(cmd *cobra.Command, args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	status = report(&errs, cmd.ExecuteContext(context.Background()))
	return out.String(), errs.String(), status
}

// One control API may serve several dialects, of which one knows no push and
// the other no keys: what a target's dialect has no use for is not said of it.
func TestCheckSaysNothingOfWhatTheDialectHasNot(t *testing.T) {
	targets, end := serving(t)
	defer end()
	for d, words := range map[specs.Dialect][2]string{specs.Basaltic: {"kms", "push"}, specs.EZGH: {"push", "kms"}} {
		out, errs, status := runCommand(newCheckCommand(), "--target", strings.ReplaceAll(targets, "{dialect}", string(d)))
		if status != reports.ExitOK || !strings.Contains(out, words[0]) || strings.Contains(out, words[1]) {
			t.Errorf("%s: exit status %d, %s is due and %s is not: %s%s", d, status, words[0], words[1], out, errs)
		}
	}
}

func TestCheckOfTheReference(t *testing.T) {
	for _, d := range specs.Dialects() {
		out, errs, status := runCommand(newCheckCommand(), "--target", referencetest.Path(t, d), "--json")
		if status != reports.ExitOK {
			t.Fatalf("exit status %d: %s%s", status, out, errs)
		}
		var report check.Report
		if err := json.Unmarshal([]byte(out), &report); err != nil {
			t.Fatal(err)
		}
		if report.Dialect != string(d) || report.Capabilities["clock"] != true || len(report.Findings) < 8 {
			t.Errorf("reported %+v", report)
		}
	}
}

func TestCheckExitStatuses(t *testing.T) {
	path := referencetest.Path(t, specs.Basaltic)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"no target", nil, reports.ExitUsage, "--target is missing"},
		{"no such file", []string{"--target", "nowhere.yaml"}, reports.ExitUsage, "nowhere.yaml cannot be read"},
		{"unknown tier", []string{"--target", path, "--tier", "fast"}, reports.ExitUsage, "--tier \"fast\""},
		{"closed port", []string{"--url", "http://127.0.0.1:1", "--dialect", "basaltic", "--token", "t"}, reports.ExitInconclusive, "connection refused"},
		{"wrong token", []string{"--url", f.URL.String(), "--dialect", "basaltic", "--token", "tok-of-nobody"}, reports.ExitInconclusive, "refuses the credential (401"},
		{"wrong token, quiet", []string{"--url", f.URL.String(), "--dialect", "basaltic", "--token", "tok-of-nobody", "--quiet"}, reports.ExitInconclusive, "refuses the credential (401"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, errs, status := runCommand(newCheckCommand(), test.args...)
			if status != test.status || strings.Count(out+errs, test.says) != 1 {
				t.Errorf("exit status %d, want %d, and once %q:\n%s%s", status, test.status, test.says, out, errs)
			}
			if strings.Contains(out+errs, "tok-of-nobody") {
				t.Error("the token is printed")
			}
		})
	}
}

func TestSweepDeletesOnlyWhatRunsLeft(t *testing.T) {
	path := referencetest.Path(t, specs.Basaltic)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewClient(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	service := dialects.Service(client.Session(wire.SessionOptions{}))
	create := func(name string, kind target.Kind) {
		if _, o := service.CreateQueue(context.Background(), name, target.Settings{Kind: kind}); o.Class != target.OK {
			t.Fatal(target.Told(o))
		}
	}
	left := target.NewRunPrefix() + "-1"
	create(left, target.FIFO)
	create("leasecheck-orders", target.Standard)

	out, errs, status := runCommand(newSweepCommand(), "--target", path)
	if status != reports.ExitOK || strings.TrimSpace(out) != left+".fifo" || !strings.Contains(errs, "queues deleted: 1") {
		t.Errorf("exit status %d: %s%s", status, out, errs)
	}
	out, _, status = runCommand(newSweepCommand(), "--target", path, "--json")
	if status != reports.ExitOK || strings.TrimSpace(out) != `{"deleted":[]}` {
		t.Errorf("exit status %d: %s", status, out)
	}
	if queues, _ := service.ListQueues(context.Background(), "leasecheck-"); len(queues) != 1 {
		t.Errorf("%d queues are left, want the user's one", len(queues))
	}
}

func TestSweepThatCannotReachItsTarget(t *testing.T) {
	_, errs, status := runCommand(newSweepCommand(), "--url", "http://127.0.0.1:1", "--dialect", "basaltic", "--token", "t")
	if status != reports.ExitInconclusive || !strings.Contains(errs, "connection refused") {
		t.Errorf("exit status %d: %s", status, errs)
	}
}
