"""One learner's notebook on its way to the judge and back: the same for nbgrader's commands and for bulk grading."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autograder.errors import OurFault
from autograder.intake import ReplayCell, Submission, read_submission, weave
from autograder.judge.grader import Judge
from autograder.judge.pictures import Pictures
from autograder.judge.seeds import seed_for
from autograder.judge.verdict import Result
from autograder.master import Master
from autograder.paths import Paths
from autograder.weave import up_to_own


@dataclass(frozen=True)
class HandedIn:
    """What a learner handed in, set into the release, with the seed that belongs to it."""

    learner: str
    master: Master
    submission: Submission
    woven: list[ReplayCell]
    seed: bytes

    @property
    def replay(self) -> list[ReplayCell]:
        """The cells that run."""
        return up_to_own(self.woven)

    def verdict_of(self, judge: Judge, pictures: Pictures | None = None) -> Verdict:
        """The verdict; OurFault when our side failed anywhere, so that nothing is made of half a verdict."""
        result = judge.grade(self.master, self.replay, self.seed, problem=self.submission.problem, pictures=pictures)
        broken = [cell for cell in result.cells if cell.outcome == "ours"]
        if broken:
            raise OurFault(
                f"{self.learner}, {self.master.name}: not graded, and nothing was changed, because the judge failed "
                f"at {broken[0].grade_id}: {broken[0].message}"
            )
        return Verdict(self, result)


@dataclass(frozen=True)
class Verdict:
    """One notebook of one learner, with everything that the later steps need."""

    handed_in: HandedIn
    result: Result

    @property
    def master(self) -> Master:
        return self.handed_in.master

    @property
    def submission(self) -> Submission:
        return self.handed_in.submission

    @property
    def woven(self) -> list[ReplayCell]:
        return self.handed_in.woven


def read_handed_in(paths: Paths, master: Master, learner: str, path: Path) -> HandedIn:
    """Read a submission's notebook. Raises OurFault when this machine cannot, never for what is in it."""
    return set_in(paths, master, learner, read_submission(path))


def set_in(paths: Paths, master: Master, learner: str, submission: Submission) -> HandedIn:
    """Set a submission's answers into the release of a master."""
    woven, notes = weave(master.cells, submission.cells)
    for sentence in notes if submission.problem is None else ():
        submission.note(sentence)
    return HandedIn(learner, master, submission, woven, seed_for(paths, master.name, learner, woven))
