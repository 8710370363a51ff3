package judge

import (
	"math/rand/v2"
	"net/netip"
	"sync"
)

// sources hands out source addresses, each once in a run while there are any.
type sources struct {
	mu   sync.Mutex
	used map[netip.Addr]bool
}

// draws is how often an unused address is looked for before a used one will do.
const draws = 1000

// next draws an unused address of the prefixes. Where they hold too few, what
// it gives was used before.
func (s *sources) next(prefixes []netip.Prefix) netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used == nil {
		s.used = map[netip.Addr]bool{}
	}
	var addr netip.Addr
	for range draws {
		addr = randomHost(prefixes[rand.IntN(len(prefixes))])
		if !s.used[addr] {
			break
		}
	}
	s.used[addr] = true
	return addr
}

// randomHost is an address of the prefix: of a large one not the first nor the
// last 16, of a small one not that of the network nor that of the broadcast.
func randomHost(prefix netip.Prefix) netip.Addr {
	hostBits := prefix.Addr().BitLen() - prefix.Bits()
	hosts := uint64(1) << min(hostBits, 62)
	var n uint64
	switch {
	case hostBits > 5:
		n = 16 + rand.Uint64N(hosts-32)
	case hostBits > 1:
		n = 1 + rand.Uint64N(hosts-2)
	default:
		n = rand.Uint64N(hosts)
	}
	raw := prefix.Masked().Addr().As16()
	for i := 15; n > 0 && i >= 0; i-- {
		raw[i] |= byte(n)
		n >>= 8
	}
	return netip.AddrFrom16(raw).Unmap()
}
