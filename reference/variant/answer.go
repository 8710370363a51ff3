package variant

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// StampForm is how timestamps are written.
type StampForm int

// The forms of timestamps, all of them RFC 3339.
const (
	// PlainStamp leaves a timestamp as the wire made it.
	PlainStamp StampForm = iota
	WholeSeconds
	Nanoseconds
	EasternOffset
	WesternOffset
)

var stampForms = []StampForm{WholeSeconds, Nanoseconds, EasternOffset, WesternOffset}

var successes = []int{http.StatusOK, http.StatusCreated, http.StatusAccepted}
var emptySuccesses = []int{http.StatusOK, http.StatusAccepted, http.StatusNoContent}
var refusals = []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity}

// Success is the status of a success whose exact code is not documented. The
// reference's own is usual; an answer without content passes http.StatusNoContent.
func (l Legal) Success(usual int) int {
	switch {
	case !l.Statuses:
		return usual
	case usual == http.StatusNoContent:
		return pick(emptySuccesses)
	default:
		return pick(successes)
	}
}

// Refusal is the status of a refusal of which only 4xx is documented.
func (l Legal) Refusal(usual int) int {
	if l.Refusals {
		return pick(refusals)
	}
	return usual
}

// OneOf is the status of a refusal for which the document names two.
func (l Legal) OneOf(usual, other int) int {
	if l.Refusals {
		return pick([]int{usual, other})
	}
	return usual
}

// Messages is how many messages a receive may answer that asked for at most asked.
func (l Legal) Messages(asked int) int {
	if l.FewerMessages {
		return 1 + rand.IntN(asked)
	}
	return asked
}

// None reports whether a receive is to answer no message although some are
// available, where the document allows that.
func (l Legal) None() bool { return l.FewerMessages && rand.IntN(8) == 0 }

// Pause is how long to hold back an answer.
func (l Legal) Pause() time.Duration {
	if l.SlowestAnswer <= 0 {
		return 0
	}
	return rand.N(l.SlowestAnswer)
}

// RetryAfter is the header's value for a request that may come back after wait,
// never earlier: seconds are rounded up, and are at least 1.
func (l Legal) RetryAfter(now time.Time, wait time.Duration) string {
	if l.RetryAfterDate {
		return now.Add(wait + time.Second - 1).UTC().Format(http.TimeFormat)
	}
	return strconv.Itoa(Seconds(wait))
}

// Seconds is a wait in whole seconds, rounded up, and at least 1.
func Seconds(wait time.Duration) int {
	return max(1, int((wait+time.Second-1)/time.Second))
}

// Body rewrites an answer's JSON object with extra fields, other timestamps and
// other error texts. Attributes and tags stay as they are.
func (l Legal) Body(answer []byte) []byte {
	if !l.ExtraFields && !l.ErrorTexts && l.Stamps == PlainStamp {
		return answer
	}
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	if decoder.Decode(&tree) != nil {
		return answer
	}
	l.rewrite(tree)
	rewritten, err := json.Marshal(tree)
	if err != nil {
		return answer
	}
	return rewritten
}

// rewrite changes a decoded answer in place.
func (l Legal) rewrite(node any) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			l.rewrite(item)
		}
	case map[string]any:
		for key, value := range node {
			node[key] = l.field(key, value)
		}
		if l.ErrorTexts && node["message"] != nil {
			node["message"] = "não foi possível: 失敗 \"E-7\""
		}
		if l.ExtraFields {
			node["x_trace"] = map[string]any{"hop": 3, "cell": nil}
		}
	}
}

func (l Legal) field(key string, value any) any {
	if key == "attributes" || key == "tags" {
		return value
	}
	if text, ok := value.(string); ok && (strings.HasSuffix(key, "_at") || strings.HasSuffix(key, "At")) {
		return l.Stamps.write(text)
	}
	l.rewrite(value)
	return value
}

func (f StampForm) write(stamp string) string {
	at, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return stamp
	}
	switch f {
	case WholeSeconds:
		return at.Format(time.RFC3339)
	case Nanoseconds:
		return at.Format("2006-01-02T15:04:05.000000000Z07:00")
	case EasternOffset:
		return at.In(time.FixedZone("", 5*3600+1800)).Format(time.RFC3339Nano)
	case WesternOffset:
		return at.In(time.FixedZone("", -3*3600)).Format(time.RFC3339Nano)
	default:
		return stamp
	}
}

func pick(codes []int) int { return codes[rand.IntN(len(codes))] }
