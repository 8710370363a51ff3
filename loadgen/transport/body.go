package transport

import (
	"fmt"
	"io"
	"net/http"
)

// largestBody bounds an answer's body.
const largestBody = 8 << 20

// keep reads the body into memory.
func keep(resp *http.Response) error {
	defer resp.Body.Close()
	b := &body{}
	if resp.ContentLength > largestBody {
		return fmt.Errorf("the answer's body is larger than %d KiB", largestBody>>10)
	}
	if n := resp.ContentLength; n > 0 {
		b.bytes = make([]byte, n)
		if _, err := io.ReadFull(resp.Body, b.bytes); err != nil {
			return err
		}
	} else if n < 0 {
		var err error
		if b.bytes, err = io.ReadAll(io.LimitReader(resp.Body, largestBody+1)); err != nil {
			return err
		}
		if len(b.bytes) > largestBody {
			return fmt.Errorf("the answer's body is larger than %d KiB", largestBody>>10)
		}
	}
	resp.Body = b
	return nil
}

// body is one that was read already.
type body struct {
	bytes []byte
	read  int
}

func (b *body) Read(into []byte) (int, error) {
	if b.read == len(b.bytes) {
		return 0, io.EOF
	}
	n := copy(into, b.bytes[b.read:])
	b.read += n
	return n, nil
}

func (b *body) Close() error { return nil }
