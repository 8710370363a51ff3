package specs

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// judgeAnswer validates an answer to an operation as a run does.
func judgeAnswer(t *testing.T, doc *openapi3.T, operation string, a answer) error {
	t.Helper()
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.OperationID != operation {
				continue
			}
			options := ExchangeOptions(doc)
			header := http.Header{}
			if a.contentType != "" {
				header.Set("Content-Type", a.contentType)
			}
			return openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
				RequestValidationInput: &openapi3filter.RequestValidationInput{
					Request: httptest.NewRequest(method, "http://127.0.0.1/", nil),
					Route:   &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op},
					Options: options,
				},
				Status: a.status, Header: header, Body: io.NopCloser(strings.NewReader(a.body)), Options: options,
			})
		}
	}
	t.Fatalf("there is no operation %s", operation)
	return nil
}

// answer is a response as a target sends it; JSON unless it says otherwise.
type answer struct {
	status      int
	body        string
	contentType string
}

func asJSON(status int, body string) answer { return answer{status, body, "application/json"} }

const (
	basalticMessage = `{"id":"019400aa-bbbb-7ccc-8ddd-eeeeffff0000","receipt_handle":"h","body":"b","receive_count":1,` +
		`"enqueued_at":"2026-01-18T11:45:00Z","visible_at":"2026-01-18T11:45:30Z"}`
	basalticQueue = `{"id":"3b7e5a10-6c2d-4f18-9a41-7d20c5e8b913","crn":"crn:a:b:c:d","name":"q","kind":"standard",` +
		`"attributes":{},"created_at":"2026-01-18","updated_at":"1768736700"}`
	basalticError = `{"error":{"code":"NOT_FOUND","message":"m","request_id":"550E8400-E29B-41D4-A716-446655440000"}}`
	basalticPeek  = `{"id":"1","crn":"c","queue_id":"q","visibility":"in_flight","receive_count":1,` +
		`"enqueued_at":"a","visible_at":"b","expires_at":"c"}`
	ezghMessage = `{"messageId":"m","receiptHandle":"AQAAAH8","body":"b","attributes":{"k":"v"},"sentAt":"Tue",` +
		`"firstReceivedAt":"1768736700","receiveCount":1}`
)

func messages(each ...string) string { return `{"messages":[` + strings.Join(each, ",") + `]}` }

// edited gives message with one text replaced.
func edited(message, old, new string) string { return strings.Replace(message, old, new, 1) }

