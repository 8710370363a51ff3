package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/leasecheck/leasecheck/loadgen/console"
	"github.com/leasecheck/leasecheck/loadgen/html"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/reports"
	terminal "github.com/leasecheck/leasecheck/reports/console"
)

// loadHTML is the name of the page in a report directory.
const loadHTML = "load.html"

// loadOutput is where a load result goes.
type loadOutput struct {
	dir         string
	quiet, json bool
}

// tellLoad writes and prints a judged result, and gives its exit status. A
// report that cannot be written leaves the figures on standard output.
func tellLoad(out io.Writer, r *result.Result, to loadOutput) error {
	files, failed := to.write(r)
	if err := to.print(out, r, files); err != nil {
		return err
	}
	statuses := r.ExitStatuses()
	if failed != nil {
		statuses = append(statuses, reports.ExitFault)
	}
	return exitWith(reports.WorstExit(statuses...), failed)
}

// write writes the reports, and gives the paths of those that it could.
func (to loadOutput) write(r *result.Result) (files []string, err error) {
	if err := r.Write(to.dir); err != nil {
		return nil, fmt.Errorf("the report could not be written: %w", err)
	}
	files = append(files, filepath.Join(to.dir, result.FileName))
	var page bytes.Buffer
	if err := html.Write(&page, r); err != nil {
		return files, err
	}
	path := filepath.Join(to.dir, loadHTML)
	if err := reports.WriteFile(path, page.Bytes()); err != nil {
		return files, fmt.Errorf("the page could not be written: %w", err)
	}
	return append(files, path), nil
}

func (to loadOutput) print(out io.Writer, r *result.Result, files []string) error {
	switch {
	case to.json:
		return writeJSON(out, r)
	case to.quiet:
		_, err := fmt.Fprintf(out, "%s: %s\n", r.Summary.Verdict, r.Summary.Reason)
		return err
	default:
		return console.Write(out, r, console.Options{Colour: terminal.Colour(out), Files: files})
	}
}
