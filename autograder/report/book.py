"""A report put together: a chapter for each notebook, and who falls behind over all of them."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.collect.roster import kept_roster
from autograder.errors import CommandError, OurFault
from autograder.paths import Paths
from autograder.report.behind import Course, courses
from autograder.report.exercises import Exercise, exercises
from autograder.report.gather import ClassWork, gather
from autograder.report.gradebook import read_gradebook
from autograder.report.identical import Equal, equal_answers
from autograder.report.misconceptions import Suggestions, mutants_fates, suggestions
from autograder.report.names import Names, by_name, by_number

SLOWEST = 3


@dataclass(frozen=True)
class Times:
    """Seconds of judging, over learners for whom they were measured."""

    n: int
    median: float
    total: float
    slowest: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Chapter:
    """Everything about one notebook. why_no_suggestions: a sentence where misconceptions were not looked for."""

    found: ClassWork
    exercises: Sequence[Exercise]
    suggestions: Mapping[str, Suggestions]
    why_no_suggestions: str
    equal: Sequence[Equal]
    times: Times | None


@dataclass(frozen=True)
class Report:
    """chapters: of the notebooks that somebody has a result for, in order; ungraded: the others that were asked for

    absent: by notebook, whoever is in the roster or the gradebook and has not handed in
    """

    chapters: Sequence[Chapter]
    ungraded: Mapping[str, str]
    courses: Sequence[Course]
    absent: Mapping[str, Sequence[str]]
    names: Names


def make_report(
    paths: Paths, notebooks: Sequence[str], anonymous: bool, misconceptions: bool, db: str | None = None
) -> Report:
    """Read everything about these notebooks; raises CommandError with a sentence where nothing can be said."""
    roster = kept_roster(paths).people
    known = read_gradebook(paths, notebooks, db)
    all_found = [gather(paths, name, known.marks.get(name, {})) for name in sorted(notebooks)]
    ungraded = {found.name: _why_nothing(found) for found in all_found if not found.works}
    class_works = [found for found in all_found if found.works]
    if not class_works:
        raise CommandError(" ".join(ungraded.values()))
    everybody = set(known.people) | set(roster) | {work.learner for found in class_works for work in found.works}
    people = {learner: person.name for learner, person in roster.items()}
    people |= {learner: name for learner, name in known.people.items() if name}
    return Report(
        [_chapter(paths, found, misconceptions) for found in class_works],
        ungraded,
        courses(class_works, everybody),
        {found.name: sorted(everybody - found.handed_in) for found in class_works},
        by_number(paths, everybody) if anonymous else by_name(everybody, people),
    )


def _why_nothing(found: ClassWork) -> str:
    if not found.left_out:
        return (
            f"Nobody has handed in {found.name}: hand-ins are in classroom/submitted/LEARNER/{found.name}/, where "
            "`autograder collect` puts them."
        )
    learner, reason = next(iter(found.left_out.items()))
    more = f" The same or the like holds for {len(found.left_out) - 1} more." if len(found.left_out) > 1 else ""
    return (
        f"{found.name} has {len(found.left_out)} hand-ins and none that can be reported on. {learner}: {reason}{more}"
    )


def _chapter(paths: Paths, found: ClassWork, misconceptions: bool) -> Chapter:
    suggested, why = {}, "" if misconceptions else "Misconceptions were not looked for (--no-misconceptions)."
    if misconceptions:
        try:
            suggested = suggestions(found, mutants_fates(paths, found))
        except OurFault as fault:
            why = "Misconceptions are left out, because the named wrong answers could not be judged here."
            print(f"{found.name}: {why} {fault}", file=sys.stderr)
    return Chapter(found, exercises(found), suggested, why, equal_answers(found), _times(found))


def _times(found: ClassWork) -> Times | None:
    timed = {work.learner: work.seconds for work in found.works if work.seconds is not None}
    if not timed:
        return None
    slowest = sorted(timed.items(), key=lambda item: (-item[1], item[0]))[:SLOWEST]
    return Times(len(timed), statistics.median(timed.values()), sum(timed.values()), tuple(slowest))
