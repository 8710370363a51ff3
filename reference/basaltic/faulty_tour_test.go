//go:build !race

package basaltic

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// The parts of the tour, each of one kind of request.

func (w *tour) queuesPart() {
	w.create(`"name":"first"`)
	w.create(`"name":"plain","tags":{"a":"b"},"receive_wait_time_seconds":3,"visibility_timeout_seconds":9`)
	w.create(`"name":"plain"`)
	w.create(`"name":"named.fifo","delay_seconds":1`)
	w.create(`"name":"named.fifo.not"`)
	w.create(`"name":"other.fifo"`)
	w.create(`"name":"content","content_based_deduplication":true`)
	w.create(`"name":"-dash"`)
	w.create(`"name":"0194f3b2-7c1a-7e55-9c1d-2b3a4d5e6f70"`)
	w.create(`"name":"0194F3B2-7C1A-7E55-9C1D-2B3A4D5E6F70"`)
	w.create(`"name":"zero","visibility_timeout_seconds":0`)
	w.create(`"name":"source","redrive_policy":{"dead_letter_queue":"nowhere","max_receive_count":2}`)
	gone := w.create(`"name":"gone"`)
	for _, path := range []string{gone, noQueue} {
		w.step("DELETE", gone, "")
		w.step("GET", path, "")
		w.step("POST", path+"/messages/receive", "")
		w.send(path, `"body":"b"`)
	}
	w.step("GET", "/v1/nowhere", "")
}

func (w *tour) listPart() {
	for i := range 5 {
		w.create(fmt.Sprintf(`"name":"listed-%d"`, i))
	}
	marker := ""
	for n := range 6 {
		page := w.step("GET", "/v1/queues?limit=2&marker="+marker, "")
		marker = match(markerIn, page)
		if n == 0 {
			w.step("DELETE", "/v1/queues/"+match(firstID, page), "")
		}
		if ids := firstID.FindAllStringSubmatch(page, -1); n == 1 && len(ids) > 0 {
			w.step("DELETE", "/v1/queues/"+ids[len(ids)-1][1], "")
		}
	}
}

func (w *tour) updatePart() {
	q := w.create(`"name":"updated","visibility_timeout_seconds":9,"redrive_policy":{"dead_letter_queue":"plain","max_receive_count":2}`)
	for _, body := range []string{`{"delay_seconds":0}`, `{"visibility_timeout_seconds":0}`, `{"redrive_policy":null}`, `{"name":"renamed"}`, `{"kind":"fifo"}`} {
		w.step("PATCH", q, body)
		w.step("GET", q, "")
	}
}

func (w *tour) sendPart() {
	q := w.create(`"name":"sends","max_message_bytes":1024`)
	for _, members := range []string{
		``, `"body":1`, `"body":"b","message_group_id":"g"`, `"body":"b","message_deduplication_id":"d"`,
		`"body":"` + strings.Repeat("x", 1024) + `"`, `"body":"` + strings.Repeat("x", 1025) + `"`,
		`"body":"` + strings.Repeat("x", 1020) + `","attributes":{"a":{"type":"String","value":"x"}}`,
		`"body":"` + strings.Repeat("ä", 600) + `"`,
	} {
		w.send(q, members)
	}
	w.step("POST", q+"/messages/batch", `{"entries":[{"id":"large","body":"`+strings.Repeat("x", 1025)+`"},
		{"id":"bad","body":"b","attributes":{"a":{"type":"Number","value":"one"}}}]}`)
	w.depth(q)
	short := w.create(`"name":"short","message_retention_seconds":60`)
	w.step("POST", short+"/messages/batch", `{"entries":[{"id":"1","body":"b"}]}`)
	w.Clock.Advance(2 * time.Minute)
	w.depth(short)
}

func (w *tour) attributesPart() {
	q := w.create(`"name":"attributes"`)
	one := func(kind, value string) string {
		return fmt.Sprintf(`"body":"b","attributes":{"Name":{"type":%q,"value":%q}}`, kind, value)
	}
	many := func(n int) string {
		text := ""
		for i := range n {
			text += fmt.Sprintf(`,"a%d":{"type":"String","value":""}`, i)
		}
		return `"body":"b","attributes":{` + text[1:] + `}`
	}
	for _, members := range []string{
		one("Number", "1.50"), one("Number", "one"), one("Binary", "-"), one("Other", "x"), many(20), many(21),
		one("String", strings.Repeat("x", 1024)), one("String", strings.Repeat("x", 1025)), one("String", strings.Repeat("ä", 1024)),
	} {
		w.send(q, members)
	}
	w.depth(q)
}

