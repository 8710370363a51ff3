package specs

import (
	"errors"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

var (
	hexUUID = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

	// libraryDateTime is RFC 3339 with the days each month has, but without its
	// letters in lower case.
	libraryDateTime = openapi3.SchemaStringFormats["date-time"]
)

// formats are the string formats that the documents use. They take every form
// that the format itself allows: a UUID of any version, in either letter case,
// and RFC 3339 also with a t and a z in lower case.
func formats() map[string]openapi3.StringFormatValidator {
	return map[string]openapi3.StringFormatValidator{
		"uuid":      openapi3.NewCallbackValidator(checkUUID),
		"date-time": openapi3.NewCallbackValidator(checkDateTime),
	}
}

func checkUUID(value string) error {
	if !hexUUID.MatchString(value) {
		return errors.New("a UUID has 32 hex digits, in groups of 8-4-4-4-12")
	}
	return nil
}

func checkDateTime(value string) error {
	if libraryDateTime.Validate(strings.ToUpper(value)) != nil {
		return errors.New("RFC 3339 is due, such as 2026-01-18T11:45:00Z")
	}
	return nil
}
