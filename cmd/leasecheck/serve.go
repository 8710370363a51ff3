package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/specs"
)

// closingTime bounds how long requests under way may take when a server ends.
const closingTime = 5 * time.Second

// serveOptions are the flags of the serve command.
type serveOptions struct {
	dialects     []string
	listen       string
	control      string
	controlToken string
	faults       []string
	variant      string
	targetOut    string
	// untilStdinCloses ties the server's life to that of the process that
	// started it.
	untilStdinCloses bool
	quiet            bool
	json             bool
}

func newServeCommand() *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the reference server, correct or broken on purpose",
		Long: "Runs a server in memory that keeps the rules of its dialects, or breaks them in the\n" +
			"ways that --fault names. It prints its addresses, its credentials and a command to try,\n" +
			"writes target files for leasecheck test, and ends with Ctrl-C.",
		Example: "  leasecheck serve --target-out '{dialect}.yaml'\n" +
			"  leasecheck serve --dialect ezgh --listen 127.0.0.1:0 --fault lapsed-handle-refused",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	o.register(cmd)
	return cmd
}

func (o *serveOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.dialects, "dialect", names(specs.Dialects()), "`dialects` to serve")
	f.StringVar(&o.listen, "listen", "127.0.0.1:8080", "`address` of the queues; port 0 is any free one")
	f.StringVar(&o.control, "control-listen", "127.0.0.1:8081", "`address` of the test-control API")
	f.StringVar(&o.controlToken, "control-token", "", "`token` that the test-control API asks for; without it there is none")
	f.StringArrayVar(&o.faults, "fault", nil, "break the server in the way of this `name` (leasecheck faults list); may be repeated")
	f.StringVar(&o.variant, "variant", "", "use the documented freedoms differently: `legal:SEED`, or one of them: legal:NAME:SEED")
	f.StringVar(&o.targetOut, "target-out", "", "write a target file for each dialect to this `file`; {dialect} in it stands for the dialect")
	f.BoolVar(&o.untilStdinCloses, "until-stdin-closes", false, "end also when the standard input ends")
	f.BoolVar(&o.quiet, "quiet", false, "print nothing")
	f.BoolVar(&o.json, "json", false, "print the addresses and credentials as one JSON object")
}

// run serves until the command's context ends, which is the normal end.
func (o *serveOptions) run(cmd *cobra.Command) error {
	config, err := o.config()
	if err != nil {
		return err
	}
	server, err := reference.New(config)
	if err != nil {
		return usageErrorf("%w", err)
	}
	if err := server.Start(); err != nil {
		return usageErrorf("%w; choose other addresses with --listen and --control-listen", err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), closingTime)
		defer cancel()
		_ = server.Close(ctx) // what is still open then is cut off
	}()
	if err := o.announce(cmd.OutOrStdout(), server.Targets()); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	if o.untilStdinCloses {
		go func() {
			_, _ = io.Copy(io.Discard, cmd.InOrStdin())
			cancel()
		}()
	}
	<-ctx.Done()
	return nil
}

// config is the server that the flags ask for.
func (o *serveOptions) config() (reference.Config, error) {
	legal, err := variant.Parse(o.variant)
	if err != nil {
		return reference.Config{}, usageErrorf("--variant: %w", err)
	}
	dialects := make([]specs.Dialect, len(o.dialects))
	for i, name := range o.dialects {
		dialects[i] = specs.Dialect(name)
	}
	if len(dialects) > 1 && o.targetOut != "" && !strings.Contains(o.targetOut, "{dialect}") {
		return reference.Config{}, usageErrorf("--target-out %s: two dialects need two files; put {dialect} into the name", o.targetOut)
	}
	return reference.Config{
		Dialects: dialects, Listen: o.listen, ControlListen: o.control, ControlToken: o.controlToken,
		Faults: o.faults, Legal: legal,
	}, nil
}

// served is a target as serve prints it.
type served struct {
	reference.Target
	Curl string `json:"curl"`
	File string `json:"target_file,omitempty"`
}

// announce prints where the server is, and then writes its target files, whose
// appearance says that it is ready.
func (o *serveOptions) announce(w io.Writer, targets []reference.Target) error {
	list := make([]served, len(targets))
	for i, t := range targets {
		list[i] = served{t, t.Curl(), strings.ReplaceAll(o.targetOut, "{dialect}", string(t.Dialect))}
	}
	if err := o.print(w, list); err != nil {
		return err
	}
	for _, s := range list {
		if s.File == "" {
			continue
		}
		if err := s.WriteFile(s.File); err != nil {
			return usageErrorf("--target-out: %w", err)
		}
	}
	return nil
}

func (o *serveOptions) print(w io.Writer, list []served) error {
	switch {
	case o.json:
		return json.NewEncoder(w).Encode(map[string]any{"targets": list})
	case o.quiet:
		return nil
	}
	for _, s := range list {
		fmt.Fprintf(w, "%s\n", s.Dialect)
		for _, line := range [][2]string{
			{"queues", s.URL},
			{"control", s.Control},
			{"token", s.Auth.Token},
			{"access key", strings.TrimSpace(s.Auth.AccessKeyID + " " + s.Auth.SecretAccessKey)},
			{"no receive", s.LimitedAuth.Token},
			{"target file", s.File},
			{"try", s.Curl},
		} {
			if line[1] != "" {
				fmt.Fprintf(w, "  %-12s %s\n", line[0], line[1])
			}
		}
	}
	_, err := fmt.Fprintln(w, "Ctrl-C ends it.")
	return err
}

func names(dialects []specs.Dialect) []string {
	list := make([]string, len(dialects))
	for i, d := range dialects {
		list[i] = string(d)
	}
	return list
}
