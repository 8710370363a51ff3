package basaltic

import (
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// stampLayout writes timestamps as RFC 3339 in UTC, to the microsecond: coarser
// ones would show less than clients can measure.
const stampLayout = "2006-01-02T15:04:05.000000Z"

// document writes JSON, member by member. A member of an array has no name.
type document struct{ text []byte }

func (d *document) reusable() document {
	if cap(d.text) > keptBuffer {
		return document{}
	}
	return document{d.text[:0]}
}

func (d *document) object(name string) { d.begin(name, '{') }
func (d *document) array(name string)  { d.begin(name, '[') }
func (d *document) endObject()         { d.text = append(d.text, '}') }
func (d *document) endArray()          { d.text = append(d.text, ']') }

func (d *document) string(name, value string) {
	d.name(name)
	d.quote(value)
}

func (d *document) integer(name string, value int) {
	d.name(name)
	d.text = strconv.AppendInt(d.text, int64(value), 10)
}

func (d *document) boolean(name string, value bool) {
	d.name(name)
	d.text = strconv.AppendBool(d.text, value)
}

func (d *document) stamp(name string, at time.Time) {
	d.name(name)
	d.text = append(d.text, '"')
	d.text = at.UTC().AppendFormat(d.text, stampLayout)
	d.text = append(d.text, '"')
}

// json adds a value that is written already.
func (d *document) json(name, value string) {
	d.name(name)
	d.text = append(d.text, value...)
}

func (d *document) begin(name string, bracket byte) {
	d.name(name)
	d.text = append(d.text, bracket)
}

func (d *document) name(name string) {
	if end := len(d.text) - 1; end >= 0 && d.text[end] != '{' && d.text[end] != '[' {
		d.text = append(d.text, ',')
	}
	if name != "" {
		d.quote(name)
		d.text = append(d.text, ':')
	}
}

// quote writes a JSON string. Requests are checked to be UTF-8, so all texts are.
func (d *document) quote(text string) { d.text, _ = jsontext.AppendQuote(d.text, text) }
