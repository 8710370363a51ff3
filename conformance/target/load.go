package target

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/internal/textfile"
	"github.com/leasecheck/leasecheck/specs"
)

// The tolerances of a target file that names none.
const (
	defaultEarly = 50 * time.Millisecond
	defaultLate  = time.Second
	defaultWake  = 500 * time.Millisecond
)

// Load reads a target file. Its error names every fault found: file, line,
// field, and what to write instead. It never holds a secret.
func Load(path string) (*File, error) {
	text, err := textfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("target file %s cannot be read: %w", path, reason(err))
	}
	root, err := parse(path, text)
	if err != nil {
		return nil, err
	}
	faults := &faults{file: path}
	f := readFile(mapping{node: root, faults: faults}.fields())
	f.Path = path
	f.check(faults, root)
	if err := faults.join(); err != nil {
		return nil, err
	}
	if f.TLS.CAFile != "" && !filepath.IsAbs(f.TLS.CAFile) {
		f.TLS.CAFile = filepath.Join(filepath.Dir(path), f.TLS.CAFile)
	}
	if err := checkCA(path, f.TLS.CAFile); err != nil {
		return nil, err
	}
	return f, nil
}

// Flags stand for a target file of their own.
type Flags struct {
	URL, Dialect, Token string
	// Organization and Project hold the target's queues (ezgh).
	Organization, Project string
}

// FromFlags makes the target file that flags stand for.
func FromFlags(flags Flags) (*File, error) {
	base, err := parseURL(flags.URL)
	if err != nil {
		return nil, fmt.Errorf("--url %w", err)
	}
	d, err := parseDialect(flags.Dialect)
	if err != nil {
		return nil, fmt.Errorf("--dialect %w", err)
	}
	if flags.Token == "" {
		return nil, errors.New("--token is missing: give the bearer token or API key of the target")
	}
	if auth := (Auth{Token: NewSecret(flags.Token)}); !auth.sendable() {
		return nil, errors.New("--token has a line break or another control character, which no request can carry: take it out")
	}
	if d == specs.EZGH && (flags.Organization == "" || flags.Project == "") {
		return nil, errors.New("--dialect ezgh needs --organization and --project, which hold the target's queues")
	}
	return &File{
		Name:         base.Host,
		Dialect:      d,
		URL:          base,
		Organization: flags.Organization,
		Project:      flags.Project,
		Auth:         Auth{Token: NewSecret(flags.Token)},
		Provisioning: Provisioning{Mode: API},
		Tolerance:    Tolerance{Early: defaultEarly, Late: defaultLate, Wake: defaultWake},
	}, nil
}

// parse gives the file's one mapping.
func parse(path string, text []byte) (*yaml.Node, error) {
	text, names := hideVariables(text)
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc, second yaml.Node
	if err := d.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s is empty: a target file names at least dialect, url and auth", path)
	} else if err != nil {
		return nil, fmt.Errorf("%s is no YAML: %s%s", path, strings.TrimPrefix(err.Error(), "yaml: "), tabHint(text))
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s holds a second YAML document after \"---\": a target file holds one target", path)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:1: a target file is a mapping of fields such as \"url: http://127.0.0.1:8080\"", path)
	}
	showVariables(doc.Content[0], names)
	return doc.Content[0], nil
}

// indentedByTab finds the first line that a tab indents.
var indentedByTab = regexp.MustCompile(`(?m)^ *\t`)

// tabHint names that line, since YAML's own error is often about the next one.
func tabHint(text []byte) string {
	at := indentedByTab.FindIndex(text)
	if at == nil {
		return ""
	}
	return fmt.Sprintf("; line %d is indented by a tab, where YAML takes spaces alone", 1+bytes.Count(text[:at[0]], []byte("\n")))
}

// hideVariables puts a plain word in place of each ${VAR}, so that one may
// stand wherever YAML allows a word, braces around it included.
func hideVariables(text []byte) ([]byte, []string) {
	var names []string
	return variable.ReplaceAllFunc(text, func(found []byte) []byte {
		names = append(names, string(found))
		return fmt.Appendf(nil, hiddenVariable, len(names)-1)
	}), names
}

const hiddenVariable = "leasecheck_hidden_variable_%d_"

// showVariables puts each ${VAR} back.
func showVariables(n *yaml.Node, names []string) {
	for i, name := range names {
		n.Value = strings.ReplaceAll(n.Value, fmt.Sprintf(hiddenVariable, i), name)
	}
	for _, inner := range n.Content {
		showVariables(inner, names)
	}
}

