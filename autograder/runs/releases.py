"""Which version a hand-in was made from, and the master that it is graded by: its own version's, or none.

A master that hand-ins of a version are graded by is kept in classroom/masters/ when they are first graded, and when a
build puts another version's in its place (`authoring.versions`). Given cells and tests of another version would make
of a right answer a wrong one, so a hand-in whose master is not kept is refused with a sentence.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from autograder.authoring.masters import digest_here, read_master
from autograder.authoring.versions import UNSTAMPED, kept_file, kept_versions, version_of
from autograder.errors import OurFault
from autograder.intake import Submission, read_submission
from autograder.judge.grader import Judge
from autograder.learners import shown
from autograder.master import Master
from autograder.paths import Paths
from autograder.runs.canaries import problems_here
from autograder.runs.handed_in import HandedIn, set_in
from autograder.weave import ANSWERS

MADE_FROM = "It was made from version "  # so begins the note on a hand-in that another version's master has judged


class OtherRelease(OurFault):
    """A hand-in that cannot be graded with this version; nothing is changed about its learner."""


class Releases:
    """The masters of one notebook: that of this version, and those that are kept for hand-ins of others.

    here: does this machine judge? The workers of a cluster have the masters of this version only
    """

    def __init__(self, paths: Paths, master: Master, here: bool = True):
        self.paths, self.current, self.here = paths, master, here
        self._looked_at: dict[str, Master | str] = {}  # by version: a kept master, or why nothing is graded by it
        self._one_at_a_time = threading.Lock()

    def keep(self) -> None:
        """Keep the master of this version, so that what was graded by it can be when there is a newer one."""
        file = kept_file(self.paths, self.current.name, version_of(self.current))
        kept = _read(file)
        if kept is None or kept.digest != self.current.digest:
            self.current.save(file)

    def read_handed_in(self, learner: str, path: Path, judge: Judge | None) -> HandedIn:
        """Read a submission's notebook into the release that it was made from.

        judge: tries a kept master before the first hand-in is judged by it; None where nobody is to be judged

        Raises OtherRelease when there is no master for it, and OurFault when this machine cannot read it.
        """
        submission = read_submission(path)
        master = self.master_for(submission, judge)
        if master is not self.current:
            submission.note(f"{MADE_FROM}{version_of(master)}, and was judged by the tests of that version.")
        return set_in(self.paths, master, learner, submission)

    def master_for(self, submission: Submission, judge: Judge | None) -> Master:
        """The master of the version that a submission was made from; raises OtherRelease where there is none."""
        if submission.problem is not None:
            return self.current
        if submission.stamp is None:
            return self._unstamped(submission, judge)
        name, version, here = self.current.name, submission.stamp.version, version_of(self.current)
        if version == here:
            return self.current
        if version in kept_versions(self.paths, name):
            return self._kept(version, judge)
        if self.current.stamp is not None and submission.stamp.cells == self.current.stamp.cells:
            return self.current
        raise OtherRelease(
            f"{MADE_FROM}{shown(version, 40)} of {name}, this is version {here}, and no master of the other one is in "
            f"{kept_file(self.paths, name, here).parent}: docs/upgrading.md says how to get it."
        )

    def _unstamped(self, submission: Submission, judge: Judge | None) -> Master:
        """Releases before 0.2.0 named no version, and some tools drop what a release says: the cells tell."""
        # With as many cells of both, a hand-in without a version is one from before there were versions.
        fits = [(_missing(self.current, submission), 1, "")]
        for version, master in self._candidates.items():
            if master is not None:
                fits.append((_missing(master, submission), 0 if version == UNSTAMPED else 2, version))
            elif version == UNSTAMPED and fits[0][0]:
                return self._kept(version, judge)  # nobody can look into it, and this version's cells are not these
        if best := min(fits)[2]:
            return self._kept(best, judge)
        known = {cell.grade_id for cell in self.current.cells}
        answers = {cell.grade_id for cell in submission.cells if cell.solution and cell.grade_id}
        if answers & known and answers - known:  # none of ours at all is another notebook, of which remarks speak
            raise OtherRelease(
                f"It names no version and has the answer {shown(min(answers - known))}, which {self.current.name} of "
                f"version {version_of(self.current)} has not, and no master of an older one that fits is kept: "
                "docs/upgrading.md says how to get it."
            )
        return self.current

    @cached_property
    def _candidates(self) -> dict[str, Master | None]:
        """By version, all masters that are kept; None where this code cannot read one."""
        versions = kept_versions(self.paths, self.current.name)
        return {version: _read(kept_file(self.paths, self.current.name, version)) for version in versions}

    def _kept(self, version: str, judge: Judge | None) -> Master:
        if version == version_of(self.current):
            return self.current
        if not self.here:
            raise OtherRelease(
                f"{MADE_FROM}{version} of {self.current.name}, whose tests the workers of a cluster do not have: grade "
                "it without --scheduler."
            )
        with self._one_at_a_time:
            if version not in self._looked_at:
                self._looked_at[version] = self._looked_into(version, judge)
            found = self._looked_at[version]
        if isinstance(found, str):
            raise OtherRelease(found)
        return found

    def _looked_into(self, version: str, judge: Judge | None) -> Master | str:
        """A kept master, once it is sure that this code can judge by it and the gradebook can hold its marks."""
        file = kept_file(self.paths, self.current.name, version)
        made = f"{MADE_FROM}{version} of {self.current.name}"
        there = f"install version {version} of the course in a folder of its own, and grade it there"
        master = _read(file)
        if master is None:
            return f"{made}, whose master {file} the code of version {version_of(self.current)} cannot read: {there}."
        if _marks(master) != _marks(self.current):
            return (
                f"{made}, which has other exercises, or other points for them, than version "
                f"{version_of(self.current)}, and one gradebook cannot hold both: {there}."
            )
        master = replace(master, digest=digest_here(master))
        problems = problems_here(judge, master) if judge else []
        if problems:
            return (
                f"{made}, whose tests do not tell right from wrong with the code of version "
                f"{version_of(self.current)} ({problems[0]}): {there}."
            )
        return master


def _read(file: Path) -> Master | None:
    try:
        return read_master(file)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _marks(master: Master) -> set[tuple[str, str, float]]:
    """What the gradebook has to know of a release: its named cells, and what they are worth."""
    return {(cell.grade_id, cell.role, cell.points) for cell in master.cells if cell.grade_id}


def _missing(master: Master, submission: Submission) -> int:
    """How many cells of a release, other than answers, a hand-in does not have as they were released."""
    there = {cell.source.strip() for cell in submission.cells}
    return sum(cell.release_source.strip() not in there for cell in master.cells if cell.role not in ANSWERS)
