//go:build unix

package embedded

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps the terminal's Ctrl-C from the server, which must outlive the
// suite's own teardown.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
