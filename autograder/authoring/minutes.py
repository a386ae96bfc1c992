"""How long a notebook takes, as its opening and the map of the course say: both are held to the formula of the kit."""

from __future__ import annotations

import re

from autograder.kit.minutes import minutes
from autograder.source.cells import Source
from autograder.source.findings import Finding

QUARTER = 15
SLACK = 10  # minutes that the text may be off: what it says is rounded, and a changed word leaves it true

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_MORE = ("", " and a quarter", " and a half", " and three quarters")  # an hour and ...
_MORE_HOURS = (*_MORE[:3], " and three-quarter")  # two ... hours


def rounded(time: float) -> int:
    """To the nearest quarter of an hour, and at least one.

    >>> rounded(128.0), rounded(2.0)
    (135, 15)
    """
    return max(QUARTER, QUARTER * round(time / QUARTER))


def in_words(time: int) -> str:
    """A number of quarters as a text says it.

    >>> in_words(30), in_words(60), in_words(75)
    ('half an hour', 'an hour', 'an hour and a quarter')
    >>> in_words(120), in_words(150), in_words(225)
    ('two hours', 'two and a half hours', 'three and three-quarter hours')
    """
    hours, quarters = divmod(time // QUARTER, 4)
    if not hours:
        return ("", "a quarter of an hour", "half an hour", "three quarters of an hour")[quarters]
    if hours == 1:
        return f"an hour{_MORE[quarters]}"
    return f"{_NUMBERS[hours]}{_MORE_HOURS[quarters]} hours"


def in_figures(time: int) -> str:
    """The same in a table.

    >>> in_figures(30), in_figures(60), in_figures(135)
    ('30 min', '1 h', '2 h 15 min')
    """
    hours, rest = divmod(time, 60)
    return " ".join([f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0))


def said(source: Source) -> int | None:
    """The minutes in "This notebook takes about two and a quarter hours"; None where nothing is said."""
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
