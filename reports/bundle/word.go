package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasecheck/leasecheck/reports/evidence"
)

// substitute is a recorded text in whose place a script puts a new one.
type substitute struct {
	// escaped and plain are the recorded text with JSON's escapes and without.
	escaped, plain string
	// expression gives the new one, with JSON's escapes, within double quotes.
	expression string
	// from is the value that it takes from an answer; nil for none.
	from *learned
}

// form is a way in which a substitute may stand in a request, and what a
// double-quoted word of the script then holds.
type form struct {
	text, expression string
	substitute
}

// inURL gives the forms of a substitute in a URL.
func (s substitute) inURL() []form {
	expression := fmt.Sprintf(`$(url "%s")`, s.expression)
	if s.from == nil {
		expression = s.expression // it needs no escapes anywhere
	}
	return []form{
		{url.QueryEscape(s.plain), expression, s},
		{url.PathEscape(s.plain), expression, s},
		{s.plain, expression, s},
	}
}

// inBody gives the forms of a substitute in a JSON text.
func (s substitute) inBody() []form {
	return []form{
		{s.escaped, s.expression, s},
		{jsonText(s.plain, true), s.expression, s},
		{jsonText(s.plain, false), s.expression, s},
	}
}

func jsonText(plain string, escapeHTML bool) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(plain) // a string always encodes
	return strings.Trim(strings.TrimSpace(b.String()), `"`)
}

// word writes a text as a word for a shell, with the forms in it replaced, and
// gives the values that it takes from answers.
func word(text string, forms []form) (string, []*learned) {
	var out, literal strings.Builder
	var used []*learned
	for at := 0; at < len(text); {
		f := longest(text, at, forms)
		if f == nil {
			literal.WriteByte(text[at])
			at++
			continue
		}
		if literal.Len() > 0 {
			out.WriteString(evidence.Quote(literal.String()))
			literal.Reset()
		}
		out.WriteString(`"` + f.expression + `"`)
		if f.from != nil {
			used = append(used, f.from)
		}
		at += len(f.text)
	}
	if literal.Len() > 0 || out.Len() == 0 {
		out.WriteString(evidence.Quote(literal.String()))
	}
	return out.String(), used
}

// longest is the longest form that stands at a place of text as a whole.
func longest(text string, at int, forms []form) *form {
	var best *form
	for i, f := range forms {
		if strings.HasPrefix(text[at:], f.text) && isWhole(text, at, at+len(f.text)) &&
			f.text != "" && (best == nil || len(f.text) > len(best.text)) {
			best = &forms[i]
		}
	}
	return best
}

// isWhole reports whether text[from:to] is no part of a longer name.
func isWhole(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !isNamePart(before) && !isNamePart(after)
}

func isNamePart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// runPrefix begins the names of a run's queues.
var runPrefix = regexp.MustCompile(`leasecheck-[0-9a-f]{8}`)

// names gives queues of another run names of their own.
func names(text string) []substitute {
	var list []substitute
	for _, name := range runPrefix.FindAllString(text, -1) {
		list = append(list, substitute{escaped: name, plain: name, expression: "leasecheck-$RUN"})
	}
	return list
}
