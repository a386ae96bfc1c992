"""The shape a source must have before anything is built from it: each rule says what to write instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

from autograder.limits import Limits
from autograder.source import claims
from autograder.source.cells import KINDS, Cell, Source
from autograder.source.findings import Finding
from autograder.source.marks import DEFAULT_STUB, HIDDEN, SOLUTION, find_regions, split_stub, without_solutions

# nbgrader's ids become cell ids and names in file paths and Python-like places; nbformat allows no more than this.
_GRADE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NBGRADER_KEYS = {"grade_id", "grade", "solution", "locked", "task", "points", "schema_version", "cell_type"}
_EXERCISE_KEYS = {"kind", "answers", "commitment", "forbid", "calls"}


def problems(source: Source) -> list[Finding]:
    """Everything about cells, ids, marks and points that is wrong; empty when the source can be built."""
    found = [*_headings(source), *_ids(source), *_exercises(source), *_limits(source), *claims.problems(source)]
    for cell in source.cells:
        places = [*_marks(cell), *_metadata(cell)]
        # A cell with wrong marks has no stub yet, so what it says about syntax would be noise.
        places += [] if places else _syntax(cell)
        found += [Finding(source.file, cell.line + line, message) for line, message in places]
    return sorted(set(found))


def _headings(source: Source) -> Iterator[Finding]:
    lines = []
    for cell in source.by_role("text"):
        fenced = False
        for number, line in enumerate(cell.source.split("\n")):
            fenced ^= line.lstrip().startswith(("```", "~~~"))
            if not fenced and re.match(r"# \S", line):
                lines.append(cell.line + number)
    if not lines:
        yield Finding(source.file, 1, "the notebook has no title: begin with a Markdown cell that has one `# ` heading")
    for number in lines[1:]:
        yield Finding(source.file, number, "a second `# ` heading: a notebook has one title, so make this one `## `")


def _ids(source: Source) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for cell in source.cells:
        if not cell.nbgrader:
            if cell.exercise:
                message = "exercise metadata belongs on a test cell: add nbgrader={...} with grade and points"
                yield Finding(source.file, cell.line - 1, message)
            continue
        grade_id = cell.grade_id
        if not isinstance(grade_id, str) or not grade_id:
            yield Finding(source.file, cell.line - 1, 'no grade_id: write nbgrader={"grade_id": "exN_M", ...}')
        elif not _GRADE_ID.fullmatch(grade_id):
            message = f"grade_id {grade_id!r}: use letters, digits, _ and - only, at most 64"
            yield Finding(source.file, cell.line - 1, message)
        elif grade_id in seen:
            message = f"grade_id {grade_id!r} is taken by the cell in line {seen[grade_id]}: every cell needs its own"
            yield Finding(source.file, cell.line - 1, message)
        else:
            seen[grade_id] = cell.line


def _exercises(source: Source) -> Iterator[Finding]:
    tested: set[str] = set()
    for test in source.by_role("test"):
        for name in test.answers:
            tested.add(name)
            answer = source.find(name)
            if answer is None or answer.role != "answer":
                message = f"this test is about the answer cell {name!r}, and there is none: add it above"
                yield Finding(source.file, test.line, message + ', or name others with exercise={"answers": [...]}')
            elif answer.index > test.index:
                message = f"this test comes before its answer cell {name!r} (line {answer.line}): move it below"
                yield Finding(source.file, test.line, message)
    for answer in source.by_role("answer"):
        if answer.grade_id and answer.grade_id not in tested:
            message = f"no test is about the answer cell {answer.grade_id!r}: add {answer.grade_id}_test below it"
            yield Finding(source.file, answer.line, message)


def _limits(source: Source) -> Iterator[Finding]:
    known = [field.name for field in fields(Limits)]
    for cell in source.cells:
        limits = cell.metadata.get("limits")
        if limits is None:
            continue
        if cell.index:
            yield Finding(source.file, cell.line - 1, "limits hold for a notebook: put them on its first cell")
        elif not isinstance(limits, dict) or any(not _is_size(value) for value in limits.values()):
            yield Finding(source.file, cell.line - 1, 'limits are numbers above 0: limits={"cell_seconds": 40}')
        else:
            for name in sorted(limits.keys() - set(known)):
                yield Finding(source.file, cell.line - 1, f"there is no limit {name!r}: there are {', '.join(known)}")


def _is_size(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < float("inf")


def _marks(cell: Cell) -> Iterator[tuple[int, str]]:
    regions, wrong = find_regions(cell.source)
    yield from wrong
    hidden = [region for region in regions if region.kind == HIDDEN]
    for region in regions:
        if region.kind == HIDDEN and cell.role != "test":
            yield region.begin, 'hidden tests in a cell that is not a test: its header needs "grade": true and points'
        if region.kind == SOLUTION and cell.role not in ("answer", "manual"):
            yield region.begin, 'a solution in a cell that is not an answer: its header needs "solution": true'
    if len(hidden) > 1:
        yield hidden[1].begin, "a second region of hidden tests: put all of them into one, at the end of the cell"
    elif hidden and any(line.strip() for line in cell.source.split("\n")[hidden[0].end + 1 :]):
        yield hidden[0].end + 1, "lines below the hidden tests: the visible part comes first, the hidden part last"


def _metadata(cell: Cell) -> Iterator[tuple[int, str]]:
    header = -1  # the line of the cell marker, where the metadata stands
    for key in sorted(cell.nbgrader.keys() - _NBGRADER_KEYS):
        yield header, f"nbgrader knows no {key!r}: it would drop it, so take it out (or put it under exercise=)"
    if cell.role in ("answer", "test") and cell.cell_type != "code":
        yield header, f"a Markdown cell cannot be the {cell.role} of an exercise: leave out [markdown]"
    if cell.role in ("test", "manual"):
        points = cell.nbgrader.get("points")
        if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < float("inf"):
            said = "no points" if points is None else f"points {points!r}"
            yield header, f'{said}: a cell that is graded needs "points": and a number, 0 where nothing counts'
        yield from ((header, message) for message in _exercise_metadata(cell))
    elif cell.nbgrader.get("points") is not None:
        yield header, "points belong on the test cell (or on a cell that a person reads), not here"
    if cell.nbgrader and cell.role in ("text", "given"):
        yield header, 'nbgrader metadata without "grade" or "solution": take it out, a given cell needs none'
    if cell.exercise and cell.role == "answer":
        yield header, "exercise metadata belongs on the test cell: move it there"


def _exercise_metadata(cell: Cell) -> Iterator[str]:
    for key in sorted(cell.exercise.keys() - _EXERCISE_KEYS):
        yield f"exercise metadata has no {key!r}: it may hold {', '.join(sorted(_EXERCISE_KEYS))}"
    if not _is_names(cell.exercise.get("forbid", [])):
        yield 'forbid is a list of names: "forbid": ["minigrad", "numpy.gradient"]'
    calls = cell.exercise.get("calls", {})
    if not isinstance(calls, dict) or not _is_names(list(calls)) or any(type(n) is not int for n in calls.values()):
        yield 'calls says how often a function may be called: "calls": {"f": 20}'
    if cell.kind is None:
        yield 'no kind of exercise: add exercise={"kind": "C"} (P J F C B A D M K or X)'
    elif cell.kind not in KINDS:
        yield f"unknown kind of exercise {cell.kind!r}: it is one of P J F C B A D M K X"
    elif (cell.kind == "X") != (cell.role == "manual"):
        yield "kind X is for a cell that a person reads: grade and solution in one cell, and no test"


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(name, str) and all(part.isidentifier() for part in name.split(".")) for name in value
    )


def _syntax(cell: Cell) -> Iterator[tuple[int, str]]:
    if cell.cell_type != "code":
        return
    try:
        parse_code(cell.source, magics=cell.role == "given")
    except SyntaxError as error:
        yield (error.lineno or 1) - 1, f"this is not Python: {error.msg}"
        return
    if cell.role == "answer":
        yield from _stub_syntax(cell)


def _stub_syntax(cell: Cell) -> Iterator[tuple[int, str]]:
    regions, _ = find_regions(cell.source)
    for region in regions:
        stub = split_stub(region.body(cell.source))[1]
        if stub is not None and not stub.strip():
            yield region.begin, "an empty ### STUB: leave the mark out to get the usual stub"
    try:
        ast.parse(without_solutions(cell.source)[0] if regions else DEFAULT_STUB)
    except SyntaxError as error:
        line = regions[0].begin if regions else 0
        yield line, f"with its stub the cell is not Python ({error.msg}): mend the lines below ### STUB"


def parse_code(source: str, magics: bool = False) -> ast.Module:
    """The syntax tree of a code cell; with `magics`, IPython's own lines are read as IPython reads them."""
    if magics:
        from IPython.core.inputtransformer2 import TransformerManager

        source = TransformerManager().transform_cell(source)
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    return compile(source, "<cell>", "exec", flags, dont_inherit=True)
