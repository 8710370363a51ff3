package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/junit"
	"github.com/leasecheck/leasecheck/specs"
)

func TestBothReferencesConform(t *testing.T) {
	dir := t.TempDir()
	raced(t, "test", "--tier", "quick", "--report-dir", dir).expect(t, reports.ExitOK,
		"server, basaltic", "server, ezgh", "cases that add up to", "conformant: ")
	for _, d := range specs.Dialects() {
		r, err := reports.Verify(filepath.Join(dir, string(d)))
		if err != nil {
			t.Fatal(err)
		}
		if r.Summary.Verdict != reports.Conformant || r.Summary.Must[reports.Inconclusive] > 0 {
			t.Errorf("%s: %s (%s)", d, r.Summary.Verdict, r.Summary.Reason)
		}
		if _, err := os.Stat(filepath.Join(dir, string(d), junit.FileName)); err != nil {
			t.Error(err)
		}
	}
}

func TestATargetThatIsServedByAnotherProcess(t *testing.T) {
	file := referencetest.Path(t, specs.EZGH)
	leasecheck(t, "test", "--target", file, "--tier", "quick", "--focus", "EQ-LEASE-*", "--quiet", "--report-dir", t.TempDir()).
		expect(t, reports.ExitOK, "partial: ")
}

func TestABrokenServerIsNamedWithItsEvidence(t *testing.T) {
	dir := t.TempDir()
	leasecheck(t, "test", "--dialect", "basaltic", "--fault", "lapsed-handle-deletes", "--focus", "BQ-LEASE-04",
		"--tier", "quick", "--report-dir", dir).expect(t, reports.ExitNotConformant,
		"BQ-LEASE-04", "expected stale, observed status 204", "lease begins", "curl -sS", "again: leasecheck test",
		"not conformant: ")
}

func TestEndsThatAreNoVerdict(t *testing.T) {
	file := referencetest.Path(t, specs.Basaltic)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(pattern, by string) string {
		path := filepath.Join(t.TempDir(), "target.yaml")
		changed := regexp.MustCompile(pattern).ReplaceAll(text, []byte(by))
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, tc := range map[string]struct {
		args   []string
		status int
		text   string
	}{
		"a closed port":      {[]string{"--target", changed(`(?m)^url: .*`, "url: "+closedPort(t))}, reports.ExitInconclusive, "connection refused"},
		"a wrong token":      {[]string{"--target", changed(`(?s)auth:\n.*limited_auth`, "auth: {token: wrong}\nlimited_auth")}, reports.ExitInconclusive, "refuses the credential (401"},
		"a typo":             {[]string{"--target", changed(`(?m)^dialect:`, "dialekt:")}, reports.ExitUsage, "field dialekt is unknown"},
		"no such file":       {[]string{"--target", "nowhere.yaml"}, reports.ExitUsage, "nowhere.yaml"},
		"an unknown id":      {[]string{"--target", file, "--focus", "BQ-NONE-01"}, reports.ExitUsage, "no requirement is called"},
		"an empty selection": {[]string{"--target", file, "--focus", "EQ-*"}, reports.ExitUsage, "nothing is selected"},
		"an unknown tier":    {[]string{"--target", file, "--tier", "fast"}, reports.ExitUsage, "quick, standard or slow"},
		"a wrong variant":    {[]string{"--variant", "other"}, reports.ExitUsage, "leasecheck: --variant: "},
		"an unknown fault":   {[]string{"--fault", "none-such"}, reports.ExitUsage, "none-such"},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"test", "--quiet", "--tier", "quick", "--report-dir", t.TempDir()}, tc.args...)
			leasecheck(t, args...).expect(t, tc.status, tc.text)
		})
	}
}

func TestReportsThatCannotBeWrittenAreToldBeforeTheRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		leasecheck(t, "test", "--dialect", "ezgh", "--focus", "EQ-LEASE-02", "--report-dir", dir).
			expect(t, reports.ExitUsage, "--report-dir: "+dir, "cannot be written into: not a directory")
	}
}

// A disk that is full at the end keeps nobody from the verdict: it is printed,
// and the message says with which status the run would end. No path is named at
// which nothing is.
func TestReportsThatCannotBeWrittenAtTheEndHideNoVerdict(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "basaltic", reports.FileName), 0o700); err != nil { // no file can take its place
		t.Fatal(err)
	}
	e := leasecheck(t, "test", "--dialect", "basaltic", "--fault", "lapsed-handle-deletes", "--focus", "BQ-LEASE-04",
		"--tier", "quick", "--report-dir", dir)
	e.expect(t, reports.ExitFault, "is a directory, not a file", "would end with status 1")
	if !strings.Contains(e.stdout, "not conformant: ") || !strings.Contains(e.stderr, "not conformant: ") {
		t.Errorf("one of the outputs does not tell the verdict: %s%s", e.stdout, e.stderr)
	}
	if strings.Contains(e.stdout, "all evidence") || strings.Contains(e.stdout, "to send it again") {
		t.Errorf("it names reports that are not there: %s", e.stdout)
	}
}

// closedPort is the URL of a port that nothing listens on.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "http://" + l.Addr().String()
}

// started starts a run of the embedded reference in a process whose temporary
// files are in temp, and returns once its cases run.
func started(t *testing.T, dir, temp string) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.Command(unraced(t), "test", "--dialect", "ezgh", "--report-dir", dir)
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(progress)
	for line := ""; !strings.Contains(line, "cases ended"); {
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	return cmd, lines
}

func TestARunThatIsKilledLeavesNoCredentials(t *testing.T) {
	temp := t.TempDir()
	cmd, _ := started(t, t.TempDir(), temp)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v (%v)", left, err)
	}
}

func TestCtrlCEndsARunAndWritesWhatItHas(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	cmd, progress := started(t, dir, t.TempDir())
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if _, err := stderr.ReadFrom(progress); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the status tells
	if status := cmd.ProcessState.ExitCode(); status != reports.ExitInterrupted {
		t.Errorf("exit status %d, due %d: %s", status, reports.ExitInterrupted, stderr.String())
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %s to end", took)
	}
	r, err := reports.Read(filepath.Join(dir, "ezgh"))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Interrupted || !strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("the result or the message does not say that it was interrupted: %s", stderr.String())
	}
}
