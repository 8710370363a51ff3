package evidence_test

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

func TestCurl(t *testing.T) {
	typed := map[string][]string{"Content-Type": {"a/b"}}
	for name, tc := range map[string]struct {
		in   reports.Request
		want string
	}{
		"a plain GET": {
			reports.Request{Method: "GET", URL: "http://127.0.0.1:8080/v1/queues"},
			`curl -sS http://127.0.0.1:8080/v1/queues`,
		},
		"a secret is a variable": {
			reports.Request{Method: "POST", URL: "http://h/?a=1&b=$x", Headers: map[string][]string{"Authorization": {"Bearer ***"}, "X-B": {"`***$"}}},
			"curl -sS -X POST 'http://h/?a=1&b=$x' -H \"Authorization: Bearer $TOKEN\" -H \"X-B: \\`$TOKEN\\$\"",
		},
		"what curl sets is left out": {
			reports.Request{Method: "DELETE", URL: "http://h/", Headers: map[string][]string{"Host": {"h"}, "content-length": {"0"}, "User-Agent": {"u"}, "Accept": {"a"}}},
			"curl -sS -X DELETE http://h/",
		},
		"several values of a header": {
			reports.Request{Method: "GET", URL: "http://h/", Headers: map[string][]string{"X-A": {"1", "2"}}},
			"curl -sS http://h/ -H 'X-A: 1' -H 'X-A: 2'",
		},
		"a body with quotes": {
			reports.Request{Method: "POST", URL: "http://h/", Headers: typed, Body: `{"a":"it's"}`, BodyBytes: 12},
			`curl -sS -X POST http://h/ -H 'Content-Type: a/b' --data-raw '{"a":"it'\''s"}'`,
		},
		"a body with a GET": {
			reports.Request{Method: "GET", URL: "http://h/", Headers: typed, Body: "x", BodyBytes: 1},
			`curl -sS -X GET http://h/ -H 'Content-Type: a/b' --data-raw x`,
		},
		"a body without a type": {
			reports.Request{Method: "POST", URL: "http://h/", Body: "x", BodyBytes: 1},
			`curl -sS -X POST http://h/ -H Content-Type: --data-raw x`,
		},
		"a body that was cut": {
			reports.Request{Method: "POST", URL: "http://h/", Headers: typed, Body: "xxx", BodyBytes: 262144},
			`curl -sS -X POST http://h/ -H 'Content-Type: a/b' --data-raw xxx # the body is the first 3 of 262,144 bytes`,
		},
		"a body that does not print": {
			reports.Request{Method: "POST", URL: "http://h/", Headers: typed, Body: "a\nb\\'\x1b", BodyBytes: 6},
			`curl -sS -X POST http://h/ -H 'Content-Type: a/b' --data-raw $'a\nb\\\'\u001b'`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := evidence.Curl(tc.in); got != tc.want {
				t.Errorf("got %s\ndue %s", got, tc.want)
			}
		})
	}
}

// A shell reads back exactly the words that went in.
func TestCurlMeansTheSameToAShell(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed, and no other shell reads $'…'")
	}
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringMatching(`[ -~\n\t\x01é€"'\\$!*]{1,12}`).Draw(t, "body")
		if strings.Contains(body, "***") {
			return
		}
		line := evidence.Curl(reports.Request{Method: "POST", URL: "u", Headers: map[string][]string{"Content-Type": {"a/b"}}, Body: body, BodyBytes: len(body)})
		script := strings.Replace(line, "curl -sS -X POST u -H 'Content-Type: a/b' --data-raw", `printf %s`, 1)
		cmd := exec.Command(shell, "-c", script)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		out, err := cmd.Output()
		if err != nil || string(out) != body {
			t.Fatalf("%s gives %q, due %q (%v)", script, out, body, err)
		}
	})
}

func TestRerun(t *testing.T) {
	r := &reports.Result{Command: "leasecheck test --target acme.yaml", Tier: "standard", Seed: 7}
	if got := evidence.Rerun(r, "BQ-LEASE-04"); got != "leasecheck test --target acme.yaml --focus BQ-LEASE-04 --seed 7" {
		t.Error(got)
	}
	r.Tier = "slow"
	if got := evidence.Rerun(r, "BQ-LEASE-04"); got != "leasecheck test --target acme.yaml --tier slow --focus BQ-LEASE-04 --seed 7" {
		t.Error(got)
	}
	if got := evidence.Rerun(&reports.Result{}, "BQ-LEASE-04"); got != "" {
		t.Error(got)
	}
}
