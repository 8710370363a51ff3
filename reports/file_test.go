package reports_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
	"github.com/leasecheck/leasecheck/specs"
)

// written is the path and the text of the sample's result file.
func written(t *testing.T) (path, text string) {
	t.Helper()
	return write(t, sample.Result())
}

func write(t *testing.T, r *reports.Result) (path, text string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "report")
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, reports.FileName)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(content)
}

func overwrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestResultFileRoundTrip(t *testing.T) {
	written := sample.Result()
	path, text := write(t, written)
	if err := specs.ValidateResult([]byte(text)); err != nil {
		t.Fatalf("it breaks its own schema: %v", err)
	}
	for _, p := range []string{path, filepath.Dir(path)} {
		r, err := reports.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		r.Digest = ""
		if encoded(t, r) != encoded(t, written) {
			t.Errorf("what is read from %s differs from what was written", p)
		}
	}
	leftovers, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if len(leftovers) > 0 {
		t.Errorf("it left %v behind", leftovers)
	}
}

func TestEmptyResultFollowsTheSchema(t *testing.T) {
	r := sample.Result()
	r.Requirements = reports.FromCatalogue([]specs.Requirement{{ID: "BQ-RECV-01", Level: specs.MUST, Title: "t", Source: "s", From: specs.Doc}})
	r.Requirements[0].Cases = nil
	r.Expected, r.Selected = nil, nil
	reports.Judge(r)
	path, _ := write(t, r)
	if _, err := reports.Verify(path); err != nil {
		t.Error(err)
	}
}

func TestWriteFailsWhole(t *testing.T) {
	path, text := written(t)
	blocked := filepath.Join(path, "no-directory")
	if err := sample.Result().Write(blocked); err == nil || !strings.Contains(err.Error(), "report directory") {
		t.Errorf("into a file: %v", err)
	}
	if after, _ := os.ReadFile(path); string(after) != text {
		t.Error("the file there was harmed")
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	path, text := written(t)
	huge := filepath.Join(t.TempDir(), "huge.json")
	overwrite(t, huge, "{}")
	if err := os.Truncate(huge, 300<<20); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		path, text, due string
	}{
		"missing":       {filepath.Join(filepath.Dir(path), "other.json"), "", "no such file"},
		"no result":     {t.TempDir(), "", "no such file"},
		"empty":         {path, "", "is empty"},
		"no JSON":       {path, "<html>", "no JSON"},
		"other JSON":    {path, `{"a":1}`, "no field schema"},
		"another time":  {path, `{"schema":"leasecheck/result/v9"}`, `schema "leasecheck/result/v9" is not one this version reads`},
		"a load result": {path, `{"schema":"leasecheck/load/v1"}`, `schema "leasecheck/load/v1" is not one this version reads`},
		"broken":        {path, strings.Replace(text, `"tier": "standard"`, `"tier": 7`, 1), "does not match the schema"},
		"too large":     {huge, "", "larger than 256 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.path == path {
				overwrite(t, path, tc.text)
			}
			_, err := reports.Read(tc.path)
			if err == nil || !strings.Contains(err.Error(), tc.due) || !strings.Contains(err.Error(), filepath.Base(filepath.Dir(tc.path))) {
				t.Errorf("%v, due %q with the file's name", err, tc.due)
			}
		})
	}
}

func TestVerifyAcceptsAnotherLayout(t *testing.T) {
	path, text := written(t)
	if _, err := reports.Verify(path); err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(text)); err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, compact.String())
	if _, err := reports.Verify(path); err != nil {
		t.Errorf("without spaces: %v", err)
	}
}

func TestVerifyRefusesAnEditedFile(t *testing.T) {
	path, text := written(t)
	for name, tc := range map[string]struct{ from, to, due string }{
		"the verdict":   {`"verdict": "not conformant"`, `"verdict": "conformant"`, "the verdict says conformant, the requirements say not conformant"},
		"a status":      {`"status": "failed",` + "\n" + `   "reason": "expected stale`, `"status": "passed",` + "\n" + `   "reason": "expected stale`, "BQ-LEASE-04 says passed"},
		"a count":       {`"failed": 1`, `"failed": 0`, "the summary does not match"},
		"the evidence":  {`work's`, `play's`, "its digest does not match"},
		"the target":    {`acme-queues 2.1`, `acme-queues 2.2`, "its digest does not match"},
		"the tolerance": {`"late": 1`, `"late": 2`, "its digest does not match"},
		"the digest":    {`"digest": "sha256:`, `"digest": "sha256:0000`, "does not match the schema"},
	} {
		t.Run(name, func(t *testing.T) {
			edited := strings.Replace(text, tc.from, tc.to, 1)
			if edited == text {
				t.Fatalf("%q is not in the file", tc.from)
			}
			overwrite(t, path, edited)
			_, err := reports.Verify(path)
			if err == nil || !strings.Contains(err.Error(), tc.due) {
				t.Fatalf("%v, due %q", err, tc.due)
			}
			var edit *reports.EditedError
			if isEdit := errors.As(err, &edit); isEdit != (name != "the digest") {
				t.Errorf("%T", err)
			}
		})
	}
}

func TestVerifyNeedsADigest(t *testing.T) {
	path, text := written(t)
	at := strings.LastIndex(text, ",\n \"digest\"")
	overwrite(t, path, text[:at]+"}")
	if _, err := reports.Verify(path); err == nil || !strings.Contains(err.Error(), "digest") {
		t.Errorf("%v", err)
	}
}

func TestWriteFileNamesTheFileThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                                  dir + " is a directory",
		filepath.Join(dir, "none", "x.html"): filepath.Join(dir, "none", "x.html") + " cannot be written: no such file",
	} {
		if err := reports.WriteFile(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v stays behind (%v)", left, err)
	}
}
