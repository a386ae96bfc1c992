"""What a learner has already handed in, and what came back: read from the files themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from autograder.kit.reading import Unusable, cells_of, document_of, read_text
from autograder.learner.released import as_released, role

HAND_IN = "hand-in"
FEEDBACK = "feedback"  # as `nbgrader fetch_feedback` names the folder, inside the notebook's
MOST = 20 << 20  # bytes of a page that are read
_SCORE = re.compile(r"\(Score: (-?\d+(?:\.\d+)?) / ")


def handed_in(folder: Path) -> dict[str, str]:
    """The answers in the newest file for each exercise under `folder`, by grade_id; those that say something."""
    found: dict[str, str] = {}
    for path in _oldest_first(folder, f"{HAND_IN}/*.ipynb", f"*/{HAND_IN}/*.ipynb"):
        try:
            cells = cells_of(document_of(read_text(path, lambda note: None)), lambda note: None)
        except (Unusable, OSError):
            continue
        answers = [cell for cell in cells if cell.grade_id and role(cell) in ("answer", "manual")]
        for cell in answers:
            found.pop(str(cell.grade_id), None)
        found |= {str(cell.grade_id): cell.source for cell in answers if not as_released(cell)}
    return found


def points(folder: Path) -> dict[str, float]:
    """The points on feedback pages under `folder`, by the grade_id of the test; the newest page counts."""
    found: dict[str, float] = {}
    for path in _oldest_first(folder, f"{FEEDBACK}/**/*.html", f"*/{FEEDBACK}/**/*.html"):
        try:
            with path.open("rb") as file:
                page = file.read(MOST).decode("utf-8", "replace")
        except OSError:
            continue
        reader = _Scores()
        reader.feed(page)
        found |= reader.found
    return found


class _Scores(HTMLParser):
    """Reads the list at the top of a feedback page: a link to each graded cell, and behind it its score."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, float] = {}
        self.inside = False
        self.cell: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "div":
            self.inside = given.get("id") == "toc"
        elif tag == "a" and self.inside:
            self.cell = (given.get("href") or "").removeprefix("#")

    def handle_endtag(self, tag: str) -> None:
        if tag == "div":
            self.inside = False

    def handle_data(self, data: str) -> None:
        score = _SCORE.search(data)
        if self.inside and self.cell and score:
            self.found[self.cell] = float(score[1])
            self.cell = None


def _oldest_first(folder: Path, *patterns: str) -> Iterator[Path]:
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    yield from sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))
