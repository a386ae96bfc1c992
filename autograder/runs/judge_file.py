"""`autograder judge NOTEBOOK`: judge one notebook file as grading would, and write no gradebook."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.errors import UsageError
from autograder.judge.grader import Judge
from autograder.judge.seeds import seed_for
from autograder.judge.verdict import FULL, CellResult, Result
from autograder.options import add_json, add_require, write
from autograder.paths import Paths
from autograder.runs.releases import Releases
from autograder.runs.remarks import remarks_on
from autograder.sandbox import GRADING
from autograder.weave import replayed


def main(argv: list[str]) -> int:
    """0 when all was judged, 1 when the notebook cannot be read, 3 when our side failed somewhere."""
    parser = argparse.ArgumentParser(prog="autograder judge", description="Judge one notebook file.")
    parser.add_argument("notebook", type=Path, help="the file that was handed in")
    parser.add_argument("--name", help="which notebook of the course it is (default: from the file's name)")
    parser.add_argument("--learner", default="", help="whose it is: decides the random data, as in grading")
    add_json(parser)
    add_require(parser, GRADING)
    options = parser.parse_args(argv)
    paths = Paths.find()
    name = options.name or notebook_name(paths, options.notebook)
    result = judge_file(paths, name, options.notebook, options.learner, options.require)
    write(result.to_json(name), options.json, as_text(name, result))
    if result.ours:
        return 3
    return 1 if any(cell.outcome == "refused" and cell.visible is None for cell in result.cells) else 0


def judge_file(paths: Paths, name: str, path: Path, learner: str = "", require: int | None = None) -> Result:
    """The verdict on a notebook file."""
    if not path.exists() and not path.is_symlink():
        raise UsageError(f"there is no file {path}")
    with Judge(require=require) as judge:
        handed_in = Releases(paths, load_master(paths, name)).read_handed_in(learner, path, judge)
        cells = replayed(handed_in.woven)
        seed = seed_for(paths, name, learner, cells)
        result = judge.grade(handed_in.master, cells, seed, handed_in.submission.problem)
    result.notes[:0] = handed_in.submission.notes
    result.notes[:0] = [it for it in remarks_on(name, handed_in.submission, handed_in.woven) if it not in result.notes]
    return result


def notebook_name(paths: Paths, path: Path) -> str:
    """The notebook of the course that a file is named after; something may have been added to the name."""
    fitting = [name for name in paths.names() if path.stem.startswith(name)]
    if not fitting:
        have = ", ".join(paths.names()) or "none yet"
        raise UsageError(f"{path.name} is not named after a notebook of the course ({have}): say --name NAME")
    return max(fitting, key=len)


def as_text(name: str, result: Result) -> str:
    """A table for people: each exercise in a line, and under it what did not hold."""
    width = max([len(cell.grade_id) for cell in result.cells], default=0)
    lines = [f"{name}: {result.score:g} of {result.max_score:g} points"]
    if result.manual:
        lines[0] += f", and {result.manual:g} await a person"
    for cell in result.cells:
        points = "-" if cell.points is None else f"{cell.points:g}"
        lines.append(
            f"  {cell.grade_id:<{width}}  {points:>4} of {cell.max_points:<4g} {cell.outcome:<9} {_where(cell)}"
        )
        if cell.outcome not in FULL:
            told = [f"law: {cell.law}" if cell.law else "", *cell.message.splitlines()]
            lines += textwrap.wrap(
                " · ".join(filter(None, told)), 110, initial_indent="      ", subsequent_indent="      "
            )
    lines += [f"  note: {note}" for note in result.notes]
    lines.append(f"sandbox level {result.level}, seed {result.seed[:16]}")
    return "\n".join(lines)


def _where(cell: CellResult) -> str:
    if cell.outcome in FULL or cell.visible is None:
        return ""
    return "only the hidden part failed" if cell.visible else "the visible part failed"
