.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup pages wire test checks kernels run bench format lock clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.installed-dev
BENCH_INSTALLED := $(VENV)/.installed-bench

# Where packages come from (mirror, certificates) is the machine's choice; which ones and where they go is ours.
unexport PIP_TARGET PIP_PREFIX PIP_ROOT PIP_PYTHON PIP_CONSTRAINT PIP_REQUIREMENT PYTHONHOME PYTHONPATH
export PIP_USER := 0
export PIP_REQUIRE_HASHES := 0
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet

say = @printf '\n== %s\n' '$(1)'

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F'\t' '{ printf "make %-8s %s\n", $$1, $$2 }'

setup: $(DEV_INSTALLED) pages ## install everything into .venv

pages: $(INSTALLED) ## build the pages anew if their sources have changed
	@$(BIN)/python hatch_build.py

wire: $(INSTALLED) ## write the pages' types anew from the arena's structs
	@$(BIN)/python frontend/wire.py

# Many tests wait for servers and browsers half of the time, so there are more processes than cores.
test: setup ## run every check
	@$(MAKE) --no-print-directory --jobs 2 checks kernels
	$(call say,tests)
	@$(BIN)/pytest --numprocesses 6 --dist loadgroup --no-loadscope-reorder --durations 25

checks:
	$(call say,format)
	@$(BIN)/ruff format --check
	$(call say,lint)
	@$(BIN)/ruff check
	$(call say,types)
	@$(BIN)/mypy
	$(call say,imports)
	@$(BIN)/lint-imports --no-logo
	$(call say,pages)
	@$(BIN)/python hatch_build.py check

kernels:
	$(call say,kernels)
	@$(BIN)/quintain prepare

run: $(INSTALLED) pages ## open the website on this machine
	@$(BIN)/quintain serve

bench: $(BENCH_INSTALLED) ## measure speed side by side with peers
	@$(BIN)/python bench/peers.py

format: setup ## rewrite the code in the house format
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format

lock: | $(BIN)/pip ## pin the dependencies anew (UPGRADE=1: to their newest versions)
	@$(PIP) install uv
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra dev --output-file requirements-dev.lock
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra build --constraint requirements-dev.lock \
		--output-file requirements.lock
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra dev --extra bench --constraint requirements-dev.lock \
		--output-file requirements-bench.lock

clean: ## remove everything that can be made again
	@rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache \
		node_modules src/quintain/website/static
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# pip is made last: a venv that failed half-way is made again.
$(BIN)/pip:
	$(call say,create $(VENV))
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and \
		"Quintain needs Python 3.11 or newer, and $(PYTHON) is %d.%d. Try: make setup PYTHON=python3.11" % v[:2])'
	@$(PYTHON) -m venv --clear $(VENV)

$(INSTALLED): requirements.lock pyproject.toml | $(BIN)/pip
	$(call say,install)
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_INSTALLED): requirements-dev.lock $(INSTALLED)
	$(call say,install the tools)
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

$(BENCH_INSTALLED): requirements-bench.lock $(DEV_INSTALLED)
	$(call say,install the peers)
	@$(PIP) install --require-hashes --requirement requirements-bench.lock
	@touch $@
