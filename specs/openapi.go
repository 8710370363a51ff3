package specs

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

const documentFile = "openapi.yaml"

// OpenAPI gives the source text of the OpenAPI document of d, or nil where d is
// no dialect.
func OpenAPI(d Dialect) []byte {
	text, err := d.read(documentFile)
	if err != nil {
		return nil
	}
	return text
}

// ControlOpenAPI gives the source text of the OpenAPI document of the
// test-control API.
func ControlOpenAPI() []byte {
	text, err := files.ReadFile("control/" + documentFile)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// Document loads and validates the OpenAPI document of d. Each call gives a
// document of its own, which the caller may change: to match requests to a
// target, set its Servers to the target's address. Its error says that d is no
// dialect.
func Document(d Dialect) (*openapi3.T, error) {
	text, err := d.read(documentFile)
	if err != nil {
		return nil, err
	}
	return document(string(d), text)
}

// ControlDocument loads and validates the OpenAPI document of the test-control
// API, as [Document] does.
func ControlDocument() (*openapi3.T, error) { return document("control", ControlOpenAPI()) }

func document(folder string, text []byte) (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, fmt.Errorf("specs/%s/%s: %w", folder, documentFile, err)
	}
	doc.SetStringFormatValidators(formats())
	if err := doc.Validate(context.Background(), openapi3.EnableSchemaFormatValidation()); err != nil {
		return nil, fmt.Errorf("specs/%s/%s: %w", folder, documentFile, err)
	}
	return doc, nil
}

// ExchangeOptions are how an exchange is checked against doc by
// openapi3filter.ValidateRequest and ValidateResponse: formats are checked, a
// status the document does not name is an error, nothing is changed in the
// request, credentials are left to the target, and a message says where the
// fault lies and why, without the value, which may hold a secret.
func ExchangeOptions(doc *openapi3.T) *openapi3filter.Options {
	options := &openapi3filter.Options{
		IncludeResponseStatus:   true,
		MultiError:              true,
		SkipSettingDefaults:     true,
		AuthenticationFunc:      openapi3filter.NoopAuthenticationFunc,
		SchemaValidationOptions: doc.GetSchemaValidationOptions(),
	}
	options.WithCustomSchemaErrorFunc(placeAndReason)
	return options
}

func placeAndReason(err *openapi3.SchemaError) string {
	reason := cmp.Or(err.Reason, "breaks the schema's "+err.SchemaField)
	return fmt.Sprintf("at /%s: %s", strings.Join(err.JSONPointer(), "/"), reason)
}
