"""Who falls behind over several notebooks: what they left out, and how their share of the points goes.

It is for finding people to talk to, so each is named with the reason in words, and nobody gets a number for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from autograder.report.gather import ClassWork

LOW = 0.5  # of the points, in each of the last two notebooks
DROP = 0.25  # by so much of the points the last two lie below the mean of all before, of which there are two at least
LAST = 2


@dataclass(frozen=True)
class Course:
    """One learner's way: for each notebook the share of the points, or None where nothing was handed in or judged.

    missing: the notebooks in which nothing was handed in; reasons: why this learner seems to fall behind, if so
    """

    learner: str
    shares: tuple[float | None, ...]
    missing: tuple[str, ...]
    reasons: tuple[str, ...]


def courses(notebooks: Sequence[ClassWork], everybody: Iterable[str]) -> list[Course]:
    """Everybody's, whoever left out most first, then whoever has the lowest share of the last notebooks."""
    notebooks = sorted(notebooks, key=lambda found: found.name)
    scores = [_shares(found) for found in notebooks]
    ways = [_course(learner, notebooks, scores) for learner in sorted(set(everybody))]

    def weight(way: Course) -> tuple[bool, int, float, str]:
        last = [share for share in way.shares[-LAST:] if share is not None]
        return not way.reasons, -len(way.missing), sum(last) / len(last) if last else 0.0, way.learner

    return sorted(ways, key=weight)


def _shares(found: ClassWork) -> dict[str, float]:
    """Of the points that are settled for everybody; essays that wait for a person would make everyone look worse."""
    waits = {grade_id for work in found.works for grade_id, points in work.points.items() if points is None}
    most = sum(
        cell.points for cell in found.master.cells if cell.role in ("test", "manual") and cell.grade_id not in waits
    )
    return {
        work.learner: sum(points or 0.0 for grade_id, points in work.points.items() if grade_id not in waits) / most
        for work in found.works
        if most
    }


def _course(learner: str, notebooks: Sequence[ClassWork], scores: Sequence[Mapping[str, float]]) -> Course:
    shares = tuple(score.get(learner) for score in scores)
    missing = tuple(found.name for found in notebooks if learner not in found.handed_in)
    return Course(learner, shares, missing, tuple(_reasons(shares, missing, notebooks)))


def _reasons(shares: Sequence[float | None], missing: Sequence[str], notebooks: Sequence[ClassWork]) -> Iterable[str]:
    last = [found.name for found in notebooks[-LAST:]]
    if len(missing) == len(notebooks):
        yield "has handed in nothing"
    elif len(last) == LAST and set(last) <= set(missing):
        yield "has not handed in the last two"
    elif missing and missing[-1] == last[-1]:
        yield "has not handed in the last one"
    recent = [share for share in shares[-LAST:] if share is not None]
    if len(recent) == LAST and all(share < LOW for share in recent):
        yield f"below {LOW:.0%} of the points in each of the last two"
    before = [share for share in shares[:-LAST] if share is not None]
    if recent and len(before) >= LAST:
        fall = sum(before) / len(before) - sum(recent) / len(recent)
        if fall >= DROP:
            yield f"{100 * fall:.0f} percentage points below what it was before"
