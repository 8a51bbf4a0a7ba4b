# One command is the whole loop: make check. Everything runs in .venv, which any of the commands sets up.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check lint bench reproduce clean

demo: .venv/done
	@$(BIN)/oakdb demo

test: .venv/dev
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

check: lint test

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.lint_sql

# The paper's experiment on generated data, and on the sets in the folders of DATA; writes docs/results.md.
reproduce: .venv/dev
	$(BIN)/python -m reproduce $(DATA)

bench: .venv/dev
	$(BIN)/python benchmarks/categories.py
	$(BIN)/python benchmarks/boxes.py
	$(BIN)/python benchmarks/masks.py --items 10000

.venv/done: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "oakdb needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev: .venv/done
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist target logs
