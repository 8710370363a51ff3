package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reports"
)

// The parts of a HAR 1.2 document, as far as an exchange has them. A size of
// -1 is one that was not measured; fields that begin with an underscore are
// leasecheck's own.
type (
	har struct {
		Log harLog `json:"log"`
	}
	harLog struct {
		Version string     `json:"version"`
		Creator harCreator `json:"creator"`
		Comment string     `json:"comment"`
		Entries []harEntry `json:"entries"`
	}
	harCreator struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	harEntry struct {
		StartedDateTime time.Time   `json:"startedDateTime"`
		Time            float64     `json:"time"`
		Request         harRequest  `json:"request"`
		Response        harResponse `json:"response"`
		Cache           struct{}    `json:"cache"`
		Timings         harTimings  `json:"timings"`
		Comment         string      `json:"comment,omitempty"`
		// Seq is the exchange's number in the case.
		Seq   int    `json:"_seq"`
		Error string `json:"_error,omitempty"`
	}
	harRequest struct {
		Method      string       `json:"method"`
		URL         string       `json:"url"`
		HTTPVersion string       `json:"httpVersion"`
		Cookies     []harPair    `json:"cookies"`
		Headers     []harPair    `json:"headers"`
		QueryString []harPair    `json:"queryString"`
		PostData    *harPostData `json:"postData,omitempty"`
		HeadersSize int          `json:"headersSize"`
		BodySize    int          `json:"bodySize"`
	}
	harResponse struct {
		Status      int        `json:"status"`
		StatusText  string     `json:"statusText"`
		HTTPVersion string     `json:"httpVersion"`
		Cookies     []harPair  `json:"cookies"`
		Headers     []harPair  `json:"headers"`
		Content     harContent `json:"content"`
		RedirectURL string     `json:"redirectURL"`
		HeadersSize int        `json:"headersSize"`
		BodySize    int        `json:"bodySize"`
	}
	harPair struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	harPostData struct {
		MimeType string `json:"mimeType"`
		Text     string `json:"text"`
		Comment  string `json:"comment,omitempty"`
	}
	harContent struct {
		Size     int    `json:"size"`
		MimeType string `json:"mimeType"`
		Text     string `json:"text,omitempty"`
		Comment  string `json:"comment,omitempty"`
	}
	harTimings struct {
		Send    float64 `json:"send"`
		Wait    float64 `json:"wait"`
		Receive float64 `json:"receive"`
	}
)

const (
	// httpVersion is what requests are sent with.
	httpVersion = "HTTP/1.1"
	// unmeasured is the size of what was not measured.
	unmeasured = -1
	// unknownType is the media type of a body that names none.
	unknownType = "x-unknown"
)

// archive is a case's exchanges as a HAR document.
func archive(s subject) ([]byte, error) {
	log := harLog{
		Version: "1.2",
		Creator: harCreator{"leasecheck", s.result.Tool.Version},
		Comment: strings.Join(s.heading(), "\n"),
		Entries: []harEntry{},
	}
	for _, x := range inOrder(s.testCase.Exchanges) {
		log.Entries = append(log.Entries, entryOf(x))
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(har{log})
	return text.Bytes(), err
}

func entryOf(x reports.Exchange) harEntry {
	took := max(x.AnsweredS-x.SentS, 0) * 1000
	e := harEntry{
		StartedDateTime: x.StartedAt, Time: took, Timings: harTimings{Wait: took},
		Request: requestOf(x.Request), Response: responseOf(x.Response), Seq: x.Seq, Error: x.Error,
	}
	if x.Deciding {
		e.Comment = "the verdict rests on this exchange"
	}
	return e
}

func requestOf(r reports.Request) harRequest {
	out := harRequest{
		Method: r.Method, URL: r.URL, HTTPVersion: httpVersion,
		Cookies: []harPair{}, Headers: pairs(r.Headers), QueryString: []harPair{},
		HeadersSize: unmeasured, BodySize: r.BodyBytes,
	}
	if u, err := url.Parse(r.URL); err == nil {
		out.QueryString = pairs(u.Query())
	}
	if r.BodyBytes > 0 {
		out.PostData = &harPostData{MimeType: mediaType(r.Headers), Text: r.Body, Comment: cut(r.Body, r.BodyBytes)}
	}
	return out
}

// responseOf gives an answer; what never came has the status 0.
func responseOf(r *reports.Response) harResponse {
	if r == nil {
		r = &reports.Response{}
	}
	return harResponse{
		Status: r.Status, StatusText: http.StatusText(r.Status), HTTPVersion: httpVersion,
		Cookies: []harPair{}, Headers: pairs(r.Headers),
		Content:     harContent{Size: r.BodyBytes, MimeType: mediaType(r.Headers), Text: r.Body, Comment: cut(r.Body, r.BodyBytes)},
		RedirectURL: http.Header(r.Headers).Get("Location"),
		HeadersSize: unmeasured, BodySize: r.BodyBytes,
	}
}

// pairs lists the values of each name, sorted by name.
func pairs(values map[string][]string) []harPair {
	list := []harPair{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, v := range values[name] {
			list = append(list, harPair{name, v})
		}
	}
	return list
}

func mediaType(headers map[string][]string) string {
	if t := http.Header(headers).Get("Content-Type"); t != "" {
		return t
	}
	return unknownType
}

// cut says that a body was longer than what is recorded of it.
func cut(body string, bytes int) string {
	if len(body) >= bytes {
		return ""
	}
	return fmt.Sprintf("the first %d of %d bytes", len(body), bytes)
}
