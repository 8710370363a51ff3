package hostile

import (
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"testing"
	"time"
)

// Path is what a slow network does to each piece of a connection's bytes, in
// either direction: it arrives Delay later, give or take up to Jitter, and
// never before an earlier one.
type Path struct{ Delay, Jitter time.Duration }

// inTransit is how many pieces of one direction may be on the way.
const inTransit = 4096

// piece is some bytes on the way, or how the sender ended its side.
type piece struct {
	due   time.Time
	bytes []byte
	end   error
}

// Slow reaches the server at base through the path. A new connection takes a
// round trip to be made, as its handshake would.
func Slow(t testing.TB, base *url.URL, p Path) *url.URL {
	t.Helper()
	return listen(t, func(client net.Conn) {
		server, err := net.Dial("tcp", base.Host)
		if err != nil {
			return
		}
		defer server.Close()
		made := time.Now().Add(p.oneWay() + p.oneWay())
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.carry(server, client, made)
		}()
		p.carry(client, server, time.Now())
		<-done
	})
}

// oneWay draws how long a piece takes.
func (p Path) oneWay() time.Duration {
	return p.Delay - p.Jitter + rand.N(2*p.Jitter+1)
}

// carry brings what from sends, from the moment since on, to to.
func (p Path) carry(to, from net.Conn, since time.Time) {
	way := make(chan piece, inTransit)
	go func() {
		defer close(way)
		p.send(way, from, since)
	}()
	for next := range way {
		time.Sleep(time.Until(next.due))
		if next.end != nil {
			end(to, next.end)
		} else if _, err := to.Write(next.bytes); err != nil {
			from.Close() // so that the sender learns of it, and send returns
		}
	}
}

// send puts what it reads on its way until the sender ends.
func (p Path) send(way chan<- piece, from net.Conn, since time.Time) {
	last := since
	for {
		buffer := make([]byte, 16<<10)
		n, err := from.Read(buffer)
		due := latest(time.Now(), since).Add(p.oneWay())
		last = latest(due, last)
		if n > 0 {
			way <- piece{due: last, bytes: buffer[:n]}
		}
		if err != nil {
			way <- piece{due: last, end: err}
			return
		}
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// end tells the receiver what the sender did: end its side, or all of the connection.
func end(c net.Conn, how error) {
	tcp := c.(*net.TCPConn)
	if errors.Is(how, io.EOF) {
		tcp.CloseWrite()
		return
	}
	tcp.SetLinger(0)
	tcp.Close()
}
