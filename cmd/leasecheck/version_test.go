package main

import (
	"testing"

	"github.com/leasecheck/leasecheck/reports"
)

func TestVersionNamesTheEditionItJudgesBy(t *testing.T) {
	leasecheck(t, "version").expect(t, reports.ExitOK, "leasecheck "+version, "go1.", "basaltic: Basaltic Queue API", "ezgh: EZGH", ", catalogue ")
	leasecheck(t, "version", "--json").expect(t, reports.ExitOK, `"version":"`+version, `"dialect":"ezgh"`, `"catalogue_hash"`)
	if got := leasecheck(t, "version", "--quiet").stdout; got != version+"\n" {
		t.Errorf("--quiet prints %q", got)
	}
}

func TestVersionIsAFlagToo(t *testing.T) {
	command, flag := leasecheck(t, "version"), leasecheck(t, "--version")
	if flag != command || flag.status != reports.ExitOK {
		t.Errorf("--version gives %+v, version %+v", flag, command)
	}
}
