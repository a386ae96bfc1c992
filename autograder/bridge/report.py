"""What a verdict reads like: one line under a test, one table on top of the notebook."""

from __future__ import annotations

import html
from textwrap import indent

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.judge.verdict import FULL, CellResult

REPORT_ID = "grading-report"


def number(value: float) -> str:
    """Points as a person writes them: 3, not 3.0."""
    return f"{value:g}"


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


def report_cell(judged) -> NotebookNode:
    """A cell for the top of the autograded notebook: every exercise, its outcome, and how it was judged."""
    return new_markdown_cell(report_html(judged), id=REPORT_ID, metadata={"editable": False, "deletable": False})


def report_html(judged) -> str:
    """The table as one block of HTML without empty lines, which Markdown hands through as it is."""
    result = judged.result
    waiting = f", {number(result.manual)} more to be read by a person" if result.manual else ""
    lines = [
        f"<h3>{_text(judged.master.name)}: {number(result.score)} of {number(result.max_score)} points{waiting}</h3>",
        '<table class="table">',
        "<tr><th>exercise</th><th>outcome</th><th>points</th><th>what was found</th></tr>",
    ]
    for cell in result.cells:
        points = "" if cell.points is None else f"{number(cell.points)} / {number(cell.max_points)}"
        row = (
            f"<code>{_text(cell.grade_id)}</code>",
            _text(cell.outcome),
            points,
            "<br>".join(f"<code>{_text(line)}</code>" for line in findings(cell).splitlines() if line.strip()),
        )
        lines.append("<tr>" + "".join(f"<td>{entry}</td>" for entry in row) + "</tr>")
    lines.append("</table>")
    remarks = [judged.submission.problem, *judged.submission.notes, *result.notes]
    lines += [f"<p>{_text(remark)}</p>" for remark in dict.fromkeys(remarks) if remark]
    lines.append(f"<p><small>Judged at sandbox level {result.level}, seed <code>{result.seed}</code>.</small></p>")
    return "\n".join(lines)


def _text(value: str | None) -> str:
    """Anyone's words inside HTML inside Markdown: one line, no tag, nothing that MathJax would set."""
    line = " ".join((value or "").split())
    return html.escape(line).replace("$", "&#36;").replace("\\", "&#92;")
