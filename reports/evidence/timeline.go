package evidence

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// Kind says what a line of a timeline is.
type Kind int

// The kinds of lines.
const (
	// Exchange is a request, at the moment it was sent.
	Exchange Kind = iota
	// LeaseBegins is when a lease was certainly taken.
	LeaseBegins
	// LeaseMayEnd is the deadline: until then the lease was certainly held. It is
	// also where a release or an acknowledge ended it.
	LeaseMayEnd
	// Event is anything else that happened to a lease.
	Event
)

// Line is one moment of a case.
type Line struct {
	Kind Kind
	// AtS counts from the case's start.
	AtS float64
	// Gutter draws the leases that are held, one column each.
	Gutter string
	// Text is the request line, or what happened to the lease.
	Text string
	// Outcome, Curl and Answer are of an exchange: "200 in 1.2 ms", its curl line,
	// and the telling headers and the body of its answer.
	Outcome, Curl, Answer string
	Seq                   int
	Deciding              bool
	// handle is of the lease that the line is about.
	handle string
}

// answerLength is how much of an answer is shown, in characters.
const answerLength = 240

// Timeline puts the exchanges and the leases of a case in the order of time.
func Timeline(c reports.Case) []Line {
	handles := HandlesOf(c)
	var lines []Line
	for _, x := range c.Exchanges {
		lines = append(lines, exchangeLine(x, handles))
	}
	lines = append(lines, leaseLines(c.Timeline, handles)...)
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.AtS, b.AtS), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Seq, b.Seq))
	})
	drawLeases(lines)
	return lines
}

func exchangeLine(x reports.Exchange, handles Handles) Line {
	return Line{
		Kind: Exchange, AtS: x.SentS, Seq: x.Seq, Deciding: x.Deciding,
		Text:    Printable(handles.Shorten(x.Request.Method + " " + pathOf(x.Request.URL))),
		Outcome: outcomeOf(x),
		Curl:    handles.Shorten(Curl(x.Request)),
		Answer:  answerOf(x, handles),
	}
}

// pathOf is a URL without its scheme and host, which are the same for most, and
// with its ids shortened: the curl line has them whole.
func pathOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return text
	}
	path, query, hasQuery := strings.Cut(u.RequestURI(), "?")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i] = shortID(s)
	}
	path = strings.Join(segments, "/")
	if hasQuery {
		path += "?" + query
	}
	return path
}

func outcomeOf(x reports.Exchange) string {
	took := Duration(x.AnsweredS - x.SentS)
	switch {
	case x.AnsweredS < x.SentS:
		return "no answer: " + Printable(x.Error)
	case x.Response == nil:
		return fmt.Sprintf("no answer in %s: %s", took, Printable(x.Error))
	}
	text := fmt.Sprintf("%d in %s", x.Response.Status, took)
	if x.Error != "" {
		text += ": " + Printable(x.Error)
	}
	return text
}

// answerOf is what an answer tells beside its status.
func answerOf(x reports.Exchange, handles Handles) string {
	if x.Response == nil {
		return ""
	}
	parts := tellingHeaders(x.Response.Headers)
	if x.Response.Body != "" {
		body := Printable(handles.Shorten(x.Response.Body))
		if len(x.Response.Body) < x.Response.BodyBytes || len([]rune(body)) > answerLength {
			body = Cut(body, answerLength, x.Response.BodyBytes)
		}
		parts = append(parts, body)
	}
	return strings.Join(parts, "  ")
}

// tellingHeaders are those that a verdict may rest on, in a fixed order.
func tellingHeaders(headers map[string][]string) []string {
	var out []string
	for name, values := range headers {
		lower := strings.ToLower(name)
		if lower == "retry-after" || strings.HasPrefix(lower, "x-ratelimit-") || strings.HasPrefix(lower, "access-control-") {
			out = append(out, Printable(name+": "+strings.Join(values, ", ")))
		}
	}
	slices.Sort(out)
	return out
}
