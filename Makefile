# make play   set everything up and play
# make test   set everything up and run every test
# make bench  measure, with the others of this field installed for comparison

PYTHON ?= python3
export PIP_DISABLE_PIP_VERSION_CHECK := 1
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --constraint constraints.txt --editable

.PHONY: play test bench lint test-compiled test-plain test-bounds clean
.DEFAULT_GOAL := play

.make/venv:
	@mkdir -p .make
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Spieltisch needs Python 3.11 or newer; say which: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up a virtual environment in .venv …"
	@$(PYTHON) -m venv .venv
	@touch $@

.make/play: .make/venv pyproject.toml constraints.txt
	@echo "Installing what the game needs (once) …"
	@$(INSTALL) .
	@touch $@

.make/test: .make/venv pyproject.toml constraints.txt
	@echo "Installing what the tests need (once) …"
	@$(INSTALL) '.[test]'
	@touch $@ .make/play

.make/bench: .make/venv pyproject.toml constraints.txt
	@echo "Installing what the comparison needs (once) …"
	@$(INSTALL) '.[bench]'
	@touch $@ .make/play

play: .make/play
	@$(BIN)/spieltisch play

# The rules three ways: compiled, compiled with bounds checks, and as plain Python.
test: .make/test
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint test-compiled test-plain test-bounds

lint: .make/test
	$(BIN)/ruff check src tests
	$(BIN)/mypy

test-compiled: .make/test
	$(BIN)/pytest

test-plain: .make/test
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest src/spieltisch/games tests/test_door.py

test-bounds: .make/test
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest src/spieltisch/games tests/test_door.py tests/test_fuzz.py

bench: .make/bench
	@$(BIN)/spieltisch bench

clean:
	rm -rf .venv .make
