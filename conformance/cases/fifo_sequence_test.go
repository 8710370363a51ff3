package cases

import "testing"

func TestCompareDecimals(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"9", "10", -1},
		{"10", "9", 1},
		{"007", "7", 0},
		{"", "0", 0},
		{"18446744073709551616", "18446744073709551615", 1},
		{"99", "100000000000000000000000", -1},
	} {
		if got := compareDecimals(tc.a, tc.b); got != tc.want {
			t.Errorf("compareDecimals(%q, %q) = %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}
