package cases_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/specs"
)

// maxLiteral is how many lines a case may take: one screen.
const maxLiteral = 50

func TestEveryCaseJudgesKnownRequirements(t *testing.T) {
	known := map[specs.Dialect]*specs.Catalogue{}
	for _, d := range specs.Dialects() {
		catalogue, err := specs.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		known[d] = catalogue
	}
	seen := map[string]bool{}
	for _, c := range cases.All() {
		if seen[c.Name] {
			t.Errorf("two cases are called %s", c.Name)
		}
		seen[c.Name] = true
		if c.Title == "" || c.Run == nil || len(c.Judges) == 0 {
			t.Errorf("case %s lacks a title, a body or a requirement", c.Name)
		}
		for d, duty := range c.Judges {
			if _, ok := known[d].Find(duty.ID); !ok {
				t.Errorf("case %s judges %s, which the %s catalogue does not know", c.Name, duty.ID, d)
			}
		}
	}
}

func TestCasesAreShortAndUseOnlyTheirOwnHandle(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkImports(t, f)
		ast.Inspect(f, func(n ast.Node) bool {
			checkNode(t, files, n)
			return true
		})
	}
}

// checkImports keeps Ginkgo and Gomega's package-level assertions out of cases:
// they would not be bound to the case.
func checkImports(t *testing.T, f *ast.File) {
	t.Helper()
	for _, i := range f.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		if strings.HasPrefix(path, "github.com/onsi/ginkgo") {
			t.Errorf("%s imports %s: cases have no Ginkgo nodes of their own", f.Name.Name, path)
		}
	}
}

func checkNode(t *testing.T, files *token.FileSet, n ast.Node) {
	t.Helper()
	switch n := n.(type) {
	case *ast.SelectorExpr:
		on, ok := n.X.(*ast.Ident)
		if !ok {
			return
		}
		switch on.Name + "." + n.Sel.Name {
		case "time.Sleep":
			t.Errorf("%s: time.Sleep: use t.Pause or t.WaitUntil", files.Position(n.Pos()))
		case "gomega.Expect", "gomega.Eventually", "gomega.Consistently":
			t.Errorf("%s: gomega.%s: use t.Expect", files.Position(n.Pos()), n.Sel.Name)
		}
	case *ast.CompositeLit:
		from, to := files.Position(n.Pos()), files.Position(n.End())
		if isCase(n) && to.Line-from.Line > maxLiteral {
			t.Errorf("%s: a case of %d lines is more than a screen (%d)", from, to.Line-from.Line, maxLiteral)
		}
	}
}

// isCase reports whether a literal is a judge.Case.
func isCase(n *ast.CompositeLit) bool {
	s, ok := n.Type.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Case"
}
