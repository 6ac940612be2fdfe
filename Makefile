# Two commands do everything: `make play` and `make test`. What takes hours is in `make test-all`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PIN := $(BIN)/pip-compile --generate-hashes --allow-unsafe --quiet --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header
WEB := $(shell find web/src web/messages web/public web/scripts src/ludotheque -type f \( -path 'web/*' -o -path '*/words/*' -o -path '*/rulebook/*' \)) $(wildcard web/*.json web/*.ts web/*.js web/*.html)
RULES := tests/bots tests/core tests/games tests/table
COMPILED := $(shell grep -rlx --include='*.py' '\# mypyc: compile' src)
# The modules that are found compiled now, and those among them that should not be.
LIBRARIES := $(shell find src/ludotheque -name '*.so' | sed 's/\.[^/]*$$/.py/')
STALE := $(filter-out $(COMPILED),$(LIBRARIES))

.PHONY: again attack check simulate test-rules setup types serve play web pictures test test-web test-all test-long lint test-compiled test-interpreted bench bench-server bench-physics bench-install release mutants check-games fmt lock clean

setup: $(VENV)/.tools $(VENV)/.built  ## the environment in .venv, with everything
	@scripts/system-packages

$(VENV)/.installed: requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements.txt
	touch $@

$(VENV)/.tools: requirements-dev.txt $(VENV)/.installed
	$(INSTALL) --require-hashes -r requirements-dev.txt
	touch $@

$(VENV)/.linked: $(VENV)/.installed pyproject.toml
	LUDOTHEQUE_PURE=1 $(INSTALL) --no-build-isolation --no-deps -e .
	touch $@

# The stamp is as old as the start of the build: what is edited meanwhile is newer, and is compiled the next time.
$(VENV)/.built: $(VENV)/.linked setup.py $(COMPILED) $(if $(filter $(COMPILED),$(LIBRARIES)),$(if $(STALE),again),again)
	@touch $@.start
	$(BIN)/python setup.py --quiet build_ext --inplace --parallel 2
	@mv $@.start $@

again:

web: web/dist/index.html  ## the pages, built into web/dist, where the server finds them

web/node_modules/.installed: web/package-lock.json
	@command -v npm >/dev/null || { echo 'The pages need Node.js 20.19 or newer, with npm; without them, .venv/bin/ludotheque play stays in the terminal.' >&2; exit 1; }
	cd web && npm ci --silent --no-audit --no-fund
	touch $@

web/dist/index.html: web/node_modules/.installed $(WEB)
	cd web && npm run --silent build -- --logLevel warn

types: $(VENV)/.built  ## what the browser knows of messages and positions, written anew from Python
	$(BIN)/python -m scripts.typescript

serve: $(VENV)/.built web  ## the server with its pages, on this machine
	$(BIN)/ludotheque serve

play: $(VENV)/.built web  ## play, now: opens the page of all games; `ludotheque play` stays in the terminal
	$(BIN)/ludotheque serve --open

test:  ## everything that must hold before every commit; what needs one core only goes two at a time
	@$(MAKE) --no-print-directory -j 2 setup web
	@$(MAKE) --no-print-directory -j 2 --output-sync=target lint test-web
	@$(MAKE) --no-print-directory test-compiled test-interpreted

check: lint test-rules  ## the inner loop: style, types, directions of imports, and the tests of the rules as they are compiled

test-all: test test-rules test-long mutants  ## the same, the tests that take minutes, and a broken rule for every clause

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test-web: web  ## types and small parts of the pages; the browser itself is driven by tests/browser
	cd web && npm run --silent check && npm run --silent test

test-compiled: setup web  ## all tests on the compiled rules, but those that `test-interpreted` runs
	$(BIN)/python -c 'import ludotheque, sys; sys.exit(0 if ludotheque.compiled else "the rules were not compiled")'
	$(BIN)/pytest -q -n 2 --dist loadgroup -m 'not long and (slow or not rules)'

test-rules: setup  ## the tests of the rules on the compiled rules
	$(BIN)/pytest -q -n 2 --dist loadgroup -m 'rules and not slow and not long' $(RULES)

test-long: setup web  ## what takes minutes: long fuzzing, many kills, whole proofs, the other browsers
	@scripts/system-packages engines
	$(BIN)/pytest -q -n 2 --dist loadgroup -m long

test-interpreted: setup  ## the tests of the rules on their source, with coverage, and every docstring example
	LUDOTHEQUE_PURE=1 $(BIN)/pytest -q -n 2 --dist loadgroup -m 'rules and not slow and not long' --cov --cov-report= $(RULES)
	LUDOTHEQUE_PURE=1 $(BIN)/pytest -q --doctest-modules --ignore=src/ludotheque/server/storage/migrations --cov --cov-append --cov-report= src
	$(BIN)/coverage report --show-missing --skip-covered --fail-under=100 --include='*/ludotheque/core/*,*/ludotheque/games/*,*/ludotheque/table/*' --omit='*/games/*/terminal.py,*/games/*/terminal/*,*/games/*/commands.py'

bench: setup $(VENV)/.bench  ## decisions per second, ours and our peers', in one run
	$(BIN)/python bench/speed.py
	$(BIN)/python -m bench.batches

mutants: setup  ## break every rule where it has effects, and see that a test of its clause notices
	$(BIN)/python -m tests.mutants

check-games: setup  ## a hundred thousand random games through the conformance check
	$(BIN)/python bench/check_games.py

attack: setup  ## what a hostile guest would try, against a server on this machine
	$(BIN)/python -m bench.attack

simulate: setup  ## the server in a simulation: a minute of seeds, or SECONDS=600
	$(BIN)/python -m tests.simulation --seconds $(or $(SECONDS),60)

bench-server: setup  ## moves a second and latencies of the server, with boardgame.io beside it
	npm ci --silent --no-audit --no-fund --prefix bench/boardgame_io
	$(BIN)/python -m bench.server
	$(BIN)/python -m bench.workers

bench-install: setup web  ## size, import time and start-up time of an installation
	$(BIN)/python bench/install.py

release: setup  ## wheel, source distribution and list of their parts (SBOM) in dist, built clean from the last commit
	rm -rf build/release && git clone --quiet . build/release
	$(BIN)/python -m build --no-isolation --outdir dist build/release
	$(BIN)/python -m scripts.sbom dist

bench-physics: setup  ## every bar of the simulated table of Targets, measured in full; takes a quarter of an hour
	$(BIN)/python -m bench.physics --full

$(VENV)/.bench: requirements-bench.txt $(VENV)/.installed
	$(INSTALL) --require-hashes -r requirements-bench.txt
	touch $@

pictures: setup web  ## the pictures of docs/pictures, taken anew
	$(BIN)/python -m tests.browser.screenshots

fmt: setup  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup  ## pin every dependency anew
	$(PIN) --strip-extras -o requirements.txt requirements.in
	$(PIN) --no-strip-extras -c requirements.txt -o requirements-dev.txt requirements-dev.in
	$(PIN) --no-strip-extras -c requirements.txt -o requirements-bench.txt requirements-bench.in
	cd web && npm install --package-lock-only --silent
	$(BIN)/python -m scripts.complete_lock web/package-lock.json

clean:  ## forget everything that was built
	rm -rf $(VENV) build .mypy_cache src/*.egg-info web/dist web/.build web/node_modules
	find src -name '*.so' -delete
