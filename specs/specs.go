// Package specs embeds and types what must hold: per dialect an OpenAPI
// document and a requirement catalogue, and the JSON Schemas of what
// leasecheck writes.
//
// A dialect is a folder that holds openapi.yaml and requirements.yaml, and a
// constant of the folder's name.
package specs

// Dialect names a service whose rules a target claims to follow.
type Dialect string

// The dialects that have a catalogue.
const (
	Basaltic Dialect = "basaltic"
	EZGH     Dialect = "ezgh"
)

// Dialects lists every dialect in the order in which runs and reports show them.
func Dialects() []Dialect { return []Dialect{Basaltic, EZGH} }

// Level says what a broken requirement means for the verdict.
type Level string

// MUST fails a target, SHOULD warns, INFO only records.
const (
	MUST   Level = "MUST"
	SHOULD Level = "SHOULD"
	INFO   Level = "INFO"
)

// Provenance is the authority behind a requirement, or behind an operation or
// field of a document (there as x-provenance).
type Provenance string

// The provenances, from the highest authority down. What is assumed is a MUST
// nowhere, and constrains no answer.
const (
	// Doc is the service's own text.
	Doc Provenance = "doc"
	// Client is what the service's public clients show.
	Client Provenance = "client"
	// Assumed is chosen here, because the service's text is silent.
	Assumed Provenance = "assumed"
)

// Requirement is one duty of a dialect.
type Requirement struct {
	// ID is stable across editions, such as BQ-LEASE-04.
	ID string `yaml:"id" json:"id"`
	// Level is MUST, SHOULD or INFO.
	Level Level `yaml:"level" json:"level"`
	// Title states the duty in one sentence that needs no other to be understood.
	Title string `yaml:"title" json:"title"`
	// Source names the document and the section that ask for it.
	Source string `yaml:"source" json:"source"`
	// From is the authority of the source.
	From Provenance `yaml:"from" json:"from"`
	// Needs are what a target must offer, or a run respect, for the requirement to
	// be judged. They are conjunct; alternatives within one are parted by "|"
	// ("clock|slow").
	Needs []string `yaml:"needs,omitempty" json:"needs,omitempty"`
}

// Edition identifies the text that a catalogue was made from.
type Edition struct {
	// Source is the document's title.
	Source string `yaml:"source" json:"source"`
	// SourceHash is the SHA-256 of the source document, in hex.
	SourceHash string `yaml:"source_hash" json:"source_hash"`
	// SourceDate is the day the document was taken, YYYY-MM-DD.
	SourceDate string `yaml:"source_date" json:"source_date"`
}
