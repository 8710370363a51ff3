package result_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// A file that only bears the schema's name would be compared and merged as if
// it had measured nothing.
func TestReadSaysWhatIsWrongWithAFile(t *testing.T) {
	whole, err := held().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		says []string
	}{
		"the name alone": {`{"schema":"leasecheck/load/v1"}`, []string{"does not match the schema", "invariants"}},
		"a wrong field":  {strings.Replace(string(whole), `"sent": 10`, `"sent": "ten"`, 1), []string{"does not match the schema", "/invariants/sent"}},
		"another schema": {`{"schema":"leasecheck/result/v1"}`, []string{`"leasecheck/result/v1"`, `"leasecheck/load/v1"`}},
		"no JSON":        {"rate: 1", []string{"no load result"}},
	} {
		path := filepath.Join(t.TempDir(), "some.json")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := result.Read(path)
		if err == nil {
			t.Errorf("%s: it was read", name)
			continue
		}
		for _, due := range append(c.says, path) {
			if !strings.Contains(err.Error(), due) {
				t.Errorf("%s: %q does not say %q", name, err, due)
			}
		}
	}
}
