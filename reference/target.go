package reference

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/specs"
)

// The organization and project that a target file names. Others exist as well.
const (
	organization = "org_1"
	project      = "prj_1"
)

// credentials are those that a server has from its start.
type credentials struct{ full, limited access.Credential }

// withheldPermission is what the limited credential of a dialect lacks: it may
// do all but receive.
var withheldPermission = map[specs.Dialect]string{
	specs.Basaltic: "receiveMessages",
	specs.EZGH:     "queues.messages.receive",
}

func issueAll(store *access.Store, dialects []specs.Dialect) (map[specs.Dialect]credentials, error) {
	issued := map[specs.Dialect]credentials{}
	for _, d := range dialects {
		full, err := store.Issue(d, nil)
		if err != nil {
			return nil, err
		}
		permissions := []string{}
		for _, p := range access.Permissions(d) {
			if p != withheldPermission[d] {
				permissions = append(permissions, p)
			}
		}
		limited, err := store.Issue(d, permissions)
		if err != nil {
			return nil, err
		}
		issued[d] = credentials{full, limited}
	}
	return issued, nil
}

// Target is what a client needs to know of one dialect as it is served: a
// target file, once written.
type Target struct {
	Name            string        `yaml:"name" json:"name"`
	Dialect         specs.Dialect `yaml:"dialect" json:"dialect"`
	URL             string        `yaml:"url" json:"url"`
	Auth            Auth          `yaml:"auth" json:"auth"`
	LimitedAuth     Auth          `yaml:"limited_auth" json:"limited_auth"`
	Organization    string        `yaml:"organization,omitempty" json:"organization,omitempty"`
	Project         string        `yaml:"project,omitempty" json:"project,omitempty"`
	Control         string        `yaml:"control" json:"control"`
	ControlToken    string        `yaml:"control_token,omitempty" json:"control_token,omitempty"`
	ClientAddresses []string      `yaml:"client_addresses,omitempty" json:"client_addresses,omitempty"`
}

// Auth is a credential.
type Auth struct {
	Token           string `yaml:"token" json:"token"`
	AccessKeyID     string `yaml:"access_key_id,omitempty" json:"access_key_id,omitempty"`
	SecretAccessKey string `yaml:"secret_access_key,omitempty" json:"secret_access_key,omitempty"`
	Region          string `yaml:"region,omitempty" json:"region,omitempty"`
}

// Targets describes each dialect of a started server.
func (s *Server) Targets() []Target {
	var targets []Target
	for _, d := range s.config.Dialects {
		t := Target{
			Name:            "leasecheck reference server, " + string(d),
			Dialect:         d,
			URL:             s.data.url(),
			Auth:            auth(d, s.credentials[d].full),
			LimitedAuth:     auth(d, s.credentials[d].limited),
			Control:         s.control.url(),
			ControlToken:    s.config.ControlToken,
			ClientAddresses: clientAddresses(s.data.Addr()),
		}
		if d == specs.EZGH {
			t.Organization, t.Project = organization, project
		}
		targets = append(targets, t)
	}
	return targets
}

func auth(d specs.Dialect, c access.Credential) Auth {
	if d != specs.Basaltic {
		return Auth{Token: c.Token}
	}
	return Auth{c.Token, c.AccessKeyID, c.SecretAccessKey, c.Region}
}

// clientAddresses are those from which a suite on this machine may dial a
// server at a, each told apart: all of IPv4's loopback network, where the
// system lets one dial from addresses that no interface has.
func clientAddresses(a net.Addr) []string {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil || !at.Addr().Is4() || !at.Addr().IsLoopback() || runtime.GOOS == "darwin" {
		return nil
	}
	return []string{"127.0.0.0/8"}
}

// WriteFile writes the target as a target file that only its owner can read.
// The file is there whole or not at all.
func (t Target) WriteFile(path string) error {
	text, err := yaml.Marshal(t)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(text)
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(temporary.Name(), path)
}

// Curl is a command that tries the target: it creates a queue.
func (t Target) Curl() string {
	path := "/v1/queues"
	if t.Dialect == specs.EZGH {
		path = fmt.Sprintf("/v1/organizations/%s/projects/%s/queues", t.Organization, t.Project)
	}
	return fmt.Sprintf("curl -sS -X POST '%s%s' -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' -d '{\"name\":\"try\"}'",
		t.URL, path, t.Auth.Token)
}
