// Command leasecheck judges message queues whose receive is a lease, and loads
// them. See the README for what it does.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/leasecheck/leasecheck/reports"
)

func main() { os.Exit(execute()) }

// execute runs the command line and maps what came of it to an exit status.
// A panic is a fault of leasecheck itself and is reported without a trace
// unless LEASECHECK_DEBUG is set.
func execute() (status int) {
	defer func() {
		if p := recover(); p != nil {
			if os.Getenv("LEASECHECK_DEBUG") != "" {
				panic(p)
			}
			fmt.Fprintf(os.Stderr, "leasecheck: a fault of leasecheck itself: %v\n"+
				"Set LEASECHECK_DEBUG=1 for a trace.\n", p)
			status = reports.ExitFault
		}
	}()
	outliveReaders()
	log.SetOutput(io.Discard) // what net/http says of a target's odd answers is in their exchanges
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return report(os.Stderr, newRootCommand().ExecuteContext(ctx))
}
