package target

import (
	"net/netip"
	"net/url"
	"time"

	"github.com/leasecheck/leasecheck/specs"
)

// File is a target file: what to judge, how to reach it and what it may be
// asked. Its secrets print as "***".
type File struct {
	// Path is where it was read from; empty when flags made it.
	Path string
	// Name is how reports call the target.
	Name    string
	Dialect specs.Dialect
	// URL is the base of all operations, without a trailing slash.
	URL  *url.URL
	Auth Auth
	// LimitedAuth is valid but may not receive; nil when the target has none.
	LimitedAuth *Auth
	// Organization and Project hold the target's queues (ezgh).
	Organization, Project string
	// Control is the base of the test-control API; nil when the target has none.
	Control      *url.URL
	ControlToken Secret
	Provisioning Provisioning
	// ClientAddresses are those the suite may dial from, each told apart by the
	// target. Nil leaves them to the control API to name; an empty list says that
	// there are none, as behind a proxy, where all look like one.
	ClientAddresses []netip.Prefix
	Tolerance       Tolerance
	Rate            Rate
	TLS             TLS
}

// Auth is a credential: a token, an access key, or both, of which the token
// then authenticates and the key only signs what is to be signed.
type Auth struct {
	// Token is a bearer token or an API key.
	Token Secret
	// AccessKeyID, SecretAccessKey and Region sign requests (basaltic).
	AccessKeyID     string
	SecretAccessKey Secret
	Region          string
}

// HasKey says whether the credential can sign.
func (a Auth) HasKey() bool { return a.AccessKeyID != "" }

// Mode is how the suite gets its queues.
type Mode string

// The modes of provisioning.
const (
	// API makes queues by the dialect's own operations.
	API Mode = "api"
	// Static uses queues that were made beforehand.
	Static Mode = "static"
	// Command asks a program of the target's operator.
	Command Mode = "command"
)

// Provisioning says where the suite's queues come from.
type Provisioning struct {
	Mode Mode
	// Purge lets the suite empty static queues that are not.
	Purge  bool
	Queues StaticQueues
	// Command is the program and its arguments.
	Command []string
}

// StaticQueues are the ids of queues made beforehand.
type StaticQueues struct {
	Standard, FIFO []string
	// DeadLetter is nil when no queue has a dead-letter queue.
	DeadLetter *StaticDeadLetter
}

// StaticDeadLetter is a queue whose messages move to Target after MaxReceives receives.
type StaticDeadLetter struct {
	Source, Target string
	MaxReceives    int
}

// Tolerance is what clocks and networks may add to a documented time.
type Tolerance struct {
	// Early is how much sooner than due an event may be seen.
	Early time.Duration
	// Late is how much later than due it may be seen.
	Late time.Duration
	// Wake is what "as soon as" may take.
	Wake time.Duration
}

// Rate is the suite's own pace.
type Rate struct {
	// RequestsPerSecond is 0 for no limit.
	RequestsPerSecond float64
}

// TLS says whom to trust.
type TLS struct {
	// CAFile holds PEM certificates trusted beside the system's.
	CAFile string
	// InsecureSkipVerify trusts any certificate.
	InsecureSkipVerify bool
}
