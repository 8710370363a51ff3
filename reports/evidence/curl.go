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

// contentType is a header that curl sets with any body, if not told otherwise.
const contentType = "Content-Type"

// Curl writes a request as a line for a shell. A secret is $TOKEN there. A body
// that was cut when it was recorded ends in a comment that says so.
func Curl(r reports.Request) string {
	parts := []string{"curl -sS"}
	if r.Method != http.MethodGet || r.Body != "" {
		parts = append(parts, "-X "+Quote(r.Method))
	}
	parts = append(parts, Quote(r.URL))
	for _, h := range Headers(r) {
		parts = append(parts, "-H "+Quote(h))
	}
	if r.Body != "" {
		parts = append(parts, "--data-raw "+Quote(r.Body))
	}
	if len(r.Body) < r.BodyBytes {
		parts = append(parts, fmt.Sprintf("# the body is the first %s of %s bytes", thousands(len(r.Body)), thousands(r.BodyBytes)))
	}
	return strings.Join(parts, " ")
}

// Headers lists what -H is to tell curl, sorted: the headers that it does not
// set by itself, and that it is to leave out one that it would.
func Headers(r reports.Request) []string {
	var out []string
	typed := false
	for _, name := range slices.Sorted(maps.Keys(r.Headers)) {
		canonical := http.CanonicalHeaderKey(name)
		typed = typed || canonical == contentType
		if slices.Contains(implied, canonical) {
			continue
		}
		for _, value := range r.Headers[name] {
			out = append(out, name+": "+value)
		}
	}
	if r.Body != "" && !typed {
		out = append(out, contentType+":")
	}
	return out
}

// Quote writes a word for a shell. A secret in it is $TOKEN.
func Quote(word string) string {
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
