package control

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reference/limit"
)

// rateLimit is the body of the call that sets a limit.
type rateLimit struct {
	Scope         limit.Scope `json:"scope"`
	Queue         string      `json:"queue"`
	Organization  string      `json:"organization"`
	Operation     string      `json:"operation"`
	Limit         *int        `json:"limit"`
	WindowSeconds float64     `json:"windowSeconds"`
}

// rule is what the call asks for, or what is wrong with it.
func (g rateLimit) rule(operations []string) (limit.Rule, error) {
	key, err := g.key()
	if err != nil {
		return limit.Rule{}, err
	}
	if g.Operation != "" && !slices.Contains(operations, g.Operation) {
		return limit.Rule{}, fmt.Errorf("unknown operation %q; known are %s", g.Operation, strings.Join(operations, ", "))
	}
	if g.Limit == nil || *g.Limit < 0 {
		return limit.Rule{}, errors.New("limit must be a whole number from 0 on")
	}
	window, err := positive("windowSeconds", g.WindowSeconds)
	return limit.Rule{Key: key, Limit: *g.Limit, Window: window}, err
}

// key is what the limit counts together.
func (g rateLimit) key() (limit.Key, error) {
	name, known := map[limit.Scope]string{
		limit.Queue: g.Queue, limit.Organization: g.Organization, limit.Operation: g.Operation,
	}[g.Scope]
	switch {
	case !known:
		return limit.Key{}, fmt.Errorf("scope is %q; it must be queue, organization or operation", g.Scope)
	case name == "":
		return limit.Key{}, fmt.Errorf("%s is missing", g.Scope)
	case g.Queue != "" && g.Scope != limit.Queue, g.Organization != "" && g.Scope != limit.Organization:
		return limit.Key{}, fmt.Errorf("the scope %s counts by neither another queue nor another organization", g.Scope)
	case g.Scope == limit.Operation:
		name = ""
	}
	return limit.Key{Scope: g.Scope, Name: name, Operation: g.Operation}, nil
}
