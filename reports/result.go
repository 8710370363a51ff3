// Package reports holds the result of a run, the verdict that is computed from
// it once, and what renders it.
package reports

import "time"

// Schema names the form of a result file.
const Schema = "leasecheck/result/v1"

// Status is what a requirement or a case came to.
type Status string

// The statuses.
const (
	Passed       Status = "passed"
	Failed       Status = "failed"
	Skipped      Status = "skipped"
	Waived       Status = "waived"
	Inconclusive Status = "inconclusive"
	Recorded     Status = "recorded"
)

// Verdict is what the run says of the target.
type Verdict string

// The verdicts.
const (
	Conformant          Verdict = "conformant"
	NotConformant       Verdict = "not conformant"
	InconclusiveVerdict Verdict = "inconclusive"
	Partial             Verdict = "partial"
)

// Result is a result file.
type Result struct {
	Schema          string         `json:"schema"`
	Tool            Tool           `json:"tool"`
	Edition         Edition        `json:"edition"`
	Target          Target         `json:"target"`
	StartedAt       time.Time      `json:"started_at"`
	DurationSeconds float64        `json:"duration_seconds"`
	Tier            string         `json:"tier"`
	Seed            uint64         `json:"seed"`
	Partial         bool           `json:"partial"`
	Selected        []string       `json:"selected"`
	Conditions      Conditions     `json:"conditions"`
	Summary         Summary        `json:"summary"`
	Requirements    []Requirement  `json:"requirements"`
	Options         map[string]any `json:"options,omitempty"`
}

// Tool is the leasecheck that wrote the result.
type Tool struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
}

// Edition is the text the target was judged by.
type Edition struct {
	CatalogueHash string `json:"catalogue_hash"`
	Source        string `json:"source"`
	SourceDate    string `json:"source_date"`
}

// Target is what was judged.
type Target struct {
	Name         string         `json:"name"`
	Dialect      string         `json:"dialect"`
	URL          string         `json:"url"`
	Capabilities map[string]any `json:"capabilities"`
}

// Conditions of the run, all in seconds.
type Conditions struct {
	RTTP50    float64            `json:"rtt_p50"`
	RTTP99    float64            `json:"rtt_p99"`
	ClockSkew float64            `json:"clock_skew"`
	OwnLagP99 float64            `json:"own_lag_p99"`
	Tolerance map[string]float64 `json:"tolerance"`
}

// Summary counts requirements by level and status.
type Summary struct {
	Verdict Verdict `json:"verdict"`
	// Reason says in one sentence why the verdict is what it is.
	Reason string         `json:"reason,omitempty"`
	Must   map[Status]int `json:"must"`
	Should map[Status]int `json:"should"`
	Info   map[Status]int `json:"info"`
}

// Requirement is one requirement's fate; each is there exactly once.
type Requirement struct {
	ID              string  `json:"id"`
	Level           string  `json:"level"`
	Title           string  `json:"title"`
	Source          string  `json:"source"`
	Status          Status  `json:"status"`
	Reason          string  `json:"reason"`
	DurationSeconds float64 `json:"duration_seconds"`
	Cases           []Case  `json:"cases"`
}

// Case is one case's fate.
type Case struct {
	Name    string `json:"name"`
	Status  Status `json:"status"`
	Message string `json:"message"`
	// Location is file:line of the assertion that decided.
	Location  string `json:"location"`
	BlockedBy string `json:"blocked_by"`
	// DurationSeconds and WaitSeconds are how long it ran, and what it waited at most.
	DurationSeconds float64 `json:"duration_seconds"`
	// Attempt is 2 when an inconclusive case was run once more.
	Attempt   int        `json:"attempt,omitempty"`
	Exchanges []Exchange `json:"exchanges"`
	Timeline  []Span     `json:"timeline"`
}

// Exchange is one request and its answer, secrets replaced, bodies cut at 4 KiB.
type Exchange struct {
	Seq       int       `json:"seq"`
	StartedAt time.Time `json:"started_at"`
	// SentS and AnsweredS count from the case's start.
	SentS     float64   `json:"sent_s"`
	AnsweredS float64   `json:"answered_s"`
	Request   Request   `json:"request"`
	Response  *Response `json:"response"`
	Error     string    `json:"error"`
	// Deciding marks the exchanges that the verdict rests on.
	Deciding bool `json:"deciding,omitempty"`
}

// Request as it was sent.
type Request struct {
	Method    string              `json:"method"`
	URL       string              `json:"url"`
	Headers   map[string][]string `json:"headers"`
	Body      string              `json:"body"`
	BodyBytes int                 `json:"body_bytes"`
}

// Response as it was read.
type Response struct {
	Status    int                 `json:"status"`
	Headers   map[string][]string `json:"headers"`
	Body      string              `json:"body"`
	BodyBytes int                 `json:"body_bytes"`
}

// Span is what is known of a lease: it was certainly held from FromS to UntilS.
type Span struct {
	Message string  `json:"message"`
	Handle  string  `json:"handle"`
	FromS   float64 `json:"from_s"`
	UntilS  float64 `json:"until_s"`
	Event   string  `json:"event"`
}
