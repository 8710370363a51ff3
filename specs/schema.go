package specs

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const resultFile = "result.schema.json"

// ValidateResult checks the text of a result file against its JSON Schema. The
// error names each place that breaks it, up to a handful.
func ValidateResult(data []byte) error { return validate(data, resultSchema) }

var resultSchema = sync.OnceValues(compiled(resultFile, "urn:leasecheck:result:v1"))

func validate(data []byte, by func() (*jsonschema.Schema, error)) error {
	schema, err := by()
	if err != nil {
		return fmt.Errorf("specs: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(value); errors.As(err, &invalid) {
		return violations(places(invalid.DetailedOutput()))
	}
	return nil
}

// compiled compiles an embedded schema, which refers to itself by address.
func compiled(file, address string) func() (*jsonschema.Schema, error) {
	return func() (*jsonschema.Schema, error) {
		text, err := files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		if err := compiler.AddResource(address, value); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		return compiler.Compile(address)
	}
}

// violations are the places at which a file breaks its schema.
type violations []string

func (v violations) Error() string {
	const shown = 5
	if len(v) <= shown {
		return strings.Join(v, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(v[:shown], "; "), len(v)-shown)
}

// places gives the innermost causes of unit: where each is, and what is wrong.
func places(unit *jsonschema.OutputUnit) []string {
	if len(unit.Errors) == 0 {
		return []string{fmt.Sprintf("at %q: %v", unit.InstanceLocation, unit.Error)}
	}
	var all []string
	for i := range unit.Errors {
		all = append(all, places(&unit.Errors[i])...)
	}
	return all
}
