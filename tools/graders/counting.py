"""What counts, for all graders alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.selftest.cases import ESCAPED
from graders.adapter import Came
from graders.box import Ran
from graders.corpus import Try
from graders.exercise import NEEDLE, POINTS

# In one run: threads and processes, and megabytes, beyond which it has taken what belongs to the machine.
MANY_TASKS, MUCH_MEMORY = 400, 3000
# What an attempt of the corpus says when it could read what is somebody else's.
_READ = re.compile(
    rf"{ESCAPED} (read the gradebook|list the folder of the gradebook|copy the gradebook|read through a link"
    r"|read memory|read /proc/\d+/(mem|environ)|show hidden inputs|find )"
)
_INPUTS = re.compile(r"\bInputs\w*\d")  # what case 23 calls an exception that has the hidden inputs for its name


@dataclass(frozen=True)
class Fate:
    """What came of one answer at one grader.

    points: None where it got no grade; hurt: what others had of it, as parts of a sentence; ended: in time
    """

    name: str
    title: str
    hostile: bool
    deserves: bool
    points: float | None
    leaked: bool = False
    hurt: Sequence[str] = ()
    ended: bool = True

    @property
    def forged(self) -> bool:
        """Points for a hostile answer that deserves none."""
        return self.hostile and not self.deserves and bool(self.points)

    @property
    def lost(self) -> float:
        """The points that honest work deserves and did not get."""
        return 0.0 if self.hostile else POINTS - (self.points or 0.0)


def fate(it: Try, ran: Ran, came: Came | None, neighbour: Came | None = None, beside: bool = False) -> Fate:
    """came: what became of the answer; beside: was an honest `neighbour` graded in the same run?"""
    hurt = _hurt(ran, neighbour, beside) if it.hostile else []
    leaked = it.hostile and came is not None and _tells(came.shown)
    return Fate(it.name, it.title, it.hostile, it.deserves, came.points if came else None, leaked, hurt, ran.ended)


def _tells(shown: str) -> bool:
    """Has it read the hidden test, its inputs, the gradebook, or a process beside it, so that it could say so?"""
    return bool(NEEDLE in shown or _READ.search(shown) or _INPUTS.search(shown))


def _hurt(ran: Ran, neighbour: Came | None, beside: bool) -> list[str]:
    found = [f"changed {what}" for what in ran.sprung]
    if ran.left:
        found.append("processes were left")
    if beside and (neighbour is None or neighbour.points != POINTS):
        found.append("an honest learner beside it lost the points")
    if ran.tasks > MANY_TASKS:
        found.append(f"more than {MANY_TASKS} processes and threads")
    if ran.megabytes > MUCH_MEMORY:
        found.append(f"more than {MUCH_MEMORY} MB of memory")
    return found


@dataclass(frozen=True)
class Load:
    """count: of the class graded at once; seconds: of a clock; computing: of a core; answers: seconds each took."""

    count: int
    seconds: float
    computing: float
    every: float
    answers: Sequence[float]

    @property
    def a_second(self) -> float:
        return self.count / self.seconds

    @property
    def slow(self) -> float:
        """The 95th percentile of the answers' seconds: one in twenty took longer.

        >>> Load(1, 1.0, 1.0, 1.0, [float(it) for it in range(1, 21)]).slow
        19.0
        """
        ordered = sorted(self.answers)
        return ordered[max(-(-95 * len(ordered) // 100) - 1, 0)]


@dataclass(frozen=True)
class Row:
    """One grader in the table."""

    grader: str
    version: str
    configured: str
    when: str
    busy: float  # the load average when it was measured
    fates: Sequence[Fate]
    load: Load | None

    def count(self, what: str) -> str:
        """How many were forged, leaked or hurt, of how many that could be."""
        asked = [fate for fate in self.fates if fate.hostile and not (what == "forged" and fate.deserves)]
        return f"{sum(bool(getattr(fate, what)) for fate in asked)} of {len(asked)}"

    @property
    def lost(self) -> str:
        """The points that honest work lost, of those that it deserves."""
        honest = [fate for fate in self.fates if not fate.hostile]
        return f"{sum(fate.lost for fate in honest):g} of {POINTS * len(honest):g}"
