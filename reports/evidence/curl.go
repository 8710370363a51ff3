package evidence

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/leasecheck/leasecheck/reports"
)

// redacted is what stands in a record for a secret.
const redacted = "***"

// implied are the headers that curl sets by itself, or that matter to nobody.
var implied = []string{"Accept", "Accept-Encoding", "Connection", "Content-Length", "Host", "User-Agent"}

// Curl writes a request as a line for a shell. A secret is $TOKEN there. A body
// that was cut when it was recorded ends in a comment that says so.
func Curl(r reports.Request) string {
	parts := []string{"curl -sS"}
	if r.Method != http.MethodGet || r.Body != "" {
		parts = append(parts, "-X "+quote(r.Method))
	}
	parts = append(parts, quote(r.URL))
	for _, name := range slices.Sorted(maps.Keys(r.Headers)) {
		if slices.Contains(implied, http.CanonicalHeaderKey(name)) {
			continue
		}
		for _, value := range r.Headers[name] {
			parts = append(parts, "-H "+quote(name+": "+value))
		}
	}
	if r.Body != "" {
		parts = append(parts, "--data-raw "+quote(r.Body))
	}
	if len(r.Body) < r.BodyBytes {
		parts = append(parts, fmt.Sprintf("# the body is the first %s of %s bytes", thousands(len(r.Body)), thousands(r.BodyBytes)))
	}
	return strings.Join(parts, " ")
}

// quote writes a word for a shell.
func quote(word string) string {
	switch {
	case strings.Contains(word, redacted):
		return `"` + strings.ReplaceAll(escapeDouble(word), redacted, "$TOKEN") + `"`
	case strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "$'" + strings.NewReplacer("'", `\'`).Replace(Printable(strings.ReplaceAll(word, `\`, `\\`))) + "'"
	case word != "" && !strings.ContainsFunc(word, special):
		return word
	default:
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
}

// special reports whether a shell may read a character as other than itself.
func special(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,…", r)
}

func escapeDouble(word string) string {
	return Printable(strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(word))
}
