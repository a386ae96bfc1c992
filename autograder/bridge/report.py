"""What a verdict reads like: one line under a test, one table on top of the notebook."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import indent

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.bridge.exercises import Exercise, exercises
from autograder.judge.verdict import FULL, CellResult
from autograder.paths import Paths
from autograder.runs.handed_in import Verdict
from autograder.runs.remarks import is_another

REPORT_ID = "grading-report"


def number(value: float) -> str:
    """Points as a person writes them: 3, not 3.0."""
    return f"{round(value, 2):g}"


def findings(verdict: CellResult) -> str:
    """The law that does not hold, and what was seen."""
    law = f"law: {verdict.law}" if verdict.law and verdict.outcome not in FULL else ""
    return "\n".join(part for part in (law, verdict.message) if part)


def remark(verdict: CellResult) -> str:
    """The same for nbgrader's comment field, which is Markdown: a block of code, in which nothing is markup."""
    return f"{verdict.outcome}:\n\n{indent(findings(verdict), '    ')}".strip()


def verdict_line(verdict: CellResult) -> str:
    """`right · 3 of 3 points`, with what was found, if anything."""
    points = f" · {number(verdict.points)} of {number(verdict.max_points)} points" if verdict.points is not None else ""
    return "\n".join(part for part in (verdict.outcome + points, findings(verdict)) if part)


# --- A file in which there is nothing to judge


def unread(verdict: Verdict) -> str | None:
    """Why nothing in the file counts: it cannot be read, or is another notebook. Said once, not at every exercise."""
    if verdict.submission.problem is not None:
        return verdict.submission.problem
    if not is_another(verdict.submission, verdict.woven):
        return None
    name, other = verdict.master.name, _known_as(verdict)
    said = f"This file is not {name}, whatever its name says: none of that notebook's answer cells is in it."
    return f"{said} It is {other}. Hand in {name}." if other else f"{said} Hand in {name}."


def _known_as(verdict: Verdict) -> str | None:
    """The notebook of this course that the file is, by the cells that both have."""
    paths = Paths.find(verdict.submission.path.parent)
    ids = {name for cell in verdict.submission.cells for name in (cell.grade_id, cell.cell_id) if name}
    shared = {name: len(ids & _released(paths, name)) for name in paths.names() if name != verdict.master.name}
    best = max(shared, key=lambda name: shared[name], default=None)
    return best if best and shared[best] else None


def _released(paths: Paths, name: str) -> set[str]:
    try:
        cells = json.loads((paths.course / name / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    except (OSError, ValueError, KeyError):  # not built
        return set()
    return {cell.get("id") for cell in cells} | {cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells}


# --- The table on top


@dataclass(frozen=True)
class Row:
    """One graded cell in the table. `exercise` is None where no heading stands before it."""

    grade_id: str
    exercise: Exercise | None
    outcome: str
    points: str
    law: str = ""
    message: str = ""

    @property
    def html(self) -> str:
        entries = (self._name, text(self.outcome), self.points, self._found)
        return "<tr>" + "".join(f"<td>{entry}</td>" for entry in entries) + "</tr>"

    @property
    def _name(self) -> str:
        exercise = self.exercise
        return f'<a href="#{exercise.anchor}">{text(exercise.name)}</a>' if exercise else text(self.grade_id)

    @property
    def _found(self) -> str:
        """The law in words: its name, what it says, and under it what was seen."""
        name, colon, sentence = self.law.partition(":")
        law = f"<b>{text(name)}</b>{colon} {text(sentence)}".strip() if self.law else ""
        lines = [law, *map(text, self.message.splitlines())]
        return "<br>".join(line for line in lines if line)


def report_cell(verdict: Verdict) -> NotebookNode:
    """A cell for the top of the autograded notebook: every exercise, its outcome, and how it was judged."""
    return markdown_cell(report_html(verdict))


def markdown_cell(source: str) -> NotebookNode:
    """A cell for the top of a page."""
    return new_markdown_cell(source, id=REPORT_ID, metadata={"editable": False, "deletable": False})


def report_html(verdict: Verdict) -> str:
    """What the tests gave. What a person gives is in the gradebook, and no number here speaks of it."""
    result = verdict.result
    total = f"{number(result.score)} of {number(result.max_score - result.manual)} points by the tests"
    waiting = f"<p>Points for a person to give: {number(result.manual)}.</p>" if result.manual else ""
    names = exercises((cell.grade_id, cell.release_source) for cell in verdict.master.cells)
    rows = [_row(cell, names.get(cell.grade_id)) for cell in result.cells]
    shown = rows if unread(verdict) is None else []
    return block(f"{verdict.master.name}: {total}", waiting, shown, sentences_on(verdict), result.seed, result.level)


def _row(cell: CellResult, exercise: Exercise | None) -> Row:
    points = "" if cell.points is None else f"{number(cell.points)} of {number(cell.max_points)}"
    law = "" if cell.outcome in FULL else cell.law
    return Row(cell.grade_id, exercise, cell.outcome, points, law, cell.message)


def block(title: str, below: str, rows: Iterable[Row], remarks: Iterable[str], seed: str, level: int) -> str:
    """One block of HTML without empty lines, which Markdown hands through as it is."""
    lines = [f"<h3>{text(title)}</h3>", below]
    if shown := [row.html for row in rows]:
        head = "<tr><th>exercise</th><th>outcome</th><th>points</th><th>what was found</th></tr>"
        lines += ['<table class="table">', head, *shown, "</table>"]
    lines += [f"<p>{text(remark)}</p>" for remark in dict.fromkeys(remarks) if remark]
    lines.append(f"<p><small>Judged at sandbox level {level}, seed {text(seed)}.</small></p>" if seed else "")
    return "\n".join(line for line in lines if line)


def sentences_on(verdict: Verdict) -> list[str]:
    """Sentences under the table."""
    sentence = unread(verdict)
    return [sentence] if sentence else [*verdict.submission.notes, *verdict.result.notes]


def text(value: str | None) -> str:
    """Anyone's words inside HTML inside Markdown: one line, no tag, nothing that MathJax would set."""
    line = " ".join((value or "").split())
    return html.escape(line).replace("$", "&#36;").replace("\\", "&#92;")
