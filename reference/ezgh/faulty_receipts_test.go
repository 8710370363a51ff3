package ezgh

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	oneReceipt = `{"receiptHandles":["x"],"entries":[{"receiptHandle":"x","visibilityTimeoutSeconds":1}]}`
	page       = "https://a.example"
)

// fourQueues tells what one ack of handles of four queues answers.
func fourQueues(q made) string {
	var handles []string
	for range 4 {
		other := q.queue("")
		other.send(`"body":"x"`)
		handles = append(handles, other.handle(""))
	}
	return q.ack(handles...).text
}

// limitedReceipt tells what a receipt operation answers to a key that may not receive.
func limitedReceipt(operation string) probe {
	return func(q made) string {
		key := header("Authorization", "Bearer "+q.issue([]string{"queues.messages.send"}))
		return fmt.Sprint(q.do("POST", "/v1/receipts/"+operation, oneReceipt, key).status)
	}
}

// originOverLimit tells which origin a refused address's page may have.
func originOverLimit(method, operation string) probe {
	return func(q made) string {
		for range 101 {
			q.do("POST", "/v1/receipts/"+operation, oneReceipt, anonymous)
		}
		r := q.do(method, "/v1/receipts/"+operation, oneReceipt, anonymous, header("Origin", page),
			header("Access-Control-Request-Method", "POST"), header("Access-Control-Request-Headers", "content-type"))
		return fmt.Sprint(r.status, r.header.Get(allowOrigin))
	}
}

// originOfMalformed tells how a page's request is answered that breaks off.
func originOfMalformed(q made) string {
	r := q.do("POST", "/v1/receipts/ack", "{", anonymous, header("Origin", page))
	return fmt.Sprint(r.status, r.header.Get(allowOrigin))
}

// validOverLimit tells what a valid handle answers an address that is over its limit.
func validOverLimit(q made) string {
	good := q.handles("good")
	for range 101 {
		q.do("POST", "/v1/receipts/ack", oneReceipt, anonymous)
	}
	return fmt.Sprint(q.change(10, good...).status)
}

// spendingOften tells how the last of many invalid handles is answered that never
// are more than the limit within a minute.
func spendingOften(q made) string {
	var last response
	for range 3 {
		for range 40 {
			last = q.do("POST", "/v1/receipts/ack", oneReceipt, anonymous)
		}
		q.clock.Advance(40 * time.Second)
	}
	return fmt.Sprint(last.status)
}

// longOutage tells what each of two answers of a queue that is unavailable says.
func longOutage(q made) string {
	_ = q.limits.SetUnavailable(q.id, 2, time.Second)
	first := q.do("POST", q.path+"/messages/receive", "{}")
	second := q.do("POST", q.path+"/messages/receive", "{}")
	return fmt.Sprint(first.header.Get("Retry-After"), " and ", second.header.Get("Retry-After"))
}

// alteredTail tells what an ack answers of which the handle's last character was
// changed after it was acknowledged.
func alteredTail(q made) string {
	good := q.handles("good")[0]
	q.ack(good)
	return q.ack(strings.TrimSuffix(good, good[len(good)-1:]) + "-").text
}

// longFinished tells what an ack of an acknowledged message answers two hours later.
func longFinished(q made) string {
	good := q.handles("good")[0]
	q.ack(good)
	q.clock.Advance(2 * time.Hour)
	return q.ack(good).text
}

// originOfPlainText tells how a page's request is answered whose body is no JSON by its type.
func originOfPlainText(q made) string {
	plain := func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }
	r := q.do("POST", "/v1/receipts/ack", oneReceipt, anonymous, header("Origin", page), plain)
	return fmt.Sprint(r.status, r.header.Get(allowOrigin))
}

// groupTail tells what an ack of a FIFO queue's handle answers whose last character was changed.
func groupTail(q made) string {
	fifo := q.queue(`"fifo":true`)
	fifo.send(`"body":"x","groupId":"g"`)
	handle := fifo.handle("")
	other := "A"
	if handle[len(handle)-1:] == other {
		other = "Q"
	}
	return q.ack(handle[:len(handle)-1] + other).text
}
