package wire

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

const (
	// dialTime bounds the setting up of one connection.
	dialTime = 5 * time.Second
	// idleConnections is how many connections stay open for later requests:
	// more than the polls that all cases park at once.
	idleConnections = 4096
	// idleTime is how long an unused connection stays open.
	idleTime = 30 * time.Second
	// maxHeaderBytes bounds an answer's header.
	maxHeaderBytes = 256 << 10
)

// newTransport keeps connections alive and follows nothing. It dials from
// source, or from any address when source is the zero value. It speaks HTTP/1
// only, so that a parked poll has a connection to itself, and asks for no
// compression, so that bodies are measured as they come.
func newTransport(trust *tls.Config, source netip.Addr) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTime}
	if source.IsValid() {
		dialer.LocalAddr = &net.TCPAddr{IP: source.AsSlice(), Zone: source.Zone()}
	}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        trust,
		TLSHandshakeTimeout:    dialTime,
		MaxIdleConnsPerHost:    idleConnections,
		IdleConnTimeout:        idleTime,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
	}
}

// trust is whom the target file trusts beside the system.
func trust(t target.TLS) (*tls.Config, error) {
	config := &tls.Config{InsecureSkipVerify: t.InsecureSkipVerify}
	if t.CAFile == "" {
		return config, nil
	}
	pem, err := os.ReadFile(t.CAFile)
	if err != nil {
		return nil, fmt.Errorf("tls.ca_file: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("tls.ca_file: %s holds no PEM certificate", t.CAFile)
	}
	config.RootCAs = pool
	return config, nil
}
