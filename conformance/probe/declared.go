package probe

import (
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// Possible are the needs that the target of f may meet, as far as its file
// tells before anything is sent: what is false is certain.
func Possible(f *target.File) map[judge.Need]bool {
	control, static := f.Control != nil, f.Provisioning.Mode == target.Static
	addresses := len(f.ClientAddresses) > 0 || control && f.ClientAddresses == nil
	return map[judge.Need]bool{
		judge.NeedClock:       control,
		judge.NeedKMS:         control,
		judge.NeedRate:        control,
		judge.NeedUnavailable: control,
		judge.NeedPush:        control,
		judge.NeedLimited:     control || f.LimitedAuth != nil,
		judge.NeedSigning:     f.Auth.HasKey(),
		judge.NeedOwnQueues:   !static,
		judge.NeedProducer:    true,
		judge.NeedAddresses:   addresses,
		judge.NeedResetLimits: control || addresses,
	}
}