func readFile(m *fields) *File {
	defer m.done()
	f := &File{
		Name:            m.text("name"),
		Dialect:         convert(m, "dialect", parseDialect),
		URL:             convert(m, "url", parseURL),
		Organization:    m.text("organization"),
		Project:         m.text("project"),
		Control:         convert(m, "control", parseURL),
		ControlToken:    NewSecret(m.text("control_token")),
		ClientAddresses: m.prefixes("client_addresses"),
		Provisioning:    readProvisioning(m.nested("provisioning")),
		Tolerance:       readTolerance(m.nested("tolerance")),
		Rate:            readRate(m.nested("rate")),
		TLS:             readTLS(m.nested("tls")),
	}
	if auth := m.nested("auth"); auth != nil {
		f.Auth = readAuth(auth)
	}
	if limited := m.nested("limited_auth"); limited != nil {
		a := readAuth(limited)
		f.LimitedAuth = &a
	}
	if f.Name == "" && f.URL != nil {
		f.Name = f.URL.Host
	}
	return f
}

func readAuth(m *fields) Auth {
	defer m.done()
	return Auth{
		Token:           NewSecret(m.text("token")),
		AccessKeyID:     m.text("access_key_id"),
		SecretAccessKey: NewSecret(m.text("secret_access_key")),
		Region:          m.text("region"),
	}
}

func readProvisioning(m *fields) Provisioning {
	if m == nil {
		return Provisioning{Mode: API}
	}
	defer m.done()
	p := Provisioning{
		Mode:    convert(m, "mode", parseMode),
		Purge:   m.boolean("purge"),
		Command: m.texts("command"),
	}
	if p.Mode == "" {
		p.Mode = API
	}
	if queues := m.nested("queues"); queues != nil {
		p.Queues = readStaticQueues(queues)
	}
	return p
}

func readStaticQueues(m *fields) StaticQueues {
	defer m.done()
	q := StaticQueues{Standard: m.texts("standard"), FIFO: m.texts("fifo")}
	if dead := m.nested("dead_letter"); dead != nil {
		defer dead.done()
		q.DeadLetter = &StaticDeadLetter{
			Source: dead.text("source"), Target: dead.text("target"), MaxReceives: dead.count("max_receives"),
		}
	}
	return q
}

func readTolerance(m *fields) Tolerance {
	if m == nil {
		return Tolerance{Early: defaultEarly, Late: defaultLate, Wake: defaultWake}
	}
	defer m.done()
	return Tolerance{
		Early: m.duration("early", defaultEarly),
		Late:  m.duration("late", defaultLate),
		Wake:  m.duration("wake", defaultWake),
	}
}

func readRate(m *fields) Rate {
	if m == nil {
		return Rate{}
	}
	defer m.done()
	return Rate{RequestsPerSecond: m.number("requests_per_second")}
}

func readTLS(m *fields) TLS {
	if m == nil {
		return TLS{}
	}
	defer m.done()
	return TLS{CAFile: m.text("ca_file"), InsecureSkipVerify: m.boolean("insecure_skip_verify")}
}

func parseDialect(text string) (specs.Dialect, error) {
	if d := specs.Dialect(text); slices.Contains(specs.Dialects(), d) {
		return d, nil
	}
	return "", fmt.Errorf("is %q, which is none of %s", text, list(specs.Dialects()))
}

func parseMode(text string) (Mode, error) {
	modes := []Mode{API, Static, Command}
	if m := Mode(text); slices.Contains(modes, m) {
		return m, nil
	}
	return "", fmt.Errorf("is %q, which is none of %s", text, list(modes))
}

// parseURL reads the base of an API. Its error does not repeat the text, which
// may hold a password.
func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case text == "":
		return nil, errors.New("is missing: give one such as http://127.0.0.1:8080")
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("is no http or https URL: give one such as http://127.0.0.1:8080")
	case !validPort(u.Port()):
		return nil, errors.New("has a port that is no number from 1 to 65535")
	case u.User != nil:
		return nil, errors.New("holds a user name or password: put the credential under auth")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("holds a query or fragment: give the base of the API alone")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = strings.TrimRight(u.RawPath, "/")
	return u, nil
}

// validPort says that the port is left to the scheme, or exists.
func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

func checkCA(path, ca string) error {
	if ca == "" {
		return nil
	}
	pem, err := os.ReadFile(ca)
	if err != nil {
		return fmt.Errorf("%s: field tls.ca_file: %s cannot be read: %w", path, ca, reason(err))
	}
	if !x509.NewCertPool().AppendCertsFromPEM(pem) {
		return fmt.Errorf("%s: field tls.ca_file: %s holds no PEM certificate", path, ca)
	}
	return nil
}

// reason is why a file could not be read, without its path.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func list[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, n := range names {
		texts[i] = string(n)
	}
	return strings.Join(texts, ", ")
}
