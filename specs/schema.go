package specs

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const resultFile = "result.schema.json"

// ResultSchema gives the JSON Schema of a result file, leasecheck/result/v1.
func ResultSchema() []byte {
	text, err := files.ReadFile(resultFile)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// ValidateResult checks a result file against its JSON Schema. The error names
// each place that breaks it.
func ValidateResult(data []byte) error {
	schema, err := resultSchema()
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("a result file must be JSON: %w", err)
	}
	return schema.Validate(value)
}

var resultSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(ResultSchema()))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(resultFile, value); err != nil {
		return nil, err
	}
	return compiler.Compile(resultFile)
})
