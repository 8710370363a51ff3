// Package evidence renders what a case saw, in the pieces that all reports
// share: exchanges as curl lines, leases and exchanges on one line of time,
// receipt handles shortened, and no byte of a target's that a terminal or a
// document would obey.
package evidence

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable writes s on one line, with what does not print escaped.
func Printable(s string) string { return escape(s, "") }

// PrintableLines is Printable, but keeps line breaks.
func PrintableLines(s string) string { return escape(strings.ReplaceAll(s, "\r\n", "\n"), "\n") }

func escape(s, keep string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case strings.ContainsRune(keep, r) || unicode.IsPrint(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Cut shortens s to most characters and says how much it is of so many bytes.
func Cut(s string, most, bytes int) string {
	if utf8.RuneCountInString(s) <= most && len(s) >= bytes {
		return s
	}
	runes := []rune(s)
	shown := string(runes[:min(most, len(runes))])
	return fmt.Sprintf("%s… (%s of %s bytes)", shown, thousands(len(shown)), thousands(max(bytes, len(s))))
}

// thousands writes n with a comma between each three digits.
func thousands(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Offset writes seconds from a case's start.
func Offset(seconds float64) string { return fmt.Sprintf("%+.3f s", seconds) }

// Duration writes seconds with the precision that its size deserves.
func Duration(seconds float64) string {
	switch {
	case seconds < 0.0095:
		return fmt.Sprintf("%.1f ms", seconds*1000)
	case seconds < 1:
		return fmt.Sprintf("%.0f ms", seconds*1000)
	case seconds < 100:
		return fmt.Sprintf("%.1f s", seconds)
	default:
		return fmt.Sprintf("%.0f min %02.0f s", float64(int(seconds)/60), float64(int(seconds)%60))
	}
}
