package wire_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// TestNoSecretIsRecorded has a server that repeats all it is told, in every
// place and form, and looks for secrets in all that the client gives away.
func TestNoSecretIsRecorded(t *testing.T) {
	const (
		limited   = "lim/+=?& \"quoted\"-77"
		key       = "sec-9a8b7c6d5e4f"
		control   = "ctl-55aa55aa55aa"
		grantedTo = "granted-1f2e3d4c5b"
		cut       = "granted-and-cut-off"
	)
	echo := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/grant" {
			fmt.Fprintf(w, `{"token":"%s","secretAccessKey": "%s`, grantedTo, cut)
			return
		}
		told := fmt.Sprintf("%v %s %s", r.Header, r.RequestURI, body)
		quoted, _ := json.Marshal(told)
		w.Header().Set("X-Told", strings.Map(func(c rune) rune {
			if c < ' ' {
				return -1
			}
			return c
		}, told))
		w.Header().Set("Set-Cookie", "session="+token)
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, "%s %s %s %s", told, quoted, url.QueryEscape(told), base64.StdEncoding.EncodeToString([]byte("AKID:"+key)))
	}
	server := serve(t, echo)
	f := fileFor(t, server.URL, func(f *target.File) {
		f.Auth.AccessKeyID, f.Auth.SecretAccessKey, f.Auth.Region = "AKID", target.NewSecret(key), "r1"
		f.LimitedAuth = &target.Auth{Token: target.NewSecret(limited)}
		f.Control, _ = url.Parse(server.URL)
		f.ControlToken = target.NewSecret(control)
	})
	c, s := validating(t, f)

	long := strings.Repeat("x", 4<<10-8)
	altered := token[:len(token)-1]
	requests := []wire.Request{
		{Auth: wire.Full},
		{Auth: wire.Limited},
		{Auth: wire.Signed(wire.Signing{BindBody: true}), Body: []byte("{}")},
		{Auth: wire.Literal("Bearer " + altered)},
		{Auth: wire.Literal(altered)},
		{Control: true, Body: []byte(control)},
		{Grants: true, Path: "/grant"},
		{Path: "/" + url.PathEscape(limited), Query: url.Values{"q": {limited}}, Body: []byte(limited + key + grantedTo)},
		{Body: []byte(long + token + long)}, // the cut would split it
		{Operation: "receiveMessages", Path: "/v1/queues/" + token + "/messages/receive", Body: []byte(`{"max_messages":"` + token + `"}`)},
	}
	var given []string
	var signature string
	for _, r := range requests {
		r.Method = "POST"
		call := s.Do(context.Background(), r)
		given = append(given, fmt.Sprint(call.Err))
		if i := strings.Index(string(call.Body), "Signature="); i > 0 {
			signature = string(call.Body)[i+len("Signature=") : i+len("Signature=")+64]
		}
	}
	if signature == "" {
		t.Fatal("no request was signed")
	}
	for _, v := range append(c.Violations(), c.InvalidRequests()...) {
		given = append(given, fmt.Sprintf("%+v", v))
	}
	for _, x := range s.Exchanges(100) {
		text, _ := json.Marshal(x)
		given = append(given, string(text), fmt.Sprintf("%+v", x), x.Request.Body)
		if x.Response != nil {
			given = append(given, x.Response.Body)
		}
	}
	if len(c.InvalidRequests()) == 0 || len(c.Violations()) == 0 {
		t.Fatalf("nothing was found invalid, so nothing was looked at: %v %v", c.InvalidRequests(), c.Violations())
	}

	for _, secret := range []string{token, altered, limited, key, control, grantedTo, cut, signature, token[:10]} {
		quoted, _ := json.Marshal(secret)
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret), string(quoted[1 : len(quoted)-1])} {
			for _, text := range given {
				if at := strings.Index(text, form); at >= 0 {
					t.Errorf("%q stands in …%s…", form, text[max(at-60, 0):min(at+len(form)+20, len(text))])
				}
			}
		}
	}
}

func TestMadeUpCredentialsAreShown(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, s := open(t, fileFor(t, server.URL))
	s.Do(context.Background(), wire.Request{Method: "GET", Path: "/", Auth: wire.Literal("Bearer nobody-knows-this")})
	if got := s.Exchanges(1)[0].Request.Headers["Authorization"]; got[0] != "Bearer nobody-knows-this" {
		t.Errorf("the evidence shows %q", got)
	}
}

func TestErrorsHoldNoSecret(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		fmt.Fprintf(conn, "HTTP/1.1 %s\r\n\r\n", r.Header.Get("Authorization"))
		conn.Close()
	})
	_, s := open(t, fileFor(t, server.URL))
	call := get(s)
	if call.Err == nil {
		t.Fatal("the answer was read")
	}
	for _, text := range []string{fmt.Sprint(call.Err), fmt.Sprintf("%+v", call.Err), fmt.Sprintf("%#v", call.Err), s.Exchanges(1)[0].Error} {
		if strings.Contains(text, token) {
			t.Errorf("the token stands in %s", text)
		}
	}
}
