"""Each exercise of a notebook in numbers: how many got it right, how the others failed, and under which law."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.judge.forbid import law as forbidden
from autograder.judge.forbid import law_of_calls
from autograder.judge.verdict import FULL
from autograder.kit.laws import find_checks, law_name
from autograder.master import Master, MasterCell
from autograder.report.gather import ClassWork, Work
from autograder.report.statistics import Estimate, discrimination, share

Heading = tuple[str, str, str]
#: What can become of an answer, in the order in which it is shown.
FATES = ("right", "wrong", "stub", "timeout", "stopped", "missing", "marked", "waiting")
_STOPPED = ("memory", "crashed", "protocol", "refused")
_HEADING = re.compile(r"^#{2,} Exercise (?P<number>\d+\.\d+\S*) · (?P<title>[^(\n]+)", re.M)
_PART = re.compile(r"[A-Za-z]+\d+_\d+_(?P<part>(?!test$)\w+?)(_test)?")


@dataclass(frozen=True)
class Broken:
    """A law of an exercise and the learners whose answers break it; some laws have no sentence, or not even a name."""

    name: str
    sentence: str
    learners: tuple[str, ...]


@dataclass(frozen=True)
class Exercise:
    """One graded cell over all learners whose file could be read.

    part: where an exercise has several such cells, which one this is
    counts: learners by fate, see FATES; laws: the one that failed most learners first
    points: the mean share of its points among those who have a mark for it, None where nobody has
    right: the share of learners with all points; goes_with: discrimination against the rest of the points
    """

    grade_id: str
    number: str
    title: str
    part: str
    kind: str
    max_points: float
    counts: Mapping[str, int]
    laws: tuple[Broken, ...]
    points: float | None
    right: Estimate | None
    goes_with: Estimate | None

    @property
    def label(self) -> str:
        """Its number, and which part of it this is where it has several."""
        return f"{self.number} {self.part}".strip()

    @property
    def n(self) -> int:
        return sum(self.counts.values())


def exercises(found: ClassWork) -> list[Exercise]:
    """All graded cells of a notebook, in its order."""
    works = [work for work in found.works if work.readable]
    cells = [cell for cell in found.master.cells if cell.role in ("test", "manual")]
    # Where some essays are read and others wait, points of them would tell the learners apart that were read first.
    settled = {
        str(cell.grade_id) for cell in cells if all(work.points[str(cell.grade_id)] is not None for work in works)
    }
    headings = list(_headings(found.master))
    return [_exercise(cell, heading, works, settled) for cell, heading in zip(cells, headings, strict=True)]


def fate(work: Work, grade_id: str) -> str:
    """What became of one answer of one learner, one of FATES."""
    verdict = work.verdicts[grade_id]
    if verdict.outcome == "manual":
        return "waiting" if work.points[grade_id] is None else "marked"
    return "right" if verdict.outcome in FULL else "stopped" if verdict.outcome in _STOPPED else verdict.outcome


def _exercise(cell: MasterCell, heading: Heading, works: Sequence[Work], settled: set[str]) -> Exercise:
    grade_id = str(cell.grade_id)
    marked = [(work, points) for work in works if (points := work.points[grade_id]) is not None]
    shares = [
        points / cell.points if cell.points else float(fate(work, grade_id) == "right") for work, points in marked
    ]
    rest = [sum(work.points[each] or 0.0 for each in settled - {grade_id}) for work, _ in marked]
    return Exercise(
        grade_id,
        *heading,
        cell.kind or "X",
        cell.points,
        Counter(fate(work, grade_id) for work in works),
        _laws(cell, works),
        sum(shares) / len(shares) if shares else None,
        share(sum(each >= 1 for each in shares), len(shares)),
        discrimination(shares, rest),
    )


def _laws(cell: MasterCell, works: Iterable[Work]) -> tuple[Broken, ...]:
    """Which law failed whom, for tests that ran and did not hold; the one that failed most learners first."""
    if cell.role != "test":
        return ()
    written = {check.law for check in find_checks(ast.parse(cell.source)) if check.law} | {
        forbidden(cell.forbid),
        law_of_calls(cell.calls),
    }
    failed: dict[tuple[str, str], list[str]] = {}
    for work in works:
        if fate(work, str(cell.grade_id)) in ("wrong", "stopped", "timeout"):
            failed.setdefault(spoken(work.verdicts[str(cell.grade_id)].law, written), []).append(work.learner)
    ordered = sorted(failed.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(Broken(*law, tuple(learners)) for law, learners in ordered)


def spoken(law: str, written: Collection[str]) -> tuple[str, str]:
    """Name and sentence of a law as the test has it; what a test works out while it runs may quote a learner.

    >>> spoken("twice: double(3) is 6, not ada", {"twice: double returns two times its argument"})
    ('twice', '')
    """
    name, _, sentence = law.partition(":")
    if law in written:
        return name.strip(), sentence.strip()
    return (name.strip(), "") if name.strip() in map(law_name, written) else ("", "")


def _headings(master: Master) -> Iterator[Heading]:
    """For each graded cell the number and the title of its exercise, from the text above it, and which part it is."""
    number = title = ""
    for cell in master.cells:
        if found := _HEADING.search(cell.source) if cell.role == "text" else None:
            number, title = found["number"], found["title"].strip().replace("`", "")
        if cell.role in ("test", "manual"):
            part = _PART.fullmatch(str(cell.grade_id))
            yield number or str(cell.grade_id), title, part["part"].replace("_", " ") if part else ""