// What a correct server that is not the reference may answer.
func TestLegalAnswersPass(t *testing.T) {
	legal := map[Dialect]map[string][]answer{
		Basaltic: {
			"receiveMessages": {
				asJSON(200, messages()),
				asJSON(200, messages(basalticMessage)),
				{200, messages(basalticMessage), "application/json; charset=utf-8"},
				{200, messages(basalticMessage), "Application/JSON;charset=UTF-8"},
				asJSON(200, `{"messages":[],"next":null,"took_ms":3}`),
				asJSON(200, messages(edited(basalticMessage, `"id"`, `"shard":7,"id"`))),
				asJSON(200, messages(edited(basalticMessage, "11:45:00Z", "11:45:00.123456789Z"))),
				asJSON(200, messages(edited(basalticMessage, "11:45:00Z", "11:45:00+03:00"))),
				asJSON(200, messages(edited(basalticMessage, "T11:45:00Z", "t11:45:00z"))),
				asJSON(200, messages(edited(basalticMessage, "11:45:00Z", "11:45:00-00:00"))),
				asJSON(200, messages(edited(basalticMessage, "019400aa-bbbb-7ccc-8ddd-eeeeffff0000", "019400AA-BBBB-0CCC-0DDD-EEEEFFFF0000"))),
				asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"b","attributes":{}`))),
				asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"","attributes":{"n":{"type":"Number","value":"1.50"}}`))),
				asJSON(404, basalticError),
				asJSON(400, edited(basalticError, `"code"`, `"hint":"h","code"`)),
				{405, "Method Not Allowed", "text/plain"},
				{413, "", ""},
				{415, "<html>", "text/html"},
				{431, "", ""},
				asJSON(422, `{"detail":"no"}`),
				{429, "slow down", "text/plain"},
				{500, "<html>", "text/html; charset=utf-8"},
				{503, "", ""},
				{503, "not json", "application/json"},
			},
			"createQueue": {
				asJSON(201, `{"queue":`+basalticQueue+`}`),
				asJSON(200, `{"queue":`+edited(basalticQueue, `"standard"`,
					`"fifo","redrive_policy":null,"kms_key":null,"tags":null,"depth":null,"content_based_deduplication":null`)+`}`),
				asJSON(202, `{"queue":`+edited(basalticQueue, `"attributes":{}`,
					`"attributes":{"delay_seconds":0,"max_message_bytes":null,"x":1},"depth":{"approximate_available":2},`+
						`"redrive_policy":{"dead_letter_queue":{"id":"d","crn":"c"},"max_receive_count":3}`)+`}`),
				asJSON(409, `{"message":"exists"}`),
				{400, "bad name", "text/plain"},
			},
			"listQueues": {
				asJSON(200, `{"queues":[]}`),
				asJSON(200, `{"queues":[`+basalticQueue+`],"meta":{}}`),
				asJSON(200, `{"queues":[],"meta":{"marker":null,"has_more":false}}`),
			},
			"describeQueue": {asJSON(200, `{"queue":`+basalticQueue+`}`), {404, "", ""}},
			"deleteQueue":   {{204, "", ""}, {200, "", "application/json"}, {202, "", "text/plain"}},
			"purgeQueue":    {asJSON(200, `{"messages_deleted":0}`), {429, "", ""}},
			"sendMessage": {
				asJSON(201, `{"result":{"message_id":"m"}}`), asJSON(200, `{"result":{"message_id":"m","duplicate":true}}`),
				asJSON(202, `{}`), asJSON(200, `{"result":null}`), {429, "later", "text/plain"},
			},
			"sendMessageBatch": {
				asJSON(200, `{"results":[{"id":"a","message_id":"m"},{"id":"b","error":"E","message":"why","duplicate":null}]}`),
			},
			"deleteMessage":           {{204, "", ""}, {200, "", "application/json"}, asJSON(410, `{}`)},
			"changeMessageVisibility": {{204, "", ""}, {200, "", ""}, asJSON(409, `{"error":"x"}`)},
			"peekMessages": {
				asJSON(200, messages()),
				asJSON(200, messages(edited(basalticPeek, `"visibility"`, `"body":null,"attributes":{},"first_received_at":null,"visibility"`))),
			},
			"issueToken": {
				asJSON(200, `{"access_token":"t","token_type":"bearer","expires_in":900}`), asJSON(200, `{"access_token":"t"}`),
				asJSON(401, `{"error":"invalid_client"}`), {401, "", ""},
			},
		},
		EZGH: {
			"ReceiveMessages": {
				asJSON(200, messages()),
				asJSON(200, messages(ezghMessage)),
				asJSON(200, messages(edited(ezghMessage, `"attributes":{"k":"v"},`, ``))),
				asJSON(200, messages(edited(ezghMessage, `"1768736700"`, `1768736700.25`))),
				asJSON(200, messages(edited(ezghMessage, `"body"`, `"groupId":"g","seq":"00000000000000000000000000000000000017","body"`))),
				asJSON(200, `{"messages":[],"requestId":"r"}`),
				{400, "maxMessages", "text/plain"},
				asJSON(401, `{"error":"unauthenticated"}`),
				{403, "", ""}, asJSON(404, `[]`), {409, "", ""}, {429, "", ""}, {503, "", ""}, {500, "<html>", "text/html"},
			},
			"AckReceipts": {
				asJSON(200, `{"results":[{"ok":true},{"error":"receipt_handle_stale"},{"error":"receipt_handle_invalid"}]}`),
				asJSON(200, `{"results":[{"ok":true,"messageId":"m"},{"ok":false,"error":"receipt_handle_stale","detail":"d"}],"took":1}`),
				{400, "", ""}, asJSON(400, `{"code":1}`), {429, "later", "text/plain"}, {405, "", ""}, {503, "", ""},
			},
			"ChangeReceiptVisibility": {asJSON(200, `{"results":[{"ok":true}]}`), {400, "", ""}, {429, "", ""}},
			"CreateQueue": {
				asJSON(201, `{"queue":{"queueId":"q","createdAt":1}}`), asJSON(200, `{"queue":null}`), asJSON(200, `[1]`),
				{202, "", ""}, {201, "queue q made", "text/plain"}, {409, "", ""},
			},
			"ListQueues":  {asJSON(200, `{"queues":{"a":1}}`), {204, "", ""}},
			"PurgeQueue":  {asJSON(200, `{"purged":"all"}`), {204, "", ""}},
			"DeleteQueue": {{204, "", ""}, asJSON(200, `{}`)},
			"SendMessage": {asJSON(201, `{"messageId":7}`), {200, "<m/>", "application/xml"}},
		},
	}
	for d, operations := range legal {
		doc := dialectDocument(t, d)
		for operation, answers := range operations {
			for _, a := range answers {
				if err := judgeAnswer(t, doc, operation, a); err != nil {
					t.Errorf("%s: a legal answer %+v is refused: %v", operation, a, err)
				}
			}
		}
	}
}

