"""Runs a notebook's cells in a process of its own and writes down how each one ended.

`autograder check` starts it as `python -P -m autograder.kit.runner NOTEBOOK REPORT [SKIP ...]`. REPORT grows by one
line of JSON when a cell starts and one when it ends, so that whoever waits can tell which cell hangs or has taken the
process with it. Cells run in IPython when it is installed, and as plain Python otherwise.
"""

from __future__ import annotations

import ast
import json
import linecache
import re
import sys
import traceback
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from autograder.kit.cells import TestCells, what_holds
from autograder.kit.checks import CheckFailed
from autograder.kit.laws import Check
from autograder.kit.reading import NotebookCell, read_cells
from autograder.kit.shown import STUB
from autograder.kit.traces import brief, text_of

HIDDEN = re.compile(r"^[ \t]*#{3,}\s*BEGIN HIDDEN TESTS.*?(?:^[ \t]*#{3,}\s*END HIDDEN TESTS[^\n]*\n?|\Z)", re.M | re.S)
START = "In the course folder, run: python3 start.py (on Windows: py start.py)"

LONGEST = 20_000  # characters of a trace
FILE = "<cell {}>"  # what the code of a cell is compiled as

Run = Callable[[str, str], BaseException | None]


def visible_source(cell: NotebookCell) -> str:
    """The cell without hidden tests; a learner's notebook has none, an instructor's has."""
    return HIDDEN.sub("", cell.source)


def main(argv: list[str]) -> int:
    """Run every code cell of the notebook but those whose index is to be skipped."""
    notebook, report, *skip = argv
    cells = read_cells(Path(notebook), note=lambda sentence: None)
    sys.path.insert(0, str(Path(notebook).resolve().parent))  # as a notebook's kernel has it
    tests = TestCells({})
    run = shell(tests)
    with Path(report).open("a", encoding="utf-8") as lines:

        def say(**entry: Any) -> None:
            lines.write(json.dumps(entry) + "\n")
            lines.flush()

        if not course_packages():
            say(note=f"This Python does not have the course's packages. {START}")
        for index, cell in enumerate(cells):
            if cell.cell_type != "code" or str(index) in skip:
                continue
            say(start=index)
            error = run(visible_source(cell), cell.grade_id or f"cell {index + 1}")
            say(end=index, **ending(error, tests.checks))
        say(finished=True)
    return 0


def course_packages() -> bool:
    """Whether `minigrad` is the course's; another project has that name too."""
    try:
        import minigrad
    except ImportError:
        return False
    return hasattr(minigrad, "__course__")


def ending(error: BaseException | None, checks: Sequence[Check] = ()) -> dict[str, str]:
    """How a cell ended, in a word and in a sentence; `checks` are those that it makes."""
    if error is None:
        return {"outcome": "right", "message": "", "shows": what_holds(checks)}
    if isinstance(error, NotImplementedError | AssertionError | CheckFailed) and STUB in text_of(error):
        return {"outcome": "stub", "message": STUB}
    if isinstance(error, CheckFailed):
        return {"outcome": "wrong", "message": describe(error)}
    whole = {"trace": whole_trace(error)}
    if type(error) is NameError and _is_of_the_cell(error):
        return {"outcome": "missing", "message": f"{text_of(error)}: run or write the cell that defines it"} | whole
    if checks:
        return {"outcome": "wrong", "message": "\n".join(brief(error, error.__traceback__, checks, cell_name))} | whole
    return {"outcome": "wrong", "message": describe(error)} | whole


def _is_of_the_cell(error: NameError) -> bool:
    """Did the cell itself read the name that is not there, and no function that it called, where it is a slip?"""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is None or trace.tb_frame.f_code.co_name == "<module>"


def describe(error: BaseException) -> str:
    """What a learner should read: a check's own words, else the kind of error, its text and the line."""
    rendered = getattr(error, "_render_traceback_", None)
    if rendered is not None:
        try:
            return "\n".join(str(line) for line in rendered())
        except Exception:  # a learner's own class may have that method too
            return type(error).__name__
    text = text_of(error)
    if isinstance(error, AssertionError) and text:
        return text
    return f"{type(error).__name__}{': ' if text else ''}{text}{_place(error)}"


def whole_trace(error: BaseException) -> str:
    """Python's own trace from the cell on."""
    trace = error.__traceback__
    while trace is not None and cell_name(trace.tb_frame.f_code.co_filename) is None:
        trace = trace.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))[-LONGEST:].rstrip()
    except Exception:  # a learner's exception may fail to print
        return type(error).__name__


def _place(error: BaseException) -> str:
    """The innermost line of a cell, which is where the learner can do something."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f" (line {error.lineno} of the cell)"
    place, trace = "", error.__traceback__
    while trace is not None:
        line = linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno).strip()
        if line and cell_name(trace.tb_frame.f_code.co_filename) is not None:
            place = f" (at: {line})"
        trace = trace.tb_next
    return place


def cell_name(file: str) -> str | None:
    """The cell whose code was compiled as `file`, or None."""
    before, _, after = FILE.partition("{}")
    return file[len(before) : -len(after)] if file.startswith(before) else None


# --- two ways to run a cell


def shell(tests: TestCells) -> Run:
    """IPython's shell when it is there, else plain Python; `tests` looks at each cell before it runs."""
    try:
        return _ipython(tests)
    except ImportError:
        return _plain(tests)


def _ipython(tests: TestCells) -> Run:
    from IPython.core.compilerop import CachingCompiler
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Compiler(CachingCompiler):
        def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
            """Cells are known by what the learner calls them, not by a number."""
            return FILE.format(tests.cell_id)

    class Shell(InteractiveShell):
        def enable_gui(self, gui: str | None = None) -> None:
            """No window opens here; `%matplotlib inline` asks all the same."""

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    instance = Shell.instance(config=config, compiler_class=Compiler)
    tests.names = instance.user_ns
    instance.ast_transformers.append(tests)

    def run(source: str, name: str) -> BaseException | None:
        tests.begin(name)
        result = instance.run_cell(source, store_history=False)
        return result.error_before_exec or result.error_in_exec

    return run


def _plain(tests: TestCells) -> Run:
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module  # what a cell defines must be found there, by pickle for one
    tests.names = module.__dict__

    def run(source: str, name: str) -> BaseException | None:
        tests.begin(name)
        filename = FILE.format(name)
        source = without_magics(source)
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        try:
            exec(compile(tests.visit(ast.parse(source, filename)), filename, "exec"), module.__dict__)
        except BaseException as error:  # SystemExit too: a cell's exit() must not end the check
            return error
        return None

    return run


def without_magics(source: str) -> str:
    """Lines for IPython (`%matplotlib inline`, `!ls`) do nothing in plain Python."""
    if source.lstrip().startswith("%%"):
        return ""
    return re.sub(r"^([ \t]*)[%!]\s*\w[^\n]*$", r"\1pass", source, flags=re.M)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
