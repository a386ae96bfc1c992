"""Where the grades stand in a file of Moodle's or Canvas's, and in what form they are written there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from autograder.errors import UsageError
from autograder.export.sheet import Row, Sheet
from autograder.runs.platform import CANVAS, MOODLE

PLACES = 2  # behind the point; both platforms show as many
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_TITLE = re.compile(r"(.+?)\s*\((\d+)\)", re.DOTALL)  # Canvas writes an assignment's number behind its title
_TOTALS = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")  # Canvas's own, which it works out
# What Moodle writes under "Grade can be changed" where a grade is locked, in the languages that it is most used in.
_LOCKED = {"no", "nein", "non", "não", "nee", "nej", "nei", "ei", "nie", "ne", "нет", "ні", "いいえ", "否", "아니오"}
KEPT = {"EX": "is excused on Canvas", "N/A": "has not been assigned it on Canvas"}


@dataclass(frozen=True)
class Form:
    """column: where the grade stands; most: the platform's highest grade; comma: is it the decimal point there?"""

    platform: str
    sheet: Sheet
    column: int
    most: Decimal
    comma: bool = False

    @property
    def title(self) -> str:
        return self.sheet.columns[self.column]

    def written(self, grade: Decimal) -> str:
        """A grade as the platform writes it."""
        text = str(grade.quantize(Decimal(1).scaleb(-PLACES), ROUND_HALF_UP))
        return text.replace(".", ",") if self.comma else text

    def untouchable(self, row: Row) -> str | None:
        """Why nothing may be written into the grade of a line, as the end of a sentence; None where it may."""
        if self.platform == CANVAS:
            return KEPT.get(row.text(self.column).upper())
        # With a marking workflow, its state stands between.
        behind = {row.text(self.column + step).casefold() for step in (2, 3)}
        return "has a grade that is locked on Moodle" if behind & _LOCKED else None


def number_in(text: str) -> Decimal | None:
    """A number as a platform writes it, with a point or a comma; None for anything else, an empty cell too."""
    return Decimal(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def moodle_form(sheet: Sheet, column: str | None = None) -> Form:
    """The grades of Moodle's grading worksheet, in any language: the column before that of the maximum grade.

    The latter has one number in all lines; the former nothing, or a number up to it. In a sheet of one's own making
    that does not settle it, and `column` names the one.
    """
    width = len(sheet.columns)
    found = [at for at in range(1, width - 1) if _maximum(sheet, at + 1) is not None and _grades(sheet, at)]
    if column is not None:
        found = [at for at in range(1, width - 1) if sheet.columns[at] == column]
    if len(found) == 1 and (most := _maximum(sheet, found[0] + 1)) is not None:
        return Form(MOODLE, sheet, found[0], *most)
    if "scale" in map(str.casefold, sheet.columns):
        raise UsageError(
            f"{sheet.path}: this assignment has a scale of words on Moodle; give it a grade in points there"
        )
    raise UsageError(
        f"{sheet.path} is not Moodle's grading worksheet, or not as Moodle wrote it: there is no column of grades with "
        'that of the maximum grade behind it. Download it again ("Download grading worksheet"), or name the column of '
        "grades with --column"
    )


def _maximum(sheet: Sheet, column: int) -> tuple[Decimal, bool] | None:
    texts = {row.text(column) for row in sheet.rows[1:]}
    most = number_in(texts.pop()) if len(texts) == 1 else None
    comma = any("," in row.text(column) for row in sheet.rows[1:])
    return (most, comma) if most is not None and most > 0 else None


def _grades(sheet: Sheet, column: int) -> bool:
    most = _maximum(sheet, column + 1)
    texts = {row.text(column) for row in sheet.rows[1:]} - {""}
    grades = [number_in(text) for text in texts]
    return most is not None and all(grade is not None and 0 <= grade <= most[0] for grade in grades)


def canvas_form(sheet: Sheet, assignment: str, column: str | None = None) -> Form:
    """The grades of one assignment in Canvas's gradebook: its title has the notebook's name in it, or is `column`."""
    titles = [at for at, title in enumerate(sheet.columns) if _TITLE.fullmatch(title) and not _TOTALS.search(title)]
    if column is not None:
        found = [at for at, title in enumerate(sheet.columns) if column in (title, *_title_and_number(title))]
        wanted = f"named {column!r}"
    else:
        found = [at for at in titles if _is_about(_title_and_number(sheet.columns[at])[0], assignment)]
        wanted = f"about {assignment}"
    if len(found) != 1:
        there = ", ".join(repr(sheet.columns[at]) for at in titles) or "none"
        many = "has several columns" if found else "has no column"
        raise UsageError(f"{sheet.path} {many} {wanted}; say which one with --column. Its assignments: {there}")
    at = found[0]
    points = next((row for row in sheet.rows[1:] if "Points Possible" in row.text(0)), None)
    if points is None:
        raise UsageError(
            f"{sheet.path} has no line `Points Possible`: it is not Canvas's gradebook; export it again there"
        )
    said = points.text(at)
    most = number_in(said)
    if most is None or most <= 0:
        raise UsageError(
            f"{sheet.path}: Canvas says {said!r} for the points possible of {sheet.columns[at]!r}; only a column that "
            "has points can be filled"
        )
    return Form(CANVAS, sheet, at, most, "," in said)


def _title_and_number(column: str) -> tuple[str, str]:
    found = _TITLE.fullmatch(column)
    return (found[1], found[2]) if found else (column, "")


def _is_about(title: str, assignment: str) -> bool:
    """Does a title have the words of a notebook's name in it, in their order, or is it the name without its number?"""
    words, name = _words(title), _words(assignment)
    within = any(words[at : at + len(name)] == name for at in range(len(words)))
    return within or words == name[1:]


def _words(text: str) -> list[str]:
    return [word.lstrip("0") or "0" for word in re.findall(r"\w+", text.replace("_", " ").casefold())]
