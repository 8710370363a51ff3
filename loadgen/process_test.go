package loadgen_test

import (
	"bufio"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/internal/loadtest"
	"github.com/leasecheck/leasecheck/loadgen/internal/toy"
	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/specs"
)

// serveVariable has the test binary serve instead of running tests: a toy, or
// the reference to the target file that it names.
const (
	serveVariable = "LEASECHECK_TEST_SERVES"
	servesToy     = "toy"
)

func TestMain(m *testing.M) {
	if what := os.Getenv(serveVariable); what != "" {
		serve(what)
		bufio.NewReader(os.Stdin).ReadByte() // until the parent ends
		os.Exit(0)
	}
	os.Exit(loadtest.Overlap(m))
}

// serve serves, and prints the address once it does.
func serve(what string) {
	if what == servesToy {
		fmt.Println(httptest.NewServer(toy.New()).URL)
		return
	}
	s, err := reference.New(reference.Config{Dialects: []specs.Dialect{specs.Basaltic}})
	if err != nil {
		panic(err)
	}
	if err := s.Start(); err != nil {
		panic(err)
	}
	if err := s.Targets()[0].WriteFile(what); err != nil {
		panic(err)
	}
	fmt.Println("serving")
}

// toyProcess serves a toy from a process of its own, so that what this process
// uses is the generator's.
func toyProcess(b *testing.B) string { return process(b, servesToy) }

// referenceProcess serves the reference from a process of its own.
func referenceProcess(b *testing.B) *target.File {
	path := filepath.Join(b.TempDir(), "target.yaml")
	process(b, path)
	f, err := target.Load(path)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// process starts a server and gives what it prints.
func process(b *testing.B, serves string) string {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveVariable+"="+serves)
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil {
		b.Fatal(err1, err2)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		stdin.Close()
		cmd.Wait()
	})
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(address)
}