// What no correct server answers, and where the error must point.
func TestIllegalAnswersFail(t *testing.T) {
	illegal := map[Dialect]map[string][]struct {
		answer
		says string
	}{
		Basaltic: {
			"receiveMessages": {
				{asJSON(201, messages()), "status"},
				{asJSON(204, ""), "status"},
				{asJSON(302, messages()), "status"},
				{answer{200, messages(), "text/plain"}, "text/plain"},
				{answer{200, messages(), ""}, "Content-Type"},
				{asJSON(200, `{"messages":`), "decode"},
				{asJSON(200, `{}`), "messages"},
				{asJSON(200, `[]`), "at /"},
				{asJSON(200, `{"messages":null}`), "/messages"},
				{asJSON(200, messages(edited(basalticMessage, `"receipt_handle":"h",`, ``))), "/messages/0/receipt_handle"},
				{asJSON(200, messages(basalticMessage, edited(basalticMessage, `"visible_at"`, `"visible"`))), "/messages/1/visible_at"},
				{asJSON(200, messages(edited(basalticMessage, `"receive_count":1`, `"receive_count":"1"`))), "/messages/0/receive_count"},
				{asJSON(200, messages(edited(basalticMessage, `"receive_count":1`, `"receive_count":1.5`))), "/messages/0/receive_count"},
				{asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":{}`))), "/messages/0/body"},
				{asJSON(200, messages(edited(basalticMessage, `019400aa-bbbb-7ccc-8ddd-eeeeffff0000`, `019400aabbbb7ccc8dddeeeeffff0000`))), "/messages/0/id"},
				{asJSON(200, messages(edited(basalticMessage, `11:45:00Z`, `11:45:00`))), "/messages/0/enqueued_at"},
				{asJSON(200, messages(edited(basalticMessage, `2026-01-18T11:45:00Z`, `2026-02-30T11:45:00Z`))), "/messages/0/enqueued_at"},
				{asJSON(200, messages(edited(basalticMessage, `"2026-01-18T11:45:30Z"`, `1768736730`))), "/messages/0/visible_at"},
				{asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"b","attributes":{"n":"1"}`))), "/messages/0/attributes/n"},
				{asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"b","attributes":{"n":{"type":"Int","value":"1"}}`))), "/messages/0/attributes/n/type"},
				{asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"b","attributes":{"n":{"type":"Number","value":1}}`))), "/messages/0/attributes/n/value"},
				{asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"b","attributes":null`))), "/messages/0/attributes"},
				{asJSON(200, messages(edited(basalticMessage, `"body":"b"`, `"body":"b","message_group_id":null`))), "/messages/0/message_group_id"},
				{asJSON(404, `{"error":"no such queue"}`), "/error"},
				{asJSON(400, edited(basalticError, `"message":"m",`, ``)), "/error/message"},
				{asJSON(401, edited(basalticError, `550E8400-E29B-41D4-A716-446655440000`, `req-17`)), "/error/request_id"},
				{answer{403, basalticError, "text/plain"}, "text/plain"},
				{asJSON(409, `{}`), "/error"},
			},
			"createQueue": {
				{asJSON(201, `{}`), "/queue"},
				{asJSON(201, `{"queue":`+edited(basalticQueue, `"standard"`, `"lifo"`)+`}`), "/queue/kind"},
				{asJSON(201, `{"queue":`+edited(basalticQueue, `3b7e5a10-`, ``)+`}`), "/queue/id"},
			},
			"describeQueue": {
				{asJSON(201, `{"queue":`+basalticQueue+`}`), "status"},
				{asJSON(200, `{"queue":`+edited(basalticQueue, `"crn"`, `"arn"`)+`}`), "/queue/crn"},
			},
			"listQueues": {
				{asJSON(200, `{"meta":{}}`), "/queues"},
				{asJSON(200, `{"queues":[],"meta":{"has_more":"no"}}`), "/meta/has_more"},
			},
			"purgeQueue": {
				{asJSON(200, `{}`), "/messages_deleted"},
				{asJSON(200, `{"messages_deleted":null}`), "/messages_deleted"},
			},
			"sendMessage": {
				{asJSON(201, `{"result":{}}`), "/result/message_id"},
				{asJSON(201, `{"result":{"message_id":1}}`), "/result/message_id"},
			},
			"sendMessageBatch": {
				{asJSON(200, `{"results":[{"message_id":"m"}]}`), "/results/0/id"},
				{asJSON(202, `{"results":[]}`), "status"},
			},
			"peekMessages": {
				{asJSON(200, messages(edited(basalticPeek, `in_flight`, `leased`))), "/messages/0/visibility"},
				{asJSON(200, messages(edited(basalticPeek, `"expires_at":"c"`, `"expires_at":null`))), "/messages/0/expires_at"},
			},
			"issueToken": {
				{asJSON(200, `{"token":"t"}`), "/access_token"},
				{asJSON(201, `{"access_token":"t"}`), "status"},
			},
		},
		EZGH: {
			"ReceiveMessages": {
				{asJSON(204, ""), "status"},
				{asJSON(200, `{}`), "/messages"},
				{asJSON(200, messages(edited(ezghMessage, `"firstReceivedAt":"1768736700",`, ``))), "/messages/0/firstReceivedAt"},
				{asJSON(200, messages(edited(ezghMessage, `"1768736700"`, `null`))), "/messages/0/firstReceivedAt"},
				{asJSON(200, messages(edited(ezghMessage, `"v"`, `{"type":"String","value":"v"}`))), "/messages/0/attributes/k"},
				{asJSON(200, messages(edited(ezghMessage, `"body"`, `"seq":17,"body"`))), "/messages/0/seq"},
				{asJSON(200, messages(edited(ezghMessage, `"body"`, `"seq":"0x11","body"`))), "/messages/0/seq"},
			},
			"AckReceipts": {
				{asJSON(200, `{"results":[{}]}`), "/results/0"},
				{asJSON(200, `{"results":[{"ok":false}]}`), "/results/0"},
				{asJSON(200, `{"results":[{"error":"receipt_handle_expired"}]}`), "/results/0"},
				{asJSON(200, `{"results":[{"ok":true,"error":"receipt_handle_stale"}]}`), "/results/0"},
				{asJSON(202, `{"results":[]}`), "status"},
			},
			"ChangeReceiptVisibility": {{asJSON(200, `{"ok":true}`), "/results"}},
			"CreateQueue":             {{asJSON(302, ``), "status"}},
		},
	}
	for d, operations := range illegal {
		doc := dialectDocument(t, d)
		for operation, answers := range operations {
			for _, a := range answers {
				err := judgeAnswer(t, doc, operation, a.answer)
				if err == nil || !strings.Contains(err.Error(), a.says) {
					t.Errorf("%s: of the answer %+v the error does not say %q: %v", operation, a.answer, a.says, err)
				}
			}
		}
	}
}

