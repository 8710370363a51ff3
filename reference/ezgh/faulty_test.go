package ezgh

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/limit"
)

// A probe makes requests and says in words what came of them.
type probe func(q made) string

// probes see each of this package's faults: what they say differs when it is shown.
var probes = map[string]probe{
	"pull-needs-field":                  receiving(`{}`),
	"pull-default-max-ten":              receiving(`{}`),
	"pull-max-zero-accepted":            receiving(`{"maxMessages":0}`),
	"pull-max-eleven-accepted":          receiving(`{"maxMessages":11}`),
	"pull-wait-negative-accepted":       receiving(`{"waitSeconds":-1}`),
	"pull-wait-21-accepted":             receiving(`{"waitSeconds":21}`),
	"pull-visibility-negative-accepted": receiving(`{"visibilityTimeoutSeconds":-1}`),
	"pull-visibility-43201-accepted":    receiving(`{"visibilityTimeoutSeconds":43201}`),
	"pull-ranges-clamped":               receiving(`{"maxMessages":1000}`),
	"pull-range-is-422":                 receiving(`{"maxMessages":1000}`),
	"pull-wait-default-ignored":         emptyWait(``),
	"pull-zero-wait-is-default":         emptyWait(`"waitSeconds":0`),
	"pull-zero-wait-waits":              emptyWait(`"waitSeconds":0`),
	"pull-empty-is-null":                empty,
	"pull-empty-is-204":                 empty,
	"pull-answer-is-text":               empty,
	"pull-seq-is-number":                groups,
	"pull-seq-prefixed":                 groups,
	"pull-seq-repeats":                  groups,
	"pull-seq-missing":                  groups,
	"pull-group-missing":                groups,
	"pull-group-on-standard":            content,
	"pull-seq-on-standard":              content,
	"pull-body-escaped":                 content,
	"pull-body-three-bytes":             content,
	"pull-numbers-normalised":           content,
	"pull-empty-attributes-dropped":     content,
	"pull-attribute-names-lowered":      content,

	"pull-attribute-names-escaped":        oddAttributes,
	"pull-attribute-names-without-dots":   oddAttributes,
	"pull-attribute-line-ends-unified":    oddAttributes,
	"pull-attribute-values-cut":           oddAttributes,
	"pull-attributes-beyond-sixteen-lost": oddAttributes,
	"pull-malformed-is-empty":             receiving(`{`),
	"pull-malformed-claims":               leavesUnclaimed(`{`, nothing),
	"pull-numeric-strings-accepted":       receiving(`{"maxMessages":"1"}`),
	"pull-fractions-truncated":            receiving(`{"maxMessages":1.5}`),
	"pull-anonymous-accepted":             receiving(`{}`, anonymous),
	"pull-anonymous-is-403":               receiving(`{}`, anonymous),
	"pull-anonymous-claims":               leavesUnclaimed(`{}`, anonymous),
	"pull-any-key-accepted":               receiving(`{}`, wrongKey),
	"pull-wrong-key-is-400":               receiving(`{}`, wrongKey),
	"pull-permission-ignored":             limited,
	"pull-permission-is-401":              limited,
	"pull-unknown-queue-is-400":           unknownQueue,
	"pull-unknown-queue-is-403":           unknownQueue,
	"pull-unknown-queue-is-empty":         unknownQueue,
	"pull-foreign-queue-visible":          foreignQueue,
	"pull-unavailable-unexplained":        outage,
	"pull-unavailable-forever":            outage,
	"pull-unavailable-says-once":          longOutage,
	"pull-queue-wait-caps":                emptyWait(`"waitSeconds":4`),
	"pull-queue-wait-capped":              longQueueWait,
	"pull-group-on-redelivery":            redelivered,
	"pull-fifo-ranges-clamped":            atFIFO(asking(`{"maxMessages":1000}`)),
	"pull-fifo-wait-default-ignored":      atFIFO(emptyWait(``)),
	"push-takes-all":                      subscribed,
	"push-copies":                         subscribed,

	"receipt-garbage-is-stale":         acking("garbage"),
	"receipt-garbage-is-ok":            acking("garbage"),
	"receipt-altered-is-stale":         acking("altered"),
	"receipt-invalid-stops-rest":       acking("garbage", "good"),
	"receipt-invalid-refuses-all":      acking("good", "garbage"),
	"receipt-invalid-undoes-all":       acking("good", "garbage"),
	"receipt-errors-first":             acking("good", "stale"),
	"receipt-errors-only":              acking("good", "stale"),
	"receipt-repeat-is-ok":             acking("good", "good"),
	"receipt-repeats-collapse":         acking("good", "good"),
	"receipt-last-is-lost":             acking("stale", "good"),
	"receipt-one-queue-only":           acking("good", "other"),
	"receipt-queues-not-mixed":         acking("good", "other"),
	"receipt-none-accepted":            acking(),
	"receipt-eleven-accepted":          acking(eleven...),
	"receipt-eleven-partly-done":       acking(eleven...),
	"receipt-needs-key":                acking("good"),
	"receipt-wrong-key-refused":        wrongKeyAck,
	"receipt-deleted-queue-is-invalid": acking("deleted"),
	"receipt-deleted-queue-is-ok":      acking("deleted"),
	"receipt-deleted-queue-is-404":     acking("deleted"),
	"receipt-stale-is-409":             acking("stale"),
	"receipt-null-list-accepted":       ackBody(`{"receiptHandles":null}`),
	"receipt-non-strings-are-invalid":  ackBody(`{"receiptHandles":["x",7]}`),
	"receipt-single-text-accepted":     ackBody(`{"receiptHandles":"x"}`),
	"origin-missing-on-errors":         browser("ack"),
	"origin-missing-on-post":           browser("ack"),
	"origin-one-only":                  browser("ack"),
	"origin-with-credentials":          browser("ack"),
	"preflight-refused":                browser("ack"),
	"preflight-without-headers":        browser("ack"),
	"preflight-needs-key":              browser("ack"),
	"extend-origin-missing":            browser("visibility"),
	"receipt-fourth-queue-stale":       fourQueues,
	"handle-group-tail-ignored":        groupTail,
	"receipt-needs-permission":         limitedReceipt("ack"),
	"extend-needs-permission":          limitedReceipt("visibility"),
	"origin-missing-over-limit":        originOverLimit("POST", "ack"),
	"origin-missing-on-media-type":     originOfPlainText,
	"extend-none-accepted":             extending(0),
	"extend-eleven-accepted":           extending(0, eleven...),
	"extend-eleven-partly-done":        extending(0, eleven...),
	"extend-negative-accepted":         extending(-1, "good"),
	"extend-43201-accepted":            extending(43_201, "good"),
	"extend-range-clamped":             extending(-5, "good"),
	"extend-partly-done":               partlyInRange,
	"extend-needs-key":                 extending(0, "good"),
	"extend-stale-is-ok":               extending(0, "stale"),
	"extend-invalid-is-stale":          extending(0, "garbage"),
	"extend-errors-first":              extending(0, "good", "stale"),

	"receipt-repeats-uncounted":         acking(eleven...),
	"receipt-altered-finished-is-stale": alteredTail,
	"receipt-finished-forgotten":        longFinished,
	"extend-repeats-uncounted":          extending(0, eleven...),
	"extend-repeat-is-stale":            extending(0, "good", "good"),
	"extend-repeats-collapse":           extending(0, "good", "good"),
	"extend-one-queue-only":             extending(0, "other", "good"),
	"origin-missing-on-malformed":       originOfMalformed,
	"preflight-refused-over-limit":      originOverLimit("OPTIONS", "ack"),
	"extend-origin-missing-over-limit":  originOverLimit("POST", "visibility"),

	"budget-of-fifty":                       spending("ack", 60),
	"budget-of-thousand":                    spending("ack", 101),
	"budget-spares-ack":                     spending("ack", 101),
	"budget-spares-visibility":              spending("visibility", 101),
	"budget-per-operation":                  spending("both", 110),
	"budget-counts-requests":                spendingReceipts("garbage"),
	"budget-counts-stale":                   spendingReceipts("stale"),
	"budget-counts-valid":                   spendingReceipts("good", "garbage"),
	"budget-is-403":                         spending("ack", 101),
	"budget-without-retry-after":            spending("ack", 101),
	"budget-retry-after-short":              spending("ack", 101),
	"budget-forever":                        spending("ack", 101),
	"budget-shared":                         spending("ack", 101),
	"budget-by-forwarded-for":               spending("ack", 101),
	"budget-shared-on-visibility":           spending("ack", 101),
	"budget-refuses-one-operation":          spending("ack", 101),
	"budget-by-real-ip":                     spending("ack", 101),
	"budget-by-forwarded":                   spending("ack", 101),
	"budget-counts-deleted-queues":          spendingReceipts("deleted"),
	"budget-spares-altered":                 spendingReceipts("altered"),
	"budget-counts-stale-changes":           spendingReceipts("stale", "garbage"),
	"budget-spares-mixed":                   spendingReceipts("garbage", "good"),
	"budget-renewed-by-use":                 spendingOften,
	"budget-passes-valid-changes":           validOverLimit,
	"queue-rate-ignored":                    limitedBy(limit.Queue),
	"queue-rate-without-retry-after":        limitedBy(limit.Queue),
	"queue-rate-is-503":                     limitedBy(limit.Queue),
	"queue-rate-claims":                     limitedBy(limit.Queue),
	"queue-rate-retry-after-short":          limitedBy(limit.Queue),
	"organization-rate-ignored":             limitedBy(limit.Organization),
	"organization-rate-without-retry-after": limitedBy(limit.Organization),
}

