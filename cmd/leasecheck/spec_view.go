package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/leasecheck/leasecheck/specs"
)

// specShelf holds the catalogues, and finds the cases and faults of each
// requirement.
type specShelf struct{ cases, faults namesOf }

// specBook is a catalogue with the cases and faults of its requirements.
type specBook struct {
	*specs.Catalogue
	entries []specEntry
}

// specEntry is a requirement as the command prints it.
type specEntry struct {
	Dialect specs.Dialect `json:"dialect"`
	specs.Requirement
	// Needs stands before the requirement's own, which JSON leaves out where empty.
	Needs  []string `json:"needs"`
	Cases  []string `json:"cases"`
	Faults []string `json:"faults"`
}

// open reads the catalogue of a dialect, or all of them where name is empty.
func (s specShelf) open(name string) ([]specBook, error) {
	dialects := specs.Dialects()
	if name != "" {
		d, err := dialectNamed(name)
		if err != nil {
			return nil, err
		}
		dialects = []specs.Dialect{d}
	}
	var books []specBook
	for _, d := range dialects {
		catalogue, err := specs.Load(d)
		if err != nil {
			return nil, err
		}
		book := specBook{Catalogue: catalogue}
		for _, r := range catalogue.Requirements {
			book.entries = append(book.entries, specEntry{d, r, orEmpty(r.Needs), orEmpty(s.cases(r.ID)), orEmpty(s.faults(r.ID))})
		}
		books = append(books, book)
	}
	return books, nil
}

// orEmpty makes a list that JSON shows as [] in place of null.
func orEmpty(names []string) []string { return append([]string{}, names...) }

// find gives the requirement with id, of any dialect.
func (s specShelf) find(id string) (specEntry, error) {
	books, err := s.open("")
	if err != nil {
		return specEntry{}, err
	}
	for _, b := range books {
		for _, e := range b.entries {
			if e.ID == id {
				return e, nil
			}
		}
	}
	if near := specs.Near(id); near != nil {
		return specEntry{}, usageErrorf("no requirement %q; near it: %s", id, joined(near))
	}
	return specEntry{}, usageErrorf("no requirement %q; leasecheck spec list names them all", id)
}

// specListing is what "spec list --json" prints.
type specListing struct {
	Editions     []specEdition `json:"editions"`
	Requirements []specEntry   `json:"requirements"`
}

type specEdition struct {
	Dialect specs.Dialect `json:"dialect"`
	specs.Edition
	CatalogueHash string `json:"catalogue_hash"`
}

func listingOf(books []specBook) specListing {
	var l specListing
	for _, b := range books {
		l.Editions = append(l.Editions, specEdition{b.Dialect, b.Edition, b.Hash()})
		l.Requirements = append(l.Requirements, b.entries...)
	}
	return l
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func writeIDs(w io.Writer, books []specBook) error {
	var failed error
	for _, b := range books {
		for _, e := range b.entries {
			_, err := fmt.Fprintln(w, e.ID)
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// writeTables shows each catalogue under its edition.
func writeTables(w io.Writer, books []specBook) error {
	for _, b := range books {
		fmt.Fprintf(w, "%s: %s\ntaken on %s, SHA-256 %s; catalogue %.12s\n\n",
			b.Dialect, b.Edition.Source, b.Edition.SourceDate, b.Edition.SourceHash, b.Hash())
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tLEVEL\tFROM\tCASES\tFAULTS\tNEEDS\tDUTY")
		for _, e := range b.entries {
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%s\t%s\n",
				e.ID, e.Level, e.From, len(e.Cases), len(e.Faults), listed(e.Needs), e.Title)
		}
		fmt.Fprintln(table)
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func writeEntry(w io.Writer, e specEntry) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s  %s  %s\n%s\n\n", e.ID, e.Level, e.Dialect, e.Title)
	fmt.Fprintf(table, "source\t%s\n", e.Source)
	fmt.Fprintf(table, "from\t%s\n", e.From)
	fmt.Fprintf(table, "needs\t%s\n", listed(e.Needs))
	fmt.Fprintf(table, "cases\t%s\n", listed(e.Cases))
	fmt.Fprintf(table, "faults\t%s\n", listed(e.Faults))
	return table.Flush()
}

// listed joins names for people; alternatives are parted by "or".
func listed(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return strings.ReplaceAll(joined(names), "|", " or ")
}
