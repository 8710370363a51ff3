package main

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// stdout is the standard output. What is written after its reader has gone, as
// "| head" goes, is dropped: a command ends with the status that it has without
// a reader, and a run still removes its queues and writes its reports.
type stdout struct{ file *os.File }

func (s stdout) Write(text []byte) (int, error) {
	n, err := s.file.Write(text)
	if errors.Is(err, syscall.EPIPE) {
		return len(text), nil
	}
	return n, err
}

// Fd lets the file be asked whether it is a terminal.
func (s stdout) Fd() uintptr { return s.file.Fd() }

// outliveReaders keeps a closed pipe from ending the process: writes to it fail
// instead. Programs that are started are left as they are.
func outliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
