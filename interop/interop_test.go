// Package interop proves that clients of other makers drive the reference server.
package interop

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/specs"
)

// python is where make puts the environment that holds the official client.
const python = "../.venv/bin/python"

// clientTime bounds the client's steps.
const clientTime = 2 * time.Minute

// TestOfficialBasalticClient drives the reference through every operation of
// the official client: sync and async, by access key and by token.
func TestOfficialBasalticClient(t *testing.T) {
	if _, err := os.Stat(python); err != nil {
		t.Skip("the official client is not set up; make test does that")
	}
	server, err := reference.New(reference.Config{Dialects: []specs.Dialect{specs.Basaltic}})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Close(context.Background())

	ctx, cancel := context.WithTimeout(context.Background(), clientTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, "basaltic_client.py", clientConfig(t, server)).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatalf("the official client's steps failed: %v", err)
	}
}

// clientConfig writes what the client's steps need to know.
func clientConfig(t *testing.T, server *reference.Server) string {
	t.Helper()
	served := server.Targets()[0]
	text, err := json.Marshal(map[string]string{
		"url":               served.URL,
		"token":             served.Auth.Token,
		"access_key_id":     served.Auth.AccessKeyID,
		"secret_access_key": served.Auth.SecretAccessKey,
		"limited_token":     served.LimitedAuth.Token,
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "client.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
