"""Standing in front of `nbgrader autograde`: judge first, and lose nothing when something fails.

nbgrader deletes the previous autograded copy before it has a new one, enters the submission into the gradebook
before it is graded, and deletes the copy again when grading fails. So every submission is judged before nbgrader
does any of this; when the judge cannot do its work, nbgrader is stopped before its first step, and the copy that
was there comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nbgrader.converters import Autograde

from autograder.authoring.master import Master
from autograder.bridge.links import remove_odd_timestamp
from autograder.bridge.previous import PreviousCopies
from autograder.bridge.register import ensure_registered
from autograder.errors import OurFault
from autograder.intake import Submission, read_submission, rebuild, weave
from autograder.judge.grader import Judge
from autograder.judge.seeds import seed_for
from autograder.judge.verdict import Result
from autograder.paths import Paths
from autograder.weave import ReplayCell


@dataclass(frozen=True)
class Judged:
    """One notebook of one learner, with everything that the later steps need."""

    master: Master
    submission: Submission
    woven: list[ReplayCell]
    result: Result


class Guard:
    """Wraps two methods of one nbgrader converter, for one run."""

    def __init__(self, converter: Autograde):
        self.converter = converter
        self.paths = Paths.find(Path(converter.coursedir.root))
        self.previous = PreviousCopies(self.paths.classroom / ".previous", self._destination)
        self.judged: dict[tuple[str, str], Judged] = {}
        self._masters: dict[str, Master] = {}
        self._judge: Judge | None = None
        self._convert, self._prepare = converter.convert_notebooks, converter.init_destination
        converter.convert_notebooks, converter.init_destination = self.convert_notebooks, self.init_destination

    def convert_notebooks(self) -> None:
        """nbgrader's loop over the submissions, with one judge for all of them."""
        self.previous.restore_missing()  # an earlier run may have been killed
        try:
            self._convert()
        finally:
            self._end_judge()
            self.previous.restore_missing()

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """nbgrader's first step for a submission, which may delete; and the verdict, before its second one."""
        self.previous.restore_missing()  # if the submission before this one failed
        self.previous.keep(assignment_id, student_id)
        remove_odd_timestamp(self.paths.root / self.converter._format_source(assignment_id, student_id))
        if not self._prepare(assignment_id, student_id):
            return False
        self.judged.clear()
        names = self.paths.names()
        for path in map(Path, self.converter.notebooks):
            if path.stem in names:  # nbgrader skips unknown notebooks itself, with a warning
                self.judged[student_id, path.stem] = self._grade(path.stem, student_id, self.paths.root / path)
        for name in {name for _, name in self.judged}:
            ensure_registered(self.converter.coursedir, self.paths, assignment_id, self._master(name))
        return True

    def _grade(self, name: str, student_id: str, path: Path) -> Judged:
        master, submission = self._master(name), read_submission(path)
        replay = rebuild(master, submission)
        answers = {cell.grade_id: cell.source for cell in replay if cell.kind == "answer"}
        seed = seed_for(self.paths, name, student_id, answers)
        with self._a_judge() as judge:
            result = judge.grade(master, replay, seed, problem=submission.problem)
            broken = [cell for cell in result.cells if cell.outcome == "ours"]
            if broken:
                raise OurFault(
                    f"{student_id}, {name}: not graded, and nothing was changed, because the judge failed at "
                    f"{broken[0].grade_id}: {broken[0].message}"
                )
        return Judged(master, submission, weave(master.cells, submission.cells)[0], result)

    def _master(self, name: str) -> Master:
        if name not in self._masters:
            self._masters[name] = Master.load(self.paths, name)
        return self._masters[name]

    @contextmanager
    def _a_judge(self) -> Iterator[Judge]:
        """The judge of this run, started when first needed; one that failed does not judge the next submission."""
        if self._judge is None:
            judge = Judge()
            judge.__enter__()
            self._judge = judge
        try:
            yield self._judge
        except BaseException:
            self._end_judge()
            raise

    def _end_judge(self) -> None:
        judge, self._judge = self._judge, None
        if judge is not None:
            judge.__exit__(None, None, None)

    def _destination(self, assignment_id: str, student_id: str) -> Path:
        return self.paths.root / self.converter._format_dest(assignment_id, student_id)
