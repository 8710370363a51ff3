package console

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Place names a target in one line: its name, its dialect where the name does
// not say it, and its URL.
func Place(name, dialect, url string) string {
	if says(name, dialect) {
		return fmt.Sprintf("%s at %s", name, url)
	}
	return fmt.Sprintf("%s, %s at %s", name, dialect, url)
}

// says reports whether the word is one of the name's.
func says(name, word string) bool {
	words := strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
}
