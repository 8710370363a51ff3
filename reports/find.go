package reports

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Find gives the result files that a path stands for: itself, or of a report
// directory its own result file, or else those of its folders.
func Find(path string) ([]string, error) {
	if !isDirectory(path) {
		return []string{path}, nil
	}
	for _, pattern := range []string{FileName, "*/" + FileName, "*/*/" + FileName} {
		found, err := fs.Glob(os.DirFS(path), pattern)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			for i, name := range found {
				found[i] = filepath.Join(path, filepath.FromSlash(name))
			}
			return found, nil
		}
	}
	return nil, fmt.Errorf("no %s in %s or its folders", FileName, path)
}
