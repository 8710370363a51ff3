package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// request builds what is sent of r.
func (c *Client) request(ctx context.Context, r Request) (*http.Request, error) {
	base := c.file.URL
	if r.Control {
		base = c.file.Control
	}
	if base == nil {
		return nil, fmt.Errorf("the target file names no control API")
	}
	path, err := url.PathUnescape(r.Path)
	if err != nil {
		return nil, err
	}
	at := *base
	at.Path, at.RawPath = base.Path+path, base.EscapedPath()+r.Path
	at.RawQuery = r.Query.Encode()
	req := &http.Request{
		Method: r.Method, URL: &at, Host: at.Host,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"User-Agent": {"leasecheck"}, "Accept": {"application/json"}},
	}
	if r.Body != nil {
		req.Header["Content-Type"] = []string{"application/json"}
		req.ContentLength = int64(len(r.Body))
		req.Body = io.NopCloser(bytes.NewReader(r.Body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.Body)), nil }
	}
	if err := c.authenticate(ctx, req, r); err != nil {
		return nil, err
	}
	for name, values := range r.Header {
		if len(values) == 0 {
			delete(req.Header, name)
			continue
		}
		req.Header[name] = values
	}
	return req, nil
}
