package specs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
)

func TestEveryOperationAndFieldStatesItsProvenance(t *testing.T) {
	texts := map[string][]byte{"basaltic": OpenAPI(Basaltic), "ezgh": OpenAPI(EZGH), "control": ControlOpenAPI()}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			var root yaml.Node
			if err := yaml.Unmarshal(text, &root); err != nil {
				t.Fatal(err)
			}
			w := provenanceWalk{allowed: []string{string(Doc), string(Client), string(Assumed)}}
			w.node("", root.Content[0])
			if w.stated < 40 {
				t.Errorf("the walk met only %d statements", w.stated)
			}
			for _, place := range w.missing {
				t.Errorf("no x-provenance of doc, client or assumed at %s", place)
			}
		})
	}
}

func TestProvenanceWalkFindsWhatIsMissing(t *testing.T) {
	const document = `
paths:
  /a:
    parameters: [{name: p}]
    get:
      responses:
        '200': {description: d, headers: {H: {schema: {}}}}
        '4XX': {$ref: r}
components:
  parameters: {Q: {name: q, x-provenance: rumour}}
  securitySchemes: {S: {type: http}}
  schemas:
    T:
      example: {properties: {none: {}}}
      properties:
        good: {x-provenance: doc}
        nested: {x-provenance: doc, items: {oneOf: [{properties: {deep: {type: string}}}]}}
        referred: {$ref: s}
`
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(document), &root); err != nil {
		t.Fatal(err)
	}
	w := provenanceWalk{allowed: []string{"doc"}}
	w.node("", root.Content[0])
	want := []string{
		"/paths//a/get", "/paths//a/get/responses/200", "/paths//a/get/responses/200/headers/H", "/paths//a/parameters/0",
		"/components/parameters/Q", "/components/schemas/T/properties/nested/items/oneOf/0/properties/deep",
		"/components/schemas/T/properties/referred", "/components/securitySchemes/S",
	}
	slices.Sort(want)
	slices.Sort(w.missing)
	if !slices.Equal(w.missing, want) {
		t.Errorf("missing %q, want %q", w.missing, want)
	}
}

// provenanceWalk visits the source of a document, where a $ref and what stands
// beside it are still to be seen.
type provenanceWalk struct {
	allowed []string
	stated  int
	missing []string
}

func (w *provenanceWalk) node(place string, n *yaml.Node) {
	switch n.Kind {
	case yaml.SequenceNode:
		for i, item := range n.Content {
			w.node(fmt.Sprintf("%s/%d", place, i), item)
		}
	case yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			w.entry(place, n.Content[i].Value, n.Content[i+1])
		}
	}
}

func (w *provenanceWalk) entry(place, key string, value *yaml.Node) {
	inside := place + "/" + key
	switch key {
	case "example", "examples":
		return
	case "get", "put", "post", "delete", "patch", "options", "head":
		w.state(inside, value)
	case "properties":
		w.stateAll(inside, value, false)
	case "parameters", "headers", "responses", "securitySchemes":
		w.stateAll(inside, value, true)
	}
	w.node(inside, value)
}

// stateAll asks for a statement of each entry. Of an entry that is a $ref it is
// asked at what the $ref names, where references may speak for themselves.
func (w *provenanceWalk) stateAll(place string, entries *yaml.Node, refsExcused bool) {
	entry := func(key string, value *yaml.Node) {
		if !refsExcused || field(value, "$ref") == nil {
			w.state(place+"/"+key, value)
		}
	}
	if entries.Kind == yaml.SequenceNode {
		for i, value := range entries.Content {
			entry(fmt.Sprint(i), value)
		}
		return
	}
	for i := 0; i < len(entries.Content); i += 2 {
		entry(entries.Content[i].Value, entries.Content[i+1])
	}
}

func (w *provenanceWalk) state(place string, n *yaml.Node) {
	if stated := field(n, "x-provenance"); stated == nil || !slices.Contains(w.allowed, stated.Value) {
		w.missing = append(w.missing, place)
		return
	}
	w.stated++
}

func field(n *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

func dialectDocument(t *testing.T, d Dialect) *openapi3.T {
	t.Helper()
	doc, err := Document(d)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// eachOperation visits the operations of a document by their id.
func eachOperation(doc *openapi3.T, visit func(id string, op *openapi3.Operation)) {
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			visit(op.OperationID, op)
		}
	}
}

