// Package embedded_test shows how the suite of another project, acme's here,
// takes the whole of leasecheck in: go test runs it, and so does ginkgo -p.
package embedded_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/leasecheck/leasecheck/conformance"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/specs"
)

func TestAcme(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "acme queues")
}

// acme is the target. When the tree of specs is built only its dialect is
// known: the server gets its address when it starts.
var acme = &target.File{Dialect: specs.Basaltic}

// A few areas of the quick tier here; a real project would leave Focus out.
var _ = conformance.Describe(acme,
	conformance.Tier(judge.Quick),
	conformance.Focus("BQ-LEASE-0*", "BQ-FIFO-0*", "BQ-RECV-*"),
	conformance.ReportDir(os.Getenv("ACME_REPORT_DIR")), // empty: no reports
)

// Other specs of the project stand beside it.
var _ = Describe("acme", func() {
	It("keeps a name", func() {
		Expect(acme.Name).NotTo(BeEmpty())
	})
})

// The reference server stands for acme's own, which may as well be a process
// or a container: its target file is all that leasecheck needs.
var _ = BeforeSuite(func() {
	server, err := reference.New(reference.Config{Dialects: []specs.Dialect{acme.Dialect}})
	Expect(err).NotTo(HaveOccurred())
	Expect(server.Start()).To(Succeed())
	DeferCleanup(func(ctx context.Context) { Expect(server.Close(ctx)).To(Succeed()) })

	path := filepath.Join(GinkgoT().TempDir(), "target.yaml")
	Expect(server.Targets()[0].WriteFile(path)).To(Succeed())
	file, err := target.Load(path)
	Expect(err).NotTo(HaveOccurred())
	*acme = *file
})
