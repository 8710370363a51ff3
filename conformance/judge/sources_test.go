package judge

import (
	"net/netip"
	"testing"
)

func TestSourcesGivesEachAddressOfThePrefixesOnce(t *testing.T) {
	for _, tc := range []struct {
		name     string
		prefixes []string
		hosts    int
	}{
		{"single addresses", []string{"10.0.0.5/32", "10.0.0.9/32"}, 2},
		{"a small network", []string{"10.0.0.8/29"}, 6},
		{"two addresses", []string{"10.0.0.8/31"}, 2},
		{"an IPv6 address", []string{"fd00::1/128"}, 1},
		{"a network with room for all", []string{"127.0.0.0/8"}, 200},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var prefixes []netip.Prefix
			for _, text := range tc.prefixes {
				prefixes = append(prefixes, netip.MustParsePrefix(text))
			}
			var s sources
			seen := map[netip.Addr]bool{}
			for range tc.hosts {
				addr := s.next(prefixes)
				if !within(prefixes, addr) {
					t.Fatalf("%s is of none of %v", addr, prefixes)
				}
				seen[addr] = true
			}
			if len(seen) != tc.hosts {
				t.Errorf("%d draws gave %d addresses", tc.hosts, len(seen))
			}
			if again := s.next(prefixes); !within(prefixes, again) {
				t.Errorf("one more draw gave %s", again)
			}
		})
	}
}

func within(prefixes []netip.Prefix, addr netip.Addr) bool {
	for _, p := range prefixes {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}
