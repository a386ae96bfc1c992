"""How long a notebook takes: one formula, to which its opening and the map of the course are held.

A minute for 150 words, half a minute for a code cell, and for each exercise the minutes that its header says. Hints are
left out of the words: whoever opens one does so within the minutes of the exercise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from autograder.source.cells import Cell, Source
from autograder.source.findings import Finding

WORDS_A_MINUTE = 150
FOR_A_CODE_CELL = 0.5
QUARTER = 15
SLACK = 10  # minutes that the text may be off: what it says is rounded, and a changed word leaves it true

_HINT = re.compile(r"<details><summary>Hint \d.*?</details>", re.S)
_WORD = re.compile(r"\S*\w\S*")
_EXERCISE = re.compile(r"^## Exercise .*, about (\d+) min[,)]", re.M)
_NUMBERS = ("no", "an", "two", "three", "four", "five", "six")
_PARTS = ("", "a quarter", "a half", "three quarters")


def minutes(cells: Iterable[Cell]) -> float:
    """How long these cells take; a notebook's, or those of a part of it."""
    time = 0.0
    for cell in cells:
        if cell.cell_type == "markdown":
            time += len(_WORD.findall(_HINT.sub("", cell.source))) / WORDS_A_MINUTE
            time += sum(int(each) for each in _EXERCISE.findall(cell.source))
        else:
            time += FOR_A_CODE_CELL
    return time


def rounded(time: float) -> int:
    """To the nearest quarter of an hour, and at least one.

    >>> rounded(128.0), rounded(2.0)
    (135, 15)
    """
    return max(QUARTER, QUARTER * round(time / QUARTER))


def in_words(time: int) -> str:
    """A number of quarters as a text says it.

    >>> in_words(30), in_words(60), in_words(75), in_words(150)
    ('half an hour', 'an hour', 'an hour and a quarter', 'two hours and a half')
    """
    hours, quarters = divmod(time // QUARTER, 4)
    if not hours:
        return ("", "a quarter of an hour", "half an hour", "three quarters of an hour")[quarters]
    whole = f"{_NUMBERS[hours]} hour{'s' * (hours > 1)}"
    return f"{whole} and {_PARTS[quarters]}" if quarters else whole


def in_figures(time: int) -> str:
    """The same in a table.

    >>> in_figures(30), in_figures(60), in_figures(135)
    ('30 min', '1 h', '2 h 15 min')
    """
    hours, rest = divmod(time, 60)
    return " ".join([f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0))


def said(source: Source) -> int | None:
    """The minutes in "This notebook takes about two hours and a quarter"; None where nothing is said."""
    known = {in_words(each): each for each in range(QUARTER, 60 * len(_NUMBERS), QUARTER)}
    longest_first = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    flat = " ".join(" ".join(cell.source for cell in source.by_role("text")).split())
    found = re.search(rf"notebook takes about ({longest_first})\b", flat)
    return known[found[1]] if found else None


def shown(source: Source) -> int:
    """What the map shows: what the notebook says of itself, and of one that says nothing what the formula gives."""
    return said(source) or rounded(minutes(source.cells))


def findings(source: Source) -> list[Finding]:
    """The opening says another time than its words, cells and exercises come to."""
    says, takes = said(source), minutes(source.cells)
    if says is None or abs(says - takes) <= SLACK:
        return []
    return [
        Finding(
            source.file,
            source.cells[0].line,
            f"the opening says that the notebook takes about {in_words(says)}; its words, code cells and exercises "
            f"come to {takes:.0f} minutes: write `takes about {in_words(rounded(takes))}`",
        )
    ]
