# Lectern's commands. `make` alone lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c

.PHONY: dist help web serve test check soak bench bench-live bench-app fuzz audit author-eval

FUZZ_SECONDS ?= 60
TARGET := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)
# Where pages are written that a browser then tests.
PAGES := $(TARGET)/pages
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo -n)

# $(call debian,command,packages) installs Debian packages when the command they bring is missing.
debian = command -v $(1) >/dev/null \
	|| { $(AS_ROOT) apt-get update -qq && $(AS_ROOT) env DEBIAN_FRONTEND=noninteractive apt-get install -qqy $(2); } \
	|| { echo "'$(1)' is missing; on Debian: apt-get install $(2)" >&2; exit 1; }

# $(call cargo_tool,name,version) installs a Cargo subcommand when it is missing.
cargo_tool = cargo $(1) --version >/dev/null 2>&1 || cargo install cargo-$(1)@$(2) --locked

# $(call component,subcommand,component) says how to get a part of the toolchain that is missing.
component = cargo $(1) --version >/dev/null 2>&1 \
	|| { echo "'cargo $(1)' is missing: rustup component add $(2)" >&2; exit 1; }

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

web: web/node_modules ## Build the web app that the binary carries
	npm run --prefix web build

web/node_modules: web/package-lock.json
	@$(call debian,npm,nodejs npm)
	npm ci --prefix web --no-audit --no-fund
	@touch $@

serve: web ## Build Lectern and run it
	@$(call debian,cc,gcc libc6-dev)
	cargo run --release --locked --bin lectern -- serve

test: web ## Run every test; installs what the tests need
	npm run --prefix web lint
	npm run --prefix web types
	npm test --prefix web
	npm run --prefix web size
	@$(call debian,cc,gcc libc6-dev)
	@$(call debian,pdftotext,poppler-utils)
	@$(call debian,qpdf,qpdf)
	@$(call debian,redis-server,redis-server)
	@$(call debian,faketime,faketime)
	@scripts/postgres-for-tests >/dev/null
	@scripts/office-for-tests >/dev/null
	if cargo nextest --version >/dev/null 2>&1; then \
		cargo nextest run --workspace --locked; \
		cargo test --workspace --locked --doc; \
	else \
		cargo test --workspace --locked; \
	fi
	@$(call debian,chromium,chromium)
	$(TARGET)/debug/examples/html $(PAGES)
	npm ci --prefix tests/browser --no-audit --no-fund
	LECTERN_PAGES=$(PAGES) npm test --prefix tests/browser
	@$(call debian,python3,python3 python3-venv)
	LECTERN_BIN=$(TARGET)/debug/lectern node --test tests/app/*.spec.js
	tests/clients/run
	tests/exports/run
	tests/nodes/run
	tests/soak/run
	tests/deploy/run

check: ## Everything a change must pass: format, lints, tests
	@$(call component,fmt,rustfmt)
	@$(call component,clippy,clippy)
	@$(call debian,g++,g++)
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo clippy --manifest-path fuzz/Cargo.toml --no-deps --locked -- -D warnings
	$(MAKE) test

dist: web ## Build the binary that is handed out, in target/dist
	@$(call debian,cc,gcc libc6-dev)
	cargo build --profile dist --locked --bin lectern

SOAK_SECONDS ?= 600

soak: ## Kill nodes at random while every door is in use, for ten minutes each on one node and on three (SOAK_SECONDS)
	@$(call debian,python3,python3 python3-venv)
	@$(call debian,redis-server,redis-server)
	cargo build --locked --bin lectern
	SOAK_SECONDS=$(SOAK_SECONDS) tests/soak/run

bench: web ## Run the benchmarks and write their table, docs/benchmarks.md
	@$(call debian,cc,gcc libc6-dev)
	@$(call debian,wrk,wrk)
	@$(call debian,chromium,chromium)
	npm ci --prefix tests/browser --no-audit --no-fund
	cargo bench --workspace --locked | tee $(TARGET)/figures.txt
	LECTERN_BIN=$(TARGET)/release/lectern node tests/app/speed.js | tee -a $(TARGET)/figures.txt
	bench/table $(TARGET) $(TARGET)/figures.txt docs/benchmarks.md

FOLLOWERS ?= 1000 5000 10000

bench-live: ## Measure a hall that follows a presenter (FOLLOWERS)
	@$(call debian,cc,gcc libc6-dev)
	cargo bench -p server --bench service --locked -- live $(FOLLOWERS)

bench-app: web ## Measure how quickly the pages answer, in Chromium
	@$(call debian,cc,gcc libc6-dev)
	@$(call debian,chromium,chromium)
	cargo build --release --locked --bin lectern
	npm ci --prefix tests/browser --no-audit --no-fund
	LECTERN_BIN=$(TARGET)/release/lectern node tests/app/speed.js

author-eval: ## Measure the built-in author on the texts of its evaluation
	cargo run --quiet --locked --package ai --example author_eval

# The address sanitizer lets the fuzzer see through comparisons of text. It is an unstable flag, hence
# RUSTC_BOOTSTRAP on our stable compiler, and Cargo must not recall an earlier refusal of the flag.
fuzz: ## Fuzz each reader of foreign bytes for a minute (FUZZ_SECONDS)
	@$(call debian,g++,g++)
	@$(call cargo_tool,fuzz,0.13.2)
	targets=$$(cargo fuzz list); \
	for target in $$targets; do \
		mkdir -p fuzz/corpus/$$target; \
		RUSTC_BOOTSTRAP=1 CARGO_CACHE_RUSTC_INFO=0 \
			cargo fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(FUZZ_SECONDS) -timeout=10; \
	done

audit: ## Check licences, advisories and sources of the dependencies
	@$(call cargo_tool,deny,0.20.2)
	cargo deny check bans licenses sources
	if cargo deny fetch db; then \
		cargo deny check advisories; \
	else \
		echo "the database of advisories cannot be reached: they were not checked" >&2; \
	fi