func (w *tour) bodiesPart() {
	q := w.create(`"name":"bodies"`)
	w.send(q, `"body":"a\u0001b"`)
	w.send(q, `"body":"{ \"a\" : 1 }"`)
	w.send(q, `"body":"`+strings.Repeat("x", 65_536)+`"`)
	w.lease(q)
}

func (w *tour) valuesPart() {
	q := w.create(`"name":"values","max_message_bytes":1024`)
	for _, attributes := range []string{
		`"a name":{"type":"String","value":"one\r\ntwo"}`, `"` + strings.Repeat("n", 1024) + `":{"type":"String","value":""}`,
		`"n":{"type":"Number","value":"NaN"}`, `"b":{"type":"Binary","value":"QQ"}`, `"n":{"type":"Number.float","value":"1"}`,
	} {
		w.send(q, `"body":"b","attributes":{`+attributes+`}`)
	}
	w.depth(q)
	fifo := w.create(`"name":"values.fifo","content_based_deduplication":true,"visibility_timeout_seconds":43200,"tags":{"Team":"a"}`)
	long := strings.Repeat("0", 5_000)
	for _, id := range []string{"x", "x ", long[:126] + "1", long[:126] + "2"} {
		w.send(fifo, `"body":"b","message_group_id":"g","message_deduplication_id":"`+id+`"`)
	}
	for _, body := range []string{"y", "y ", long + "1", long + "2"} {
		w.send(fifo, `"body":"`+body+`","message_group_id":"g"`)
	}
	w.step("PATCH", fifo, `{"tags":{"team":"b"}}`)
	w.step("GET", fifo, "")
	w.step("GET", "/v1/queues?limit=100", "")
}

func (w *tour) fifoPart() {
	q := w.create(`"name":"groups.fifo","content_based_deduplication":true`)
	w.send(q, `"body":"a","message_group_id":"g"`)
	w.send(q, `"body":"a","message_group_id":"g"`)
	w.send(q, `"body":"a","message_group_id":"g","attributes":{"a":{"type":"String","value":"x"}}`)
	w.send(q, `"body":"b","message_deduplication_id":"x"`)
	w.send(q, `"body":"b","message_group_id":"g","message_deduplication_id":"x"`)
	w.send(q, `"body":"b","message_group_id":"g","message_deduplication_id":"X"`)
	for _, last := range []string{"1", "2"} {
		w.send(q, `"body":"b","message_group_id":"g","message_deduplication_id":"`+strings.Repeat("0", 63)+last+`"`)
	}
	w.send(q, `"body":"b","message_group_id":"g","delay_seconds":1`)
	w.step("POST", q+"/messages/batch", `{"entries":[
		{"id":"1","body":"1","message_group_id":"h","message_deduplication_id":"y"},
		{"id":"2","body":"2","message_group_id":"h","message_deduplication_id":"y"}]}`)
	w.lease(q)
	w.depth(q)
	w.boundsPart(w.create(`"name":"bounds.fifo","max_message_bytes":1024,"receive_wait_time_seconds":3`))
}

// boundsPart asks a FIFO queue for what other parts ask others for.
func (w *tour) boundsPart(q string) {
	for _, body := range []string{`{"max_messages":11}`, `{"visibility_timeout_seconds":43201}`, `{"wait_time_seconds":21}`, `{}`} {
		w.step("POST", q+"/messages/receive", body)
	}
	for i, members := range []string{`"body":"` + strings.Repeat("x", 1025) + `"`, `"body":"b","attributes":{"a":{"type":"Number","value":"one"}}`} {
		w.send(q, fmt.Sprintf(`%s,"message_group_id":"g","message_deduplication_id":"%d"`, members, i))
	}
}

