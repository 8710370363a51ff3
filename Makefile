# Targets: make (build), make test, make bench, make lint, make prove.

GO      ?= go
PYTHON  ?= python3
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT  := $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION) -X main.revision=$(COMMIT)

# The race detector needs a C compiler.
CC_FOUND := $(shell command -v $${CC:-cc} 2>/dev/null || command -v gcc 2>/dev/null)
RACE     := $(if $(CC_FOUND),-race)

# What shows each fault to a model or a tour keeps one goroutine busy for minutes
# under the race detector, which has nothing to see there; and what shows some under
# load needs a generator that keeps up. These run without it.
FAULTS := -run '^(TestEveryFaultShows|TestTheModelNoticesEveryFault|TestFaultsUnderLoad)$$' ./reference/basaltic ./reference/lease ./loadgen

.PHONY: build run test lint bench prove clean

build: bin/leasecheck

bin/leasecheck: FORCE
	$(GO) build -ldflags '$(LDFLAGS)' -o $@ ./cmd/leasecheck

.PHONY: FORCE
FORCE:

# run judges the embedded reference servers of all dialects.
run: build
	./bin/leasecheck test

# test passes all tests: lint, unit tests under the race detector, a run of the
# quick tier as a user would start it, and the official Basaltic client.
test: build lint .venv/ready
	@$(if $(RACE),,echo "no C compiler found: testing without the race detector")
	$(GO) test $(RACE) -timeout 8m ./...
	$(if $(RACE),$(GO) test -timeout 8m $(FAULTS))

lint:
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# bench prints ratios, each measured within one run.
bench:
	$(GO) test -run '^$$' -bench . -benchtime 1s ./reference/... ./conformance/... ./loadgen/...

# prove runs what takes longer than a test may: repeats, busy machines, stress.
prove: build .venv/ready
	scripts/prove

# .venv holds the official Basaltic client, as pinned.
.venv/ready: interop/requirements.txt
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r interop/requirements.txt
	touch $@

clean:
	rm -rf bin .venv leasecheck-report
