// Package textfile reads files that people write, which are small.
package textfile

import (
	"fmt"
	"io"
	"os"
)

// most is how large such a file may be, in bytes.
const most = 1 << 20

// Read reads a file, or as much of an endless one as tells that it is too
// large.
func Read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("it is larger than %d MiB", most>>20)
	}
	return text, err
}
