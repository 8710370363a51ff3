package ezgh

import (
	"net/http"

	"github.com/rs/cors"
)

// anyOrigin is the policy of the operations that need no credential.
func anyOrigin() *cors.Cors {
	return cors.New(cors.Options{
		AllowedOrigins: []string{"*"},
		AllowedMethods: []string{http.MethodPost},
		AllowedHeaders: []string{"*"},
		ExposedHeaders: []string{"Retry-After"},
	})
}

// onReceipts answers a receipt operation's requests from browsers of any
// origin. It looks at no credential.
func (s *Server) onReceipts(op receiptOperation) http.Handler {
	refuseMethod := s.otherMethod([]string{http.MethodPost, http.MethodOptions})
	answered := anyOrigin().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			refuseMethod.ServeHTTP(w, r)
			return
		}
		a, refused := s.faultyReceipts(op, r)
		if refused != nil {
			s.refuse(w, refused)
			return
		}
		s.answer(w, a)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answered.ServeHTTP(s.faultyOrigin(op.id, w, r), r)
	})
}
