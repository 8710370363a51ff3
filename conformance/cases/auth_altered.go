package cases

import (
	"strings"
	"unicode"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// alteredTokens are headers with the token that the suite goes by, a character of
// it changed, dropped or added. A change in the middle is one whatever a token
// encodes.
func alteredTokens(t *judge.T) []string {
	token := t.Session().Client().Token(t.Context())
	if len(token) < 4 {
		return nil
	}
	middle := len(token) / 2
	other := "0"
	if token[middle] == '0' {
		other = "1"
	}
	altered := []string{
		"Bearer " + token[:middle] + other + token[middle+1:],
		"Bearer " + token[:middle] + token[middle+1:],
		"Bearer " + token[:len(token)-2],
		"Bearer " + token + "x",
	}
	if respelled, counts := inOtherCase(token); counts {
		altered = append(altered, "Bearer "+respelled)
	}
	return altered
}

// otherSchemes are headers with the token that the suite goes by, which is no
// credential of their schemes: Basic takes a name and password, in base64.
func otherSchemes(t *judge.T) []string {
	token := t.Session().Client().Token(t.Context())
	if token == "" {
		return nil
	}
	return []string{"Basic " + token, "Token " + token}
}

// caseless is the longest prefix that a token may have in another letter case
// than what follows, in bytes, and how many letters of each case tell that case
// counts.
const (
	caseless = 8
	telling  = 2
)

// inOtherCase is the token with the case of one letter changed, and whether that
// makes another one of it: the digits of hex and of base 32 may have either case.
// What is written in those has letters from g on in one case only.
func inOtherCase(token string) (respelled string, counts bool) {
	var lower, upper int
	for _, r := range token[min(caseless, len(token)):] {
		switch {
		case 'g' <= r && r <= 'z':
			lower++
		case 'G' <= r && r <= 'Z':
			upper++
		}
	}
	middle := len(token) / 2
	at := strings.IndexFunc(token[middle:], unicode.IsLetter)
	if lower < telling || upper < telling || at < 0 {
		return "", false
	}
	at += middle
	const caseBit = 'a' - 'A'
	return token[:at] + string(token[at]^caseBit) + token[at+1:], token[at] < unicode.MaxASCII
}
