# Lectern's commands. `make` alone lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c

.PHONY: dist help web types serve test check soak bench bench-live bench-app fuzz audit author-eval import-eval maths-eval design pictures screens
.PHONY: suites tools build test-rust test-web test-browser test-app test-clients test-exports test-nodes test-soak test-deploy

FUZZ_SECONDS ?= 60
# Property tests take the same inputs at every run. `make test PROPTEST_RNG_SEED=$$RANDOM` takes others.
export PROPTEST_RNG_SEED ?= 1
TARGET := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)
# Pages that the browser tests open.
PAGES := $(TARGET)/pages
# Installs Debian packages of commands that are missing.
DEBIAN := scripts/debian-packages
# One choice of packages for building and testing: with another, Cargo would compile with other features.
TESTED := --workspace --locked

# $(call cargo_tool,name,version) installs a Cargo subcommand when it is missing.
cargo_tool = cargo $(1) --version >/dev/null 2>&1 || cargo install cargo-$(1)@$(2) --locked

# $(call component,subcommand,component) says how to get a part of the toolchain that is missing.
component = cargo $(1) --version >/dev/null 2>&1 \
	|| { echo "'cargo $(1)' is missing: rustup component add $(2)" >&2; exit 1; }

# The suites, and a log of them for the list of what failed.
SUITES = $(MAKE) --jobs=2 --keep-going --output-sync=target suites
LOGGED = 2>&1 | tee $(TARGET)/suites.log || scripts/failures $(TARGET)/suites.log

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

web: web/node_modules ## Build the web app that the binary carries
	npm run --prefix web build

web/node_modules: web/package-lock.json
	@$(DEBIAN) npm="nodejs npm"
	npm ci --prefix web --no-audit --no-fund
	@touch $@

types: ## Write web/src/lib/wire.ts from the structs of the routes
	UPDATE_WIRE=1 cargo test --workspace --lib wire

serve: web ## Build Lectern and run it
	@$(DEBIAN) cc="gcc libc6-dev"
	cargo run --release --locked --bin lectern -- serve

# Clippy's driver is a compiler that lints what it compiles. So a check compiles everything once, not once to lint it and
# once to run it.
check: ## Everything a change must pass: format, lints, tests
	@$(call component,fmt,rustfmt)
	@$(call component,clippy,clippy)
	@$(DEBIAN) cc="gcc libc6-dev" g++=g++
	cargo fmt --all --check
	@mkdir -p $(TARGET)
	RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ \
		$(SUITES) BUILD="cargo build $(TESTED) --all-targets" $(LOGGED)

test: ## Run every test; installs what the tests need
	@mkdir -p $(TARGET)
	$(SUITES) $(LOGGED)

# What follows runs two targets at a time: Cargo beside installing, then a suite that waits much beside one that
# computes much. Targets start in the order in which they are named, so the suite that takes longest is first. A suite that
# fails does not stop the others; what failed is listed at the end.

suites: test-app test-rust test-web test-nodes test-clients test-browser test-exports test-soak test-deploy

# Programs and packages that the tests use.
tools: tests/node_modules
	@$(DEBIAN) pdftotext=poppler-utils qpdf=qpdf redis-server=redis-server faketime=faketime ffmpeg=ffmpeg \
		chromium="chromium fonts-liberation" soffice=libreoffice-impress
	@$(DEBIAN) chromium-headless-shell=chromium-headless-shell || echo "tests use chromium, which takes longer" >&2
	@scripts/postgres-for-tests >/dev/null
	@scripts/office-for-tests >/dev/null

tests/node_modules: tests/package-lock.json
	@$(DEBIAN) npm="nodejs npm"
	npm ci --prefix tests --no-audit --no-fund
	@touch $@

# What is compiled before the tests. `make check` compiles benchmarks and fuzz targets, too.
BUILD ?= cargo test $(TESTED) --no-run

# A debug build reads the web app when it runs, so it does not wait for that.
build:
	@$(DEBIAN) cc="gcc libc6-dev"
	$(BUILD)

test-rust: build tools web
	MAKEFLAGS= cargo test $(TESTED) --no-fail-fast

test-web: web
	npm run --prefix web lint
	npm run --prefix web types
	npm test --prefix web
	npm run --prefix web size