func (w *tour) receivePart() {
	q := w.create(`"name":"receives"`)
	receive := q + "/messages/receive"
	w.step("POST", receive, "")
	w.send(q, `"body":"b"`)
	for _, body := range []string{
		`{"max_messages":11}`, `{"max_messages":0}`, `{"max_messages":"1"}`, `{"max_messages":1.5}`,
		`{"visibility_timeout_seconds":43201}`, `{"visibility_timeout_seconds":-1}`, `{"wait_time_seconds":21}`, `{`,
	} {
		w.step("POST", receive, body)
		w.depth(q)
	}
	w.step("GET", receive, "")
	w.step("GET", receive, `{"max_messages":1}`)
	w.lease(q)
	for range freeReceives {
		w.step("POST", receive, "")
	}
}

func (w *tour) waitPart() {
	q := w.create(`"name":"waits"`)
	w.step("PATCH", q, `{"receive_wait_time_seconds":5}`)
	for _, body := range []string{"", `{"wait_time_seconds":0}`, `{"wait_time_seconds":1}`, `{"wait_time_seconds":7}`} {
		w.step("POST", q+"/messages/receive", body)
	}
	w.send(q, `"body":"b","delay_seconds":2`)
	w.step("POST", q+"/messages/receive", `{"wait_time_seconds":5}`)
	w.step("PATCH", q, `{"receive_wait_time_seconds":7}`)
	w.step("POST", q+"/messages/receive", `{}`)
}

func (w *tour) receiptsPart() {
	q, other := w.create(`"name":"receipts"`), w.create(`"name":"others"`)
	for _, path := range []string{q, q, other} {
		w.send(path, `"body":"b"`)
	}
	remove := func(query string) { w.step("DELETE", q+"/messages"+query, "") }
	change := func(handle string, seconds int) {
		w.step("POST", q+"/messages/visibility", fmt.Sprintf(`{"receipt_handle":%q,"visibility_timeout_seconds":%d}`, handle, seconds))
	}
	live, foreign := w.lease(q), w.lease(other)
	remove("")
	remove("?receipt_handle=garbage")
	remove("?receipt_handle=" + foreign)
	change(live, 43_201)
	w.depth(q)
	w.depth(other)
	change(live, 0)
	change(live, 60)
	remove("?receipt_handle=" + live)
	w.send(q, `"body":"b"`)
	remove("")
	w.depth(q)
}

func (w *tour) batchPart() {
	q := w.create(`"name":"batched"`)
	entries := func(operation string, n int, entry string) {
		text := ""
		for i := range n {
			text += fmt.Sprintf(`,{"id":"e%d",%s}`, i, entry)
		}
		w.step("POST", q+"/messages/"+operation, `{"entries":[`+text[1:]+`]}`)
	}
	entries("batch", 10, `"body":"b"`)
	entries("batch", 11, `"body":"b"`)
	w.step("POST", q+"/messages/batch", `{"entries":[{"id":"a","body":"b"},{"id":"a","body":"b"}]}`)
	w.step("POST", q+"/messages/batch", `{"entries":[{"id":"a","body":"b"},{"id":"b"},{"id":"c","body":"b"}]}`)
	w.step("POST", q+"/messages/receive", `{"visibility_timeout_seconds":0}`)
	lapsed := match(handleIn, w.step("POST", q+"/messages/receive", `{"visibility_timeout_seconds":0}`))
	live := w.lease(q)
	w.step("POST", q+"/messages/delete-batch", fmt.Sprintf(`{"entries":[{"id":"a","receipt_handle":%q},{"id":"b","receipt_handle":%q}]}`, lapsed, live))
	w.depth(q)
	w.visibilityBatchPart(w.create(`"name":"batch-changed"`))
}

func (w *tour) visibilityBatchPart(q string) {
	w.send(q, `"body":"b"`)
	held := w.lease(q)
	w.Clock.Advance(10 * time.Second)
	for _, seconds := range []int{60, 0} {
		w.step("POST", q+"/messages/visibility-batch", fmt.Sprintf(`{"entries":[{"id":"a","receipt_handle":%q,"visibility_timeout_seconds":%d}]}`, held, seconds))
		w.depth(q)
	}
	w.step("DELETE", q+"/messages?receipt_handle="+held, "")
	w.depth(q)
}

