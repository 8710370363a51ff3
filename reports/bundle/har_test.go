package bundle_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/leasecheck/leasecheck/reports/bundle"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

// archived reads the HAR document of a case of the sample.
func archived(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, sample.Result())
	return read(t, filepath.Join(dir, bundle.Folder, name), bundle.HARName)
}

func TestHARFollowsItsFormat(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "har.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"BQ-LEASE-04-lapsed-handle-acknowledges", "BQ-POLL-06-lapse-wakes-a-waiter"} {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(archived(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHARHoldsTheExchangesInOrder(t *testing.T) {
	var document struct {
		Log struct {
			Entries []struct {
				StartedDateTime time.Time
				Time            float64
				Request         struct {
					Method, URL string
					QueryString []struct{ Name, Value string }
					PostData    *struct{ Text string }
				}
				Response struct {
					Status  int
					Content struct{ Text string }
				}
				Comment string
			}
		}
	}
	text := archived(t, "BQ-LEASE-04-lapsed-handle-acknowledges")
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	entries := document.Log.Entries
	if len(entries) != 4 || entries[0].Request.PostData.Text != `{"body":"work's"}` || entries[0].Response.Status != 201 {
		t.Fatalf("%+v", entries)
	}
	remove := entries[2]
	if remove.Request.Method != "DELETE" || remove.Comment == "" || remove.Request.PostData != nil ||
		len(remove.Request.QueryString) != 1 || remove.Request.QueryString[0].Name != "receipt_handle" {
		t.Errorf("the deciding exchange is %+v", remove)
	}
	if took := entries[1].Time; took < 28 || took > 29 || !entries[1].StartedDateTime.After(entries[0].StartedDateTime) {
		t.Errorf("the receive took %v ms from %v", took, entries[1].StartedDateTime)
	}
	if !strings.Contains(entries[1].Response.Content.Text, "receipt_handle") || !strings.Contains(text, "Bearer ***") {
		t.Error("what was recorded is not as it was recorded")
	}
}

func TestHARSaysWhatWasNotRecorded(t *testing.T) {
	text := archived(t, "BQ-POLL-06-lapse-wakes-a-waiter")
	for _, due := range []string{`of 70000 bytes"`, `"_error": "unexpected end of the body"`, `"status": 429`} {
		if !strings.Contains(text, due) {
			t.Errorf("it does not say %s:\n%s", due, text)
		}
	}
}
