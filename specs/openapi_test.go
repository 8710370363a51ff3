package specs

import (
	"strings"
	"testing"
)

func TestDocumentsAreTheCallersOwn(t *testing.T) {
	first := dialectDocument(t, Basaltic)
	first.Servers = nil
	first.Paths.Delete("/v1/queues")
	if second := dialectDocument(t, Basaltic); len(second.Servers) == 0 || second.Paths.Value("/v1/queues") == nil {
		t.Error("a change to one document shows in the next")
	}
}

func TestControlDocumentLoads(t *testing.T) {
	doc, err := ControlDocument()
	if err != nil {
		t.Fatal(err)
	}
	legal := map[string]answer{
		"getCapabilities": asJSON(200, `{"clock":true,"clientAddresses":["127.0.0.0/8"],"regions":2}`),
		"advanceClock":    asJSON(200, `{"now":"2026-12-01T10:00:00.5Z"}`),
		"setKeyState":     {204, "", ""},
		"issueCredential": asJSON(201, `{"token":"t"}`),
		"setRateLimit":    asJSON(400, `{"error":"no such scope"}`),
		"setUnavailable":  {404, "not here", "text/plain"},
	}
	for operation, a := range legal {
		if err := judgeAnswer(t, doc, operation, a); err != nil {
			t.Errorf("%s: %v", operation, err)
		}
	}
	illegal := map[string]answer{
		"getCapabilities": asJSON(200, `{"clock":"yes"}`),
		"advanceClock":    asJSON(200, `{"now":"soon"}`),
		"issueCredential": asJSON(201, `{}`),
		"setRateLimit":    asJSON(400, `{}`),
	}
	for operation, a := range illegal {
		if judgeAnswer(t, doc, operation, a) == nil {
			t.Errorf("%s: the answer %+v passes", operation, a)
		}
	}
}

func TestUnknownDialectsHaveNoDocument(t *testing.T) {
	for _, d := range []Dialect{"", "kafka", "control", "../specs/ezgh"} {
		if OpenAPI(d) != nil {
			t.Errorf("dialect %q has a document", d)
		}
		if _, err := Document(d); err == nil || !strings.Contains(err.Error(), "basaltic, ezgh") {
			t.Errorf("error %v of dialect %q does not name the dialects", err, d)
		}
	}
}
