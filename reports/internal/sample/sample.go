// Package sample is a result with one of everything, for the tests of what
// renders results.
package sample

import (
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

const (
	handleA = "0e3b50d433e9433f8404e9802de05e92000000000000000100000001eee094b49c56184a57f584722d0433afde5457f6"
	handleB = "0e3b50d433e9433f8404e9802de05e92000000000000000100000002ab3394b49c56184a57f584722d0433afde111111"
	message = "8c0da14c-9b17-4b98-9091-9ee0478a6b72"
	queue   = "http://127.0.0.1:8080/v1/queues/0e3b50d4-33e9-433f-8404-e9802de05e92"
)

var started = time.Date(2026, 12, 1, 0, 8, 49, 122964002, time.UTC)

// Result is a judged result in which every status is found.
func Result() *reports.Result {
	r := &reports.Result{
		Schema:          reports.Schema,
		Tool:            reports.Tool{Version: "1.2.0", Commit: "abc1234"},
		Edition:         reports.Edition{CatalogueHash: "bd1eddb0bfddafec5ed45ff67e656a3ed1f0c9578199c74d7d2b767b6ec7235d", Source: "Basaltic Queue API 1.0.0", SourceDate: "2026-11-30"},
		Target:          reports.Target{Name: "acme-queues 2.1", Dialect: "basaltic", URL: "http://127.0.0.1:8080", Capabilities: map[string]any{"clock": false}},
		StartedAt:       started,
		DurationSeconds: 21.4,
		Tier:            "standard",
		Seed:            42,
		Policy: reports.Policy{Waivers: []reports.Waiver{
			{ID: "BQ-QUEUE-03", Reason: "paging loses a queue, fixed in 2.2", Link: "https://acme.example/1", Expires: "2027-01-31"},
			{ID: "BQ-LEASE-01", Reason: "was late before 2.0", Link: "https://acme.example/2", Expires: "2027-01-31"},
		}},
		Command: "leasecheck test --target acme.yaml",
		Conditions: reports.Conditions{RTTP50: 0.0011, RTTP99: 0.0371, ClockSkew: 0.0092, OwnLagP99: 0.0014,
			Tolerance: map[string]float64{"early": 0.05, "late": 1, "wake": 0.5}},
		Requirements: reports.FromCatalogue(catalogue),
	}
	for i := range r.Requirements {
		q := &r.Requirements[i]
		r.Selected = append(r.Selected, q.ID)
		if cases := cases()[q.ID]; cases != nil {
			r.Expected = append(r.Expected, q.ID)
			q.Cases = cases
		}
	}
	reports.Judge(r)
	return r
}

var catalogue = []specs.Requirement{
	{ID: "BQ-LEASE-01", Level: specs.MUST, Title: "a message not deleted is available again when its lease lapses", Source: "Queue API, Lease messages", From: specs.Doc},
	{ID: "BQ-LEASE-04", Level: specs.MUST, Title: "a delete with a lapsed handle answers QUEUE_RECEIPT_HANDLE_EXPIRED, and the message survives", Source: "Queue API, Receipt handles", From: specs.Doc},
	{ID: "BQ-LEASE-05", Level: specs.MUST, Title: "a delete with an earlier lease's handle touches nothing", Source: "Queue API, Receipt handles", From: specs.Doc},
	{ID: "BQ-POLL-02", Level: specs.MUST, Title: "a waiting receive returns as soon as a producer sends", Source: "Queue API, Long polling", From: specs.Doc},
	{ID: "BQ-POLL-06", Level: specs.SHOULD, Title: "a lease that lapses during the wait is delivered to the waiter", Source: "Queue API, Long polling", From: specs.Doc},
	{ID: "BQ-QUEUE-03", Level: specs.MUST, Title: "list pages reach every queue once", Source: "client, listQueues", From: specs.Client},
	{ID: "BQ-FIFO-11", Level: specs.MUST, Title: "deduplication ends after five minutes", Source: "Queue API, FIFO", From: specs.Doc, Needs: []string{"clock|slow"}},
	{ID: "BQ-KMS-01", Level: specs.MUST, Title: "with the key disabled a receive answers 409", Source: "Queue API, Encryption", From: specs.Doc, Needs: []string{"kms"}},
	{ID: "BQ-BATCH-01", Level: specs.MUST, Title: "a batch gives one result per entry", Source: "client, batches", From: specs.Client},
	{ID: "BQ-LEASE-14", Level: specs.INFO, Title: "what a second delete with the same handle answers", Source: "leasecheck", From: specs.Assumed},
}

func cases() map[string][]reports.Case {
	return map[string][]reports.Case{
		"BQ-LEASE-01": {{Name: "lapse-returns-the-message", Status: reports.Passed, DurationSeconds: 3.1}},
		"BQ-LEASE-04": {lapsed(), {
			Name: "lapsed-handle-acknowledges-fifo", Status: reports.Failed, Location: "conformance/cases/lease_handle.go:61",
			Message: "expected stale, observed status 204, ok in exchange 4", DurationSeconds: 2.1,
		}},
		"BQ-LEASE-05": {{
			Name: "earlier-handle-deletes-nothing", Status: reports.Inconclusive, BlockedBy: "BQ-LEASE-04", DurationSeconds: 2.2,
			Message: "could not be judged: the message was gone; see BQ-LEASE-04",
		}},
		"BQ-POLL-02": {{
			Name: "send-wakes-a-waiter", Status: reports.Inconclusive, Attempt: 2, DurationSeconds: 8,
			Message: "the answer came 0.9 s after the send, and the suite itself was 0.7 s late: tolerance.wake is 0.5 s",
		}},
		"BQ-POLL-06": {{
			Name: "lapse-wakes-a-waiter", Status: reports.Failed, Location: "conformance/cases/poll.go:88", DurationSeconds: 20,
			Message: "expected the message in the open poll\nobserved an empty answer after 10 s", Exchanges: []reports.Exchange{hostile()},
		}},
		"BQ-QUEUE-03": {{Name: "pages-reach-every-queue", Status: reports.Failed, Message: "expected 7 queues, observed 6", DurationSeconds: 0.4}},
		"BQ-FIFO-11":  {{Name: "window-ends", Status: reports.Skipped, Message: reports.Needs("clock|slow")}},
		"BQ-KMS-01":   {{Name: "disabled-key", Status: reports.Skipped, Message: reports.Needs("kms")}},
		"BQ-LEASE-14": {{Name: "second-delete", Status: reports.Passed, Message: "a second delete answers 404 NOT_FOUND", DurationSeconds: 0.1}},
	}
}

// lapsed is a case whose message was deleted by a handle whose lease had lapsed.
func lapsed() reports.Case {
	receive := fmt.Sprintf(`{"messages":[{"id":%q,"receipt_handle":%q,"body":"work","receive_count":1}]}`, message, handleA)
	return reports.Case{
		Name: "lapsed-handle-acknowledges", Status: reports.Failed, Location: "conformance/cases/lease_handle.go:61",
		Message:         "expected stale, observed status 204, ok in exchange 4",
		DurationSeconds: 2.1,
		Exchanges: []reports.Exchange{
			exchange(4, 2.0747, 0.0002, "DELETE", "/messages?receipt_handle="+handleA, "", 204, ""),
			exchange(2, 0.0369, 0.0088, "POST", "/messages", `{"body":"work's"}`, 201, `{"result":{"message_id":"`+message+`"}}`),
			exchange(3, 0.0458, 0.0283, "POST", "/messages/receive", `{"max_messages":1,"visibility_timeout_seconds":1}`, 200, receive),
			exchange(5, 2.2001, 0.5, "POST", "/messages/receive", `{"max_messages":1}`, 200, `{"messages":[]}`),
		},
		Timeline: []reports.Span{
			{Message: message, Handle: handleA, FromS: 0.0741, UntilS: 0.9958, Event: "leased"},
			{Message: message, Handle: handleB, FromS: 0.5, UntilS: 2.1, Event: "leased"},
			{Message: message, Handle: handleB, FromS: 0.6, UntilS: 2.3, Event: "leased"},
			{Message: message, Handle: handleA, FromS: 2.0749, UntilS: 2.0749, Event: "acknowledged"},
		},
	}
}

func exchange(seq int, sent, took float64, method, path, body string, status int, answer string) reports.Exchange {
	return reports.Exchange{
		Seq: seq, StartedAt: started.Add(time.Duration(sent * float64(time.Second))), SentS: sent, AnsweredS: sent + took,
		Request: reports.Request{Method: method, URL: queue + path, Body: body, BodyBytes: len(body),
			Headers: map[string][]string{"Authorization": {"Bearer ***"}, "Content-Type": {"application/json"}, "User-Agent": {"leasecheck"}}},
		Response: &reports.Response{Status: status, Body: answer, BodyBytes: len(answer),
			Headers: map[string][]string{"Content-Type": {"application/json"}}},
		Deciding: seq == 4,
	}
}

// hostile is an exchange with what a terminal, an XML or an HTML document would obey.
func hostile() reports.Exchange {
	body := "\x1b[2J\x00<script>alert(1)</script>]]>\u202eevil\n" + strings.Repeat("x", 600)
	x := exchange(1, 0.001, 10.002, "POST", "/messages/receive", "{\"odd\":\"\x01'\"}", 429, body)
	x.Response.BodyBytes = 70_000
	x.Response.Headers["Retry-After"] = []string{"3\x1b[0m"}
	x.Error = "unexpected end of the body"
	return x
}
