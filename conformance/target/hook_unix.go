//go:build unix

package target

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps the terminal's Ctrl-C from the command, which still has to
// delete what it made.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the command and all that it started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
