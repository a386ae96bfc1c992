"""What is known of a class and one notebook: hand-ins, kept results, and points by hand. Read, never written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from autograder.authoring.masters import load_master
from autograder.authoring.versions import version_of
from autograder.errors import OurFault
from autograder.grading.book import Mark
from autograder.grading.handed_in import find_submissions
from autograder.judge.verdict import CellResult, Result
from autograder.learners import shown
from autograder.master import Master
from autograder.paths import Paths
from autograder.progress import Progress
from autograder.runs.handed_in import HandedIn
from autograder.runs.releases import Releases
from autograder.runs.results import Kept, Results
from autograder.sandbox import HIGHEST

NOT_KEPT = (
    "No result is kept for this hand-in as it is now: it was not graded with `autograder grade`, or it, the notebook, "
    "the tests or the code that decides have changed since. `autograder grade {name}` judges it."
)
UNREADABLE = "The kept result {file} cannot be read. `autograder grade {name}` judges this hand-in again."


@dataclass(frozen=True)
class Work:
    """What one learner handed in, and what came of it.

    verdicts, sites: by grade_id; sites only of tests that do not hold, and only where the kept result has them
    points: by grade_id, what counts: a person's where one gave them, else the judge's; None while a person is to decide
    answers: what stands in the answer cells of adversarial exercises (kind A), by the name of the cell
    seconds: how long judging took, where that was measured
    readable: False for a file that could not be read, which says nothing about any exercise
    other: the version that it was made from, where another one's tests judged it than this one's
    """

    learner: str
    verdicts: Mapping[str, CellResult]
    points: Mapping[str, float | None]
    sites: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    seconds: float | None = None
    readable: bool = True
    other: str = ""

    @property
    def score(self) -> float:
        """Points so far, without extra credit and before what late costs."""
        return sum(points or 0.0 for points in self.points.values())

    @property
    def waiting(self) -> bool:
        """Does a person have to read something yet?"""
        return any(points is None for points in self.points.values())


@dataclass(frozen=True)
class ClassWork:
    """All works on one notebook, in the order of learners' ids.

    left_out: learner as shown -> why this hand-in is not in the report, a sentence
    unlike: how many learners' kept results are not what the gradebook has, as after a dry run
    """

    master: Master
    works: tuple[Work, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    unlike: int = 0

    @property
    def name(self) -> str:
        return self.master.name

    @property
    def max_score(self) -> float:
        return sum(cell.points for cell in self.master.cells if cell.role in ("test", "manual"))

    @property
    def handed_in(self) -> set[str]:
        """Whoever handed anything in, graded or not."""
        return {work.learner for work in self.works} | set(self.left_out)


def gather(paths: Paths, name: str, marks: Mapping[str, Mapping[str, Mark]]) -> ClassWork:
    """Read everything about one notebook; marks: the gradebook's, by learner and grade_id."""
    submissions = find_submissions(paths, name)
    left_out = dict(submissions.left_out)
    if not submissions.files:
        return ClassWork(load_master(paths, name), (), left_out)
    master = load_master(paths, name)
    releases, shelves = Releases(paths, master), _Shelves(paths)
    progress = Progress(len(submissions.files), what=f"{name}: reading hand-ins: ", logged=False)
    works, unlike = [], 0
    for learner, file in submissions.files.items():
        try:
            handed_in = releases.read_handed_in(learner, file, None)
            kept = _kept(shelves.of(handed_in.master), handed_in)
        except OurFault as fault:
            kept = f"{str(fault)[:1].upper()}{str(fault)[1:]}."
        if isinstance(kept, str):
            left_out[shown(learner)] = kept
        else:
            other = "" if handed_in.master is master else version_of(handed_in.master)
            works.append(_work(handed_in, kept, marks.get(learner, {}), other))
            unlike += _unlike(kept.result, marks.get(learner, {}))
        progress.step()
    progress.end()
    return ClassWork(master, tuple(works), left_out, unlike)


class _Shelves:
    """Where results are kept: for each master that has judged somebody here, by level, the highest first."""

    def __init__(self, paths: Paths):
        self.paths, self._known = paths, dict[str, list[Results]]()

    def of(self, master: Master) -> list[Results]:
        if master.digest not in self._known:
            self._known[master.digest] = [Results(self.paths, master, level) for level in range(HIGHEST, -1, -1)]
        return self._known[master.digest]


def _kept(shelves: list[Results], handed_in: HandedIn) -> Kept | str:
    """What is kept of the judging at the highest level that was used, or the sentence that says why nothing is."""
    name, broken = handed_in.master.name, None
    for shelf in shelves:
        kept = shelf.look(handed_in)
        if kept:
            return kept
        if shelf.file(handed_in).exists():
            broken = broken or shelf.file(handed_in)
    return UNREADABLE.format(file=broken.name, name=name) if broken else NOT_KEPT.format(name=name)


def _work(handed_in: HandedIn, kept: Kept, marks: Mapping[str, Mark], other: str) -> Work:
    result = kept.result
    return Work(
        handed_in.learner,
        {cell.grade_id: cell for cell in result.cells},
        {cell.grade_id: _points(cell, marks.get(cell.grade_id)) for cell in result.cells},
        result.sites,
        dict(_adversarial(handed_in)),
        kept.seconds,
        handed_in.submission.problem is None,
        other,
    )


def _points(cell: CellResult, mark: Mark | None) -> float | None:
    if mark is not None and mark.manual is not None:
        return mark.manual
    if cell.points is None and mark is not None:
        return mark.auto  # an essay left as it was handed out has its zero there
    return cell.points


def _adversarial(handed_in: HandedIn) -> Iterator[tuple[str, str]]:
    """Answers to exercises of kind A that are not what was handed out."""
    wanted = {answer for test in handed_in.master.tests if test.kind == "A" for answer in test.answers}
    released = {cell.grade_id: cell.release_source.strip() for cell in handed_in.master.cells}
    for cell in handed_in.woven:
        if cell.kind == "answer" and cell.grade_id in wanted and cell.source.strip() != released[cell.grade_id]:
            yield str(cell.grade_id), cell.source


def _unlike(result: Result, marks: Mapping[str, Mark]) -> bool:
    """Has the gradebook other automatic points, or none?"""
    nothing = Mark(None, None)
    return any(
        cell.points is not None and marks.get(cell.grade_id, nothing).auto != cell.points for cell in result.cells
    )
