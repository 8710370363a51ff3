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

const (
	// largestBody bounds every answer's body, as it comes and decompressed.
	largestBody = 8 << 20
	// usualBody bounds the answers to a session that sent nothing large.
	usualBody = 128 << 10
	// bodyGrowth is how much larger than what was sent an answer may be: ten
	// messages of it, each character escaped.
	bodyGrowth = 64
	// bytesPerObject is how many bytes an answer has for each JSON object at the
	// least: one of empty objects alone takes a hundred times its size to decode.
	bytesPerObject = 64
	// partialBody is how much of a body is kept that was not read to its end.
	partialBody = 64 << 10
)

// bodyLimit bounds the answers to one who sent bodies of up to sent bytes.
func bodyLimit(sent int64) int64 { return min(usualBody+bodyGrowth*sent, largestBody) }

// anyBody is the limit for answers that may be large whatever was sent.
func anyBody() int64 { return largestBody }

// readBody reads an answer's body to its end and takes its compression off.
// On an error it gives the beginning of what was read until then.
func readBody(resp *http.Response, limit int64) ([]byte, error) {
	if resp.ContentLength > limit {
		return nil, tooLarge("", limit)
	}
	body, err := readCapped(resp.Body, max(resp.ContentLength, 0), limit, "")
	if err == nil {
		body, err = decompress(body, resp.Header.Get("Content-Encoding"), limit)
	}
	if most := limit / bytesPerObject; err == nil && int64(bytes.Count(body, []byte("{"))) > most {
		err = fmt.Errorf("the answer's body holds more than %d JSON objects", most)
	}
	if err != nil {
		return bytes.Clone(body[:min(len(body), partialBody)]), err
	}
	return body, nil
}

// readCapped reads to the end, or to the limit, which is an error.
func readCapped(r io.Reader, expected, limit int64, kind string) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(expected) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(r, limit+1))
	if n > limit {
		return b.Bytes()[:limit], tooLarge(kind, limit)
	}
	return b.Bytes(), err
}

func tooLarge(kind string, limit int64) error {
	return fmt.Errorf("the answer's %sbody is larger than %d KiB", kind, limit>>10)
}

// decompress takes off an encoding that was not asked for, but is legal.
func decompress(raw []byte, encoding string, limit int64) ([]byte, error) {
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
	plain, err := readCapped(r, int64(len(raw)), limit, "decompressed ")
	if err != nil {
		return plain, fmt.Errorf("the answer's body breaks off as %s: %w", encoding, err)
	}
	return plain, nil
}
