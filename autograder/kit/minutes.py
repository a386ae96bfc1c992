"""How long a notebook takes: one formula, for the map of the course and for what is left of a learner's.

A minute for 150 words, half a minute for a code cell, and for each exercise the minutes that its header says. Hints are
left out of the words: whoever opens one does so within the minutes of the exercise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

WORDS_A_MINUTE = 150
FOR_A_CODE_CELL = 0.5

_HINT = re.compile(r"<details><summary>Hint \d.*?</details>", re.S)
_WORD = re.compile(r"\S*\w\S*")
_EXERCISE = re.compile(r"^## Exercise .*, about (\d+) min[,)]", re.M)


class Timed(Protocol):
    """A cell, of a source or of a notebook."""

    @property
    def cell_type(self) -> str: ...
    @property
    def source(self) -> str: ...


def minutes(cells: Iterable[Timed]) -> float:
    """How long these cells take; a notebook's, or those of a part of it."""
    time = 0.0
    for cell in cells:
        if cell.cell_type == "markdown":
            time += len(_WORD.findall(_HINT.sub("", cell.source))) / WORDS_A_MINUTE
            time += sum(int(each) for each in _EXERCISE.findall(cell.source))
        else:
            time += FOR_A_CODE_CELL
    return time
