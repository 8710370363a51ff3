package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/embedded"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// targetOptions are the flags that say what to judge.
type targetOptions struct {
	file         string
	url          string
	dialect      string
	token        string
	organization string
	project      string
	faults       []string
	variant      string
}

// register registers the flags of commands that start reference servers where
// no target is given.
func (o *targetOptions) register(cmd *cobra.Command) {
	o.registerRemote(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&o.faults, "fault", nil, "without a target: break the reference server in this way (leasecheck faults list)")
	f.StringVar(&o.variant, "variant", "", "without a target: make the reference server a different legal one, legal:`SEED`")
}

// registerRemote registers the flags that name a target that runs already.
func (o *targetOptions) registerRemote(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.file, "target", "", "the target `file`")
	f.StringVar(&o.url, "url", "", "the server at the `url`, in place of a target file; needs --dialect and --token")
	f.StringVar(&o.dialect, "dialect", "", "the dialect of --url, or the only one to judge where there is no target")
	f.StringVar(&o.token, "token", "", "the bearer token or API key for --url")
	f.StringVar(&o.organization, "organization", "", "the organization for --url (ezgh)")
	f.StringVar(&o.project, "project", "", "the project for --url (ezgh)")
}

// openTarget is a target that can be judged.
type openTarget struct {
	file *target.File
	// command judges it again, without a selection and without secrets.
	command string
	server  *embedded.Server
}

// targets are all targets of a command.
type targets struct {
	all []openTarget
	// embedded says that they are reference servers of this command's own.
	embedded bool
}

func (t *targets) close() {
	for _, one := range t.all {
		if one.server != nil {
			one.server.Stop()
		}
	}
}

// check refuses flags that contradict each other, or that nothing would heed.
func (o *targetOptions) check() error {
	ofURL := o.token != "" || o.organization != "" || o.project != ""
	switch {
	case o.file != "" && (o.url != "" || ofURL):
		return usageErrorf("--target excludes --url, --token, --organization and --project: put them into the target file")
	case o.url == "" && ofURL:
		return usageErrorf("--token, --organization and --project are for --url, which is missing")
	case (o.file != "" || o.url != "") && (len(o.faults) > 0 || o.variant != ""):
		return usageErrorf("--fault and --variant are for the embedded reference server: leave --target and --url out")
	}
	if _, err := variant.Parse(o.variant); err != nil {
		return usageErrorf("--variant: %w", err)
	}
	return nil
}

// open reads the target file, makes one of the flags, or starts reference servers.
func (o *targetOptions) open(ctx context.Context) (*targets, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if named, err := o.named(); named != nil || err != nil {
		return named, err
	}
	return o.openEmbedded(ctx)
}

// named is the target that the flags name; nil where they name none.
func (o *targetOptions) named() (*targets, error) {
	switch {
	case o.file != "":
		return o.openFile()
	case o.url != "":
		return o.openURL()
	default:
		return nil, nil
	}
}

func (o *targetOptions) openFile() (*targets, error) {
	file, err := target.Load(o.file)
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	if o.dialect != "" && o.dialect != string(file.Dialect) {
		return nil, usageErrorf("--dialect %s contradicts %s, whose dialect is %s", o.dialect, o.file, file.Dialect)
	}
	return &targets{all: []openTarget{{file: file, command: "leasecheck test --target " + o.file}}}, nil
}

func (o *targetOptions) openURL() (*targets, error) {
	file, err := target.FromFlags(target.Flags{
		URL: o.url, Dialect: o.dialect, Token: o.token, Organization: o.organization, Project: o.project,
	})
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	command := fmt.Sprintf("leasecheck test --url %s --dialect %s", o.url, o.dialect)
	if o.organization != "" {
		command += fmt.Sprintf(" --organization %s --project %s", o.organization, o.project)
	}
	if o.token != "" {
		command += ` --token "$TOKEN"`
	}
	return &targets{all: []openTarget{{file: file, command: command}}}, nil
}

func (o *targetOptions) openEmbedded(ctx context.Context) (*targets, error) {
	dialects, err := o.dialects()
	if err != nil {
		return nil, err
	}
	t := &targets{embedded: true}
	for _, d := range dialects {
		one, err := o.startReference(ctx, d)
		if err != nil {
			t.close()
			if ctx.Err() != nil {
				return nil, exitWith(reports.ExitInterrupted, errors.New("interrupted before anything was judged"))
			}
			return nil, usageErrorf("%w", err)
		}
		t.all = append(t.all, one)
	}
	return t, nil
}

func (o *targetOptions) startReference(ctx context.Context, d specs.Dialect) (openTarget, error) {
	server, err := embedded.Start(ctx, embedded.Options{Dialect: d, Faults: o.faults, Variant: o.variant})
	if err != nil {
		return openTarget{}, err
	}
	command := "leasecheck test --dialect " + string(d)
	for _, f := range o.faults {
		command += " --fault " + f
	}
	if o.variant != "" {
		command += " --variant " + o.variant
	}
	return openTarget{file: server.Target, command: command, server: server}, nil
}

// dialects are those to judge where no target is named: the one asked for, or
// all that can show the faults asked for.
func (o *targetOptions) dialects() ([]specs.Dialect, error) {
	wanted := specs.Dialects()
	if o.dialect != "" {
		if !slices.Contains(wanted, specs.Dialect(o.dialect)) {
			return nil, usageErrorf("--dialect %q is unknown: it is one of %s", o.dialect, joined(wanted))
		}
		wanted = []specs.Dialect{specs.Dialect(o.dialect)}
	}
	return showing(o.faults, wanted)
}

// showing are the dialects, of those wanted, that can show all the faults.
func showing(faults []string, wanted []specs.Dialect) ([]specs.Dialect, error) {
	all := fault.Catalogue()
	for _, name := range faults {
		at := slices.IndexFunc(all, func(f fault.Fault) bool { return f.Name == name })
		if at < 0 {
			return nil, usageErrorf("--fault %q is unknown; leasecheck faults list names them all", name)
		}
		can := all[at].Dialects
		wanted = slices.DeleteFunc(slices.Clone(wanted), func(d specs.Dialect) bool { return !slices.Contains(can, d) })
		if len(wanted) == 0 {
			return nil, usageErrorf("--fault %s is one of %s alone: leave out --dialect, or the faults of others", name, joined(can))
		}
	}
	return wanted, nil
}
