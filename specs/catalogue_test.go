package specs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// factSheet reads what the fact sheet of d says of each requirement: a line
// holds id, level, provenance and needs, parted by tabs.
func factSheet(t *testing.T, d Dialect) map[string]Requirement {
	t.Helper()
	text, err := os.ReadFile("testdata/" + string(d) + ".requirements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]Requirement{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 {
			t.Fatalf("fact sheet of %s: %q has not four fields", d, line)
		}
		fact := Requirement{ID: fields[0], Level: Level(fields[1]), From: Provenance(fields[2])}
		if fields[3] != "-" {
			fact.Needs = strings.Split(fields[3], ",")
		}
		facts[fact.ID] = fact
	}
	return facts
}

func load(t *testing.T, d Dialect) *Catalogue {
	t.Helper()
	c, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCatalogueAgreesWithTheFactSheet(t *testing.T) {
	for _, d := range Dialects() {
		t.Run(string(d), func(t *testing.T) {
			facts, c := factSheet(t, d), load(t, d)
			for id, fact := range facts {
				r, ok := c.Find(id)
				if !ok {
					t.Errorf("%s is missing from the catalogue", id)
					continue
				}
				if r.Level != fact.Level || r.From != fact.From || strings.Join(r.Needs, ",") != strings.Join(fact.Needs, ",") {
					t.Errorf("%s is %s from %s with needs %q; the fact sheet has %s from %s with needs %q",
						id, r.Level, r.From, r.Needs, fact.Level, fact.From, fact.Needs)
				}
			}
			for _, r := range c.Requirements {
				if _, ok := facts[r.ID]; !ok {
					t.Errorf("%s is unknown to the fact sheet", r.ID)
				}
			}
		})
	}
}

func TestCatalogueStatesItsDialectAndEdition(t *testing.T) {
	hash := regexp.MustCompile(`^[0-9a-f]{64}$`)
	for _, d := range Dialects() {
		c := load(t, d)
		if c.Dialect != d {
			t.Errorf("the catalogue of %s calls itself %s", d, c.Dialect)
		}
		if c.Edition.Source == "" || !hash.MatchString(c.Edition.SourceHash) {
			t.Errorf("%s: edition %+v lacks a title or a SHA-256", d, c.Edition)
		}
		if !hash.MatchString(c.Hash()) {
			t.Errorf("%s: hash %q is no SHA-256 in hex", d, c.Hash())
		}
	}
	if load(t, Basaltic).Hash() == load(t, EZGH).Hash() {
		t.Error("two catalogues share a hash")
	}
}

// A title is printed alone, so it must be one whole sentence.
func TestTitlesStandByThemselves(t *testing.T) {
	sentence := regexp.MustCompile(`^[A-Z][^\n]{20,240}[^.]\.$`)
	leansOnAnother := regexp.MustCompile(`^(And|Also|It|This|That|They|But|Likewise)\b|\b[BE]Q-[A-Z]+-\d`)
	for _, d := range Dialects() {
		titles := map[string]string{}
		for _, r := range load(t, d).Requirements {
			if !sentence.MatchString(r.Title) || strings.Contains(r.Title, ". ") {
				t.Errorf("%s: %q is not one sentence", r.ID, r.Title)
			}
			if leansOnAnother.MatchString(r.Title) {
				t.Errorf("%s: %q leans on another sentence", r.ID, r.Title)
			}
			if other, ok := titles[r.Title]; ok {
				t.Errorf("%s and %s have one title", other, r.ID)
			}
			titles[r.Title] = r.ID
		}
	}
}

func TestSourcesAgreeWithProvenance(t *testing.T) {
	beginnings := map[Dialect]map[Provenance]string{
		Basaltic: {Doc: "Basaltic Queue API 1.0.0, ", Client: "basaltic-sdk clients, ", Assumed: "assumed: "},
		EZGH:     {Doc: "Pull consumers, ", Assumed: "assumed: "},
	}
	for _, d := range Dialects() {
		for _, r := range load(t, d).Requirements {
			begins, ok := beginnings[d][r.From]
			if !ok || !strings.HasPrefix(r.Source, begins) {
				t.Errorf("%s is from %q, but its source reads %q", r.ID, r.From, r.Source)
			}
		}
	}
}

func TestLoadRefusesAnUnknownDialect(t *testing.T) {
	for _, d := range []Dialect{"", "sqs2", "../specs/basaltic", "control"} {
		if _, err := Load(d); err == nil {
			t.Errorf("a catalogue for dialect %q", d)
		}
	}
	_, err := Load("kafka")
	if err == nil || !strings.Contains(err.Error(), "kafka") || !strings.Contains(err.Error(), "basaltic") {
		t.Errorf("error %v names neither the dialect nor those that exist", err)
	}
}

func TestParseCatalogueIsStrict(t *testing.T) {
	const good = `
dialect: basaltic
edition: {source: Text, source_hash: "00", source_date: "2026-11-30"}
requirements:
  - {id: BQ-A-01, level: MUST, title: A., source: S, from: doc, needs: [clock|slow]}
`
	if _, err := parseCatalogue([]byte(good)); err != nil {
		t.Fatalf("a good catalogue: %v", err)
	}
	bad := []struct{ name, old, new, says string }{
		{"unknown field", "title:", "tittle:", "tittle"},
		{"unknown field at the top", "dialect:", "dialekt:", "dialekt"},
		{"unknown level", "MUST", "MAY", "MAY"},
		{"unknown provenance", "from: doc", "from: rumour", "rumour"},
		{"assumed MUST", "from: doc", "from: assumed", "assumed"},
		{"unknown need", "clock|slow", "clock|sloth", "sloth"},
		{"no title", "title: A.", "title: ''", "title"},
		{"no date", "2026-11-30", "November", "source_date"},
		{"double id", "requirements:", "requirements:\n  - {id: BQ-A-01, level: INFO, title: B., source: S, from: doc}", "twice"},
		{"second document", "needs: [clock|slow]}", "needs: [clock|slow]}\n---\n{}", "more than one"},
	}
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			_, err := parseCatalogue([]byte(text))
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v does not say %q", err, c.says)
			}
		})
	}
}

func TestHashFollowsBothTexts(t *testing.T) {
	hash := editionHash([]byte("ab"), []byte("c"))
	for _, other := range [][2]string{{"a", "bc"}, {"ab", "d"}, {"ax", "c"}} {
		if editionHash([]byte(other[0]), []byte(other[1])) == hash {
			t.Errorf("texts %q hash like ab, c", other)
		}
	}
}
