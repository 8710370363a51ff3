package ezgh

import (
	"fmt"
	"net/http"
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
func originOverLimit(q made) string {
	var last response
	for range 101 {
		last = q.do("POST", "/v1/receipts/ack", oneReceipt, anonymous, header("Origin", page))
	}
	return fmt.Sprint(last.status, last.header.Get(allowOrigin))
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
