package specs

import (
	"slices"
	"testing"
)

func TestNear(t *testing.T) {
	cases := []struct {
		id   string
		want []string
	}{
		{"bq-lease-04", []string{"BQ-LEASE-04", "BQ-LEASE-01", "BQ-LEASE-02"}},
		{"BQ-KMS-4", []string{"BQ-KMS-01", "BQ-KMS-02", "BQ-KMS-03"}},
		{"EQ-PUSH-1", []string{"EQ-PUSH-01", "EQ-AUTH-01"}},
		{"EQ-FLIGTH-02", []string{"EQ-FLIGHT-02", "EQ-FLIGHT-01"}},
		{"", nil},
		{"long polls", nil},
	}
	for _, c := range cases {
		if got := Near(c.id); !slices.Equal(got, c.want) {
			t.Errorf("near %q are %q, want %q", c.id, got, c.want)
		}
	}
}
