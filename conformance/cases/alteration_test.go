package cases

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// handles are written as different targets write them.
var handles = map[string]string{
	"hex":     "019400aabbbb7ccc8dddeeeeffff0000",
	"base64":  "AQAAAH8-x_Z09",
	"padded":  "QUJDREU=",
	"base32":  "MFRGGZDFMZTWQ2LK",
	"digits":  "12345",
	"unusual": "arn:lease/+=&%20 é",
	"one":     "a",
}

func TestAlterationsReachEveryPosition(t *testing.T) {
	for name, handle := range handles {
		n := utf8.RuneCountInString(handle)
		for what, tc := range map[string]struct {
			alter  alteration
			number int
			length int
		}{
			"raised":  {raised, n, n},
			"lowered": {lowered, n, n},
			"dropped": {dropped, n, n - 1},
			"added":   {added, n + 1, n + 1},
		} {
			list := tc.alter(handle)
			if len(list) != tc.number {
				t.Errorf("%s %s: %d alterations, want %d", name, what, len(list), tc.number)
			}
			for _, a := range list {
				if a.text == handle || utf8.RuneCountInString(a.text) != tc.length || a.how == "" {
					t.Errorf("%s %s: %q (%s) is no single alteration of %q", name, what, a.text, a.how, handle)
				}
			}
		}
	}
}

func TestNoRespellingIsTheHandle(t *testing.T) {
	for name, handle := range handles {
		for _, a := range append(respelled(handle), recased(handle)...) {
			if a.text == handle {
				t.Errorf("%s: %s gives the handle itself", name, a.how)
			}
		}
	}
}

func TestRespellingsTryWhatEncodingsIgnore(t *testing.T) {
	texts := []string{}
	for _, a := range respelled("AQ-A_8") {
		texts = append(texts, a.text)
	}
	for _, want := range []string{"AQ-A_9", "AQ-A_-", "AQ+A_8", "AQ-A/8", "AQ-A_8=", " AQ-A_8", "AQ-\nA_8", "aq-a_8"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not among %q", want, texts)
		}
	}
}

func TestLetterCaseAndSpaceAroundAreToldApart(t *testing.T) {
	const handle = "AQ-x"
	for text, same := range map[string]bool{
		"aq-X": true, " AQ-x\n": true, "AQ-y": false, "AQ -x": false, "AQ-x=": false, "AQ-": false,
	} {
		if got := sameButForCase(handle, altered{text: text}); got != same {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestASampleKeepsBothEnds(t *testing.T) {
	list := raised(strings.Repeat("0a", 50))
	if few := sample(nil, 100, append(list, list...)); len(few) != 100 {
		t.Errorf("%d of 100 different ones", len(few))
	}
	got := sample(rand.New(rand.NewPCG(1, 2)), 10, list)
	if len(got) != 10 || !slices.Contains(got, list[0]) || !slices.Contains(got, list[99]) {
		t.Errorf("got %d of 100: %v", len(got), got)
	}
	if again := sample(rand.New(rand.NewPCG(1, 2)), 10, list); !slices.Equal(got, again) {
		t.Error("the same seed draws another sample")
	}
	if few := sample(nil, 100, list); len(few) != 100 {
		t.Errorf("a short list shrank to %d", len(few))
	}
}