// entriesPart has batches whose entries are not all good, or hold more than a body.
func (w *tour) entriesPart() {
	batch := func(q, operation, entries string) {
		w.step("POST", q+"/messages/"+operation, `{"entries":[`+entries+`]}`)
	}
	many := ""
	for i := range 20 {
		many += fmt.Sprintf(`,"a%d":{"type":"String","value":""}`, i)
	}
	q := w.create(`"name":"entries"`)
	batch(q, "batch", `{"id":"a","body":" a ","attributes":{"n":{"type":"Number","value":"1"}}},{"id":"A","body":"b"}`)
	batch(q, "batch", `{"id":"1"},{"id":"2","body":2},{"id":"3","body":"3","message_group_id":"g"},{"id":"4","body":"4","attributes":{`+many[1:]+`}}`)
	held := w.lease(q)
	batch(q, "delete-batch", `{"id":"1"}`)
	batch(q, "visibility-batch", `{"id":"1","receipt_handle":"`+held+`"}`)
	for _, seconds := range []int{60, 0} {
		batch(q, "visibility-batch", fmt.Sprintf(`{"id":"1","receipt_handle":%q,"visibility_timeout_seconds":%d}`, held, seconds))
	}
	w.lease(q)
	fifo := w.create(`"name":"entries.fifo","content_based_deduplication":true,"max_message_bytes":1024`)
	batch(fifo, "batch", `{"id":"1","body":"a","message_group_id":"g"},{"id":"2","body":"a","message_group_id":"g"}`)
	batch(fifo, "batch", `{"id":"1","body":"b","message_group_id":"g","delay_seconds":1},{"id":"2","body":"`+strings.Repeat("x", 1025)+`","message_group_id":"g"}`)
	batch(fifo, "batch", `{"id":"1","body":"c"}`)
}

func (w *tour) keysPart() {
	w.KMS.SetState("key", true)
	q := w.create(`"name":"keyed","kms_key":"key","kms_data_key_reuse_period_seconds":60`)
	w.send(q, `"body":"b"`)
	w.KMS.SetState("key", false)
	receive := func() {
		w.step("POST", q+"/messages/receive", `{"visibility_timeout_seconds":0,"wait_time_seconds":0}`)
	}
	receive()
	w.Clock.Advance(time.Minute)
	receive()
	w.step("POST", q+"/messages/receive", `{"wait_time_seconds":1}`)
	w.step("PATCH", q, `{"delay_seconds":0}`)
	w.step("PATCH", q, `{"kms_key":null}`)
	receive()
	w.KMS.SetState("key", true)
	receive()
	w.foundAndLost()
}

// foundAndLost asks a queue for messages that loses its key twice.
func (w *tour) foundAndLost() {
	q := w.create(`"name":"keyed-again","kms_key":"key","kms_data_key_reuse_period_seconds":60`)
	for _, enabled := range []bool{false, true, false} {
		w.KMS.SetState("key", enabled)
		w.Clock.Advance(time.Minute)
		w.step("POST", q+"/messages/receive", `{"wait_time_seconds":0}`)
	}
	w.KMS.SetState("key", true)
}

func (w *tour) limitPart() {
	q := w.create(`"name":"limits"`)
	limited := testQueue{w.service, q, strings.TrimPrefix(q, "/v1/queues/")}
	limited.limitTo(1, "sendMessage")
	for _, pause := range []time.Duration{0, 0, 30 * time.Second, 30 * time.Second, 30 * time.Second} {
		w.Clock.Advance(pause)
		w.send(q, `"body":"b"`)
	}
	receive := func() { w.step("POST", q+"/messages/receive", `{"wait_time_seconds":0}`) }
	receive()
	w.Clock.Advance(time.Minute)
	w.step("POST", q+"/messages", `{}`)
	limited.limitTo(0, "receiveMessages")
	receive()
	limited.limitTo(1, "purgeQueue")
	w.step("POST", q+"/purge", "")
	w.step("POST", q+"/purge", "")
	w.Limits.Clear()
}