test-browser: build tools web
	$(TARGET)/debug/examples/html $(PAGES)
	LECTERN_PAGES=$(PAGES) node --test tests/browser/*.test.js

test-app: build tools web
	node --test tests/app/*.spec.js

test-clients: build tools web
	tests/clients/run

test-exports: build tools web
	tests/exports/run

test-nodes: build tools web
	tests/nodes/run

test-soak: build tools web
	tests/soak/run

test-deploy: tools
	tests/deploy/run

dist: web ## Build the binary that is handed out, and the list of what it is made of, in target/dist
	@$(DEBIAN) cc="gcc libc6-dev"
	cargo build --profile dist --locked --bin lectern
	scripts/sbom $(TARGET)/dist/lectern.cdx.json

SOAK_SECONDS ?= 600

soak: ## Kill nodes at random while many clients work, ten minutes on one node and ten on three (SOAK_SECONDS)
	@$(DEBIAN) cc="gcc libc6-dev" redis-server=redis-server
	cargo build --locked --bin lectern
	SOAK_SECONDS=$(SOAK_SECONDS) tests/soak/run

bench: web tests/node_modules ## Run the benchmarks and write their table, docs/benchmarks.md
	@$(DEBIAN) cc="gcc libc6-dev" wrk=wrk chromium="chromium fonts-liberation"
	cargo bench --workspace --locked | tee $(TARGET)/figures.txt
	LECTERN_BIN=$(TARGET)/release/lectern node tests/app/speed.js | tee -a $(TARGET)/figures.txt
	LECTERN_BIN=$(TARGET)/release/lectern node tests/agent-eval/run.js | tee -a $(TARGET)/figures.txt
	bench/table $(TARGET)/figures.txt docs/benchmarks.md

FOLLOWERS ?= 1000 5000 10000

bench-live: ## Measure how fast followers of a live session get its events (FOLLOWERS)
	@$(DEBIAN) cc="gcc libc6-dev"
	cargo bench -p server --bench service --locked -- live $(FOLLOWERS)

bench-app: web tests/node_modules ## Measure how fast the pages respond, in Chromium
	@$(DEBIAN) cc="gcc libc6-dev" chromium="chromium fonts-liberation"
	cargo build --release --locked --bin lectern
	LECTERN_BIN=$(TARGET)/release/lectern node tests/app/speed.js

agent-eval: tests/node_modules ## Measure how agents fare with the tools, and write the figures into docs/benchmarks.md
	@$(DEBIAN) cc="gcc libc6-dev"
	cargo build $(TESTED) --bin lectern
	node tests/agent-eval/run.js | tee $(TARGET)/agents.txt
	bench/table --only-agents $(TARGET)/agents.txt docs/benchmarks.md

import-eval: tests/node_modules ## Measure how PowerPoint files by other programs arrive as decks
	@$(DEBIAN) cc="gcc libc6-dev"
	cargo build $(TESTED) --bin lectern
	tests/import-eval/run

maths-eval: ## Compare how formulas are set with LuaLaTeX in the same font; ALL=--all prints every formula
	@$(DEBIAN) cc="gcc libc6-dev" lualatex="texlive-luatex texlive-latex-recommended"
	cargo run --quiet --locked --package maths --example measures > $(TARGET)/measures.txt
	tests/maths-eval/run $(TARGET)/measures.txt $(ALL)

author-eval: ## Measure the built-in author on texts and documents, with bounds; DOCUMENTS=folder measures a folder
ifdef DOCUMENTS
	cargo run --quiet --locked --package ai --example author_eval -- $(DOCUMENTS)
else
	@$(DEBIAN) cc="gcc libc6-dev"
	scripts/author-documents $(TARGET)/author-documents
	cargo build --release --locked --bin lectern
	LECTERN_BIN=$(TARGET)/release/lectern cargo run --quiet --locked --package ai --example author_eval -- --all $(TARGET)/author-documents
endif

design: ## Measure how slides are composed, and write contact sheets into target/design
	cargo build --quiet $(TESTED) --example design
	$(TARGET)/debug/examples/design $(TARGET)/design

pictures: web tests/node_modules ## Draw the pictures in docs/gallery and docs/pictures anew
	@$(DEBIAN) cc="gcc libc6-dev" chromium="chromium fonts-liberation"
	cargo build $(TESTED) --bin lectern
	scripts/gallery-sheets $(TARGET)/debug/lectern
	LECTERN_BIN=$(TARGET)/debug/lectern node tests/app/pictures.js docs/pictures
	@$(DEBIAN) soffice=libreoffice-impress pdftoppm=poppler-utils
	$$(scripts/python-for-tests | head -n 1) -B scripts/powerpoint-pictures $(TARGET)/debug/lectern docs/pictures

screens: web tests/node_modules ## Take screenshots of every page in all widths, schemes and languages into target/screens
	@$(DEBIAN) cc="gcc libc6-dev" chromium="chromium fonts-liberation"
	cargo build $(TESTED) --bin lectern
	LECTERN_BIN=$(TARGET)/debug/lectern node tests/app/screens.js $(TARGET)/screens

# The address sanitizer lets the fuzzer see the operands of text comparisons. It needs an unstable flag, hence
# RUSTC_BOOTSTRAP on the stable compiler, and Cargo must not cache that the flag was refused before.
fuzz: ## Fuzz each parser of foreign bytes for a minute (FUZZ_SECONDS)
	@$(DEBIAN) g++=g++
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
		echo "the advisory database cannot be reached: advisories were not checked" >&2; \
	fi
