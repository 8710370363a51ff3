package judge

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"
)

const (
	// largestPost and mostPosted bound what an inbox keeps of one post, and in all.
	largestPost = 1 << 20
	mostPosted  = 4 << 20
	// postTime bounds what a target may take to post.
	postTime = 10 * time.Second
)

// Inbox is an HTTP server on this machine that a target pushes messages to. It
// answers every POST 200, and keeps what came first.
type Inbox struct {
	// URL is where to push to.
	URL string

	mu    sync.Mutex
	posts int
	kept  [][]byte
	size  int
}

// Inbox opens an inbox, which is closed when the case ends. A target that is
// not on this machine could not reach it: then the case is skipped.
func (t *T) Inbox() *Inbox {
	if at := t.env.Client.Target().URL; !onThisMachine(at) {
		t.Skipf("the target cannot push to an address of this machine from %s", at.Host)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Inconclusivef("could not listen for what the target pushes: %v", err)
	}
	in := &Inbox{URL: "http://" + listener.Addr().String() + "/messages"}
	server := &http.Server{Handler: in, ReadTimeout: postTime}
	go func() { _ = server.Serve(listener) }() // ends by Close
	t.Cleanup(func(context.Context) { _ = server.Close() })
	return in
}

func onThisMachine(u *url.URL) bool {
	addr, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && addr.IsLoopback()
}

// ServeHTTP takes a post.
func (in *Inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	post, err := io.ReadAll(io.LimitReader(r.Body, largestPost))
	if err != nil {
		return // broken off: not taken
	}
	in.keep(post)
	w.WriteHeader(http.StatusOK)
}

func (in *Inbox) keep(post []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.posts++
	if in.size += len(post); in.size <= mostPosted {
		in.kept = append(in.kept, post)
	}
}

// Posts is how many posts were taken.
func (in *Inbox) Posts() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.posts
}

// Holds reports whether a post that was kept holds one of the texts. What a post looks like
// is not documented.
func (in *Inbox) Holds(texts ...string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, post := range in.kept {
		for _, text := range texts {
			if text != "" && bytes.Contains(post, []byte(text)) {
				return true
			}
		}
	}
	return false
}
