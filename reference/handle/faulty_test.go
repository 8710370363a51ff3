package handle

import (
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

func TestEachFaultAcceptsItsOwnAlteration(t *testing.T) {
	replace := func(text string, i int, with string) string { return text[:i] + with + text[i+1:] }
	neighbour := func(text string) string {
		return text[:16+32+15] + map[bool]string{true: "e", false: "f"}[text[16+32+15] == 'f'] + text[16+32+16:]
	}
	hexForm := Form{Header: []byte("12345678"), MAC: 20, Encoding: Hex.Encoding}
	for name, c := range map[string]struct {
		form  Form
		alter func(text string) string
	}{
		"handle-unauthenticated":       {URL, func(text string) string { return replace(text, 45, "-") }},
		"handle-code-shortened":        {URL, func(text string) string { return replace(text, len(text)-5, "-") }},
		"handle-sequence-unbound":      {hexForm, neighbour},
		"handle-case-folded":           {Hex, func(text string) string { return text[:60] + strings.ToUpper(text[60:]) }},
		"handle-trailing-bits-ignored": {URL, func(text string) string { return replace(text, len(text)-1, string(text[len(text)-1]+1)) }},
		"handle-space-trimmed":         {URL, func(text string) string { return " " + text }},
		"handle-tail-ignored":          {Hex, func(text string) string { return text + "0" }},
		"handle-cut-accepted":          {Hex, func(text string) string { return text[:len(text)-1] }},
	} {
		var faults fault.Set
		codec := New(key, c.form, &faults)
		text := codec.Encode(example)
		altered := c.alter(text)
		if _, ok := codec.Decode(altered); ok {
			t.Errorf("%s: %q is accepted without the fault", name, altered)
		}
		if err := faults.Replace([]string{name}); err != nil {
			t.Fatal(err)
		}
		if name == "handle-sequence-unbound" {
			altered = c.alter(codec.Encode(example))
		}
		h, ok := codec.Decode(altered)
		if !ok {
			t.Errorf("%s: %q is refused", name, altered)
		}
		if want := (lease.Handle{Queue: example.Queue, Sequence: h.Sequence, Delivery: example.Delivery}); h != want {
			t.Errorf("%s: %q names %v", name, altered, h)
		}
	}
}

func TestAGroupTailIsIgnoredOfItsOwnQueuesOnly(t *testing.T) {
	var faults fault.Set
	codec := New(key, Hex, &faults)
	text := codec.Encode(example)
	tail := map[bool]string{true: "1", false: "0"}[strings.HasSuffix(text, "0")]
	altered := text[:len(text)-1] + tail
	any, none := func(lease.Handle) bool { return true }, func(lease.Handle) bool { return false }
	if _, ok := codec.FaultyTail(altered, any); ok {
		t.Error("accepted without the fault")
	}
	if err := faults.Replace([]string{"handle-group-tail-ignored"}); err != nil {
		t.Fatal(err)
	}
	if h, ok := codec.FaultyTail(altered, any); !ok || h != example {
		t.Errorf("read as %v, %v", h, ok)
	}
	if _, ok := codec.FaultyTail(altered, none); ok {
		t.Error("accepted of another queue")
	}
	if _, ok := codec.FaultyTail(text[1:]+tail, any); ok {
		t.Error("accepted with more altered")
	}
}
