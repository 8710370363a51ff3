package specs

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// formats are the string formats that the documents use. They accept every form
// that the format's own text allows: a UUID of any version, in either case, and
// RFC 3339 with a t and a z in lower case.
func formats() map[string]openapi3.StringFormatValidator {
	upper := openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringDateTime)
	if day, ok := openapi3.SchemaStringFormats["date-time"]; ok {
		upper = day
	}
	return map[string]openapi3.StringFormatValidator{
		"uuid": openapi3.NewRegexpFormatValidator(
			`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`),
		"date-time": openapi3.NewCallbackValidator(func(value string) error {
			return upper.Validate(strings.ToUpper(value))
		}),
	}
}
