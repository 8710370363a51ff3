package specs

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// files holds every dialect's folder, the control API's, and the JSON Schemas.
//
//go:embed */*.yaml *.schema.json
var files embed.FS

// read gives the text of a file in the dialect's folder.
func (d Dialect) read(name string) ([]byte, error) {
	if !slices.Contains(Dialects(), d) {
		return nil, fmt.Errorf("%q is no dialect; the dialects are %s", string(d), dialectNames())
	}
	return files.ReadFile(string(d) + "/" + name)
}

func dialectNames() string {
	var names []string
	for _, d := range Dialects() {
		names = append(names, string(d))
	}
	return strings.Join(names, ", ")
}
