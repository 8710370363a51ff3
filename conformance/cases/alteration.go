package cases

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// altered is a receipt handle in which something was altered.
type altered struct {
	text string
	// how says what was altered.
	how string
}

// alteration gives the ways in which it alters a handle, by position.
type alteration func(handle string) []altered

// raised changes each character into the next of the handle's alphabet. Where
// a handle is written in digits of any base, its neighbour's is among the results.
func raised(handle string) []altered { return changed(handle, 1) }

// lowered is raised, to the character before.
func lowered(handle string) []altered { return changed(handle, -1) }

func changed(handle string, by int) []altered {
	characters, alphabet := []rune(handle), alphabetOf(handle)
	list := make([]altered, len(characters))
	for i, old := range characters {
		at := slices.Index(alphabet, old)
		list[i] = substituted(characters, i, string(alphabet[(at+by+len(alphabet))%len(alphabet)]))
	}
	return list
}

// dropped leaves out each character.
func dropped(handle string) []altered {
	characters := []rune(handle)
	list := make([]altered, len(characters))
	for i, old := range characters {
		list[i] = altered{
			string(characters[:i]) + string(characters[i+1:]),
			fmt.Sprintf("character %d of %d, %q, was dropped", i+1, len(characters), old),
		}
	}
	return list
}

// added puts a character of the handle's alphabet before each character and
// behind the last.
func added(handle string) []altered {
	characters, alphabet := []rune(handle), alphabetOf(handle)
	list := make([]altered, len(characters)+1)
	for i := range list {
		list[i] = inserted(characters, i, string(alphabet[i%len(alphabet)]))
	}
	return list
}

// recased turns the case of each letter.
func recased(handle string) []altered {
	characters := []rune(handle)
	var list []altered
	for i, old := range characters {
		if turned := turnCase(old); turned != old {
			list = append(list, substituted(characters, i, string(turned)))
		}
	}
	return list
}

// respelled alters what decoders and parsers like to overlook: the bits behind
// the last whole byte, the other alphabet of an encoding, padding, space, and
// characters that some compare as equal.
func respelled(handle string) []altered {
	characters := []rune(handle)
	list := trailingBits(characters)
	for i, old := range characters {
		if twin, has := twins[old]; has {
			list = append(list, substituted(characters, i, string(twin)))
		}
	}
	for _, filler := range []string{"=", " ", "\t", "\n", "\x00"} {
		list = append(list, inserted(characters, len(characters), filler))
	}
	for _, filler := range []string{" ", "\n", "\ufeff"} {
		list = append(list, inserted(characters, 0, filler), inserted(characters, len(characters)/2, filler))
	}
	if wide := characters[0] + '！' - '!'; characters[0] > ' ' && characters[0] <= '~' {
		list = append(list, substituted(characters, 0, string(wide)))
	}
	for _, whole := range []altered{
		{strings.ToUpper(handle), "all letters were made capitals"},
		{strings.ToLower(handle), "all letters were made small"},
	} {
		if whole.text != handle {
			list = append(list, whole)
		}
	}
	return list
}

// twins are the characters that stand for the same value in the two base64 alphabets.
var twins = map[rune]rune{'-': '+', '+': '-', '_': '/', '/': '_'}

// trailingBits turns each of the four bits of the last character that an
// encoding of whole bytes may leave unused.
func trailingBits(characters []rune) []altered {
	last := len(characters) - 1
	for last > 0 && characters[last] == '=' {
		last--
	}
	alphabet := alphabetOf(string(characters[:last+1]))
	at := slices.Index(alphabet, characters[last])
	var list []altered
	for bit := 1; bit <= 8; bit <<= 1 {
		if at^bit < len(alphabet) {
			list = append(list, substituted(characters, last, string(alphabet[at^bit])))
		}
	}
	return list
}

// alphabets are those that handles are written in, each in the order of its values.
var alphabets = []string{
	"0123456789",
	"0123456789abcdef",
	"0123456789ABCDEF",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	"0123456789ABCDEFGHIJKLMNOPQRSTUV",
	"0123456789abcdefghijklmnopqrstuvwxyz",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
}

// alphabetOf is the first alphabet that has all of the handle's characters; if
// none has, it is those characters themselves and a digit and letter more.
func alphabetOf(handle string) []rune {
	for _, alphabet := range alphabets {
		if strings.Trim(handle, alphabet) == "" {
			return []rune(alphabet)
		}
	}
	own := []rune(handle + "0A")
	slices.Sort(own)
	return slices.Compact(own)
}

func substituted(characters []rune, at int, by string) altered {
	return altered{
		string(characters[:at]) + by + string(characters[at+1:]),
		fmt.Sprintf("character %d of %d was changed from %q to %q", at+1, len(characters), characters[at], by),
	}
}

func inserted(characters []rune, at int, text string) altered {
	return altered{
		string(characters[:at]) + text + string(characters[at:]),
		fmt.Sprintf("%q was added at place %d of %d", text, at+1, len(characters)+1),
	}
}

func turnCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

// sameButForCase tells the alterations that not every dialect counts as one:
// of letter case, and of space around the handle.
func sameButForCase(handle string, a altered) bool {
	return strings.EqualFold(strings.TrimSpace(handle), strings.TrimSpace(a.text))
}

// sample gives at most n of a list, all different: both ends, and others drawn
// at random.
func sample(r *rand.Rand, n int, list []altered) []altered {
	seen := map[string]bool{}
	list = slices.DeleteFunc(slices.Clone(list), func(a altered) bool {
		twice := seen[a.text]
		seen[a.text] = true
		return twice
	})
	if len(list) <= n {
		return list
	}
	ends := []altered{list[0], list[len(list)-1]}
	inner := slices.Clone(list[1 : len(list)-1])
	r.Shuffle(len(inner), func(i, j int) { inner[i], inner[j] = inner[j], inner[i] })
	return append(ends, inner[:n-2]...)
}