var (
	nothing  = func(*http.Request) {}
	wrongKey = header("Authorization", "Bearer wrong")
	eleven   = strings.Fields(strings.Repeat("good ", 11))
)

// receiving tells how a receive from a queue with two messages answers.
func receiving(body string, changes ...func(*http.Request)) probe {
	return func(q made) string {
		q.send(`"body":"x"`)
		q.send(`"body":"y"`)
		r := q.do("POST", q.path+"/messages/receive", body, changes...)
		return fmt.Sprint(r.status, " with ", r.count("messages"))
	}
}

// asking tells how a receive from an empty queue answers.
func asking(body string) probe {
	return func(q made) string { return fmt.Sprint(q.do("POST", q.path+"/messages/receive", body).status) }
}

// atFIFO looks at a FIFO queue.
func atFIFO(look probe) probe {
	return func(q made) string { return look(q.queue(`"fifo":true`)) }
}

// emptyWait tells how long a receive from an empty queue that waits 2 s by
// default takes.
func emptyWait(fields string) probe {
	return func(q made) string {
		q.wants(q.do("PATCH", q.path, `{"receiveWaitSeconds":2}`), 200)
		return q.waited(fields)
	}
}

// longQueueWait tells how long a receive takes that waits 20 s by default.
func longQueueWait(q made) string {
	q.wants(q.do("PATCH", q.path, `{"receiveWaitSeconds":20}`), 200)
	return q.waited("")
}

