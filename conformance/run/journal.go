package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// JournalName is the name of a journal in its report directory.
const JournalName = "cases.jsonl"

// Journal is an Observer that writes each final outcome as it comes, as one
// line of JSON, so that a run that ends fatally leaves what it had judged. Its
// lines have the order in which the cases ended.
type Journal struct {
	dir     string
	dialect specs.Dialect

	mu   sync.Mutex
	file *os.File
	err  error
}

// journalLine is a line of a journal; its fields mean what those of a result file do.
type journalLine struct {
	ID              string         `json:"id"`
	Case            string         `json:"case"`
	Status          reports.Status `json:"status"`
	Message         string         `json:"message"`
	Location        string         `json:"location"`
	DurationSeconds float64        `json:"duration_seconds"`
}

// NewJournal makes a journal for a report directory. The file is made, or
// emptied, when the run begins.
func NewJournal(dir string, d specs.Dialect) *Journal { return &Journal{dir: dir, dialect: d} }

// Planned begins the file.
func (j *Journal) Planned(int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err = os.MkdirAll(j.dir, 0o755); j.err == nil {
		j.file, j.err = os.Create(filepath.Join(j.dir, JournalName))
	}
}

// Started writes nothing.
func (j *Journal) Started(*judge.Case) {}

// Ended writes a case's line. After one that could not be written it writes no
// more.
func (j *Journal) Ended(c *judge.Case, o judge.Outcome) {
	line, err := json.Marshal(journalLine{
		ID: c.Judges[j.dialect].ID, Case: c.Name, Status: o.Status, Message: o.Message,
		Location: o.Location, DurationSeconds: o.Duration.Seconds(),
	})
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err = errors.Join(j.err, err); j.err == nil {
		_, j.err = j.file.Write(append(line, '\n'))
	}
}

// Close ends the file and says what could not be written.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file != nil {
		j.err = errors.Join(j.err, j.file.Close())
		j.file = nil
	}
	if j.err != nil {
		return fmt.Errorf("journal of the cases: %w", j.err)
	}
	return nil
}
