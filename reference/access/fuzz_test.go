package access

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// FuzzAuthorization asks that no header is taken for a credential that was not
// given out, and that none makes the store fail.
func FuzzAuthorization(f *testing.F) {
	for _, header := range []string{
		"", "Bearer x", "Bearer oat_.0.00", "Bearer oat_AK.9999999999999.00", "Basic eDp4", algorithm + " ", algorithm + " Credential=a/b/c/basaltic/basaltic_request",
		algorithm + " Credential=a/20260301/sa-saopaulo-1/basaltic/basaltic_request, SignedHeaders=host;x-date;x-nonce, Signature=00",
		algorithm + " Signature=,,=,SignedHeaders=;;;,Credential=////",
	} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		s, _, _ := newStore(t)
		r := httptest.NewRequest("POST", "/v1/queues?a=%zz;b", http.NoBody)
		r.Header["Authorization"] = []string{header}
		r.Header.Set("X-Date", "20260301T120000Z")
		r.Header.Set("X-Nonce", "n")
		if _, err := s.Authenticate(r, nil); err == nil {
			t.Errorf("%q is a credential", header)
		}
	})
}
