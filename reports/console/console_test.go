package console_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/leasecheck/leasecheck/reports/console"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

var update = flag.Bool("update", false, "write the golden files")

func TestGolden(t *testing.T) {
	for name, options := range map[string]console.Options{
		"plain.txt":  {ResultFile: "leasecheck-report/result.json"},
		"colour.txt": {ResultFile: "leasecheck-report/result.json", Colour: true},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := console.Write(&out, sample.Result(), options); err != nil {
				t.Fatal(err)
			}
			path := "testdata/" + name
			if *update {
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Errorf("it differs from %s (go test -update writes it):\n%s", path, out.String())
			}
		})
	}
}
