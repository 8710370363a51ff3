package reference

import (
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/specs"
)

// byDialect serves several dialects on one address. Their paths differ; a path
// that is nobody's gets its error from the dialect whose paths it resembles.
type byDialect map[specs.Dialect]http.Handler

func (b byDialect) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d := specs.Basaltic
	if strings.HasPrefix(r.URL.Path, "/v1/organizations") || strings.HasPrefix(r.URL.Path, "/v1/receipts") {
		d = specs.EZGH
	}
	if h := b[d]; h != nil {
		h.ServeHTTP(w, r)
		return
	}
	for _, only := range b {
		only.ServeHTTP(w, r)
		return
	}
}
