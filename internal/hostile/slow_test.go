package hostile_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/internal/hostile"
)

var slow = hostile.Path{Delay: 40 * time.Millisecond, Jitter: 15 * time.Millisecond}

// behindSlow has serve answer connections that come through a slow path, and
// gives one of them.
func behindSlow(t *testing.T, serve func(*net.TCPConn)) *net.TCPConn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		serve(c.(*net.TCPConn))
	}()
	base := &url.URL{Scheme: "http", Host: l.Addr().String()}
	c, err := net.Dial("tcp", hostile.Slow(t, base, slow).Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(20 * time.Second))
	return c.(*net.TCPConn)
}

func echo(c *net.TCPConn) { io.Copy(c, c) }

func TestSlowKeepsTheOrderOfBytesAndTheEnd(t *testing.T) {
	c := behindSlow(t, echo)
	var sent bytes.Buffer
	go func() {
		defer c.CloseWrite()
		for i := range 200 {
			io.WriteString(c, strconv.Itoa(i)+",")
			time.Sleep(time.Millisecond)
		}
	}()
	for i := range 200 {
		sent.WriteString(strconv.Itoa(i) + ",")
	}
	got, err := io.ReadAll(c)
	if err != nil || !bytes.Equal(got, sent.Bytes()) {
		t.Errorf("%v; %d bytes of %d came back, or in another order", err, len(got), sent.Len())
	}
}

func TestSlowTakesItsTimeInEachDirection(t *testing.T) {
	c := behindSlow(t, echo)
	least := 2 * (slow.Delay - slow.Jitter)
	for i, least := range []time.Duration{2 * least, least, least} { // the first has the handshake before it
		start := time.Now()
		io.WriteString(c, "x")
		if _, err := io.ReadFull(c, make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < least {
			t.Errorf("round trip %d took %s; want at least %s", i, took, least)
		}
	}
}

func TestSlowPassesAResetOn(t *testing.T) {
	c := behindSlow(t, func(c *net.TCPConn) {
		io.ReadFull(c, make([]byte, 1))
		c.SetLinger(0)
	})
	io.WriteString(c, "x")
	if _, err := io.ReadAll(c); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("%v; want a reset", err)
	}
}

func TestSlowPassesAClientsLeavingOn(t *testing.T) {
	left := make(chan error, 1)
	c := behindSlow(t, func(c *net.TCPConn) {
		_, err := io.Copy(io.Discard, c)
		left <- err
	})
	c.Close()
	select {
	case err := <-left:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server did not learn that its client left")
	}
}
