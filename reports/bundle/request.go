package bundle

import (
	"net/http"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// controlPath begins the path of every operation of the control API.
const controlPath = "/control/v1/"

// request gives the arguments of curl for an exchange, and the values of
// earlier answers that they name.
func (w *script) request(x reports.Exchange) (arguments []string, used []*learned) {
	r := x.Request
	substitutes := append(w.memory.substitutes(), w.memory.alterations(r)...)
	address, used := word(r.URL, w.formsInURL(r.URL, substitutes))
	first := address
	if r.Method != http.MethodGet || r.Body != "" {
		first = "-X " + evidence.Quote(r.Method) + " " + address
	}
	arguments = []string{first}
	for _, h := range evidence.Headers(r) {
		arguments = append(arguments, "-H "+w.header(h, r.URL))
	}
	if r.Body == "" {
		return arguments, used
	}
	var forms []form
	for _, s := range append(substitutes, names(r.Body)...) {
		forms = append(forms, s.inBody()...)
	}
	body, more := word(r.Body, forms)
	return append(arguments, "--data-raw "+body), slices.Concat(used, more)
}

// formsInURL gives what is replaced in a URL, its beginning included.
func (w *script) formsInURL(address string, substitutes []substitute) []form {
	forms := []form{{text: w.base, expression: "$URL"}}
	if base, _, isControl := strings.Cut(address, controlPath); isControl {
		w.control = base
		forms = []form{{text: base, expression: "$CONTROL"}}
	}
	for _, s := range append(substitutes, names(address)...) {
		forms = append(forms, s.inURL()...)
	}
	return forms
}

// header writes a header with its secret as a variable. A signature holds for
// one request and a few minutes, so the token takes its place.
func (w *script) header(header, address string) string {
	switch {
	case strings.Contains(address, controlPath):
		return strings.ReplaceAll(evidence.Quote(header), "$TOKEN", "$CONTROL_TOKEN")
	case strings.Contains(header, "Signature=***"):
		w.line("# This was a signed request; it carries the token instead.")
		return `"Authorization: Bearer $TOKEN"`
	case strings.HasPrefix(header, "Authorization: Basic ***"):
		return `"Authorization: Basic $BASIC"`
	default:
		return evidence.Quote(header)
	}
}
