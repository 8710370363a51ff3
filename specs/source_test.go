package specs

import (
	"maps"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// fieldFact is what the service's own text says of one field.
type fieldFact struct {
	kind     string // the JSON type
	format   string
	min, max *float64 // the range, where there is one
	enum     []any
}

func upTo(min, max float64) fieldFact { return fieldFact{kind: "integer", min: &min, max: &max} }

// schemaFact is what the service's own text says of one schema: its required
// fields, and every field it has.
type schemaFact struct {
	required []string
	fields   map[string]fieldFact
}

var (
	anyForm = fieldFact{} // of any type
	text    = fieldFact{kind: "string"}
	integer = fieldFact{kind: "integer"}
	uuid    = fieldFact{kind: "string", format: "uuid"}
	instant = fieldFact{kind: "string", format: "date-time"}
	list    = fieldFact{kind: "array"}
	object  = fieldFact{kind: "object"}
)

// documentedSchemas are the facts of each source text, by the name of the schema
// that must hold exactly them.
var documentedSchemas = map[Dialect]map[string]schemaFact{
	Basaltic: {
		"ReceiveRequest": {nil, map[string]fieldFact{
			"max_messages":               upTo(1, 10),
			"visibility_timeout_seconds": upTo(0, 43200),
			"wait_time_seconds":          upTo(0, 20),
		}},
		"ReceiveResponse": {[]string{"messages"}, map[string]fieldFact{"messages": list}},
		"ReceivedMessage": {
			[]string{"id", "receipt_handle", "body", "receive_count", "enqueued_at", "visible_at"},
			map[string]fieldFact{
				"id": uuid, "receipt_handle": text, "body": text, "attributes": object, "receive_count": integer,
				"message_group_id": text, "enqueued_at": instant, "visible_at": instant,
			},
		},
		"Error": {[]string{"error"}, map[string]fieldFact{"error": object}},
	},
	EZGH: {
		"ReceiveRequest": {nil, map[string]fieldFact{
			"maxMessages":              upTo(1, 10),
			"waitSeconds":              upTo(0, 20),
			"visibilityTimeoutSeconds": upTo(0, 43200),
		}},
		"ReceiveResponse": {[]string{"messages"}, map[string]fieldFact{"messages": list}},
		"Message": {
			[]string{"messageId", "receiptHandle", "body", "sentAt", "firstReceivedAt", "receiveCount"},
			map[string]fieldFact{
				"messageId": text, "receiptHandle": text, "body": text, "attributes": object, "sentAt": anyForm,
				"firstReceivedAt": anyForm, "receiveCount": integer, "groupId": text, "seq": text,
			},
		},
		"AckRequest":        {[]string{"receiptHandles"}, map[string]fieldFact{"receiptHandles": list}},
		"VisibilityRequest": {[]string{"entries"}, map[string]fieldFact{"entries": list}},
		"ResultsResponse":   {[]string{"results"}, map[string]fieldFact{"results": list}},
	},
}

func TestDocumentedSchemasAreThereExactly(t *testing.T) {
	for d, schemas := range documentedSchemas {
		doc := dialectDocument(t, d)
		for name, fact := range schemas {
			t.Run(string(d)+"/"+name, func(t *testing.T) {
				ref := doc.Components.Schemas[name]
				if ref == nil {
					t.Fatal("there is no such schema")
				}
				checkSchema(t, ref.Value, fact)
			})
		}
	}
}

func TestNestedSchemasAreThereExactly(t *testing.T) {
	basaltic, ezgh := dialectDocument(t, Basaltic).Components.Schemas, dialectDocument(t, EZGH).Components.Schemas
	t.Run("attribute", func(t *testing.T) {
		checkSchema(t, basaltic["MessageAttributes"].Value.AdditionalProperties.Schema.Value, schemaFact{
			[]string{"type", "value"},
			map[string]fieldFact{"type": {kind: "string", enum: []any{"String", "Number", "Binary"}}, "value": text},
		})
	})
	t.Run("error", func(t *testing.T) {
		checkSchema(t, basaltic["Error"].Value.Properties["error"].Value, schemaFact{
			[]string{"code", "message", "request_id"},
			map[string]fieldFact{"code": text, "message": text, "request_id": uuid},
		})
	})
	t.Run("visibility entry", func(t *testing.T) {
		checkSchema(t, ezgh["VisibilityRequest"].Value.Properties["entries"].Value.Items.Value, schemaFact{
			[]string{"receiptHandle", "visibilityTimeoutSeconds"},
			map[string]fieldFact{"receiptHandle": text, "visibilityTimeoutSeconds": upTo(0, 43200)},
		})
	})
	t.Run("one to ten", func(t *testing.T) {
		for schema, field := range map[string]string{"AckRequest": "receiptHandles", "VisibilityRequest": "entries"} {
			entries := ezgh[schema].Value.Properties[field].Value
			if entries.MinItems != 1 || entries.MaxItems == nil || *entries.MaxItems != 10 {
				t.Errorf("%s takes %d to %v entries, not 1 to 10", schema, entries.MinItems, entries.MaxItems)
			}
		}
	})
}

func checkSchema(t *testing.T, s *openapi3.Schema, fact schemaFact) {
	t.Helper()
	if !s.Type.Is("object") || !sameSet(s.Required, fact.required) {
		t.Errorf("a %v that requires %q, not an object that requires %q", s.Type, s.Required, fact.required)
	}
	if names := slices.Collect(maps.Keys(s.Properties)); !sameSet(names, slices.Collect(maps.Keys(fact.fields))) {
		t.Errorf("the fields are %q", names)
	}
	for name, want := range fact.fields {
		ref := s.Properties[name]
		if ref == nil {
			continue
		}
		got := ref.Value
		if provenanceOf(ref) != Doc {
			t.Errorf("%s is from %q, not from the text", name, provenanceOf(ref))
		}
		typed := got.Type.Is(want.kind) || want.kind == "" && got.Type == nil
		if !typed || got.Nullable || got.Format != want.format || !slices.Equal(got.Enum, want.enum) {
			t.Errorf("%s is %v, nullable %v, format %q, enum %v; the text says %+v",
				name, got.Type, got.Nullable, got.Format, got.Enum, want)
		}
		if !sameBound(got.Min, want.min) || !sameBound(got.Max, want.max) || got.ExclusiveMin.IsSet() || got.ExclusiveMax.IsSet() {
			t.Errorf("%s has another range than the text", name)
		}
	}
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func sameBound(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// The statuses that the texts document, by operation.
var documentedStatuses = map[Dialect]map[string][]string{
	Basaltic: {"receiveMessages": {"200", "400", "401", "403", "404", "409"}},
	EZGH: {
		"ReceiveMessages":         {"200", "400", "401", "403", "404", "429", "503"},
		"AckReceipts":             {"200", "400", "429"},
		"ChangeReceiptVisibility": {"200", "400", "429"},
	},
}

func TestDocumentedOperationsAreThereExactly(t *testing.T) {
	for d, operations := range documentedStatuses {
		eachOperation(dialectDocument(t, d), func(id string, op *openapi3.Operation) {
			var documented []string
			for status, ref := range op.Responses.Map() {
				if ref.Value.Extensions["x-provenance"] == string(Doc) {
					documented = append(documented, status)
				}
			}
			if !sameSet(documented, operations[id]) {
				t.Errorf("%s of %s documents %q; the text says %q", id, d, documented, operations[id])
			}
			if _, ok := operations[id]; ok != (op.Extensions["x-provenance"] == string(Doc)) {
				t.Errorf("%s of %s is from %v", id, d, op.Extensions["x-provenance"])
			}
			delete(operations, id)
		})
		for id := range operations {
			t.Errorf("%s of %s is missing", id, d)
		}
	}
}

func TestReceiveMessagesIsAsItsSourceSays(t *testing.T) {
	doc := dialectDocument(t, Basaltic)
	op := doc.Paths.Value("/v1/queues/{queue_id}/messages/receive").Post
	if op == nil || op.OperationID != "receiveMessages" {
		t.Fatal("receiveMessages is not at its path")
	}
	if op.RequestBody.Value.Required {
		t.Error("its body is required")
	}
	if ref := op.RequestBody.Value.Content["application/json"].Schema.Ref; ref != "#/components/schemas/ReceiveRequest" {
		t.Errorf("it takes %s", ref)
	}
	if ref := op.Responses.Value("200").Value.Content["application/json"].Schema.Ref; ref != "#/components/schemas/ReceiveResponse" {
		t.Errorf("it answers %s", ref)
	}
	for _, status := range []string{"400", "401", "403", "404", "409"} {
		if ref := op.Responses.Value(status).Value.Content["application/json"].Schema.Ref; ref != "#/components/schemas/Error" {
			t.Errorf("with %s it answers %q", status, ref)
		}
	}
	if op.Responses.Value("429") != nil || op.Responses.Default() != nil {
		t.Error("it documents a 429 or any other status")
	}
	id := doc.Components.Parameters["QueueId"].Value
	if id.Name != "queue_id" || id.In != "path" || !id.Required || id.Schema.Value.Format != "uuid" {
		t.Errorf("its queue id is %+v", id)
	}
}

// The operations that the fact sheets list, with their methods and paths.
func TestOperationsAreThoseOfTheFactSheets(t *testing.T) {
	const project = "/v1/organizations/{organization}/projects/{project}"
	want := map[Dialect]map[string]string{
		Basaltic: {
			"issueToken":                   "POST /v1/oauth/token",
			"createQueue":                  "POST /v1/queues",
			"listQueues":                   "GET /v1/queues",
			"describeQueue":                "GET /v1/queues/{queue_id}",
			"updateQueue":                  "PATCH /v1/queues/{queue_id}",
			"deleteQueue":                  "DELETE /v1/queues/{queue_id}",
			"purgeQueue":                   "POST /v1/queues/{queue_id}/purge",
			"sendMessage":                  "POST /v1/queues/{queue_id}/messages",
			"sendMessageBatch":             "POST /v1/queues/{queue_id}/messages/batch",
			"receiveMessages":              "POST /v1/queues/{queue_id}/messages/receive",
			"deleteMessage":                "DELETE /v1/queues/{queue_id}/messages",
			"deleteMessageBatch":           "POST /v1/queues/{queue_id}/messages/delete-batch",
			"changeMessageVisibility":      "POST /v1/queues/{queue_id}/messages/visibility",
			"changeMessageVisibilityBatch": "POST /v1/queues/{queue_id}/messages/visibility-batch",
			"peekMessages":                 "GET /v1/queues/{queue_id}/messages",
		},
		EZGH: {
			"ReceiveMessages":         "POST " + project + "/queues/{queue}/messages/receive",
			"AckReceipts":             "POST /v1/receipts/ack",
			"ChangeReceiptVisibility": "POST /v1/receipts/visibility",
			"CreateQueue":             "POST " + project + "/queues",
			"ListQueues":              "GET " + project + "/queues",
			"DescribeQueue":           "GET " + project + "/queues/{queue}",
			"UpdateQueue":             "PATCH " + project + "/queues/{queue}",
			"DeleteQueue":             "DELETE " + project + "/queues/{queue}",
			"PurgeQueue":              "POST " + project + "/queues/{queue}/purge",
			"SendMessage":             "POST " + project + "/queues/{queue}/messages",
			"SendMessageBatch":        "POST " + project + "/queues/{queue}/messages/batch",
			"PutSubscription":         "PUT " + project + "/queues/{queue}/subscription",
			"DeleteSubscription":      "DELETE " + project + "/queues/{queue}/subscription",
		},
	}
	for d, operations := range want {
		got := map[string]string{}
		for path, item := range dialectDocument(t, d).Paths.Map() {
			for method, op := range item.Operations() {
				got[op.OperationID] = method + " " + path
			}
		}
		if !maps.Equal(got, operations) {
			t.Errorf("%s has %q, want %q", d, got, operations)
		}
	}
}
