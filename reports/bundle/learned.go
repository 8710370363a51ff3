package bundle

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// shortestValue is what an identifier must measure to be looked for in the
// requests that follow: a shorter one may stand there by chance.
const shortestValue = 4

// learned is an identifier that an answer gave, such as a receipt handle or
// the id of a new queue. A script takes it from the new answer.
type learned struct {
	// seq is the exchange whose answer gave it, field the name of the string that
	// held it, and nth which of those of that name it was, from 1 on.
	seq   int
	field string
	nth   int
	// escaped is how it stands in the answer, plain what that means.
	escaped, plain string
}

// variable is the shell variable that holds it, with the escapes of JSON.
func (l *learned) variable() string {
	name := fmt.Sprintf("%s_%d", l.field, l.seq)
	if l.nth > 1 {
		name += fmt.Sprintf("_%d", l.nth)
	}
	return name
}

// stringField is a named string of a JSON text, also of one that breaks off.
// The script's function value finds them alike.
var stringField = regexp.MustCompile(`"([A-Za-z_][A-Za-z0-9_]*)"\s*:\s*"((?:[^"\\]|\\.)*)"`)

var (
	// identifier is the name of a field whose value a target chose to be given back.
	identifier = regexp.MustCompile(`(?i)(id|handle|cursor|token)$`)
	// ofSender is the name of one whose value the sender of a message chose.
	ofSender = regexp.MustCompile(`(?i)group|dedup`)
)

// memory is what the answers gave so far, and what the requests said by themselves.
type memory struct {
	given []*learned
	said  strings.Builder
}

// request notes what a request says: that is no target's choice.
func (m *memory) request(r reports.Request) { m.said.WriteString(r.URL + "\n" + r.Body + "\n") }

// answer learns the identifiers of an answer.
func (m *memory) answer(x reports.Exchange) {
	if x.Response == nil {
		return
	}
	seen := map[string]int{}
	for _, found := range stringField.FindAllStringSubmatch(x.Response.Body, -1) {
		field, escaped := found[1], found[2]
		seen[field]++
		var plain string
		if !identifier.MatchString(field) || ofSender.MatchString(field) || json.Unmarshal([]byte(`"`+escaped+`"`), &plain) != nil {
			continue
		}
		if len(plain) >= shortestValue && !m.knows(plain) {
			m.given = append(m.given, &learned{x.Seq, field, seen[field], escaped, plain})
		}
	}
}

// knows reports whether a value was given or said before.
func (m *memory) knows(plain string) bool {
	for _, l := range m.given {
		if l.plain == plain {
			return true
		}
	}
	return strings.Contains(m.said.String(), plain)
}

// substitutes are what a script puts in the place of the values given so far.
func (m *memory) substitutes() []substitute {
	list := make([]substitute, len(m.given))
	for i, l := range m.given {
		list[i] = substitute{escaped: l.escaped, plain: l.plain, expression: "$" + l.variable(), from: l}
	}
	return list
}
