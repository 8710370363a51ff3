package target_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

const whole = `
name: acme-queues 2.1
dialect: basaltic
url: http://127.0.0.1:8080/base/
auth:
  token: ${LC_TEST_TOKEN}
  access_key_id: AKID
  secret_access_key: ${LC_TEST_SECRET}
  region: sa-saopaulo-1
limited_auth: {token: ${LC_TEST_LIMITED}}
control: http://127.0.0.1:8081
control_token: ${LC_TEST_CONTROL}
provisioning:
  mode: static
  purge: true
  queues:
    standard: [aaaaaaaa-0000-4000-8000-000000000001, bbbbbbbb-0000-4000-8000-000000000002]
    fifo: [cccccccc-0000-4000-8000-000000000003]
    dead_letter: {source: aaaaaaaa-0000-4000-8000-000000000001, target: bbbbbbbb-0000-4000-8000-000000000002, max_receives: 3}
client_addresses: [127.0.0.0/8]
tolerance: {early: 10ms, late: 2s}
rate: {requests_per_second: 12.5}
tls: {insecure_skip_verify: true}
`

// secrets are what the tests' target files hold by way of the environment.
var secrets = map[string]string{
	"LC_TEST_TOKEN":   "tok-3f9a1c77",
	"LC_TEST_SECRET":  "sec-77c1a9f3",
	"LC_TEST_LIMITED": "lim-00aa11bb",
	"LC_TEST_CONTROL": "ctl-99ff88ee",
}

