package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/internal/textfile"
)

// Load gives a scenario and its settings: by its name, or from a file that names
// one. Each of the changes, field=value, then sets a field.
func Load(nameOrFile string, changes ...string) (Scenario, Settings, error) {
	text, place := []byte("scenario: "+nameOrFile), nameOrFile
	if _, known := Find(nameOrFile); !known {
		var err error
		if text, err = textfile.Read(nameOrFile); err != nil {
			return Scenario{}, Settings{}, fmt.Errorf("%q is no scenario, which are %s, and no file of one: %w", nameOrFile, names(), err)
		}
	}
	return parse(place, text, changes)
}

func parse(place string, text []byte, changes []string) (Scenario, Settings, error) {
	var name struct {
		Scenario string `yaml:"scenario"`
	}
	if err := yaml.Unmarshal(text, &name); err != nil {
		return Scenario{}, Settings{}, fmt.Errorf("%s is no scenario file: %w", place, told(err))
	}
	s, known := Find(name.Scenario)
	if !known {
		return Scenario{}, Settings{}, fmt.Errorf("%s: field scenario is %q: it is one of %s", place, name.Scenario, names())
	}
	settings := s.Defaults
	if err := decode(text, &settings); err != nil {
		return Scenario{}, Settings{}, fmt.Errorf("%s: %w", place, err)
	}
	for _, change := range changes {
		field, value, ok := strings.Cut(change, "=")
		if !ok {
			return Scenario{}, Settings{}, fmt.Errorf("%q changes nothing: give field=value", change)
		}
		if err := decode([]byte(field+": "+value), &settings); err != nil {
			return Scenario{}, Settings{}, fmt.Errorf("%s: %w", change, err)
		}
	}
	if err := settings.Check(); err != nil {
		return Scenario{}, Settings{}, fmt.Errorf("%s: %w", place, err)
	}
	return s, settings, nil
}

// decode reads fields into settings, and refuses those that it does not know.
func decode(text []byte, into *Settings) error {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return told(err)
	}
	return nil
}

// strict decodes one node, and refuses fields that it does not know.
func strict(n *yaml.Node, into any) error {
	text, err := yaml.Marshal(n)
	if err != nil {
		return err
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	return d.Decode(into)
}

// What the decoder says in terms of Go.
var (
	typeNames  = regexp.MustCompile(` in type \S*scenario\.\S+`)
	wrongKinds = regexp.MustCompile("cannot unmarshal !!\\w+ (`[^`]*` )?into (\\S+)")
)

// kinds are what a field of a Go type takes.
var kinds = map[string]string{
	"int": "a whole number", "float64": "a number", "string": "a text", "uint64": "a whole number from 0",
	"[]int": "a list of whole numbers", "[]string": "a list of texts", "[]float64": "a list of numbers",
}

// told puts the decoder's error into a user's words.
func told(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	text = strings.TrimPrefix(text, "unmarshal errors:\n  ")
	text = typeNames.ReplaceAllString(text, "")
	text = wrongKinds.ReplaceAllStringFunc(text, func(found string) string {
		parts := wrongKinds.FindStringSubmatch(found)
		kind := kinds[parts[2]]
		if kind == "" {
			kind = "fields of its own"
		}
		return parts[1] + "stands where " + kind + " is due"
	})
	return errors.New(strings.ReplaceAll(text, "not found", "is not known"))
}