// A message that says what is wrong must not repeat the value, which may be a
// handle or a body.
func TestViolationsShowNoValue(t *testing.T) {
	body := messages(edited(edited(basalticMessage, `"h"`, `"secret-handle"`), `"receive_count":1`, `"receive_count":"secret-count"`))
	err := judgeAnswer(t, dialectDocument(t, Basaltic), "receiveMessages", asJSON(200, body))
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error shows a value: %v", err)
	}
}

func TestRequestsAreChecked(t *testing.T) {
	doc := dialectDocument(t, Basaltic)
	path := "/v1/queues/{queue_id}/messages/receive"
	item := doc.Paths.Value(path)
	check := func(id, body string) error {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", bytes.NewReader([]byte(body)))
		if body == "" {
			r.Body = nil
		} else {
			r.Header.Set("Content-Type", "application/json")
		}
		return openapi3filter.ValidateRequest(t.Context(), &openapi3filter.RequestValidationInput{
			Request: r, PathParams: map[string]string{"queue_id": id}, Options: ExchangeOptions(doc),
			Route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: http.MethodPost, Operation: item.Post},
		})
	}
	const id = "3b7e5a10-6c2d-4f18-9a41-7d20c5e8b913"
	for _, body := range []string{"", `{}`, `{"max_messages":10,"visibility_timeout_seconds":0,"wait_time_seconds":20}`} {
		if err := check(id, body); err != nil {
			t.Errorf("a good request %q is refused: %v", body, err)
		}
	}
	bad := []string{
		`{"max_messages":0}`, `{"max_messages":11}`, `{"max_messages":1.5}`,
		`{"wait_time_seconds":21}`, `{"visibility_timeout_seconds":43201}`,
	}
	for _, body := range bad {
		if err := check(id, body); err == nil {
			t.Errorf("a bad request %q passes", body)
		}
	}
	if err := check("orders", ""); err == nil {
		t.Error("a queue id that is no UUID passes")
	}
}