// waited is how long a receive from an empty queue takes.
func (q made) waited(fields string) string {
	took := time.Duration(-1)
	begun := q.clock.Now()
	go func() {
		q.receive(fields)
		took = q.clock.Now().Sub(begun)
	}()
	for range 22 {
		synctest.Wait()
		q.clock.Advance(time.Second)
	}
	synctest.Wait()
	return took.String()
}

func empty(q made) string {
	r := q.do("POST", q.path+"/messages/receive", "{}")
	return fmt.Sprint(r.status, r.header.Get("Content-Type"), r.text)
}

func groups(q made) string {
	fifo := q.queue(`"fifo":true`)
	for range 3 {
		fifo.send(`"body":"x","groupId":"g"`)
	}
	r := fifo.receive(`"maxMessages":10`)
	return fmt.Sprint(r.at("messages.0.groupId"), r.at("messages.0.seq"), r.at("messages.1.seq"), r.at("messages.2.seq"))
}

func content(q made) string {
	q.send(`"body":"<&>😀","attributes":{"N":"1.50","e":""}`)
	r := q.receive("")
	return fmt.Sprint(r.at("messages.0.body"), r.at("messages.0.attributes"), r.at("messages.0.groupId"), r.at("messages.0.seq"))
}

func oddAttributes(q made) string {
	attributes := `"a name":"one\r\ntwo","order.id":"` + strings.Repeat("x", 300) + `"`
	for i := range 15 {
		attributes += fmt.Sprintf(`,"a%d":""`, i)
	}
	q.send(`"body":"b","attributes":{` + attributes + `}`)
	return fmt.Sprint(q.receive("").at("messages.0.attributes"))
}

// redelivered tells what a message of a standard queue shows when it comes again.
func redelivered(q made) string {
	q.send(`"body":"x"`)
	q.receive(`"visibilityTimeoutSeconds":0`)
	r := q.receive("")
	return fmt.Sprint(r.at("messages.0.groupId"), r.at("messages.0.seq"))
}

