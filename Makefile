# Every target makes .venv when it is missing or stale, then runs one command.
# What each does without make is in the README, for Windows and for uv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin

.PHONY: demo test mutants lab course bench lint parity site site-check axe .venv .venv-torch help

help:
	@echo "make demo    three learners hand in and are graded: the whole line on real input"
	@echo "make test    the tests"
	@echo "make mutants every wrong answer in solutions/mutants is caught, every right one accepted, on one seed"
	@echo "make lab     JupyterLab on your own copy of the course, in my-course/"
	@echo "make course  build course/ from solutions/"
	@echo "make site    the course as a static site, in build/site"
	@echo "make site-check  every page of build/site in a browser; what shuts people out is looked for with axe-core (npm)"
	@echo "make bench   measurements, printed and written to build/bench.json"
	@echo "make parity  the notebooks' given cells print the same with minigrad and with PyTorch 2.13, which still does"
	@echo "             what was recorded of it for the learners' engine"
	@echo "make lint    ruff, types, and whether course/ is what solutions/ builds"

.venv:
	@test -n "$(PYTHON)" || { echo "This needs Python 3.11 or newer on PATH (or: make PYTHON=/path/to/python3)."; exit 1; }
	@"$(PYTHON)" tools/make_venv.py

# Only parity and the measurements against PyTorch need it. TORCH_INDEX=URL makes pip take torch from there.
.venv-torch:
	@test -n "$(PYTHON)" || { echo "This needs Python 3.11 or newer on PATH (or: make PYTHON=/path/to/python3)."; exit 1; }
	@"$(PYTHON)" tools/make_venv.py --torch

demo: .venv
	@$(BIN)/autograder demo

test: .venv
	@$(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

mutants: .venv
	@$(BIN)/autograder mutants --seeds 1 && $(BIN)/python -m tests.notebooks.mechanical --seeds 1 \
	&& MINIGRAD_THOROUGH=1 $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder \
		tests/unit/judge/test_judge_course.py tests/nbgrader/test_nbgrader_course.py \
		tests/hostile/test_hidden_sources.py tests/notebooks/test_release.py

lab: .venv
	@$(BIN)/autograder lab

course: .venv
	@$(BIN)/autograder build

site: .venv
	@$(BIN)/autograder site

# The small site that `make test` builds is looked at in the same way, at fewer sizes.
site-check: .venv axe
	@test -f build/site/index.html || $(BIN)/autograder site
	@MINIGRAD_SITE=build/site $(BIN)/python -m pytest -q tests/site

# A script for the tests of the pages; nothing that is built or shipped has it.
axe: build/axe/package/axe.min.js
build/axe/package/axe.min.js:
	@mkdir -p build/axe && cd build/axe && npm pack --silent axe-core@4.14.1 >/dev/null \
	&& tar xzf axe-core-4.14.1.tgz package/axe.min.js && rm axe-core-4.14.1.tgz

bench: .venv
	@$(BIN)/python -m tests.benchmarks

lint: .venv
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/autograder build --check

parity: .venv .venv-torch
	@$(BIN)/python tools/parity.py && .venv-torch/bin/python tools/record_behaviours.py --check \
	&& .venv-torch/bin/python tools/record_drawings.py --check
