package specs

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func goodResult(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/results/good.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestValidateResultTakesAGoodFile(t *testing.T) {
	if err := ValidateResult([]byte(goodResult(t))); err != nil {
		t.Error(err)
	}
}

func TestValidateResultRefusesABadFile(t *testing.T) {
	good := goodResult(t)
	bad := []struct{ name, old, new, says string }{
		{"another schema", "leasecheck/result/v1", "leasecheck/result/v2", "/schema"},
		{"missing field", `"seed": 18446744073709551615,`, "", "seed"},
		{"unknown field", `"seed"`, `"sead": 1, "seed"`, "sead"},
		{"unknown field of a requirement", `"from": "doc"`, `"form": "doc"`, "/requirements/0"},
		{"unknown field of a case", `"location"`, `"line": 1, "location"`, "line"},
		{"unknown field of an exchange", `"deciding"`, `"decided"`, "decided"},
		{"unknown field of an answer", `"status": 204`, `"state": 1, "status": 204`, "state"},
		{"unknown verdict", "not conformant", "mostly conformant", "/summary/verdict"},
		{"unknown status", `"status": "skipped"`, `"status": "ignored"`, "/requirements/1/status"},
		{"unknown status counted", `"must": {"passed"`, `"must": {"past"`, "/summary/must"},
		{"negative count", `"failed": 1`, `"failed": -1`, "/summary/must/failed"},
		{"unknown level", `"level": "MUST"`, `"level": "MAY"`, "/requirements/0/level"},
		{"unknown tier", `"tier": "standard"`, `"tier": "long"`, "/tier"},
		{"requirement id that is none", `"id": "BQ-RECV-01"`, `"id": "recv 1"`, "/requirements/1/id"},
		{"selected twice", `"selected": ["BQ-LEASE-04"]`, `"selected": ["BQ-LEASE-04", "BQ-LEASE-04"]`, "/selected"},
		{"null for a list", `"cases": []`, `"cases": null`, "/requirements/1/cases"},
		{"time that is none", "2026-12-01T10:00:00.25Z", "yesterday", "/started_at"},
		{"date that is none", "2026-11-30", "2026-11-31", "/edition/source_date"},
		{"waiver for ever", `"expires": "2027-01-31"`, `"expires": "never"`, "/policy/waivers/0/expires"},
		{"hash that is none", "0f1e2d3c4b5a6978", "latest", "/edition/catalogue_hash"},
		{"negative duration", `"duration_seconds": 21.5`, `"duration_seconds": -1`, "/duration_seconds"},
		{"answer that is a text", `"response": null`, `"response": "none"`, "/requirements/0/cases/0/exchanges/1/response"},
		{"header that is a text", `"Authorization": ["***"]`, `"Authorization": "***"`, "headers/Authorization"},
		{"no requirements", `"requirements": [`, `"requirements": [], "options": [`, "/requirements"},
	}
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			if text == good || !json.Valid([]byte(text)) {
				t.Fatalf("the case does not make another JSON text of %q", c.old)
			}
			err := ValidateResult([]byte(text))
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v does not say %q", err, c.says)
			}
		})
	}
}

func TestValidateResultRefusesWhatIsNoJSON(t *testing.T) {
	for _, text := range []string{"", "{", "verdict: conformant", "{} {}", "[]", "null"} {
		if err := ValidateResult([]byte(text)); err == nil {
			t.Errorf("%q passed as a result file", text)
		}
	}
}

func TestValidateResultNamesAHandfulOfPlaces(t *testing.T) {
	err := ValidateResult([]byte(strings.ReplaceAll(goodResult(t), `"body`, `"corpus`)))
	if err == nil || !strings.Contains(err.Error(), "more") || strings.Count(err.Error(), "; ") != 5 {
		t.Errorf("error %v does not name five places and count the rest", err)
	}
	if strings.Contains(err.Error(), "/specs/") {
		t.Errorf("error %v names a path of the machine that built it", err)
	}
}
