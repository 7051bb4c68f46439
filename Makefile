# Needs Python 3.11 or newer, make and git; everything else goes into .venv by itself.
#   make play             play in your browser, without a Discord account
#   make test             run every test       (make test ARGS="tests/rules -x")
#   make check            format, lint, types, tests: what CI runs
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$python; break; }; done)
VENV := .venv/bin/python
ARGS ?=

.PHONY: help play test check format messages bench
help:
	@echo 'make play | test | check | format | messages | bench      arguments: ARGS="..."'

play: .venv/.play
	@$(VENV) -m bot play $(ARGS)

test: .venv/.test
	$(VENV) -m pytest --numprocesses auto --dist worksteal $(ARGS)

check: .venv/.test
	$(VENV) -m ruff format --check .
	$(VENV) -m ruff check .
	$(VENV) -m mypy
	$(MAKE) test

format: .venv/.test
	$(VENV) -m ruff format .
	$(VENV) -m ruff check --fix .

messages: .venv/.test
	$(VENV) -m bot.ui.messages

bench: .venv/.test
	$(VENV) -m tests.bench $(ARGS)

.venv/.play: EXTRAS := play
.venv/.test: EXTRAS := play,postgres,test
.venv/.play .venv/.test: pyproject.toml | .venv/.made
	@echo 'Installing Yacht Club into .venv …'
	@$(VENV) -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch $@

# pip is asked for as well, since an interrupted venv has a python without it.
.venv/.made:
	@test -n "$(PYTHON)" || { echo 'Yacht Club needs Python 3.11 or newer. Install it, or name it: make PYTHON=/path/to/python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		$(PYTHON) -c 'import sys; print("This Python cannot make a .venv. On Debian and Ubuntu: sudo apt install python3.%d-venv" % sys.version_info[1])'; \
		exit 1; }
	@$(VENV) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@touch $@
