"""What people say, by question: the notebook that settles claims as a page to look things up in."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.errors import CourseError
from autograder.source.cells import Source

_CLAIM = re.compile(r"^- \*\*(C\d+-\d+)\*\* +(.*?)(?=^- \*\*C|^\s*$|\Z)", re.M | re.S)
_HEADING = re.compile(r"^## (.*)$", re.M)
WORDS = {"holds": "holds", "half": "half", "does not": "does not hold"}
OPENING = """\
# What people say, by question

Is `x.T` a copy? When is a tensor a leaf? Articles disagree. Here are {total} statements about automatic
differentiation in PyTorch, each settled by a run, or by a source where it is about another version: {holds} hold, of
{half} one half does, and {fails} do not hold. In italics is what a statement says, in our words; after it, what is so.
*Run* leads to the cell that settles it, and *taught* to the place in a notebook that explains it.
"""


def linked_cells(rows: Iterable[dict[str, Any]]) -> dict[str, set[str]]:
    """The cells that the page links to, by notebook."""
    found: dict[str, set[str]] = {}
    for row in rows:
        for place in (row, row["taught"]):
            if place:
                found.setdefault(place["notebook"], set()).add(place["cell"])
    return found


def read(file: Path) -> list[dict[str, Any]]:
    """The rows of docs/settled.json; none where a course settles nothing."""
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []


def page(sources: Iterable[Source], rows: list[dict[str, Any]], published: Iterable[str]) -> str:
    """The page, in Markdown. CourseError when a claim has no sentence in the notebook that settles it.

    published: the notebooks that are on the site; there are no links into others
    """
    by_claim, there = {row["claim"]: row for row in rows}, set(published)
    counts = Counter(row["verdict"] for row in rows)
    lines = [OPENING.format(total=len(rows), holds=counts["holds"], half=counts["half"], fails=counts["does not"])]
    told = set()
    for source in sources:
        heading = []
        for cell in source.cells if any(row["notebook"] == source.name for row in rows) else ():
            if cell.cell_type != "markdown":
                continue
            if match := _HEADING.search(cell.source):
                answer = cell.source[match.end() :].split("\n- **C")[0].strip()
                heading = [f"## {match[1]}", "", answer, ""]
            for claim, words in _CLAIM.findall(cell.source + "\n"):
                told.add(claim)
                lines += [*heading, _item(by_claim[claim], words, there)]
                heading = []
            lines.append("")
    if missing := sorted(by_claim.keys() - told):
        raise CourseError(
            f"no sentence says what {', '.join(missing)} claims: write one as `- **C1-01** *claim* answer`"
        )
    return "\n".join(lines)


def _item(row: dict[str, Any], words: str, there: set[str]) -> str:
    verdict = row["verdict"].replace(" ", "-")
    badge = f'<span class="verdict {verdict}">{WORDS[row["verdict"]]}</span>'
    places = [("source" if row["by"] == "source" else "run", row)]
    if row["taught"]:
        places.append((f"taught in {row['taught']['notebook'][:2]}", row["taught"]))
    links = " · ".join(_link(words, place) for words, place in places if place["notebook"] in there)
    text = " ".join(line.strip() for line in words.strip().split("\n"))
    return f"- {badge} **{row['claim']}** {text} {links}".rstrip()


def _link(words: str, place: dict[str, Any]) -> str:
    # Not a Markdown link: what it leads to is made while the page is, and the check of all links comes after.
    target = f"course/{place['notebook']}.html#cell-{place['cell']}"
    return f'<a class="to-cell" href="{html.escape(target)}">{html.escape(words)}</a>'
