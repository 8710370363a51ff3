package handle

import (
	"encoding/base32"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/lease"
)

var (
	key     = []byte("a key of the tests")
	example = lease.Handle{
		Queue:    uuid.MustParse("019400aa-bbbb-7ccc-8ddd-eeeeffff0000"),
		Sequence: 81985529216486895,
		Delivery: 3,
	}
	forms = map[string]Form{
		"hex":            Hex,
		"url":            URL,
		"base32, longer": {Header: []byte("v2"), MAC: 32, Encoding: base32.HexEncoding},
		"base64, padded": {MAC: 16, Encoding: base64.StdEncoding},
	}
)

func TestATextIsReadBack(t *testing.T) {
	handles := []lease.Handle{example, {}, {Queue: uuid.Max, Sequence: 1<<64 - 1, Delivery: 1<<32 - 1}}
	for name, form := range forms {
		c := New(key, form, nil)
		for _, h := range handles {
			if got, ok := c.Decode(c.Encode(h)); !ok || got != h {
				t.Errorf("%s: %v came back as %v, %v", name, h, got, ok)
			}
		}
	}
}

func TestFormsLookAsTheDialectsShowThem(t *testing.T) {
	for text, pattern := range map[string]string{
		New(key, Hex, nil).Encode(example): `^[0-9a-f]{96}$`,
		New(key, URL, nil).Encode(example): `^AQAAA[A-Za-z0-9_-]{65}$`,
	} {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("%s does not match %s", text, pattern)
		}
	}
}

func TestAnyAlterationIsInvalid(t *testing.T) {
	for name, form := range forms {
		c := New(key, form, nil)
		text := c.Encode(example)
		refuse := func(altered string) {
			t.Helper()
			if altered == text {
				return
			}
			if h, ok := c.Decode(altered); ok {
				t.Fatalf("%s: %q passes for %q, as %v", name, altered, text, h)
			}
		}
		for i := range len(text) + 1 {
			for b := range 256 {
				refuse(text[:i] + string([]byte{byte(b)}) + text[i:])
				if i < len(text) {
					refuse(text[:i] + string([]byte{byte(b)}) + text[i+1:])
				}
			}
			refuse(text[:i])
			if i < len(text) {
				refuse(text[:i] + text[i+1:])
			}
		}
		refuse(strings.ToUpper(text))
		refuse(strings.ToLower(text))
		refuse(text + text)
		refuse(strings.TrimRight(text, "="))
	}
}

func TestAnotherKeyOrFormIsInvalid(t *testing.T) {
	c := New(key, URL, nil)
	for name, text := range map[string]string{
		"key":  New(NewKey(), URL, nil).Encode(example),
		"form": New(key, Hex, nil).Encode(example),
		"MAC":  New(key, Form{Header: URL.Header, MAC: 16, Encoding: URL.Encoding}, nil).Encode(example),
	} {
		if _, ok := c.Decode(text); ok {
			t.Errorf("a handle of another %s is accepted", name)
		}
	}
}

func TestDifferentHandlesHaveDifferentTexts(t *testing.T) {
	c := New(key, Hex, nil)
	seen := map[string]lease.Handle{}
	for _, h := range []lease.Handle{
		example,
		{Queue: uuid.Nil, Sequence: example.Sequence, Delivery: example.Delivery},
		{Queue: example.Queue, Sequence: example.Sequence + 1, Delivery: example.Delivery},
		{Queue: example.Queue, Sequence: example.Sequence, Delivery: example.Delivery + 1},
	} {
		text := c.Encode(h)
		if other, ok := seen[text]; ok {
			t.Errorf("%v and %v are both written %s", h, other, text)
		}
		seen[text] = h
	}
}

func FuzzDecode(f *testing.F) {
	codecs := []*Codec{}
	for _, form := range forms {
		c := New(key, form, nil)
		codecs = append(codecs, c)
		f.Add(c.Encode(example))
	}
	f.Add("")
	f.Add("AQAAA")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range codecs {
			if h, ok := c.Decode(text); ok && c.Encode(h) != text {
				t.Errorf("%q is read as %v, which is written %q", text, h, c.Encode(h))
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	c := New(key, URL, nil)
	b.ReportAllocs()
	for b.Loop() {
		c.Encode(example)
	}
}

func BenchmarkDecode(b *testing.B) {
	c := New(key, URL, nil)
	text := c.Encode(example)
	b.ReportAllocs()
	for b.Loop() {
		c.Decode(text)
	}
}
