package ezgh

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestSendRefusals(t *testing.T) {
	b := newBench(t)
	standard, fifo := b.queue(""), b.queue(`"fifo":true`)
	long := strings.Repeat("x", maxMessageBytes)
	for _, step := range []struct {
		q      made
		fields string
	}{
		{standard, ``}, {standard, `"body":null`}, {standard, `"body":7`}, {standard, `"body":{}`},
		{standard, `"body":"x","attributes":[]`}, {standard, `"body":"x","attributes":{"a":1}`},
		{standard, `"body":"x","attributes":{"a":null}`}, {standard, `"body":"x","attributes":{"ezgh.a":"b"}`},
		{standard, `"body":"x","groupId":"g"`}, {standard, `"body":"x","deduplicationId":"d"`},
		{standard, `"body":"x","delaySeconds":901`}, {standard, `"body":"x","delaySeconds":-1`},
		{standard, `"body":"x` + long + `"`}, {standard, `"body":"` + long + `","attributes":{"a":""}`},
		{fifo, `"body":"x"`}, {fifo, `"body":"x","groupId":""`}, {fifo, `"body":"x","groupId":"g","delaySeconds":1`},
	} {
		if r := b.do("POST", step.q.path+"/messages", "{"+step.fields+"}"); r.status != 400 {
			t.Errorf("%.60s: %d %s", step.fields, r.status, r.text)
		}
	}
	standard.send(`"body":"` + long + `"`)
	standard.send(`"body":""`)
	equal(t, "messages", standard.receive(`"maxMessages":10`).count("messages"), 2)
}

func TestBatchAnswersEachMessage(t *testing.T) {
	q := newBench(t).queue(`"fifo":true`)
	r := q.do("POST", q.path+"/messages/batch",
		`{"messages":[{"body":"1","groupId":"g"},{"body":"2"},null,{"body":"3","groupId":"g"}]}`)
	q.wants(r, 200)
	equal(t, "results", r.count("results"), 4)
	for i, refused := range []bool{false, true, true, false} {
		at := "results." + strconv.Itoa(i)
		equal(t, at+".error", r.str(at+".error") == "invalid_request", refused)
		equal(t, at+".messageId", len(r.str(at+".messageId")) == 36, !refused)
		equal(t, at+".seq", r.str(at+".seq") != "", !refused)
	}
	equal(t, "messages", q.receive(`"maxMessages":10`).count("messages"), 2)
	for _, n := range []int{0, 11} {
		body := strings.TrimSuffix(strings.Repeat(`{"body":"x","groupId":"g"},`, n), ",")
		q.wants(q.do("POST", q.path+"/messages/batch", `{"messages":[`+body+`]}`), 400)
	}
}

func TestADelayedMessageWaits(t *testing.T) {
	q := newBench(t).queue("")
	q.send(`"body":"x","delaySeconds":5`)
	q.clock.Advance(5*time.Second - 1)
	equal(t, "before its delay ends", q.receive("").count("messages"), 0)
	q.clock.Advance(1)
	equal(t, "after", q.receive("").count("messages"), 1)
}

func TestGroups(t *testing.T) {
	q := newBench(t).queue(`"fifo":true`)
	for i := range 4 {
		q.send(fmt.Sprintf(`"body":"%d","groupId":"g%d"`, i, i%2))
	}
	first := q.receive("")
	equal(t, "first", first.str("messages.0.body"), "0")
	equal(t, "groupId", first.str("messages.0.groupId"), "g0")
	second := q.receive(`"maxMessages":10`)
	equal(t, "the other group, in order", second.str("messages.0.body")+second.str("messages.1.body"), "13")
	low, errLow := strconv.Atoi(second.str("messages.0.seq"))
	high, errHigh := strconv.Atoi(second.str("messages.1.seq"))
	if errLow != nil || errHigh != nil || low >= high {
		t.Errorf("seq does not grow: %s", second.text)
	}
	equal(t, "both groups in flight", q.receive("").count("messages"), 0)
	equal(t, "ack", q.ack(first.str("messages.0.receiptHandle")).outcomes(), "ok")
	equal(t, "the group is free", q.receive("").str("messages.0.body"), "2")
}

func TestDeduplication(t *testing.T) {
	q := newBench(t).queue(`"fifo":true`)
	const fields = `"body":"x","groupId":"g","deduplicationId":"d"`
	first := q.send(fields)
	q.clock.Advance(5*time.Minute - 1)
	equal(t, "repeat", q.send(fields).str("messageId"), first.str("messageId"))
	q.clock.Advance(1)
	if q.send(fields).str("messageId") == first.str("messageId") {
		t.Error("a repeat after the window is no new message")
	}
}

func TestADeadLetteredMessageSaysWhereItCameFrom(t *testing.T) {
	b := newBench(t)
	dead := b.queue("")
	q := b.queue(`"deadLetter":{"queueId":"` + dead.id + `","maxReceives":2}`)
	q.send(`"body":"x","attributes":{"a":"b"}`)
	for range 2 {
		q.handle(`"visibilityTimeoutSeconds":1`)
		q.clock.Advance(time.Second)
	}
	equal(t, "receives after the last", q.receive("").count("messages"), 0)
	r := dead.receive("")
	const at = "messages.0."
	equal(t, "body", r.str(at+"body"), "x")
	attributes, _ := r.at(at + "attributes").(map[string]any)
	equal(t, "attributes", fmt.Sprint(attributes), fmt.Sprintf(
		"map[a:b ezgh.deadLetteredAt:2026-03-01T12:00:02.000Z ezgh.receiveCount:2 ezgh.sourceQueueId:%s]", q.id))
}
