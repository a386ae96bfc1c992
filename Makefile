# Every target makes .venv when it is missing or stale, then runs one command.
# What each does without make is in the README, for Windows and for uv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin

.PHONY: demo test lab course bench lint .venv help

help:
	@echo "make demo    three learners hand in and are graded: the whole line on real input"
	@echo "make test    the tests"
	@echo "make lab     JupyterLab on your own copy of the course, in my-course/"
	@echo "make course  build course/ from solutions/"
	@echo "make bench   measurements, printed and written to build/bench.json"
	@echo "make lint    ruff, types, and whether course/ is what solutions/ builds"

.venv:
	@test -n "$(PYTHON)" || { echo "This needs Python 3.11 or newer on PATH (or: make PYTHON=/path/to/python3)."; exit 1; }
	@"$(PYTHON)" tools/make_venv.py

demo: .venv
	@$(BIN)/autograder demo

test: .venv
	@$(BIN)/python -m pytest -q -n auto --dist loadfile

lab: .venv
	@$(BIN)/autograder lab

course: .venv
	@$(BIN)/autograder build

bench: .venv
	@$(BIN)/python -m tests.benchmarks

lint: .venv
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/autograder build --check
