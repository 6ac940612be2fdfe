# Two commands do everything: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(shell grep -rlx --include='*.py' '\# mypyc: compile' src)

.PHONY: setup play test bench fmt lock clean

setup: $(VENV)/.tools $(VENV)/.built  ## the environment in .venv, with everything

$(VENV)/.installed: requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.tools: requirements-dev.txt $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

$(VENV)/.built: $(VENV)/.installed pyproject.toml setup.py $(COMPILED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	touch $@

play: $(VENV)/.built  ## play, now
	$(BIN)/ludotheque play exxtra

fmt: setup  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup  ## pin every dependency anew
	$(BIN)/pip-compile --allow-unsafe --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header -o requirements.txt requirements.in
	$(BIN)/pip-compile --allow-unsafe --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header -c requirements.txt -o requirements-dev.txt requirements-dev.in

clean:  ## forget everything that was built
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -delete
