package reference

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"
)

// The times after which a connection is given up. A whole request may take
// longer than the longest wait and the slowest body together.
const (
	headerPatience  = 10 * time.Second
	requestPatience = 60 * time.Second
	idlePatience    = 3 * time.Minute
	maxHeaderBytes  = 64 << 10
)

// listener is an address with its HTTP server.
type listener struct {
	net.Listener
	server *http.Server
	// end ends the context of every request.
	end context.CancelFunc
}

func listen(address string, h http.Handler) (*listener, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	socket, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	life, end := context.WithCancel(context.Background())
	return &listener{Listener: socket, end: end, server: &http.Server{
		Handler:           withoutPanics(h),
		BaseContext:       func(net.Listener) context.Context { return life },
		ReadHeaderTimeout: headerPatience,
		ReadTimeout:       requestPatience,
		WriteTimeout:      requestPatience,
		IdleTimeout:       idlePatience,
		MaxHeaderBytes:    maxHeaderBytes,
	}}, nil
}

func (l *listener) serve() {
	go func() { _ = l.server.Serve(l.Listener) }() // it ends when l is shut down
}

func (l *listener) url() string { return "http://" + l.Addr().String() }

// shutdown of a listener that never listened does nothing.
func (l *listener) shutdown(ctx context.Context) error {
	if l == nil {
		return nil
	}
	l.end()
	if err := l.server.Shutdown(ctx); err != nil {
		return errors.Join(err, l.server.Close())
	}
	return nil
}

// withoutPanics answers 500 where h panics, which is a fault of this server,
// and says so in one line.
func withoutPanics(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p) // cuts the connection off, as asked
			default:
				log.Printf("leasecheck: a fault of the reference server itself: %s %s: %v", r.Method, r.URL.Path, p)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		h.ServeHTTP(w, r)
	})
}
