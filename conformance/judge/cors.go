package judge

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// The headers by which an answer lets other origins in.
const (
	allowOrigin  = "Access-Control-Allow-Origin"
	allowHeaders = "Access-Control-Allow-Headers"
	allowMethods = "Access-Control-Allow-Methods"
)

// AllowOrigin expects an answer that a page of the origin may read, sent
// without credentials: the CORS check of the Fetch standard.
func AllowOrigin(origin string) types.GomegaMatcher {
	return corsMatcher{allowOrigin, outcomeMatcher{fmt.Sprintf("%s * or %s", allowOrigin, origin), func(o target.Outcome) bool {
		allowed := headerValue(o.Header, allowOrigin)
		return allowed == "*" || allowed == origin
	}}}
}

// AllowHeader expects a preflight's answer after which a page may send the
// request header in a POST without credentials: of the Fetch standard's
// CORS-preflight fetch, what comes after the CORS check. POST need not be allowed.
func AllowHeader(name string) types.GomegaMatcher {
	return corsMatcher{allowHeaders, outcomeMatcher{fmt.Sprintf("%s * or %s", allowHeaders, name), func(o target.Outcome) bool {
		names, well := headerList(o.Header, allowHeaders)
		_, methodsWell := headerList(o.Header, allowMethods)
		return well && methodsWell && slices.ContainsFunc(names, func(allowed string) bool {
			return allowed == "*" || strings.EqualFold(allowed, name)
		})
	}}}
}

// corsMatcher shows the header that an outcome was judged by.
type corsMatcher struct {
	header string
	outcomeMatcher
}

func (m corsMatcher) FailureMessage(actual any) string {
	o, _ := outcomeOf(actual)
	return fmt.Sprintf("%s with %s %q", m.outcomeMatcher.FailureMessage(actual), m.header, headerValue(o.Header, m.header))
}

// headerValue joins all values of a header, as the Fetch standard gets them.
func headerValue(h http.Header, name string) string {
	return strings.Trim(strings.Join(h.Values(name), ", "), " \t")
}

var token = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// headerList reads a header that is a list of tokens; well is false when it is not.
func headerList(h http.Header, name string) (tokens []string, well bool) {
	for _, item := range strings.Split(headerValue(h, name), ",") {
		item = strings.Trim(item, " \t")
		if item == "" {
			continue
		}
		if !token.MatchString(item) {
			return nil, false
		}
		tokens = append(tokens, item)
	}
	return tokens, true
}
