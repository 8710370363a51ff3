// Package reports holds the result of a run, the verdict that is computed from
// it once, and what renders it.
package reports

import (
	"time"

	"github.com/leasecheck/leasecheck/specs"
)

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
	Schema          string    `json:"schema"`
	Tool            Tool      `json:"tool"`
	Edition         Edition   `json:"edition"`
	Target          Target    `json:"target"`
	StartedAt       time.Time `json:"started_at"`
	DurationSeconds float64   `json:"duration_seconds"`
	Tier            string    `json:"tier"`
	Seed            uint64    `json:"seed"`
	// Partial says that --focus, --skip or --rerun was used.
	Partial bool `json:"partial"`
	// Expected are the requirements that this suite has a case for in any tier;
	// Selected are the requirements that the run was asked to judge.
	Expected []string `json:"expected"`
	Selected []string `json:"selected"`
	Policy   Policy   `json:"policy"`
	// Incomplete says why the target could not be prepared or reached to the end;
	// empty when it was.
	Incomplete string `json:"incomplete,omitempty"`
	// Interrupted says that the user ended the run.
	Interrupted bool `json:"interrupted,omitempty"`
	// SuiteFaults are leasecheck's own faults, such as a case that panicked.
	SuiteFaults []string `json:"suite_faults,omitempty"`
	// Command runs this target again, as a shell would read it, without a
	// selection and without secrets: "leasecheck test --target acme.yaml".
	Command      string         `json:"command,omitempty"`
	Conditions   Conditions     `json:"conditions"`
	Summary      Summary        `json:"summary"`
	Requirements []Requirement  `json:"requirements"`
	Options      map[string]any `json:"options,omitempty"`
	// Digest covers all else in the file; Write sets it and Verify checks it.
	Digest string `json:"digest,omitempty"`
}

// Policy is what the user asked of the verdict. The file carries it so that the
// verdict can be computed again.
type Policy struct {
	// Strict judges an assumed SHOULD as a MUST.
	Strict bool `json:"strict"`
	// RequireAll makes a MUST that was skipped for a need inconclusive.
	RequireAll bool     `json:"require_all"`
	Waivers    []Waiver `json:"waivers,omitempty"`
}

// Waiver accepts the failure of one requirement until a day.
type Waiver struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
	Link   string `json:"link"`
	// Expires is the last day on which the waiver holds (UTC), as YYYY-MM-DD.
	Expires string `json:"expires"`
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
	// Problems are waivers that do nothing any more: expired ones, and ones whose
	// requirement did not fail. They leave the verdict and fail the run.
	Problems []string `json:"problems,omitempty"`
}

// Requirement is one requirement's fate; each is there exactly once.
type Requirement struct {
	ID     string `json:"id"`
	Level  string `json:"level"`
	Title  string `json:"title"`
	Source string `json:"source"`
	// From is the authority of the source: doc, client or assumed.
	From            specs.Provenance `json:"from,omitempty"`
	Status          Status           `json:"status"`
	Reason          string           `json:"reason"`
	DurationSeconds float64          `json:"duration_seconds"`
	Cases           []Case           `json:"cases"`
}

// Outcome is a requirement's status with its reason.
func (q Requirement) Outcome() string {
	if q.Reason == "" {
		return string(q.Status)
	}
	return string(q.Status) + " (" + q.Reason + ")"
}

// Case is one case's fate.
type Case struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	// Message sets what was expected against what was observed; of a skipped case
	// it is the reason (see Needs), of a recorded one what was seen.
	Message string `json:"message"`
	// Location is file:line of the assertion that decided.
	Location string `json:"location"`
	// BlockedBy is the requirement whose behaviour kept an inconclusive case from
	// reaching its own.
	BlockedBy       string  `json:"blocked_by"`
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
