package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// noEmptyFlag refuses a flag that is given without a value, as a script does
// whose variable is not set: --target "" would judge the embedded reference
// server and pass.
func noEmptyFlag(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && isEmpty(f.Value) {
			err = usageErrorf("--%s is empty: give it a value, or leave it out", f.Name)
		}
	})
	return err
}

func isEmpty(v pflag.Value) bool {
	if list, is := v.(pflag.SliceValue); is {
		values := list.GetSlice()
		return len(values) == 0 || slices.Contains(values, "")
	}
	return v.String() == ""
}
