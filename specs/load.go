package specs

import "sync"

// loadSchema is the JSON Schema of a load result file, leasecheck/load/v1.
var loadSchema = sync.OnceValues(compiled("load.schema.json", "urn:leasecheck:load:v1"))

// ValidateLoad checks the text of a load result file against its JSON Schema.
// The error names each place that breaks it, up to a handful.
func ValidateLoad(data []byte) error { return validate(data, loadSchema) }
