package specs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

const catalogueFile = "requirements.yaml"

// Catalogue is every requirement of a dialect.
type Catalogue struct {
	Dialect      Dialect       `yaml:"dialect" json:"dialect"`
	Edition      Edition       `yaml:"edition" json:"edition"`
	Requirements []Requirement `yaml:"requirements" json:"requirements"`

	hash string
}

// IDs lists the requirements of all dialects.
func IDs() ([]string, error) {
	var ids []string
	for _, d := range Dialects() {
		c, err := Load(d)
		if err != nil {
			return nil, err
		}
		for _, r := range c.Requirements {
			ids = append(ids, r.ID)
		}
	}
	return ids, nil
}

// Load reads the catalogue of d, in the order of its requirements. The result
// is the caller's own. Its error says that d is no dialect.
func Load(d Dialect) (*Catalogue, error) {
	text, err := d.read(catalogueFile)
	if err != nil {
		return nil, err
	}
	c, err := parseCatalogue(text)
	if err != nil {
		return nil, fmt.Errorf("specs: %s/%s: %w", d, catalogueFile, err)
	}
	c.hash = editionHash(text, OpenAPI(d))
	return c, nil
}

// parseCatalogue reads exactly one YAML document; a field it does not know, or
// a catalogue that breaks its own rules, is an error.
func parseCatalogue(text []byte) (*Catalogue, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var c Catalogue
	if err := decoder.Decode(&c); err != nil {
		return nil, err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one YAML document")
	}
	return &c, c.check()
}

// Find gives the requirement with id.
func (c *Catalogue) Find(id string) (Requirement, bool) {
	for _, r := range c.Requirements {
		if r.ID == id {
			return r, true
		}
	}
	return Requirement{}, false
}

// Hash identifies all that a target is judged by: the SHA-256, in hex, over the
// texts of the requirement catalogue and of the OpenAPI document.
func (c *Catalogue) Hash() string { return c.hash }

// editionHash keeps the two texts apart by a byte that neither holds.
func editionHash(catalogue, document []byte) string {
	h := sha256.New()
	h.Write(catalogue)
	h.Write([]byte{0})
	h.Write(document)
	return hex.EncodeToString(h.Sum(nil))
}
