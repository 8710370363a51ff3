package target

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/specs"
)

// check notes what is missing and what contradicts itself. A field whose value
// was already found wrong is not called missing as well.
func (f *File) check(faults *faults, root *yaml.Node) {
	c := checker{faults, root}
	if f.Dialect == "" {
		c.missing("dialect", "give one of "+list(specs.Dialects()))
	}
	if f.URL == nil {
		c.missing("url", "give the base of the API, such as http://127.0.0.1:8080")
	}
	if !c.has("auth") {
		c.missing("auth", "give auth: {token: ${TOKEN}} or an access key")
	}
	f.checkAuth(c)
	f.checkPlace(c)
	f.checkProvisioning(c)
	f.checkTolerance(c)
	if strings.ContainsFunc(f.ControlToken.Reveal(), unicode.IsControl) {
		c.contradicts("control_token", "has a line break or another control character, which no request can carry: take it out")
	}
	if f.ControlToken.IsSet() && f.Control == nil {
		c.contradicts("control_token", "has no use without control: give the control API's URL, or leave it out")
	}
}

// The largest tolerances. The shortest lease that cases let lapse is a second: a
// tolerance near it would pass a lease that ends early.
const (
	mostEarly = 250 * time.Millisecond
	mostLate  = 30 * time.Second
	mostWake  = 5 * time.Second
)

func (f *File) checkTolerance(c checker) {
	for _, t := range []struct {
		field       string
		value, most time.Duration
	}{{"early", f.Tolerance.Early, mostEarly}, {"late", f.Tolerance.Late, mostLate}, {"wake", f.Tolerance.Wake, mostWake}} {
		if t.value > t.most {
			c.contradicts("tolerance", fmt.Sprintf("has %s: %s, by which a broken target would pass: give %s at most", t.field, t.value, t.most))
		}
	}
}

func (f *File) checkAuth(c checker) {
	c.checkCredential("auth", f.Auth, f.Dialect)
	if f.LimitedAuth == nil {
		return
	}
	c.checkCredential("limited_auth", *f.LimitedAuth, f.Dialect)
	if *f.LimitedAuth == f.Auth && f.Auth != (Auth{}) {
		c.contradicts("limited_auth", "is the credential of auth: give one that may not receive, or leave it out")
	}
}

func (c checker) checkCredential(field string, a Auth, d specs.Dialect) {
	if !c.has(field) || a.broken(c, field) {
		return
	}
	switch {
	case !a.sendable():
		c.contradicts(field, "has a line break or another control character, which no request can carry: take it out")
	case a == Auth{}:
		c.contradicts(field, "is empty: give token, or access_key_id and secret_access_key")
	case a.HasKey() != a.SecretAccessKey.IsSet():
		c.contradicts(field, "has one half of an access key: give both access_key_id and secret_access_key")
	case a.HasKey() && d == specs.EZGH:
		c.contradicts(field, "has an access key, which ezgh does not know: give token")
	case a.HasKey() && a.Region == "":
		c.contradicts(field, "has an access key without its region: give region, such as sa-saopaulo-1")
	case !a.HasKey() && a.Region != "":
		c.contradicts(field, "has a region without an access key: give the key, or leave region out")
	}
}

// broken says that a field of the credential is there, but was found wrong.
func (a Auth) broken(c checker, field string) bool {
	return !a.Token.IsSet() && c.has(field, "token") ||
		a.AccessKeyID == "" && c.has(field, "access_key_id") ||
		!a.SecretAccessKey.IsSet() && c.has(field, "secret_access_key") ||
		a.Region == "" && c.has(field, "region")
}

// sendable says that a header can hold the credential.
func (a Auth) sendable() bool {
	return !strings.ContainsFunc(a.Token.Reveal()+a.AccessKeyID+a.Region, unicode.IsControl)
}

func (f *File) checkPlace(c checker) {
	for field, value := range map[string]string{"organization": f.Organization, "project": f.Project} {
		switch {
		case f.Dialect == specs.EZGH && value == "":
			c.missing(field, "ezgh keeps queues in an organization's project: give both")
		case f.Dialect == specs.Basaltic && value != "":
			c.contradicts(field, "is for ezgh only: leave it out")
		}
	}
}

func (f *File) checkProvisioning(c checker) {
	p := f.Provisioning
	static := len(p.Queues.Standard) + len(p.Queues.FIFO)
	switch p.Mode {
	case Static:
		if static == 0 {
			c.contradicts("provisioning", "is static without queues: give the ids under queues.standard or queues.fifo")
		}
	case Command:
		if len(p.Command) == 0 {
			c.contradicts("provisioning", "is command without a command: give the program and its arguments as a list")
		}
	}
	if p.Mode != Static && (static > 0 || p.Queues.DeadLetter != nil || p.Purge) {
		c.contradicts("provisioning", "has queues or purge, which only mode static uses: set mode: static, or leave them out")
	}
	if p.Mode != Command && len(p.Command) > 0 {
		c.contradicts("provisioning", "has a command, which only mode command uses: set mode: command, or leave it out")
	}
	c.checkKinds(p.Queues)
	c.checkIDs(p.Queues, f.Dialect)
	if d := p.Queues.DeadLetter; d != nil && (d.Source == "" || d.Target == "" || d.Source == d.Target) {
		c.contradicts("provisioning", "has a queues.dead_letter without two queues: give source and target, each an id")
	}
}

// checkKinds refuses a queue that is listed under both kinds: it has but one,
// and every case that took it for the other would accuse it.
func (c checker) checkKinds(q StaticQueues) {
	list := c.at("provisioning", "queues", "fifo")
	for _, id := range q.FIFO {
		if slices.Contains(q.Standard, id) {
			c.faults.at(list, "provisioning.queues.fifo", "names %q, which provisioning.queues.standard names too: a queue has one kind, so leave it out of one", id)
		}
	}
}

// checkIDs refuses what can be no queue's id, such as its name.
func (c checker) checkIDs(q StaticQueues, d specs.Dialect) {
	ids := map[string][]string{"standard": q.Standard, "fifo": q.FIFO}
	if q.DeadLetter != nil {
		ids["dead_letter"] = []string{q.DeadLetter.Source, q.DeadLetter.Target}
	}
	for field, list := range ids {
		for _, id := range list {
			if err := checkQueueID(d, id); id != "" && err != nil {
				c.faults.at(c.at("provisioning", "queues", field), "provisioning.queues."+field, "names %q, %v", id, err)
			}
		}
	}
}

// checker notes faults at the place of a root field.
type checker struct {
	faults *faults
	root   *yaml.Node
}

// missing notes that a root field is not there; one that is there was already
// found wrong.
func (c checker) missing(field, remedy string) {
	if !c.has(field) {
		c.faults.at(c.root, field, "is missing: %s", remedy)
	}
}

// contradicts notes a fault at a root field.
func (c checker) contradicts(field, text string) {
	c.faults.at(c.find(c.root, field), field, "%s", text)
}

func (c checker) has(path ...string) bool { return c.at(path...) != nil }

// at is the value of a field of a field of the root, or nil.
func (c checker) at(path ...string) *yaml.Node {
	at := c.root
	for _, name := range path {
		if at = child(at, name); at == nil {
			return nil
		}
	}
	return at
}

func (c checker) find(from *yaml.Node, field string) *yaml.Node {
	if n := child(from, field); n != nil {
		return n
	}
	return from
}

// child is the value of a field of a mapping, or nil.
func child(m *yaml.Node, field string) *yaml.Node {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == field {
			return resolved(m.Content[i+1])
		}
	}
	return nil
}
