package transport

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// After an interrupt nothing is kept of what it closed, and the next request
// goes over a connection of its own.
func TestAnInterruptForgetsWhatItCloses(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RemoteAddr) }))
	t.Cleanup(server.Close)
	via := New(nil)
	first := ask(t, via, server.URL)
	idle := via.takeIdle()
	via.give(idle)
	via.Interrupt()
	if len(via.open) != 0 || len(via.idle) != 0 {
		t.Errorf("%d connections are open and %d idle, none is due", len(via.open), len(via.idle))
	}
	via.give(idle) // its answer was whole when the interrupt came
	if again := ask(t, via, server.URL); again == first {
		t.Error("it was answered over a connection that was closed")
	}
	if len(via.open) != 1 || len(via.idle) != 1 {
		t.Errorf("%d connections are open and %d idle, one is due", len(via.open), len(via.idle))
	}
}
