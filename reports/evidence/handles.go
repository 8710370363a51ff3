package evidence

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// Handles of up to shortHandle characters are shown whole; of longer ones the
// first handleHead and the last handleTail, since those of a queue begin alike.
const (
	shortHandle = 20
	handleHead  = 6
	handleTail  = 6
)

// Handles shortens the receipt handles of one case, each to a text of its own.
type Handles struct{ replacer *strings.Replacer }

// HandlesOf finds the handles that a case's leases, requests and answers name.
func HandlesOf(c reports.Case) Handles {
	found := map[string]bool{}
	for _, s := range c.Timeline {
		found[s.Handle] = true
	}
	for _, x := range c.Exchanges {
		collectJSON(x.Request.Body, found)
		if x.Response != nil {
			collectJSON(x.Response.Body, found)
		}
		collectQuery(x.Request.URL, found)
	}
	return Handles{replacer: replacer(found)}
}

// Shorten shortens each handle in a text.
func (h Handles) Shorten(text string) string {
	if h.replacer == nil {
		return text
	}
	return h.replacer.Replace(text)
}

// replacer gives every long handle a short form; those that would look alike
// are numbered.
func replacer(found map[string]bool) *strings.Replacer {
	var long []string
	for h := range found {
		if len([]rune(h)) > shortHandle {
			long = append(long, h)
		}
	}
	// The longest first, so that one that holds another is replaced as a whole.
	slices.SortFunc(long, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	seen := map[string]int{}
	var pairs []string
	for _, h := range long {
		short := ends(h)
		if seen[short]++; seen[short] > 1 {
			short += "~" + strconv.Itoa(seen[short])
		}
		pairs = append(pairs, h, short)
		if escaped := url.QueryEscape(h); escaped != h {
			pairs = append(pairs, escaped, short)
		}
	}
	return strings.NewReplacer(pairs...)
}

func ends(handle string) string {
	runes := []rune(handle)
	return string(runes[:handleHead]) + "…" + string(runes[len(runes)-handleTail:])
}

// isHandle reports whether a field or parameter of any dialect holds receipt handles.
func isHandle(name string) bool {
	plain := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return plain == "receipthandle" || plain == "receipthandles"
}

func collectQuery(text string, found map[string]bool) {
	u, err := url.Parse(text)
	if err != nil {
		return
	}
	for name, values := range u.Query() {
		if isHandle(name) {
			for _, v := range values {
				found[v] = true
			}
		}
	}
}

// collectJSON finds handles in a JSON text; one that is no JSON, or was cut, has none.
func collectJSON(text string, found map[string]bool) {
	if !strings.Contains(strings.ToLower(text), "handle") {
		return
	}
	var value any
	if json.Unmarshal([]byte(text), &value) == nil {
		collectValue(value, false, found)
	}
}

func collectValue(value any, isOne bool, found map[string]bool) {
	switch v := value.(type) {
	case string:
		if isOne {
			found[v] = true
		}
	case []any:
		for _, e := range v {
			collectValue(e, isOne, found)
		}
	case map[string]any:
		for name, e := range v {
			collectValue(e, isHandle(name), found)
		}
	}
}
