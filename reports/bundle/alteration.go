package bundle

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// shortestAltered is what an identifier must measure to be recognised in one
// that was altered.
const shortestAltered = 16

// plainText needs no quoting within a double-quoted word.
var plainText = regexp.MustCompile(`^[A-Za-z0-9_./+=:~ -]*$`)

// alterations finds the values of a request that are a given one with a
// character or a few changed, dropped or added, as cases send them.
func (m *memory) alterations(r reports.Request) []substitute {
	var list []substitute
	for _, text := range valuesOf(r) {
		if m.knows(text) || !plainText.MatchString(text) {
			continue
		}
		if from := m.nearest(text); from != nil {
			list = append(list, substitute{escaped: text, plain: text, expression: altered(from, text), from: from})
		}
	}
	return list
}

// nearest is the given value that shares most with text at both ends, if that
// is three quarters of it.
func (m *memory) nearest(text string) *learned {
	var best *learned
	shared := 0
	for _, l := range m.given {
		if len(l.plain) < shortestAltered || l.escaped != l.plain || !plainText.MatchString(l.plain) {
			continue
		}
		if head, tail := ends(l.plain, text); head+tail > shared && (head+tail)*4 >= len(l.plain)*3 {
			best, shared = l, head+tail
		}
	}
	return best
}

// ends is how many bytes two texts share at their beginnings, and behind that
// at their ends.
func ends(a, b string) (head, tail int) {
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}

// altered alters the new value of from where text alters the recorded one. A
// single character that is another stays another.
func altered(from *learned, text string) string {
	name := from.variable()
	head, tail := ends(from.plain, text)
	was, is := from.plain[head:len(from.plain)-tail], text[head:len(text)-tail]
	if len(was) == 1 && len(is) == 1 {
		is = fmt.Sprintf("$(other \"${%s:%d:1}\" '%s' '%s')", name, head, is, was)
	}
	expression := is
	if head > 0 {
		expression = fmt.Sprintf("${%s:0:%d}", name, head) + expression
	}
	if tail > 0 {
		expression += fmt.Sprintf("${%s: -%d}", name, tail)
	}
	return expression
}

// valuesOf lists the values in a request's path, query and JSON body.
func valuesOf(r reports.Request) []string {
	var values []string
	if u, err := url.Parse(r.URL); err == nil {
		values = strings.Split(u.Path, "/")
		for _, of := range u.Query() {
			values = append(values, of...)
		}
	}
	var body any
	if json.Unmarshal([]byte(r.Body), &body) == nil {
		values = appendStrings(values, body)
	}
	return values
}

// appendStrings adds the strings of a JSON value to a list.
func appendStrings(list []string, value any) []string {
	switch v := value.(type) {
	case string:
		list = append(list, v)
	case []any:
		for _, e := range v {
			list = appendStrings(list, e)
		}
	case map[string]any:
		for _, e := range v {
			list = appendStrings(list, e)
		}
	}
	return list
}
