# `make help` lists the targets. Whatever is installed goes to .venv, in the versions of
# constraints.txt; pip's own settings are left as they are.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MODULES := node_modules/.bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
ARGS ?=
# Python keeps what it has compiled, whatever the environment says: otherwise every worker of the
# tests, and every program that a test starts, would compile all of it anew.
export PYTHONDONTWRITEBYTECODE :=
# Small tables are not shipped: they go to a folder of their own.
SCALE ?= full
TABLES_full := --pages docs/tables
TABLES_small := --into build/tables --work build/tables-work

# Installs packages of Debian, one set at a time: $(call debian,packages,what they are).
debian = \
  if [ "$$(id -u)" = 0 ]; then as_root=; \
  elif sudo -n true 2>/dev/null; then as_root="sudo -n"; \
  else as_root=false; fi; \
  echo "Installing $(1): $(2)"; \
  { command -v apt-get >/dev/null && ( flock 9 \
    && $$as_root apt-get update -qq -o Acquire::http::Timeout=20 \
    && $$as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $(1) ) 9<pyproject.toml; } || { \
  echo "$(1) is missing ($(2)), and it could not be installed from here." >&2; \
  echo "Install it (on Debian: sudo apt-get install $(1)), then run make again." >&2; \
  exit 1; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-slow test-all test-long ready lint style format generated tables bench site docs clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## Play in the browser (ARGS="..." goes to pegout)
	@$(BIN)/pegout $(ARGS)

test: ready style ## Run the quick gate: lint, types, layers, and the quick tests (ARGS=tests/rules: some)
	@$(BIN)/python -m tools.gate quick $(ARGS)

test-slow: ready ## Run the tests that the quick gate leaves out, and measure the coverage of the core
	@$(BIN)/python -m tools.gate slow $(ARGS)

test-all: test test-slow ## Run the full gate, which each change passes before it lands

test-long: ready $(VENV)/.referee $(VENV)/.firefox $(VENV)/.proxies ## Run the tests that take long: some four hours on two cores (ARGS=tests/solver: some)
	@$(BIN)/python -m tools.gate long $(ARGS)

lint: style ## Run only the checks that run no code
	$(BIN)/mypy

style: $(VENV)/.dev node_modules/.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(MODULES)/biome check --error-on-warnings
	$(MODULES)/tsc -p .

format: $(VENV)/.dev node_modules/.stamp ## Format the code, and fix what can be fixed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(MODULES)/biome check --write

generated: $(VENV)/.dev ## Bring every generated file up to date (ARGS=--goldens: the golden games too)
	@$(BIN)/python -m tools.generated $(ARGS)

tables: $(VENV)/.dev ## Make whatever shipped tables are not up to date: all in two and a half hours (SCALE=small: in minutes)
	$(BIN)/pegout solve tables --scale $(SCALE) $(TABLES_$(SCALE)) $(ARGS)

bench: $(VENV)/.bench $(VENV)/.system ## Measure the speed, and write the pages that have it (ARGS=web for the server)
	$(BIN)/python -m benchmarks $(or $(ARGS),--write)

site: $(VENV)/.play ## Build the folder for a site without a server into build/site (ARGS="--base /fun/": below others)
	@$(BIN)/pegout site build/site $(ARGS)

docs: $(VENV)/.docs ## Build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean: ## Remove whatever the other targets made
	rm -rf $(VENV) node_modules build dist site htmlcov .coverage .coverage.* .hypothesis
	rm -rf .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Installing ------------------------------------------------------------------------------------
# A stamp for each set of dependencies, so that nothing is installed twice.

# What the tests need, from three places at the same time.
ready: | $(VENV)/pyvenv.cfg
	@$(MAKE) --no-print-directory -j3 $(VENV)/.dev node_modules/.stamp $(VENV)/.system

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg
	@echo "Installing Pegout into $(VENV)"
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg
	@echo "Installing Pegout and what its tests need into $(VENV)"
	@$(INSTALL) -e '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.docs $(VENV)/.bench: $(VENV)/.%: $(VENV)/.play
	@echo "Adding the extra '$*' to $(VENV)"
	@$(INSTALL) -e '.[$*]'
	@touch $@

$(VENV)/.referee: $(VENV)/.dev
	@echo "Adding the extra 'referee' to $(VENV)"
	@$(INSTALL) -e '.[referee]'
	@touch $@

# A browser, the fonts of its cards, and a database server for the tests. The server is only there to
# be started by them: without the file, Debian would set up a database of its own and start it.
CLUSTER := /etc/postgresql-common/createcluster.d/pegout.conf

$(VENV)/.system: | $(VENV)/pyvenv.cfg
	@command -v chromium-headless-shell >/dev/null \
	  || ( $(call debian,chromium-headless-shell,the quicker browser of the tests) ) \
	  || { command -v chromium >/dev/null && echo "The tests take chromium, which is slower."; } \
	  || { $(call debian,chromium,the browser of the tests); }
	@find /usr/share/fonts /usr/local/share/fonts -name '*.[ot]t[fc]' 2>/dev/null | grep -q . \
	  || { $(call debian,fonts-dejavu-core,a font for the browser); }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
	  trap '$$as_root rm -f $(CLUSTER)' EXIT; \
	  $$as_root mkdir -p $(dir $(CLUSTER)) 2>/dev/null && echo "create_main_cluster = false" \
	    | $$as_root tee $(CLUSTER) >/dev/null 2>&1; \
	  $(call debian,postgresql,the database server of the tests); }
	@touch $@

$(VENV)/.firefox: | $(VENV)/pyvenv.cfg
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null \
	  || { $(call debian,firefox-esr,the other browser of the long tests); }
	@touch $@

# The proxies of deploy/ and what checks its alert rules. They are unpacked and not installed, because
# Debian would start them; without them their tests are skipped.
$(VENV)/.proxies: | $(VENV)/pyvenv.cfg
	@mkdir -p $(VENV)/debian && cd $(VENV)/debian \
	  && echo "Fetching nginx, caddy and prometheus: the proxies of the long tests, and promtool" \
	  && apt-get download -qq nginx caddy prometheus \
	  && for package in *.deb; do dpkg-deb -x $$package . && rm $$package; done \
	  || echo "nginx, caddy and promtool could not be fetched; some long tests are skipped."
	@touch $@

# No lock file: it would record where the packages were downloaded from.
node_modules/.stamp: package.json
	@command -v npm >/dev/null || { $(call debian,nodejs npm,what checks the JavaScript); }
	@echo "Installing the checks of the JavaScript into node_modules"
	@npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

# Debian keeps the module that makes environments in a package of its own, python3.x-venv.
$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Pegout needs Python 3.11 or later, and '$(PYTHON)' is not." >&2; \
	  echo "Name another one: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  package=$$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
	  $(call debian,$$package,the module that makes Python environments); }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
