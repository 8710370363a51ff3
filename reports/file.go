package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/leasecheck/leasecheck/specs"
)

// FileName is the name of a result file in its report directory.
const FileName = "result.json"

// maxFileBytes bounds what Read takes for a result file: a run whose every
// requirement fails with all its evidence stays well below it.
const maxFileBytes = 256 << 20

// Write writes r as dir/result.json, and makes dir where it is missing. The
// file is replaced as a whole or not at all.
func (r *Result) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("report directory: %w", err)
	}
	text, err := r.encode()
	if err != nil {
		return fmt.Errorf("result file: %w", err)
	}
	return WriteFile(filepath.Join(dir, FileName), text)
}

// WriteFile replaces the file at path as a whole or not at all.
func WriteFile(path string, content []byte) error {
	if isDirectory(path) {
		return fmt.Errorf("%s is a directory, not a file", path)
	}
	if err := replace(path, content); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, reason(err))
	}
	return nil
}

// Writable makes dir where it is missing, and says why nothing can be written
// into it.
func Writable(dir string) error {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = probe(dir)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written into: %w", dir, reason(err))
	}
	return nil
}

// probe makes a file in dir and removes it.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, ".leasecheck-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// reason is why a file could not be written, without the name it had meanwhile.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func replace(path string, content []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(content); err != nil {
		f.Close()
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// encode gives the result file's text, with its digest.
func (r *Result) encode() ([]byte, error) {
	sealed := *r
	sealed.Schema, sealed.Digest = Schema, ""
	sealed.fillLists()
	text, err := json.Marshal(sealed)
	if err != nil {
		return nil, err
	}
	if sealed.Digest, err = digest(text); err != nil {
		return nil, err
	}
	text, err = json.MarshalIndent(sealed, "", " ")
	return append(text, '\n'), err
}

// fillLists makes lists of what is nil, since the schema knows no null there.
func (r *Result) fillLists() {
	fill(&r.Expected)
	fill(&r.Selected)
	fill(&r.Requirements)
	for i := range r.Requirements {
		cases := &r.Requirements[i].Cases
		fill(cases)
		for j := range *cases {
			fill(&(*cases)[j].Exchanges)
			fill(&(*cases)[j].Timeline)
		}
	}
}

func fill[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// digest is the SHA-256 of a result file without its digest, whatever its
// spacing and the order of its fields.
func digest(text []byte) (string, error) {
	fields := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return "", err
	}
	delete(fields, "digest")
	canonical, err := json.Marshal(fields)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(canonical)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}

// Read reads a result file. The error names the file and what is wrong with it.
func Read(path string) (*Result, error) {
	r, _, err := read(path)
	return r, err
}

func read(path string) (*Result, []byte, error) {
	text, err := readBounded(path)
	if err != nil {
		return nil, nil, err
	}
	if err := checkSchemaName(text); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := specs.ValidateResult(text); err != nil {
		return nil, nil, fmt.Errorf("%s does not match the schema %s: %w", path, Schema, err)
	}
	r := new(Result)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, text, nil
}

// readBounded reads a file of a sane size; a directory stands for its result file.
func readBounded(path string) ([]byte, error) {
	if isDirectory(path) {
		path = filepath.Join(path, FileName)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("result file: %w", err)
	case info.Size() > maxFileBytes:
		return nil, fmt.Errorf("%s is larger than %d MiB, so it is no result file", path, maxFileBytes>>20)
	case info.Size() == 0 && info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is empty", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("result file: %w", err)
	}
	return text, nil
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// checkSchemaName tells a result file from other JSON before its schema is applied.
func checkSchemaName(text []byte) error {
	var head struct{ Schema string }
	if err := json.Unmarshal(text, &head); err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	switch head.Schema {
	case Schema:
		return nil
	case "":
		return fmt.Errorf("no result file: it has no field schema (%q is due)", Schema)
	default:
		return fmt.Errorf("schema %q is not one this version reads (%q)", head.Schema, Schema)
	}
}