// An assumed answer is a range, or a status that the service's text describes
// elsewhere, and asks nothing of its body; an assumed field asks nothing of its
// value and is never required.
func TestNothingAssumedConstrainsAnAnswer(t *testing.T) {
	for _, d := range Dialects() {
		eachOperation(dialectDocument(t, d), func(id string, op *openapi3.Operation) {
			for status, ref := range op.Responses.Map() {
				place := fmt.Sprintf("%s %s %s", d, id, status)
				assumed := ref.Value.Extensions["x-provenance"] == string(Assumed)
				if assumed && !strings.HasSuffix(status, "XX") && status != "429" {
					t.Errorf("%s: an assumed status is no range", place)
				}
				if free := ref.Value.Content["*/*"]; assumed && (free == nil || free.Schema != nil) {
					t.Errorf("%s: an assumed answer asks for a content type", place)
				}
				for name, header := range ref.Value.Headers {
					if header.Value.Required {
						t.Errorf("%s: header %s is required, which a requirement judges", place, name)
					}
				}
				for _, media := range ref.Value.Content {
					if media.Schema != nil {
						assumedIsFree(t, place, media.Schema, assumed)
					}
				}
			}
		})
	}
}

func assumedIsFree(t *testing.T, place string, ref *openapi3.SchemaRef, assumed bool) {
	t.Helper()
	s := ref.Value
	if assumed && constrains(s) {
		t.Errorf("%s: what is assumed has a constraint", place)
	}
	if s.AdditionalProperties.Has != nil && !*s.AdditionalProperties.Has {
		t.Errorf("%s: an answer may not have further fields", place)
	}
	for name, property := range s.Properties {
		inside := place + "/" + name
		free := provenanceOf(property) == Assumed
		if free && slices.Contains(s.Required, name) {
			t.Errorf("%s: is assumed and required", inside)
		}
		assumedIsFree(t, inside, property, free)
	}
	parts := slices.Concat(s.AllOf, s.OneOf, s.AnyOf)
	for _, part := range append(parts, s.Items, s.AdditionalProperties.Schema) {
		if part != nil {
			assumedIsFree(t, place, part, assumed)
		}
	}
}

// Both clients read null like an absent field, so where only they speak for a
// field that may be absent, it may be null.
func TestOptionalClientFieldsMayBeNull(t *testing.T) {
	doc := dialectDocument(t, Basaltic)
	for name, ref := range doc.Components.Schemas {
		if strings.HasSuffix(name, "Request") || name == "TokenResponse" || name == "BatchEntry" {
			continue // ours to send; and a token's fields have defaults that null is not
		}
		clientFieldsMayBeNull(t, name, ref.Value)
	}
}

func clientFieldsMayBeNull(t *testing.T, place string, s *openapi3.Schema) {
	t.Helper()
	for name, property := range s.Properties {
		inside := place + "/" + name
		documented := property.Ref == "#/components/schemas/MessageAttributes"
		optional := !slices.Contains(s.Required, name)
		if provenanceOf(property) == Client && optional && !property.Value.Nullable && !documented {
			t.Errorf("%s may be absent and not null", inside)
		}
		clientFieldsMayBeNull(t, inside, property.Value)
	}
	if s.Items != nil {
		clientFieldsMayBeNull(t, place, s.Items.Value)
	}
}

func constrains(s *openapi3.Schema) bool {
	return s.Type != nil || s.Format != "" || s.Pattern != "" || len(s.Enum) > 0 || len(s.Required) > 0 ||
		s.Min != nil || s.Max != nil || s.MinLength > 0 || s.MaxLength != nil || s.MinItems > 0 || s.MaxItems != nil ||
		s.Items != nil || s.Not != nil || s.AdditionalProperties.Schema != nil ||
		len(s.AllOf)+len(s.OneOf)+len(s.AnyOf) > 0
}

func provenanceOf(ref *openapi3.SchemaRef) Provenance {
	extensions := ref.Value.Extensions
	if ref.Ref != "" {
		extensions = ref.Extensions
	}
	stated, _ := extensions["x-provenance"].(string)
	return Provenance(stated)
}