func (w *tour) credentialPart() {
	q := w.create(`"name":"guarded"`)
	w.send(q, `"body":"b"`)
	handle := w.lease(q)
	w.send(q, `"body":"b"`)
	bearer := func(token string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	}
	basic := func(r *http.Request) { r.Header.Set("Authorization", "Basic "+w.credential.Token) }
	for _, change := range []func(*http.Request){anonymous, basic, bearer("wrong"), bearer(strings.ToUpper(w.credential.Token)), bearer(w.credential.Token + "x"), w.limited("sendMessage")} {
		w.step("POST", q+"/messages/receive", `{"wait_time_seconds":0}`, change)
		w.depth(q)
	}
	w.step("GET", q, "", bearer("wrong"))
	w.step("DELETE", q+"/messages?receipt_handle="+handle, "", anonymous)
	sender := w.limited("sendMessage")
	w.step("POST", q+"/messages/delete-batch", `{"entries":[{"id":"1","receipt_handle":"x"}]}`, sender)
	w.step("POST", q+"/purge", "", sender)
	w.step("POST", q+"/messages", `{"body":"b"}`, w.limited("receiveMessages"))
}

func (w *tour) signaturePart() {
	q := w.create(`"name":"signed"`)
	now := w.Clock.Now()
	send := func(change func(*http.Request)) { w.step("POST", q+"/messages", `{"body":"b"}`, change) }
	send(w.signed(now, "first", ""))
	send(w.signed(now, "first", ""))
	send(w.signed(now.Add(-4*time.Minute), "second", ""))
	send(w.signed(now.Add(-4*time.Minute), "second", ""))
	for range 2 {
		w.step("PATCH", q, `{"delay_seconds":0}`, w.signed(now, "update", ""))
	}
	send(w.signed(now.Add(-6*time.Minute), "third", ""))
	other := strings.Repeat("0", 64)
	send(w.signed(now, "fourth", other))
	send(w.signed(now, "malformed", other[1:]))
	w.step("POST", q+"/messages/batch", `{"entries":[{"id":"1","body":"b"}]}`, w.signed(now, "in a batch", other))
	w.step("POST", q+"/messages/receive", "", w.signed(now, "without a body", other))
	w.step("PATCH", q, `{"delay_seconds":0}`, w.signed(now, "a change", other))
	for range 2 {
		w.step("POST", q+"/messages/batch", `{"entries":[{"id":"1","body":"b"}]}`, w.signed(now, "batch", ""))
	}
	w.atOnce(2, q, w.signed(now, "at once", ""))
	send(func(r *http.Request) {
		w.signed(now, "fifth", "")(r)
		r.Header.Set("X-Nonce", "sixth")
	})
	w.depth(q)
}

// atOnce sends n messages at a time.
func (w *tour) atOnce(n int, path string, change func(*http.Request)) {
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			r := httptest.NewRequest("POST", "http://queue.test"+path+"/messages", strings.NewReader(`{"body":"b"}`))
			change(r)
			w.ServeHTTP(httptest.NewRecorder(), r)
		})
	}
	all.Wait()
}

// signed signs a request as a client would, with the hash of a body if any.
func (s *service) signed(at time.Time, nonce, hash string) func(*http.Request) {
	return func(r *http.Request) {
		date, region := at.Format("20060102"), s.credential.Region
		r.Header.Set("X-Date", at.Format("20060102T150405Z"))
		r.Header.Set("X-Nonce", nonce)
		if hash != "" {
			r.Header.Set("X-Content-Sha256", hash)
		}
		canonical := strings.Join([]string{
			r.Method, r.URL.Path, r.URL.RawQuery, "host:" + r.Host, "x-date:" + r.Header.Get("X-Date"), "x-nonce:" + nonce, "",
			"host;x-date;x-nonce", cmp.Or(hash, "UNSIGNED-PAYLOAD"),
		}, "\n")
		scope := date + "/" + region + "/basaltic/basaltic_request"
		text := fmt.Sprintf("BASALTIC-HMAC-SHA256\n%s\n%s\n%x", r.Header.Get("X-Date"), scope, sha256.Sum256([]byte(canonical)))
		key := []byte("BASALTIC" + s.credential.SecretAccessKey)
		for _, part := range []string{date, region, "basaltic", "basaltic_request", text} {
			chain := hmac.New(sha256.New, key)
			chain.Write([]byte(part))
			key = chain.Sum(nil)
		}
		r.Header.Set("Authorization", fmt.Sprintf("BASALTIC-HMAC-SHA256 Credential=%s/%s, SignedHeaders=host;x-date;x-nonce, Signature=%x",
			s.credential.AccessKeyID, scope, key))
	}
}
