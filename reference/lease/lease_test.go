package lease

import "time"

// epoch is when manual clocks start.
var epoch = time.Date(2026, 1, 18, 11, 45, 0, 0, time.UTC)

// dialects are the rules of both wires.
var dialects = map[string]Rules{
	"basaltic": {RedriveAtLeaseEnd: true, DeduplicationWindow: 5 * time.Minute},
	"ezgh": {
		LapsedHandleWorks: true, SeveralPerGroup: true, LeaseCap: 12 * time.Hour,
		InFlightCap: 120_000, InFlightCapFIFO: 20_000, DeduplicationWindow: 5 * time.Minute,
	},
}
