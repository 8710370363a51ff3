package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reports"
)

// serving runs the command until the test calls end, which gives its error and
// what it printed.
func serving(t *testing.T, args ...string) (targets string, end func() (string, error)) {
	t.Helper()
	targets = filepath.Join(t.TempDir(), "{dialect}.yaml")
	ctx, cancel := context.WithCancel(t.Context())
	stdout, done := &bytes.Buffer{}, make(chan error, 1)
	cmd := newServeCommand()
	cmd.SetOut(stdout)
	cmd.SetArgs(append(args, "--listen", "127.0.0.1:0", "--control-listen", "127.0.0.1:0", "--target-out", targets))
	go func() { done <- cmd.ExecuteContext(ctx) }()
	last := strings.ReplaceAll(targets, "{dialect}", "ezgh")
	for stop := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(last); err == nil {
			break
		}
		select {
		case err := <-done:
			t.Fatalf("it ended without a target file: %v", err)
		default:
		}
		if time.Now().After(stop) {
			cancel()
			t.Fatalf("no target file: %v", <-done)
		}
	}
	return targets, func() (string, error) {
		cancel()
		err := <-done
		return stdout.String(), err
	}
}

func TestServePrintsHowToUseIt(t *testing.T) {
	_, end := serving(t)
	text, err := end()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"basaltic\n", "ezgh\n", "http://127.0.0.1:", "curl -sS -X POST", "AK", "ezgh.yaml", "Ctrl-C"} {
		if !strings.Contains(text, part) {
			t.Errorf("it does not print %q:\n%s", part, text)
		}
	}
}

func TestServePrintsJSON(t *testing.T) {
	_, end := serving(t, "--json")
	text, err := end()
	var printed struct{ Targets []map[string]any }
	if err != nil || json.Unmarshal([]byte(text), &printed) != nil || len(printed.Targets) != 2 {
		t.Fatalf("%v: %s", err, text)
	}
	for _, field := range []string{"dialect", "url", "control", "auth", "curl", "target_file"} {
		if printed.Targets[0][field] == nil {
			t.Errorf("no %s: %s", field, text)
		}
	}
}

func TestServeIsQuietWhenAsked(t *testing.T) {
	_, end := serving(t, "--quiet")
	if text, err := end(); err != nil || text != "" {
		t.Errorf("%v: %s", err, text)
	}
}

func TestServeEndsWithItsStandardInput(t *testing.T) {
	stdin, starter := io.Pipe()
	cmd := newServeCommand()
	cmd.SetIn(stdin)
	cmd.SetOut(io.Discard)
	cmd.SetArgs([]string{"--listen", "127.0.0.1:0", "--control-listen", "127.0.0.1:0", "--until-stdin-closes"})
	starter.Close()
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestServeRefusesWrongUsage(t *testing.T) {
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	free := []string{"--listen", "127.0.0.1:0", "--control-listen", "127.0.0.1:0"}
	for name, step := range map[string]struct {
		args  []string
		names string
	}{
		"dialect":   {append(free, "--dialect", "sqs"), "basaltic"},
		"fault":     {append(free, "--fault", "no-such"), "lapsed-handle-deletes"},
		"variant":   {append(free, "--variant", "legal:no-such:1"), "timestamps"},
		"one file":  {append(free, "--target-out", "target.yaml"), "{dialect}"},
		"folder":    {append(free, "--target-out", filepath.Join(t.TempDir(), "no", "{dialect}")), "--target-out"},
		"port":      {[]string{"--listen", socket.Addr().String()}, "--listen"},
		"address":   {[]string{"--listen", "nowhere"}, "nowhere"},
		"arguments": {append(free, "more"), "more"},
	} {
		cmd := newServeCommand()
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetOut(io.Discard)
		cmd.SetArgs(step.args)
		err := cmd.ExecuteContext(t.Context())
		var exit *exitError
		if !errors.As(err, &exit) || exit.status != reports.ExitUsage || !strings.Contains(err.Error(), step.names) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
