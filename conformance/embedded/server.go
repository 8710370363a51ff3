// Package embedded runs a reference server as a process of its own, for runs
// without a target: the suite knows it by its URL alone.
package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

const (
	// readyTime bounds how long a server may take to write its target file.
	readyTime = 15 * time.Second
	// endTime bounds how long a server may take to end when asked to.
	endTime = 5 * time.Second
	// readyPause is between two looks for the target file.
	readyPause = 5 * time.Millisecond
)

// Options of a server.
type Options struct {
	Dialect specs.Dialect
	// Faults and Variant are serve's flags of these names.
	Faults  []string
	Variant string
	// Environment is beside this process's own, each name=value.
	Environment []string
	// Executable is the leasecheck to run; empty is this process's own.
	Executable string
}

// Server is a running reference server.
type Server struct {
	// Target is how it is reached. The file it was read from holds credentials, and
	// is gone: a process that is killed removes nothing.
	Target *target.File

	folder string
	cmd    *exec.Cmd
	stdin  io.Closer
	stderr bytes.Buffer
	ended  chan struct{}
}

// Start runs `leasecheck serve` on free loopback ports and returns once its
// target file is there. The server ends with Stop, or with this process.
func Start(ctx context.Context, o Options) (*Server, error) {
	executable := o.Executable
	if executable == "" {
		var err error
		if executable, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("find this program to start a reference server: %w", err)
		}
	}
	folder, err := os.MkdirTemp("", "leasecheck-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the reference server's target file: %w", err)
	}
	s := &Server{folder: folder, ended: make(chan struct{})}
	s.cmd = exec.Command(executable, s.arguments(o)...)
	s.cmd.Env = append(os.Environ(), o.Environment...)
	if err := s.start(ctx); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) arguments(o Options) []string {
	args := []string{"serve", "--quiet", "--until-stdin-closes", "--dialect", string(o.Dialect),
		"--listen", "127.0.0.1:0", "--control-listen", "127.0.0.1:0", "--target-out", s.targetFile()}
	for _, f := range o.Faults {
		args = append(args, "--fault", f)
	}
	if o.Variant != "" {
		args = append(args, "--variant", o.Variant)
	}
	return args
}

// start runs the process, apart from the terminal's interrupts, and waits
// until it is ready.
func (s *Server) start(ctx context.Context) error {
	stdin, err := s.cmd.StdinPipe()
	if err != nil {
		close(s.ended)
		return fmt.Errorf("start the reference server: %w", err)
	}
	s.stdin = stdin
	s.cmd.Stderr = &s.stderr
	ownGroup(s.cmd)
	if err := s.cmd.Start(); err != nil {
		close(s.ended)
		return fmt.Errorf("start the reference server: %w", err)
	}
	go func() {
		_ = s.cmd.Wait() // how it ended shows in its standard error
		close(s.ended)
	}()
	if err := s.awaitReady(ctx); err != nil {
		return err
	}
	return s.readTarget()
}

func (s *Server) targetFile() string { return filepath.Join(s.folder, "target.yaml") }

// readTarget reads the target file and removes it.
func (s *Server) readTarget() error {
	file, err := target.Load(s.targetFile())
	if err := errors.Join(err, os.RemoveAll(s.folder)); err != nil {
		return err
	}
	file.Path = ""
	s.Target = file
	return nil
}

func (s *Server) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	look := time.NewTicker(readyPause)
	defer look.Stop()
	for {
		if _, err := os.Stat(s.targetFile()); err == nil {
			return nil
		}
		select {
		case <-look.C:
		case <-s.ended:
			return errors.New(s.lastWords())
		case <-ctx.Done():
			return fmt.Errorf("the reference server was not ready within %s: %w", readyTime, ctx.Err())
		}
	}
}

// lastWords is what a server that ended said, as one line.
func (s *Server) lastWords() string {
	text := strings.TrimSpace(s.stderr.String())
	text = strings.TrimPrefix(text, "leasecheck: ")
	if text == "" {
		text = "it said nothing"
	}
	return "the reference server ended at its start: " + text
}

// Stop ends the server.
func (s *Server) Stop() {
	if s.stdin != nil {
		s.stdin.Close()
	}
	select {
	case <-s.ended:
	case <-time.After(endTime):
		if s.cmd.Process != nil {
			s.cmd.Process.Kill()
		}
	}
	os.RemoveAll(s.folder)
}

// Pid is the server's process id.
func (s *Server) Pid() int { return s.cmd.Process.Pid }
