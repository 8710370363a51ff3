//go:build linux || darwin

package transport

import (
	"crypto/tls"
	"net"
	"syscall"
)

// closed reports whether the server has closed a connection that is idle.
func (c *conn) closed() bool {
	inner := c.Conn
	if secure, ok := inner.(*tls.Conn); ok {
		inner = secure.NetConn()
	}
	tcp, ok := inner.(*net.TCPConn)
	if !ok {
		return false
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return true
	}
	gone := false
	err = raw.Read(func(fd uintptr) bool {
		// Whatever there is to read now is its end, or said out of turn.
		_, _, err := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK)
		gone = err != syscall.EAGAIN
		return true // it does not wait
	})
	return gone || err != nil
}
