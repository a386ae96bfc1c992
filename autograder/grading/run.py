"""One run of `autograder grade`, step by step; what it found comes back as a `Graded`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.orm import Session

from autograder.authoring.masters import load_master
from autograder.bridge.late import Charge, LatePenalties
from autograder.bridge.notebook import autograded_notebook
from autograder.bridge.register import ensure_registered
from autograder.bridge.same import answers_in, same_answers
from autograder.bridge.save import Entry
from autograder.cluster.options import Scheduler
from autograder.collect.roster import Person, Roster, kept_roster
from autograder.errors import OurFault
from autograder.grading.book import Book
from autograder.grading.changes import Comparison, compare
from autograder.grading.handed_in import find_submissions
from autograder.grading.rehearse import rehearse
from autograder.grading.stage import Stage
from autograder.judge.grader import Judge
from autograder.judge.pictures import Pictures
from autograder.judge.pool import Judges
from autograder.late.lateness import LateWork
from autograder.master import Master
from autograder.paths import Paths
from autograder.progress import Progress
from autograder.runs.alone import alone
from autograder.runs.backups import Backup, back_up
from autograder.runs.canaries import demand_canaries
from autograder.runs.database import Database, course_directory
from autograder.runs.handed_in import HandedIn, Verdict
from autograder.runs.people import Remembered, enter, recall, remember
from autograder.runs.pictures import OwnPictures
from autograder.runs.releases import OtherRelease, Releases
from autograder.runs.remarks import remarks
from autograder.runs.results import Results
from autograder.runs.writes import reached
from autograder.sandbox import GRADING


@dataclass(frozen=True)
class Settings:
    """How to grade."""

    jobs: int
    require: int = GRADING  # the sandbox level below which nothing is graded
    dry_run: bool = False
    fresh: bool = False  # judge also what an earlier run has judged
    scheduler: Scheduler | None = None  # of a cluster that judges instead of this machine; `jobs` says nothing then
    db: str | None = None  # the gradebook's address, if another than nbgrader_config.py's


@dataclass
class Graded:
    """What came of a run."""

    assignment: str
    level: int
    entries: dict[str, Entry] = field(default_factory=dict)
    remarks: dict[str, list[str]] = field(default_factory=dict)  # what a person should look at, of whom there is any
    comparisons: list[Comparison] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)  # learner -> reason
    failed: dict[str, str] = field(default_factory=dict)  # learner -> how our side failed
    kept: int = 0  # verdicts of an earlier run
    missing: list[Person] = field(default_factory=list)  # in the kept roster, and has not handed in
    strangers: list[str] = field(default_factory=list)  # have handed in, and are not in the kept roster
    late: dict[str, Charge] = field(default_factory=dict)  # who was late, and what it costs
    odd: list[str] = field(default_factory=list)  # what to look at in classroom/extensions.csv
    backup: Backup = field(default_factory=Backup)
    written: bool = False


def grade(paths: Paths, assignment: str, settings: Settings, judges: Judges | None = None) -> Graded:
    """Judge all submissions of an assignment and, unless it is a dry run, enter them into the gradebook.

    judges: of this machine, where they have been begun already

    Raises OurFault when nothing could be graded, for example because the canaries fell: then nothing has changed.
    """
    roster = kept_roster(paths)
    coursedir = course_directory(paths, settings.db)
    database = Database(coursedir.db_url)
    database.check()
    master = load_master(paths, assignment)
    with alone(paths.classroom), database.alone(), judges or _judges(master, settings) as open_judges:
        demand_canaries(paths, master, open_judges)
        return _Run(paths, master, settings, open_judges, roster, coursedir).graded()


def _judges(master: Master, settings: Settings) -> Judges:
    if settings.scheduler is None:
        return Judges(settings.jobs, settings.require)
    from autograder.cluster.pool import Cluster

    return Cluster(settings.scheduler, master, settings.require)


@dataclass(frozen=True)
class _Finished:
    """What stays of one hand-in. Its notebook and pictures are on the stage: those of a whole class are too much."""

    entry: Entry
    remarks: list[str]
    kept: bool  # the verdict is one of an earlier run


class _Run:
    def __init__(
        self,
        paths: Paths,
        master: Master,
        settings: Settings,
        judges: Judges,
        roster: Roster,
        coursedir: CourseDirectory,
    ):
        self.paths, self.master, self.settings, self.judges = paths, master, settings, judges
        self.roster = roster
        self.written_names: Remembered = {}
        self.coursedir = coursedir
        self.converter = Autograde(coursedir=coursedir, config=coursedir.config)
        self.stage = Stage(paths, self.converter, master.name)
        here = settings.scheduler is None
        self.pictures, self.releases = OwnPictures(master, here), Releases(paths, master, here)
        self.book = Book(self.coursedir)
        self.found = Graded(master.name, judges.level)

    def graded(self) -> Graded:
        self._demand_sound_late_work()
        self.releases.keep()
        submissions = find_submissions(self.paths, self.master.name)
        self.found.left_out = submissions.left_out
        if not self.settings.dry_run:
            self.stage.previous.restore_missing()  # of a run that was killed
            self.stage.clear()
        self._judge_all(submissions.files)
        marks = self.book.marks(self.master.name)
        for learner, entry in self.found.entries.items():
            self.found.comparisons.append(compare(learner, entry.result, marks.get(learner)))
        handed_in = submissions.files.keys() | submissions.left_out.keys()
        if self.roster:
            people = self.roster.people
            self.found.missing = [person for learner, person in people.items() if learner not in handed_in]
            self.found.strangers = sorted(handed_in - people.keys())
        if self.found.entries and self.settings.dry_run:
            entries = list(self.found.entries.values())
            self.found.late = rehearse(self.paths, self.coursedir, self.master, entries, self._name)
        elif self.found.entries:
            self._write()
        return self.found

    def _demand_sound_late_work(self) -> None:
        """What is wrong in the files about late work is said before anybody is judged."""
        late_work = LateWork.read(self.paths, self.roster)
        LatePenalties(config=self.coursedir.config).demand_one_rule(late_work)
        self.found.odd = late_work.demand_sound(self.master.name, self.book.due_date(self.master.name))

    # ---- judging

    def _judge_all(self, files: dict[str, Path]) -> None:
        progress = Progress(len(files))
        for (learner, _), done in self.judges.run(self._judge_one, files.items()):
            if isinstance(done, OtherRelease):
                self.found.left_out[learner] = str(done)
            elif isinstance(done, OurFault):
                self.found.failed[learner] = str(done)
            else:
                self.found.entries[learner] = done.entry
                self.found.kept += done.kept
                if done.remarks:
                    self.found.remarks[learner] = done.remarks
            progress.step(kept=isinstance(done, _Finished) and done.kept)
        progress.end()
        self.found.entries = dict(sorted(self.found.entries.items()))

    def _judge_one(self, judge: Judge, submission: tuple[str, Path]) -> _Finished | OtherRelease:
        try:
            handed_in = self.releases.read_handed_in(*submission, judge)
        except OtherRelease as other:  # raised, it would be tried again
            return other
        results = Results(self.paths, handed_in.master, self.judges.level)
        result = None if self.settings.fresh else results.find(handed_in)
        began = time.monotonic()
        if result:
            verdict = Verdict(handed_in, result)
        else:
            verdict = _judged_fairly(judge, handed_in, self.pictures.for_next(judge))
        if result is None:
            results.keep(handed_in, verdict.result, time.monotonic() - began)
        notebook = autograded_notebook(verdict)
        if not self.settings.dry_run:
            self.stage.put(verdict, notebook)
        timestamp = self.coursedir.get_existing_timestamp(str(verdict.submission.path.parent))
        same = same_answers(answers_in(self.stage.standing(handed_in.learner)), verdict)
        return _Finished(Entry.of(verdict, notebook, same, timestamp), remarks(verdict), result is not None)

    # ---- writing

    def _write(self) -> None:
        self.found.backup = back_up(self.book.database, self.paths.classroom / "backups")
        reached("registered")
        self.book.database.prepare(self.coursedir.course_id)
        ensure_registered(self.coursedir, self.paths, self.master.name, self.master)
        for learner in self.found.entries:  # from here until it is published, gradebook and folder may not agree
            self.stage.previous.keep(self.master.name, learner)
            self.stage.previous.begin(self.master.name, learner)
        reached("begun")
        self.found.late = self.book.write(self.master.name, list(self.found.entries.values()), self._name)
        remember(self.paths, self.written_names)
        for learner in self.found.entries:
            self.stage.publish(learner)
        self.stage.clear()
        self.found.written = True

    def _name(self, session: Session) -> None:
        self.written_names = enter(session, self.roster.people.values(), recall(self.paths))


def _judged_fairly(judge: Judge, handed_in: HandedIn, pictures: Pictures | None) -> Verdict:
    """The verdict. Where the machine was late, whoever ran out of time has a second go, and the better one counts."""
    first = handed_in.verdict_of(judge, pictures)
    if not first.result.late:
        return first
    second = handed_in.verdict_of(judge, pictures)
    return second if second.result.score > first.result.score else first
