//go:build !linux && !darwin

package transport

// closed reports whether the server has closed a connection that is idle. Here
// nobody knows.
func (c *conn) closed() bool { return false }
