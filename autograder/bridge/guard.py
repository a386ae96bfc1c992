"""Standing in front of `nbgrader autograde`: judge first, and lose nothing when something fails.

nbgrader deletes the previous autograded copy before it has a new one, enters the submission into the gradebook
before it is graded, and deletes the copy again when grading fails. So every submission is judged before nbgrader
does any of this; when the judge cannot do its work, nbgrader is stopped before its first step, and the copy that
was there comes back.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from traitlets.config import Application

from autograder.authoring.masters import load_master
from autograder.bridge.late import LatePenalties, late_work_of
from autograder.bridge.links import remove_odd_marks, remove_unlisted
from autograder.bridge.register import ensure_registered
from autograder.bridge.same import answers_in, same_answers
from autograder.collect.roster import kept_roster
from autograder.errors import CommandError
from autograder.judge.grader import Judge
from autograder.judge.pool import OneJudge
from autograder.learners import shown, unreadable
from autograder.master import Master
from autograder.paths import Paths
from autograder.runs.alone import IN_A_SERVER, PATIENCE, alone
from autograder.runs.canaries import demand_canaries
from autograder.runs.database import Database
from autograder.runs.handed_in import Verdict
from autograder.runs.people import name_people
from autograder.runs.previous import PreviousCopies
from autograder.runs.releases import OtherRelease, Releases

__all__ = ["Guard", "Verdict"]


class Guard:
    """Wraps the methods of one nbgrader converter between which a submission's grading begins and ends, for one run.

    require: the sandbox level below which nothing is graded
    """

    def __init__(self, converter: Autograde, require: int):
        self.converter, self.require = converter, require
        self.paths = Paths.find(Path(converter.coursedir.root))
        self.previous = PreviousCopies(self.paths.classroom / ".previous", self._destination)
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        self.same: dict[tuple[str, str], frozenset[str]] = {}  # answers that are those of the last time
        self.refused: list[str] = []  # learners whose hand-in is another release's, which no master here fits
        self._masters: dict[str, Master] = {}
        self._releases: dict[str, Releases] = {}
        self._judge: Judge | None = None
        self._convert, self._prepare = converter.convert_notebooks, converter.init_destination
        self._assign, self._finish = converter.init_assignment, converter.set_permissions
        converter.convert_notebooks, converter.init_destination = self.convert_notebooks, self.init_destination
        converter.init_assignment, converter.set_permissions = self.init_assignment, self.set_permissions

    def convert_notebooks(self) -> None:
        """nbgrader's loop over the submissions, with one judge for all of them."""
        patience = PATIENCE if isinstance(self.converter.parent, Application) else IN_A_SERVER
        coursedir = self.converter.coursedir
        try:
            database = Database(coursedir.db_url)
            database.check()
            with alone(self.paths.classroom, patience), database.alone(patience):
                database.prepare(coursedir.course_id)
                self.previous.restore_missing()  # an earlier run may have been killed
                self._leave_out_unusable()
                try:
                    coursedir = self.converter.coursedir
                    LatePenalties(config=coursedir.config).demand_one_rule(late_work_of(coursedir))
                    self._ask_canaries()
                    if roster := kept_roster(self.paths):
                        name_people(self.paths, roster.people.values(), coursedir.db_url)
                    self._convert()
                finally:
                    self._end_judge()
                    self.previous.restore_missing()
            if self.refused:
                raise OtherRelease(
                    f"not graded, and their marks stay, for the reason above: {', '.join(map(shown, self.refused))}"
                )
        except CommandError as error:  # before any learner: those of one learner's grading nbgrader reports itself
            self.converter.log.error(str(error))
            raise NbGraderException(str(error)) from error

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """nbgrader's first step for a submission, which may delete; and the verdict, before its second one."""
        self.previous.restore_missing()  # if the submission before this one failed
        self.previous.keep(assignment_id, student_id)
        if self.previous.unfinished(assignment_id, student_id):  # nbgrader would take it for graded
            shutil.rmtree(self._destination(assignment_id, student_id), ignore_errors=True)
        remove_odd_marks(self.paths.root / self.converter._format_source(assignment_id, student_id))
        standing = self._destination(assignment_id, student_id).glob("*.ipynb")
        before = {file.stem: answers_in(file) for file in standing}  # the next step may delete them
        if not self._prepare(assignment_id, student_id):
            return False
        self.verdicts.clear()
        self.same.clear()
        names = self.paths.names()
        for path in map(Path, self.converter.notebooks):
            if path.stem in names:  # nbgrader skips unknown notebooks itself, with a warning
                verdict = self._judged(student_id, path)
                if verdict is None:
                    return False
                self.verdicts[student_id, path.stem] = verdict
                self.same[student_id, path.stem] = same_answers(before.get(path.stem, {}), verdict)
        for name in {name for _, name in self.verdicts}:
            ensure_registered(self.converter.coursedir, self.paths, assignment_id, self._master(name))
        self.previous.begin(assignment_id, student_id)
        return True

    def _judged(self, student_id: str, path: Path) -> Verdict | None:
        """The verdict on a notebook; None, said in a sentence, where it is of another release and no master fits.

        nbgrader would write a traceback about it, and nothing has failed.
        """
        with self._a_judge() as judge:
            try:
                handed_in = self._releases[path.stem].read_handed_in(student_id, self.paths.root / path, judge)
            except OtherRelease as other:
                self.converter.log.error("%s, %s: not graded. %s", shown(student_id), path.stem, other)
                self.refused.append(student_id)
                return None
            return handed_in.verdict_of(judge)

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """nbgrader's second step, which copies everything that lies beside the notebook."""
        self._assign(assignment_id, student_id)
        kept = {file for verdict in self.verdicts.values() for file in verdict.master.files}
        remove_unlisted(self._destination(assignment_id, student_id), kept)

    def set_permissions(self, assignment_id: str, student_id: str) -> None:
        """nbgrader's last step for a submission."""
        self._finish(assignment_id, student_id)
        self.previous.done(assignment_id, student_id)

    def _leave_out_unusable(self) -> None:
        """Folders that would stop nbgrader for everybody: its pattern knows no line breaks, and follows links."""
        for folder in list(self.converter.assignments):
            place = self.paths.root / folder
            linked = place.is_symlink() or place.parent.is_symlink()
            odd = unreadable(folder) or ("it is a link" if linked else None)
            if odd:
                self.converter.log.warning("Not graded: the folder %s, because %s", shown(folder), odd)
                del self.converter.assignments[folder]

    def _ask_canaries(self) -> None:
        stems = {Path(path).stem for paths in self.converter.assignments.values() for path in paths}
        for name in sorted(stems & set(self.paths.names())):
            with self._a_judge() as judge:
                demand_canaries(self.paths, self._master(name), OneJudge(judge))
            self._releases[name] = Releases(self.paths, self._master(name))
            self._releases[name].keep()

    def _master(self, name: str) -> Master:
        if name not in self._masters:
            self._masters[name] = load_master(self.paths, name)
        return self._masters[name]

    @contextmanager
    def _a_judge(self) -> Iterator[Judge]:
        """The judge of this run, started when first needed; one that failed does not judge the next submission."""
        if self._judge is None:
            judge = Judge(require=self.require)
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
