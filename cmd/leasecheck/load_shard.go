package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/scenario"
	"github.com/leasecheck/leasecheck/loadgen/shard"
)

// share reads which part of the load is this process's, and when it starts.
func (o *loadOptions) share(s scenario.Settings) (pace.Share, time.Time, error) {
	share, start := pace.Share{Count: 1}, time.Time{}
	if o.shard != "" {
		if n, err := fmt.Sscanf(o.shard, "%d/%d", &share.Index, &share.Count); err != nil || n != 2 || fmt.Sprintf("%d/%d", share.Index, share.Count) != o.shard {
			return share, start, usageErrorf("--shard %q: give i/n, such as 0/3", o.shard)
		}
		if share.Count < 1 || share.Index < 0 || share.Index >= share.Count {
			return share, start, usageErrorf("--shard %s: the first of n is 0, the last n-1", o.shard)
		}
		if s.Arrivals == scenario.Poisson && s.Seed == 0 && share.Count > 1 {
			return share, start, usageErrorf("--shard %s: shards of Poisson arrivals need one seed: give --set seed=1 to each", o.shard)
		}
		if s.Search.From > 0 && share.Count > 1 {
			return share, start, usageErrorf("--shard %s: shards of a search would each try rates of their own: give them one rate in another scenario", o.shard)
		}
	}
	if o.startAt != "" {
		var err error
		if start, err = time.Parse(time.RFC3339, o.startAt); err != nil {
			return share, start, usageErrorf("--start-at %q: give a time such as 2026-01-02T15:04:05Z", o.startAt)
		}
		if time.Until(start) < 0 {
			return share, start, usageErrorf("--start-at %s is past", o.startAt)
		}
	}
	return share, start, nil
}

func newLoadMergeCommand() *cobra.Command {
	to := loadOutput{}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put the results of a load's shards back together",
		Long: "Merges the load.json of every shard into one result, equal to what one process would\n" +
			"have recorded, and judges it by the shards' thresholds. The exit status is that of load.",
		Example: "  leasecheck load latency --shard 0/2 --start-at 2026-01-02T15:04:05Z --report-dir a\n" +
			"  leasecheck load latency --shard 1/2 --start-at 2026-01-02T15:04:05Z --report-dir b\n" +
			"  leasecheck load merge a/load.json b/load.json",
		RunE: func(cmd *cobra.Command, paths []string) error {
			var shards []*result.Result
			for _, path := range paths {
				r, err := result.Read(path)
				if err != nil {
					return usageErrorf("%w", err)
				}
				shards = append(shards, r)
			}
			whole, err := shard.Merge(shards)
			if err != nil {
				return usageErrorf("%w", err)
			}
			if err := os.MkdirAll(to.dir, 0o755); err != nil {
				return usageErrorf("--report-dir: %w", err)
			}
			return tellLoad(cmd.OutOrStdout(), whole, to)
		},
	}
	f := cmd.Flags()
	f.StringVar(&to.dir, "report-dir", defaultReportDir, "write the reports into `dir`")
	f.BoolVar(&to.quiet, "quiet", false, "print nothing but the verdict")
	f.BoolVar(&to.json, "json", false, "print the result as JSON")
	return cmd
}
