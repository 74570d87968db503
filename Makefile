# Everything a person or a machine does with this checkout. `make help` lists it.

VENV := .venv
BIN := $(VENV)/bin
# Developed and tested on 3.11, so that comes first; any later one will do.
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3.14 python3,$(shell command -v $(name))))
LOG ?= $(firstword $(wildcard sample_sessions/claude-code/2.1/fading-rules/*.jsonl))
INSTALLED := $(VENV)/.installed
QT := $(VENV)/.qt

.DEFAULT_GOAL := help
.PHONY: help setup run test check live fuzz bench screenshots wheel clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(INSTALLED) $(QT) ## Make .venv with everything in it (the others do this by themselves)

run: setup ## Open the window on a sample session; LOG=path opens one of yours
	@$(BIN)/inspector open "$(LOG)"

test: setup ## Run all tests, on all processors at once
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --dist loadfile

check: $(INSTALLED) ## Look at the code: lint, format, types, import order
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

live: setup ## Drive today's agents and hold what they sent against what is rebuilt; AGENT=codex drives one
	$(BIN)/python -m live $(AGENT) $(if $(SCENARIO),--scenario $(SCENARIO))

fuzz: setup ## Spoil the samples of all formats TIMES times (SEED repeats it) and say what broke
	$(BIN)/python -m tests.fuzz $(or $(TIMES),100000) --seed $(or $(SEED),1)

bench: setup ## Measure speed and memory on generated logs, below the window and in it
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_adapters
	$(BIN)/python -m tests.bench_gui
	$(BIN)/python -m tests.bench_start

screenshots: setup ## Draw the window into build/screenshots; LOG=path draws another session
	$(BIN)/python -m tests.gui.screenshots build/screenshots $(if $(LOG),"$(LOG)")
	QT_SCALE_FACTOR=1.5 $(BIN)/python -m tests.gui.screenshots build/screenshots/scale-1.5 $(if $(LOG),"$(LOG)")

wheel: $(INSTALLED) ## Build the wheel into dist
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

clean: ## Remove everything that was made here, .venv included
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find inspector tests -name __pycache__ -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml constraints.txt
	@.ci/make_venv "$(PYTHON)" $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(QT): $(INSTALLED) .ci/qt_libraries
	@.ci/qt_libraries $(BIN)/python
	@touch $@
