package cases

import "testing"

func TestOnlyTokensWhoseCaseCountsGetAnother(t *testing.T) {
	for token, want := range map[string]string{
		"tok_AbCdEfGhIjKlMnOpQrStUvWx": "tok_AbCdEfGhIjklMnOpQrStUvWx",
		"eyJhbGciOi.-_1234567890.QwEr": "eyJhbGciOi.-_1234567890.qwEr",
		// hex, a UUID, base 32 and what has a prefix in another case
		"tok_0123456789abcdef0123456789abcdef": "",
		"SECRET_0123456789abcdef":              "",
		"6F9619FF-8B86-D011-B42D-00C04FC964FF": "",
		"key_MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U": "",
		"mfrggzdfmztwq2lknnwg23tpobyxe43u":     "",
		"AbCdGhGh":                             "",
		"":                                     "",
	} {
		got, counts := inOtherCase(token)
		if got != want || counts != (want != "") {
			t.Errorf("%q: %q, %v; want %q", token, got, counts, want)
		}
	}
}
