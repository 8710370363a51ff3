package wire

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxBodyBytes bounds an answer's body, as it comes and decompressed.
const maxBodyBytes = 8 << 20

// readBody reads an answer's body to its end and takes its compression off.
// On an error it gives what was read until then.
func readBody(resp *http.Response) ([]byte, error) {
	if resp.ContentLength > maxBodyBytes {
		return nil, tooLarge("")
	}
	raw, err := readCapped(resp.Body, max(resp.ContentLength, 0), "")
	if err != nil {
		return raw, err
	}
	return decompress(raw, resp.Header.Get("Content-Encoding"))
}

// readCapped reads to the end, or to the cap, which is an error.
func readCapped(r io.Reader, expected int64, kind string) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(expected) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(r, maxBodyBytes+1))
	if n > maxBodyBytes {
		return b.Bytes()[:maxBodyBytes], tooLarge(kind)
	}
	return b.Bytes(), err
}

func tooLarge(kind string) error {
	return fmt.Errorf("the answer's %sbody is larger than %d MiB", kind, maxBodyBytes>>20)
}

// decompress takes off an encoding that was not asked for, but is legal.
func decompress(raw []byte, encoding string) ([]byte, error) {
	var (
		r   io.Reader
		err error
	)
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return raw, nil
	case "gzip", "x-gzip":
		r, err = gzip.NewReader(bytes.NewReader(raw))
	case "deflate":
		r, err = zlib.NewReader(bytes.NewReader(raw))
		if err != nil { // many servers send it without its wrapping
			r, err = flate.NewReader(bytes.NewReader(raw)), nil
		}
	default:
		return raw, fmt.Errorf("the answer's Content-Encoding %q is unknown", encoding)
	}
	if len(raw) == 0 { // an empty body has nothing to take off
		return raw, nil
	}
	if err != nil {
		return raw, fmt.Errorf("the answer's body is no %s: %w", encoding, err)
	}
	plain, err := readCapped(r, int64(len(raw)), "decompressed ")
	if err != nil {
		return plain, fmt.Errorf("the answer's body breaks off as %s: %w", encoding, err)
	}
	return plain, nil
}