// leavesUnclaimed tells how often a message was received by a request that is refused.
func leavesUnclaimed(body string, change func(*http.Request)) probe {
	return func(q made) string {
		q.send(`"body":"x"`)
		q.do("POST", q.path+"/messages/receive", body, change)
		q.clock.Advance(time.Minute)
		return fmt.Sprint(q.receive("").at("messages.0.receiveCount"))
	}
}

func limited(q made) string {
	return receiving(`{}`, header("Authorization", "Bearer "+q.issue([]string{"queues.messages.send"})))(q)
}

func unknownQueue(q made) string {
	path := strings.Replace(q.path, q.id, "00000000-0000-4000-8000-000000000000", 1)
	r := q.do("POST", path+"/messages/receive", "{}")
	return fmt.Sprint(r.status, r.count("messages"))
}

func foreignQueue(q made) string {
	return fmt.Sprint(q.do("POST", otherProject+"/queues/"+q.id+"/messages/receive", "{}").status)
}

func outage(q made) string {
	_ = q.limits.SetUnavailable(q.id, 1, time.Second)
	first := q.do("POST", q.path+"/messages/receive", "{}")
	second := q.do("POST", q.path+"/messages/receive", "{}")
	return fmt.Sprint(first.status, first.header.Get("Retry-After"), second.status)
}

// subscribed tells whether a pull consumer gets a message that was pushed.
func subscribed(q made) string {
	engine := q.queues.withText(q.id)
	engine.subscribe(&subscription{"http://127.0.0.1/", func() {}})
	q.send(`"body":"x"`)
	r := q.do("POST", q.path+"/messages/receive", "{}")
	if r.status != 200 {
		return fmt.Sprint(r.status)
	}
	q.taken(engine, q.readHandle(r.str("messages.0.receiptHandle")).handle)
	return fmt.Sprint(q.receive("").count("messages"))
}

// handles gives a handle of each kind; there are further good ones to receive.
func (q made) handles(kinds ...string) []string {
	q.Helper()
	other, gone := q.queue(""), q.queue("")
	for _, one := range []made{q, q, other, gone} {
		one.send(`"body":"x"`)
	}
	good, stale := q.handle(""), q.handle("")
	q.ack("x", stale) // with an invalid one, since a fault may lose the last
	q.ack(stale, stale)
	of := map[string]string{
		"good": good, "stale": stale, "garbage": "garbage", "altered": strings.Repeat("A", len(good)),
		"other": other.handle(""), "deleted": gone.handle(""),
	}
	q.do("DELETE", gone.path, "")
	var list []string
	for _, kind := range kinds {
		list = append(list, of[kind])
	}
	return list
}

// after tells what an answer said, and how much is left once all leases ended.
func (q made) after(r response) string {
	body := regexp.MustCompile(`"requestId":"[^"]*"|"message":"[^"]*"`).ReplaceAllString(r.text, "")
	now := q.receive(`"maxMessages":10`).count("messages")
	q.clock.Advance(time.Minute)
	return fmt.Sprint(r.status, body, " at once ", now, ", later ", q.receive(`"maxMessages":10`).count("messages"))
}

func acking(kinds ...string) probe {
	return func(q made) string { return q.after(q.ack(q.handles(kinds...)...)) }
}

func extending(seconds int, kinds ...string) probe {
	return func(q made) string { return q.after(q.change(seconds, q.handles(kinds...)...)) }
}

func partlyInRange(q made) string {
	h := q.handles("good")[0]
	return q.after(q.do("POST", "/v1/receipts/visibility", fmt.Sprintf(
		`{"entries":[{"receiptHandle":%q,"visibilityTimeoutSeconds":0},{"receiptHandle":%q,"visibilityTimeoutSeconds":50000}]}`, h, h)))
}

func wrongKeyAck(q made) string {
	return fmt.Sprint(q.do("POST", "/v1/receipts/ack", `{"receiptHandles":["x"]}`, wrongKey).status)
}

func ackBody(body string) probe {
	return func(q made) string { return fmt.Sprint(q.do("POST", "/v1/receipts/ack", body, anonymous).status) }
}

