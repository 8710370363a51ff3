// Package html writes a load result as one HTML file that needs nothing else:
// no network, no script. It reads in light and dark, and by screen reader.
package html

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/console"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

var (
	//go:embed style.css
	style string
	//go:embed page.tmpl
	pageText string
)

var functions = template.FuncMap{
	"style":   func() template.CSS { return template.CSS(style) }, // it is our own file
	"seconds": console.Time,
	"label":   func(name string) string { return strings.ReplaceAll(name, "_", " ") },
	"percent": func(share float64) string { return fmt.Sprintf("%.0f %%", share*100) },
	"mebi":    func(bytes int64) string { return fmt.Sprintf("%d MiB", bytes>>20) },
	"class":   func(v result.Verdict) string { return strings.ReplaceAll(string(v), " ", "-") },
	"errors":  func(o result.Operation) int64 { return o.Failed() },
	"kinds":   func(errors map[string]int64) []string { return slices.Sorted(maps.Keys(errors)) },
	"moment":  func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
	"setting": setting,
	"bar":     bar,
}

var pageTemplate = template.Must(template.New("page").Funcs(functions).Parse(pageText))

// page is what the template sees.
type page struct {
	*result.Result
	Charts []chart
}

// Write writes a judged result.
func Write(w io.Writer, r *result.Result) error {
	charts, err := chartsOf(r)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, page{Result: r, Charts: charts}); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// barWidth is the length of the bar of the step that reached most.
const barWidth = 160.0

// bar is how long a step's bar is among those of all steps.
func bar(of result.Step, among []result.Step) string {
	most := 0.0
	for _, s := range among {
		most = max(most, s.Reached)
	}
	if most == 0 {
		return "0"
	}
	return fmt.Sprintf("%.0f", barWidth*of.Reached/most)
}

// setting writes one of the settings, which came from JSON.
func setting(v any) string {
	switch v := v.(type) {
	case []any:
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = setting(one)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name+": "+setting(v[name]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case nil:
		return "none"
	default:
		return fmt.Sprint(v)
	}
}
