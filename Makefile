# One command is the whole loop: make check. Everything runs in .venv, which any of the commands sets up.
PYTHON ?= python3
BIN := .venv/bin
# CI installs the versions that the tests were last seen to pass with; everybody else what pyproject.toml allows.
LOCK := $(if $(filter true,$(CI)),--constraint constraints.txt)

.PHONY: demo test oldest check lint docs bench reproduce reliability fuzz crashes lock audit clean

demo: .venv/done
	@$(BIN)/oakdb demo

test: .venv/dev
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

# Older versions of DuckDB, the oldest supported first, each in an environment of its own; 1.4 takes more than an hour.
OLDEST := 1.4.4 1.5.6
oldest:
	@for version in $(OLDEST); do \
		folder=.venv/duckdb-$$version; \
		test -x $$folder/bin/python || $(PYTHON) -m venv $$folder; \
		$$folder/bin/python -m pip install --quiet --disable-pip-version-check --editable . duckdb==$$version duckdb-cli pytest hypothesis numpy pyarrow polars; \
		$$folder/bin/python -m pytest -p no:cacheprovider tests/test_worked_cases.py tests/test_cli.py tests/test_python.py tests/test_files.py \
			tests/test_input.py tests/test_stopping.py tests/test_kinds.py tests/test_agreement.py tests/test_adhoc.py || exit 1; \
	done

check: lint test

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.lint_sql

# The documentation as a site, in site/.
docs: .venv/dev
	$(BIN)/mkdocs build --strict --quiet

# The paper's experiment on generated data, and on the sets in the folders of DATA; writes docs/results.md and tables of docs/decisions-guide.md.
reproduce: .venv/dev
	$(BIN)/python -m reproduce $(DATA)
	$(BIN)/python -m reproduce.stopping $(DATA)

# What was tried to lose, break or mix up results; writes docs/reliability.md. The full disk needs root.
reliability: .venv/dev
	$(BIN)/python -m reliability

fuzz: .venv/dev
	$(BIN)/python -m reliability.fuzz

crashes: .venv/dev
	$(BIN)/python -m reliability.crashes

# The first tables of docs/performance.md, in 10 to 20 minutes: make bench, or smaller: make bench ANNOTATIONS=1000000 LARGE=3000000 PEER_ANNOTATIONS='100000 300000'
ANNOTATIONS ?= 10000000
LARGE ?= 100000000
PEER_ANNOTATIONS ?= 1000000 3000000

bench: .venv/peers
	$(BIN)/python -m benchmarks.speed --annotations $(ANNOTATIONS) --large $(LARGE) --peer-annotations $(PEER_ANNOTATIONS) --write
	$(BIN)/python -m benchmarks.live --annotations $(ANNOTATIONS) --write
	$(BIN)/python -m benchmarks.growth --write
	$(BIN)/python benchmarks/boxes.py
	$(BIN)/python benchmarks/masks.py --items 10000

lock: .venv/dev
	@{ echo "# The versions that CI installs, written by make lock."; $(BIN)/python -m pip freeze --exclude-editable; } > constraints.txt

# Known holes in those versions; asks a service on the network, and fails where that cannot be reached or does not know a package.
audit: constraints.txt
	@test -x .venv/audit/bin/pip-audit || { $(PYTHON) -m venv .venv/audit && .venv/audit/bin/pip install --quiet pip-audit; }
	.venv/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement constraints.txt

.venv/done: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "oakdb needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(LOCK) --editable .
	@touch $@

.venv/dev: .venv/done
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(LOCK) --editable '.[dev]'
	@touch $@

.venv/peers: .venv/dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[peers]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist target logs site