func setSecrets(t *testing.T) {
	t.Helper()
	for name, value := range secrets {
		t.Setenv(name, value)
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "target.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadReadsEveryField(t *testing.T) {
	setSecrets(t)
	f, err := target.Load(write(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, got, want any) {
		t.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	check("name", f.Name, "acme-queues 2.1")
	check("dialect", f.Dialect, specs.Basaltic)
	check("url", f.URL, "http://127.0.0.1:8080/base")
	check("token", f.Auth.Token.Reveal(), secrets["LC_TEST_TOKEN"])
	check("access key", f.Auth.AccessKeyID, "AKID")
	check("secret", f.Auth.SecretAccessKey.Reveal(), secrets["LC_TEST_SECRET"])
	check("limited", f.LimitedAuth.Token.Reveal(), secrets["LC_TEST_LIMITED"])
	check("control", f.Control, "http://127.0.0.1:8081")
	check("control token", f.ControlToken.Reveal(), secrets["LC_TEST_CONTROL"])
	check("mode", f.Provisioning.Mode, target.Static)
	check("purge", f.Provisioning.Purge, true)
	check("standard queues", f.Provisioning.Queues.Standard, []string{"aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"})
	check("fifo queues", f.Provisioning.Queues.FIFO, []string{"cccccccc-0000-4000-8000-000000000003"})
	check("dead letter", *f.Provisioning.Queues.DeadLetter, target.StaticDeadLetter{Source: "aaaaaaaa-0000-4000-8000-000000000001", Target: "bbbbbbbb-0000-4000-8000-000000000002", MaxReceives: 3})
	check("addresses", f.ClientAddresses, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	check("tolerance", f.Tolerance, target.Tolerance{Early: 10 * time.Millisecond, Late: 2 * time.Second, Wake: 500 * time.Millisecond})
	check("rate", f.Rate.RequestsPerSecond, 12.5)
	check("tls", f.TLS.InsecureSkipVerify, true)
}

func TestLoadDefaults(t *testing.T) {
	f, err := target.Load(write(t, "dialect: basaltic\nurl: https://queue.example\nauth: {token: t0}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "queue.example" || f.Provisioning.Mode != target.API || f.LimitedAuth != nil || f.Control != nil {
		t.Errorf("defaults are %+v", f)
	}
	if want := (target.Tolerance{Early: 50 * time.Millisecond, Late: time.Second, Wake: 500 * time.Millisecond}); f.Tolerance != want {
		t.Errorf("tolerance is %v, want %v", f.Tolerance, want)
	}
}

func TestLoadFaults(t *testing.T) {
	const head = "dialect: basaltic\nurl: http://127.0.0.1:1\n"
	const auth = "auth: {token: t0}\n"
	for _, test := range []struct {
		name, text string
		want       []string // each must stand in the error
	}{
		{"empty", "", []string{"is empty", "dialect, url and auth"}},
		{"no YAML", "a: [", []string{"is no YAML", "line 1"}},
		{"no mapping", "- a\n", []string{"is a mapping of fields"}},
		{"two documents", head + auth + "---\na: 1\n", []string{"second YAML document"}},
		{"unknown field", head + auth + "clock: true\n", []string{":4: field clock is unknown", "known here: ", "tolerance"}},
		{"typo inside", head + "auth: {tokn: x}\n", []string{":3: field auth.tokn is unknown", "token"}},
		{"twice", head + auth + "dialect: ezgh\n", []string{":4: field dialect stands twice, first in line 1"}},
		{"missing all", "name: x\n", []string{"dialect is missing: give one of basaltic, ezgh", "url is missing", "auth is missing"}},
		{"unknown dialect", "dialect: sqz\nurl: http://h\n" + auth, []string{":1: field dialect is \"sqz\", which is none of basaltic, ezgh"}},
		{"no URL", "dialect: basaltic\nurl: 127.0.0.1:80\n" + auth, []string{":2: field url is no http or https URL"}},
		{"password in URL", "dialect: basaltic\nurl: http://u:hunter22@h\n" + auth, []string{"field url holds a user name or password", "under auth"}},
		{"empty auth", head + "auth: {}\n", []string{":3: field auth is empty: give token"}},
		{"null token", head + "auth: {token: }\n", []string{":3: field auth.token is empty"}},
		{"auth of another type", head + "auth: abc\n", []string{":3: field auth is a single value, but takes fields of its own"}},
		{"token of another type", head + "auth: {token: [a]}\n", []string{"field auth.token is a list, but takes a single value"}},
		{"half a key", head + "auth: {access_key_id: A, region: r}\n", []string{"one half of an access key"}},
		{"key without region", head + "auth: {access_key_id: A, secret_access_key: b}\n", []string{"without its region"}},
		{"too large a tolerance", head + auth + "tolerance: {early: 1s}\n", []string{":4: field tolerance has early: 1s", "give 250ms at most"}},
		{"limited is full", head + auth + "limited_auth: {token: t0}\n", []string{":4: field limited_auth is the credential of auth"}},
		{"control token alone", head + auth + "control_token: x\n", []string{":4: field control_token has no use without control"}},
		{"organization on basaltic", head + auth + "organization: o\n", []string{":4: field organization is for ezgh only"}},
		{"ezgh without project", "dialect: ezgh\nurl: http://h\n" + auth + "organization: o\n", []string{"field project is missing"}},
		{"key on ezgh", "dialect: ezgh\nurl: http://h\norganization: o\nproject: p\nauth: {access_key_id: A, secret_access_key: b, region: r}\n", []string{":5: field auth has an access key, which ezgh does not know"}},
		{"unset variable", head + "auth: {token: ${LC_TEST_UNSET}}\n", []string{":3: field auth.token needs the environment variable LC_TEST_UNSET, which is not set"}},
		{"empty variable", head + "auth: {token: ${}}\n", []string{":3: field auth.token holds ${} with no variable's name in it: write ${NAME}"}},
		{"variable with a default", head + "auth: {token: \"${A:-b}\"}\n", []string{":3: field auth.token holds ${} with no variable's name in it"}},
		{"variable without its end", head + "auth: {token: '${TOKEN'}\n", []string{":3: field auth.token holds ${ without the rest"}},
		{"a queue of two kinds", head + auth + "provisioning:\n  mode: static\n  queues:\n    standard: [a, b]\n    fifo: [c, b]\n",
			[]string{":8: field provisioning.queues.fifo names \"b\", which provisioning.queues.standard names too"}},
		{"a queue of two kinds by alias", head + auth + "provisioning:\n  mode: static\n  queues: {standard: &ids [a], fifo: *ids}\n",
			[]string{":6: field provisioning.queues.fifo names \"a\""}},
		{"a name for an id", head + auth + "provisioning:\n  mode: static\n  queues:\n    standard: [aaaaaaaa-0000-4000-8000-000000000001, orders]\n",
			[]string{":7: field provisioning.queues.standard names \"orders\", which is no queue's id: basaltic knows its queues by UUID"}},
		{"a name in dead_letter", head + auth + "provisioning:\n  mode: static\n  queues: {fifo: [aaaaaaaa-0000-4000-8000-000000000001], dead_letter: {source: x, target: bbbbbbbb-0000-4000-8000-000000000002, max_receives: 1}}\n",
			[]string{":6: field provisioning.queues.dead_letter names \"x\""}},
		{"token with a line break", head + "auth: {token: \"a\\nb\"}\n", []string{":3: field auth has a line break"}},
		{"control token with a line break", head + auth + "control: http://h\ncontrol_token: \"a\\nb\"\n", []string{":5: field control_token has a line break"}},
		{"port", "dialect: basaltic\nurl: http://h:70000\n" + auth, []string{":2: field url has a port that is no number from 1 to 65535"}},
		{"tab", head + auth + "tolerance:\n\tearly: 1ms\n", []string{"line 5 is indented by a tab"}},
		{"duration without unit", head + auth + "tolerance: {late: 5}\n", []string{":4: field tolerance.late is \"5\": give a time with its unit"}},
		{"negative duration", head + auth + "tolerance: {late: -5s}\n", []string{"field tolerance.late"}},
		{"rate", head + auth + "rate: {requests_per_second: fast}\n", []string{":4: field rate.requests_per_second is \"fast\": give a number from 0"}},
		{"boolean", head + auth + "tls: {insecure_skip_verify: maybe}\n", []string{"field tls.insecure_skip_verify is \"maybe\": give true or false"}},
		{"network", head + auth + "client_addresses: [localhost]\n", []string{":4: field client_addresses holds what is no network"}},
		{"empty text", head + auth + "client_addresses: ['']\n", []string{":4: field client_addresses holds an empty text: give a value"}},
		{"list", head + auth + "client_addresses: 127.0.0.0/8\n", []string{"field client_addresses is a single value, but takes a list"}},
		{"mode", head + auth + "provisioning: {mode: magic}\n", []string{"field provisioning.mode is \"magic\", which is none of api, static, command"}},
		{"static without queues", head + auth + "provisioning: {mode: static}\n", []string{"is static without queues"}},
		{"queues without static", head + auth + "provisioning: {queues: {fifo: [a]}}\n", []string{"which only mode static uses"}},
		{"command without command", head + auth + "provisioning: {mode: command}\n", []string{"is command without a command"}},
		{"command without mode", head + auth + "provisioning: {command: [x]}\n", []string{"which only mode command uses"}},
		{"dead letter without target", head + auth + "provisioning: {mode: static, queues: {standard: [a], dead_letter: {source: a, max_receives: 2}}}\n", []string{"give source and target"}},
		{"max receives", head + auth + "provisioning: {mode: static, queues: {standard: [a], dead_letter: {source: a, target: b, max_receives: 0}}}\n", []string{"field provisioning.queues.dead_letter.max_receives is \"0\""}},
		{"CA file", head + auth + "tls: {ca_file: nowhere.pem}\n", []string{"field tls.ca_file", "nowhere.pem cannot be read: no such file"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := target.Load(write(t, test.text))
			if err == nil {
				t.Fatalf("loaded as %+v", f)
			}
			if f != nil {
				t.Error("a file was returned beside the error")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error does not say %q:\n%v", want, err)
				}
			}
			if strings.Contains(err.Error(), "hunter22") {
				t.Errorf("the error holds a password:\n%v", err)
			}
		})
	}
}

func TestLoadNamesOnlyWhatIsWrong(t *testing.T) {
	_, err := target.Load(write(t, "dialect: nosuch\nurl: nosuch\nauth: {token: ${LC_TEST_UNSET}}\n"))
	if got := strings.Count(err.Error(), "\n") + 1; got != 3 {
		t.Errorf("three faults are told in %d lines:\n%v", got, err)
	}
}

func TestLoadComparesNoCredentialsThatAreNotThere(t *testing.T) {
	_, err := target.Load(write(t, "dialect: basaltic\nurl: http://h\nauth: {token: \"${LC_TEST_UNSET}\"}\nlimited_auth: {token: \"${LC_TEST_UNSET_2}\"}\n"))
	if err == nil || strings.Contains(err.Error(), "is the credential of auth") || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("due the two variables that are not set: %v", err)
	}
}

func TestLoadWithoutFile(t *testing.T) {
	_, err := target.Load(filepath.Join(t.TempDir(), "none.yaml"))
	if err == nil || !strings.Contains(err.Error(), "none.yaml cannot be read: no such file") {
		t.Errorf("error is %v", err)
	}
}

func TestLoadErrorsHoldNoVariable(t *testing.T) {
	setSecrets(t)
	for _, field := range []string{
		"dialect", "url", "control", "rate: {requests_per_second", "tolerance: {late", "tls: {insecure_skip_verify",
		"client_addresses: [", "provisioning: {mode", "tls: {ca_file",
	} {
		end := strings.Repeat("}", strings.Count(field, "{")) + strings.Repeat("]", strings.Count(field, "["))
		text := field + ": ${LC_TEST_TOKEN}" + end + "\n"
		text = strings.Replace(text, "[: ", "[", 1)
		_, err := target.Load(write(t, text))
		if err == nil || strings.Contains(err.Error(), secrets["LC_TEST_TOKEN"]) {
			t.Errorf("%s: error is %v", field, err)
		}
	}
}

func TestFilePrintsNoSecret(t *testing.T) {
	setSecrets(t)
	f, err := target.Load(write(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	asJSON, _ := json.Marshal(f)
	asYAML, _ := yaml.Marshal(f)
	printed := []string{string(asJSON), string(asYAML)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		printed = append(printed, fmt.Sprintf(verb, *f), fmt.Sprintf(verb, f.Auth), fmt.Sprintf(verb, f.Auth.Token))
	}
	for _, text := range printed {
		for _, secret := range secrets {
			if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
				t.Errorf("a secret stands in %s", text)
			}
		}
	}
	if !slices.ContainsFunc(printed, func(s string) bool { return strings.Contains(s, target.Redacted) }) {
		t.Error("nothing was printed at all")
	}
}

func TestFromFlags(t *testing.T) {
	f, err := target.FromFlags(target.Flags{URL: "http://127.0.0.1:9/", Dialect: "basaltic", Token: "tok"})
	if err != nil || f.URL.String() != "http://127.0.0.1:9" || f.Auth.Token.Reveal() != "tok" || f.Tolerance.Late != time.Second {
		t.Fatalf("%+v, %v", f, err)
	}
	for want, flags := range map[string]target.Flags{
		"--url is missing":                                   {Dialect: "basaltic", Token: "t"},
		"--url is no http or https URL":                      {URL: "host", Dialect: "basaltic", Token: "t"},
		"--dialect is \"\", which is none of basaltic, ezgh": {URL: "http://h", Token: "t"},
		"--token is missing":                                 {URL: "http://h", Dialect: "basaltic"},
		"--dialect ezgh needs --organization and --project":  {URL: "http://h", Dialect: "ezgh", Token: "t", Project: "p"},
	} {
		if _, err := target.FromFlags(flags); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error is %v, want %q in it", flags, err, want)
		}
	}
}

func TestNoClientAddressesAreNotTheSameAsUnnamedOnes(t *testing.T) {
	head := "dialect: basaltic\nurl: http://127.0.0.1:8080\nauth: {token: t}\n"
	unnamed, err := target.Load(write(t, head))
	if err != nil || unnamed.ClientAddresses != nil {
		t.Errorf("unnamed, they are %v: %v", unnamed.ClientAddresses, err)
	}
	none, err := target.Load(write(t, head+"client_addresses: []\n"))
	if err != nil || none.ClientAddresses == nil || len(none.ClientAddresses) > 0 {
		t.Errorf("an empty list is %#v: %v", none.ClientAddresses, err)
	}
}