// browser tells what a browser sees of a preflight, a success and an error.
func browser(operation string) probe {
	return func(q made) string {
		path := "/v1/receipts/" + operation
		var seen []any
		for _, r := range []response{
			q.do("OPTIONS", path, "", anonymous, header("Origin", "https://a.example"),
				header("Access-Control-Request-Method", "POST"), header("Access-Control-Request-Headers", "content-type")),
			q.do("POST", path, `{"receiptHandles":["x"],"entries":[{"receiptHandle":"x","visibilityTimeoutSeconds":1}]}`,
				anonymous, header("Origin", "https://a.example")),
			q.do("POST", path, `{}`, anonymous, header("Origin", "https://a.example")),
		} {
			seen = append(seen, r.status, r.header.Get(allowOrigin), r.header.Get(allowHeaders), r.header.Get(allowCredentials))
		}
		return fmt.Sprint(seen...)
	}
}

// spending tells how n invalid handles from one address end, and what the
// address, another one, ones that headers claim and the operations may do then
// and a minute later.
func spending(operation string, n int) probe {
	return func(q made) string {
		try := func(operation string, changes ...func(*http.Request)) response {
			return q.do("POST", "/v1/receipts/"+operation, `{"receiptHandles":["x"],"entries":[{"receiptHandle":"x","visibilityTimeoutSeconds":1}]}`, changes...)
		}
		both := []string{"ack", "visibility"}
		var last response
		for i := range n {
			of := operation
			if operation == "both" {
				of = both[i%2]
			}
			last = try(of, from("127.0.0.1"))
		}
		seen := []any{last.status, last.header.Get("Retry-After")}
		for _, of := range both {
			seen = append(seen, try(of, from("127.0.0.2")).status, try(of, from("127.0.0.1")).status)
		}
		for _, claim := range [][2]string{{"X-Forwarded-For", "127.0.0.3"}, {"X-Real-Ip", "127.0.0.3"}, {"Forwarded", "for=10.0.0.1, for=127.0.0.3"}} {
			seen = append(seen, try("ack", from("127.0.0.1"), header(claim[0], claim[1])).status)
		}
		q.clock.Advance(time.Minute)
		return fmt.Sprint(append(seen, try("ack", from("127.0.0.1")).status)...)
	}
}

// spendingReceipts tells how the last of many requests with ten handles ends:
// those of these kinds, behind more like the first.
func spendingReceipts(kinds ...string) probe {
	return func(q made) string {
		ten := q.handles(kinds...)
		for len(ten) < 10 {
			ten = append([]string{ten[0]}, ten...)
		}
		var last response
		for range 20 {
			last = q.change(100, ten...)
		}
		return fmt.Sprint(last.status)
	}
}

// limitedBy tells how receives at and over a rate limit of one a 10 s end.
func limitedBy(scope limit.Scope) probe {
	return func(q made) string {
		q.send(`"body":"x"`)
		q.send(`"body":"y"`)
		name := map[limit.Scope]string{limit.Queue: q.id, limit.Organization: "org_1"}[scope]
		_ = q.limits.Set(limit.Rule{Key: limit.Key{Scope: scope, Name: name}, Limit: 1, Window: 10 * time.Second})
		q.do("POST", q.path+"/messages/receive", "{}")
		over := q.do("POST", q.path+"/messages/receive", "{}")
		q.limits.Clear()
		return fmt.Sprint(over.status, over.header.Get("Retry-After"), q.receive("").count("messages"))
	}
}

// TestEachFaultShows holds what each probe says of a faultless server against
// what it says of one with its fault.
func TestEachFaultShows(t *testing.T) {
	for _, f := range fault.Catalogue() {
		look := probes[f.Name]
		if look == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said [2]string
				for i, names := range [][]string{{}, {f.Name}} {
					b := newBench(t)
					b.document = nil
					q := b.queue("")
					if err := b.faults.Replace(names); err != nil {
						t.Fatal(err)
					}
					said[i] = look(q)
				}
				if said[0] == said[1] {
					t.Errorf("with and without it: %s", said[0])
				}
			})
		})
	}
}

// TestEachFaultHasAProbe fails when a fault of this package's areas has none.
func TestEachFaultHasAProbe(t *testing.T) {
	mine := regexp.MustCompile(`^(pull|push|receipt|origin|preflight|extend|budget|queue-rate|organization-rate)-`)
	known := map[string]bool{}
	for _, f := range fault.Catalogue() {
		known[f.Name] = true
		if mine.MatchString(f.Name) && probes[f.Name] == nil && len(f.Dialects) == 1 {
			t.Errorf("%s has no probe", f.Name)
		}
	}
	for name := range probes {
		if !known[name] {
			t.Errorf("%s is no fault", name)
		}
	}
}
