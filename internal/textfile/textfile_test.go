package textfile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasecheck/leasecheck/internal/textfile"
)

func TestReadIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	for size, due := range map[int]bool{0: true, 1 << 20: true, 1<<20 + 1: false} {
		if err := os.WriteFile(path, bytes.Repeat([]byte{'x'}, size), 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := textfile.Read(path)
		if (err == nil) != due {
			t.Errorf("%d bytes: %v", size, err)
		}
		if due && len(text) != size {
			t.Errorf("%d bytes read of %d", len(text), size)
		}
	}
	if _, err := textfile.Read(path + "y"); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}
