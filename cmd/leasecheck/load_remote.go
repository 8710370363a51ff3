package main

import (
	"context"
	"net"
	"net/netip"
)

// isLoopback reports whether every address of a host is this machine's own loop.
func isLoopback(ctx context.Context, host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().IsLoopback()
	}
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil || len(addresses) == 0 {
		return false
	}
	for _, a := range addresses {
		if !a.Unmap().IsLoopback() {
			return false
		}
	}
	return true
}
