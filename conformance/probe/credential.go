package probe

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
)

// Credential tries the target file's credential by a receive, which every
// dialect documents. It tells a refused credential from one that is known, and
// a target that does not answer.
func Credential(ctx context.Context, s *wire.Session) Finding {
	const name = "credential"
	call := receive(ctx, s)
	answered := Answered(call)
	switch {
	case call.Err != nil:
		return Found(name, Failed, "%s did not answer: %v", s.Client().Target().URL, call.Err)
	case call.Status == http.StatusUnauthorized:
		return Found(name, Failed, "the target refuses the credential (%s): check auth in the target file, or --token", answered)
	case call.Status == http.StatusForbidden && receivesFromItsOwn(ctx, s):
		return Found(name, OK, "accepted, although a receive from an unknown queue answers %s", answered)
	case call.Status == http.StatusForbidden:
		return Found(name, Failed, "the credential may not receive (%s): give one with all permissions", answered)
	case call.Status == http.StatusNotFound:
		return Found(name, OK, "accepted")
	default:
		return Found(name, OK, "not refused; a receive answers %s", answered)
	}
}

// receivesFromItsOwn reports whether the credential may receive from a queue
// that it made: then a refusal elsewhere is the target's way to say that there
// is no such queue, which a case judges.
func receivesFromItsOwn(ctx context.Context, s *wire.Session) bool {
	if s.Client().Target().Provisioning.Mode != target.API {
		return false
	}
	q, _ := dialects.Service(s).CreateQueue(ctx, target.NewRunPrefix()+"-0", target.Settings{Kind: target.Standard})
	if q == nil {
		return false
	}
	defer q.Delete(ctx)
	one, none := 1, time.Duration(0)
	return q.Receive(ctx, target.Receive{Max: &one, Wait: &none}).Class == target.OK
}

// receive asks a queue that does not exist for messages, which changes nothing.
// Where queues are made beforehand the credential may be for those alone: there
// it asks the first of them, and takes no lease.
func receive(ctx context.Context, s *wire.Session) target.Call {
	if id, kind, static := s.Client().Target().Provisioning.FirstStatic(); static {
		one, none := 1, time.Duration(0)
		return dialects.Service(s).Open(id, id, kind).Receive(ctx, target.Receive{Max: &one, Visibility: &none, Wait: &none}).Call
	}
	return Unknown(ctx, s, wire.Full)
}

// Unknown asks a queue that does not exist for messages, with a credential.
func Unknown(ctx context.Context, s *wire.Session, auth wire.AuthMode) target.Call {
	return dialects.Receive(ctx, s, uuid.NewString(), nil, wire.As(auth))
}

// Answered tells an answer's status and, where it has one, its error code.
func Answered(call target.Call) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", call.Status, wire.ErrorCode(call.Body)))
}
