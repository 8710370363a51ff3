package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Operation is an operation of a dialect's document.
type Operation struct {
	// ID is the operationId.
	ID     string
	Method string
	// Path holds a placeholder in braces for each argument.
	Path string
}

// Raw is a body that is sent as it is.
type Raw string

// Call sends an operation. The arguments fill the path's placeholders in
// order. A nil body sends none, Raw is sent as it is, and anything else as JSON.
func (s *Session) Call(ctx context.Context, op Operation, arguments []string, body any, options ...Option) target.Call {
	r, err := op.request(arguments, body, options)
	if err != nil {
		return target.Call{Err: err}
	}
	return s.Do(ctx, r)
}

// request is the operation as it is to be sent.
//
// An empty argument is refused: it stands for an id that the target did not
// give, and without it the path is that of another operation.
func (op Operation) request(arguments []string, body any, options []Option) (Request, error) {
	if slices.Contains(arguments, "") {
		return Request{}, fmt.Errorf("%s was not sent: the target gave no id to send it to", op.ID)
	}
	encoded, err := encode(body)
	if err != nil {
		return Request{}, fmt.Errorf("%s was not sent: %w", op.ID, err)
	}
	r := Request{Operation: op.ID, Method: op.Method, Path: op.fill(arguments), Body: encoded}
	for _, o := range options {
		o(&r)
	}
	return r, nil
}

// fill puts the arguments, escaped, in place of the placeholders.
func (op Operation) fill(arguments []string) string {
	var b strings.Builder
	rest := op.Path
	for _, a := range arguments {
		before, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		b.WriteString(before)
		b.WriteString(url.PathEscape(a))
		_, rest, _ = strings.Cut(after, "}")
	}
	b.WriteString(rest)
	return b.String()
}

func encode(body any) ([]byte, error) {
	switch v := body.(type) {
	case nil:
		return nil, nil
	case Raw:
		return []byte(v), nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
