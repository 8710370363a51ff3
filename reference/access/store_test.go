package access

import (
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/specs"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// newStore is a store on a manual clock, with a Basaltic credential that may do everything.
func newStore(t *testing.T) (*Store, *clock.Clock, Credential) {
	t.Helper()
	c := clock.NewManual(start)
	s := New(c)
	credential, err := s.Issue(specs.Basaltic, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, c, credential
}

func TestPermissions(t *testing.T) {
	s, _, _ := newStore(t)
	for name, c := range map[string]struct {
		permissions []string
		may, mayNot []string
	}{
		"all":  {nil, []string{"sendMessage", "receiveMessages"}, nil},
		"none": {[]string{}, nil, []string{"sendMessage", "receiveMessages", ""}},
		"some": {[]string{"sendMessage", "createQueue"}, []string{"createQueue", "sendMessage"}, []string{"receiveMessages"}},
	} {
		credential, err := s.Issue(specs.Basaltic, c.permissions)
		if err != nil {
			t.Fatal(err)
		}
		grant, known := s.Bearer(specs.Basaltic, credential.Token)
		if !known {
			t.Fatalf("%s: the token is unknown", name)
		}
		for _, p := range c.may {
			if !grant.May(p) {
				t.Errorf("%s: may not %s", name, p)
			}
		}
		for _, p := range c.mayNot {
			if grant.May(p) {
				t.Errorf("%s: may %q", name, p)
			}
		}
	}
}

func TestIssueRefusesWhatItDoesNotKnow(t *testing.T) {
	s, _, _ := newStore(t)
	if _, err := s.Issue(specs.Basaltic, []string{"sendMessage", "queues.messages.receive"}); err == nil {
		t.Error("an unknown permission was taken")
	}
	if _, err := s.Issue("sqs", nil); err == nil {
		t.Error("an unknown dialect was taken")
	}
}

func TestATokenIsOfOneDialect(t *testing.T) {
	s, _, basaltic := newStore(t)
	ezgh, err := s.Issue(specs.EZGH, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, known := s.Bearer(specs.EZGH, basaltic.Token); known {
		t.Error("EZGH takes Basaltic's token")
	}
	if _, known := s.Bearer(specs.Basaltic, ezgh.Token); known {
		t.Error("Basaltic takes EZGH's token")
	}
	if ezgh.AccessKeyID != "" || ezgh.SecretAccessKey != "" {
		t.Error("EZGH has no access keys, but one was issued")
	}
}
