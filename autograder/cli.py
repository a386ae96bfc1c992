"""The `autograder` command: finds the subcommand and turns its failure into a sentence and an exit code."""

from __future__ import annotations

import importlib
import sys

from autograder.errors import CommandError
from autograder.pipes import NobodyReads, until_nobody_reads

# Each command lives in the module that does the work and is imported only when it is called,
# so that `autograder check` never pays for, or depends on, nbgrader.
COMMANDS = {
    "build": ("autograder.authoring.build:main", "build course/ from solutions/ (--check: only compare)"),
    "grade": ("autograder.grading.command:main", "grade a whole class into the gradebook"),
    "collect": ("autograder.collect.command:main", "take in what an LMS or a folder holds"),
    "export": ("autograder.export.command:main", "fill marks into the file that Moodle or Canvas gave"),
    "judge": ("autograder.runs.judge_file:main", "judge one notebook file; writes no gradebook"),
    "report": ("autograder.report.command:main", "what a class did, as a page and as tables for a spreadsheet"),
    "mutants": ("autograder.authoring.mutants.command:main", "judge every named wrong and alternative answer"),
    "doctor": ("autograder.selftest.doctor:main", "which sandbox levels hold on this machine, and how to get more"),
    "selftest": ("autograder.selftest.command:main", "attack the judge on this machine, and say what holds"),
    "check": ("autograder.kit.check:main", "run a notebook's visible checks, as a learner does"),
    "handin": ("autograder.learner.handin:main", "write one checked file to hand in"),
    "gather": (
        "autograder.kit.gather:main",
        "a learner's engine from the notebooks: my_tape.py, a cell (--into) or a package (--package)",
    ),
    "progress": ("autograder.learner.overview:main", "where a learner is: states, time left, what comes next"),
    "update": ("autograder.learner.newer:main", "put the newest release around a learner's answers and own cells"),
    "lab": ("autograder.handout.lab:main", "open JupyterLab on your own copy of the course"),
    "pack": ("autograder.handout.pack:main", "write the learner's zip"),
    "site": ("autograder.site.command:main", "build the course's site, in build/site"),
    "demo": ("autograder.demo:main", "three learners hand in and are graded"),
}
# Which extra brings what a room needs, where it is not that of the grader.
EXTRAS = {"kit": "course", "learner": "course", "site": "site"}
OURS = ("autograder", "minigrad")


def usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {about}" for name, (_, about) in COMMANDS.items()]
    return "usage: autograder COMMAND [options]\n\n" + "\n".join(lines) + "\n\n`autograder COMMAND --help` says more."


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 done, 1 something is not right, 2 bad usage, 3 our fault."""
    try:
        with until_nobody_reads():
            return _run(sys.argv[1:] if argv is None else argv)
    except NobodyReads:
        return NobodyReads.exit_code


def _run(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help"):
        print(usage())
        return 0 if argv else 2
    name, *rest = argv
    if name not in COMMANDS:
        print(f"autograder: there is no command {name!r}\n\n{usage()}", file=sys.stderr)
        return 2
    module, _, function = COMMANDS[name][0].partition(":")
    try:
        return getattr(importlib.import_module(module), function)(rest) or 0
    except CommandError as error:
        print(f"autograder {name}: {error}", file=sys.stderr)
        return error.exit_code
    except ModuleNotFoundError as error:
        if (error.name or "autograder").partition(".")[0] in OURS:
            raise
        extra = EXTRAS.get(module.split(".")[1], "grade")
        print(
            f"autograder {name}: the package {error.name} is not installed here; it comes with the extra {extra!r}. "
            f'In the checkout: pip install -c constraints.txt -e ".[{extra}]"',
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
