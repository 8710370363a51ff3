package specs

import (
	"embed"
	"fmt"
)

// files holds every dialect's folder, the control API's, and the JSON Schemas.
//
//go:embed */*.yaml *.schema.json
var files embed.FS

// read gives an embedded file's text. Its error is for names that come from
// outside, such as a dialect that a user typed.
func read(folder, name string) ([]byte, error) {
	text, err := files.ReadFile(folder + "/" + name)
	if err != nil {
		return nil, fmt.Errorf("specs: no %s for %q; the dialects are %v", name, folder, Dialects())
	}
	return text, nil
}
