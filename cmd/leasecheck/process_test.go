package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// processVariable makes the test binary leasecheck itself: a process has one
// Ginkgo suite, and leasecheck starts its reference servers by its own name.
const processVariable = "LEASECHECK_TEST_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(processVariable) != "" {
		os.Exit(execute())
	}
	os.Exit(testAll(m))
}

func testAll(m *testing.M) int {
	dir, err := os.MkdirTemp("", "leasecheck-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	built = sync.OnceValues(func() (string, error) {
		name := filepath.Join(dir, "leasecheck")
		if out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput(); err != nil {
			return "", fmt.Errorf("go build: %w: %s", err, out)
		}
		return name, nil
	})
	return m.Run()
}

// built builds a leasecheck for all tests, when the first one asks for it.
var built func() (string, error)

// ended is a process of leasecheck that has ended.
type ended struct {
	stdout, stderr string
	status         int
}

// leasecheck runs a command line in a process of its own, as users build it.
func leasecheck(t *testing.T, args ...string) ended {
	t.Helper()
	return runs(t, unraced(t), args...)
}

// raced runs a command line under the race detector, where the tests do: what that
// has to see is seen by the few runs that take all paths, and it multiplies their time.
func raced(t *testing.T, args ...string) ended {
	t.Helper()
	return runs(t, os.Args[0], args...)
}

// unraced is a leasecheck built without the race detector.
func unraced(t *testing.T) string {
	t.Helper()
	name, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// runs runs a command line with the leasecheck of a name.
func runs(t *testing.T, name string, args ...string) ended {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), processVariable+"=1")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // the status tells
	if cmd.ProcessState == nil {
		t.Fatalf("leasecheck %v did not start", args)
	}
	return ended{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}
