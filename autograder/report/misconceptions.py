"""Which named wrong answers fail just as learners' answers do.

Each wrong answer in solutions/mutants/ has a misconception for a name. A test stops at the first check that does not
hold, and how far it came, under which law and with which finding, is known of mutants and of hand-ins. In the visible
part everybody's data are the same, so two answers that stop at the same check with the same finding computed the same
wrong thing. Where the finding is another, or the check is a hidden one with data of each learner's own, to stop at the
same check is all that they have in common. It is a suggestion, no proof; and where several mutants fail
so, all are named.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from autograder.authoring.mutants.variants import Variant, as_far_as, own_tests, read_variants, with_answer
from autograder.errors import OurFault
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges, cores
from autograder.judge.verdict import CellResult
from autograder.master import Master
from autograder.paths import Paths
from autograder.progress import Progress
from autograder.report.gather import ClassWork
from autograder.runs.writes import whole

SCHEMA = 1
SEED = b"misconceptions"
COMPARED = ("wrong", "refused")  # outcomes that say what an answer did; a stub or a timeout says too little
MOST_JUDGES = 8


@dataclass(frozen=True)
class Failure:
    """Where a test stopped. reached: its checks and how often each was made; without the numbers in a hidden part."""

    outcome: str
    law: str
    visible: bool
    reached: tuple[tuple[str, int], ...]
    finding: str

    @classmethod
    def of(cls, verdict: CellResult, sites: Mapping[str, int]) -> Failure | None:
        """None where the test holds, or where how it failed says nothing about the answer."""
        if verdict.outcome not in COMPARED:
            return None
        held = bool(verdict.visible)
        # How many times a hidden check holds before it fails hangs on the data, which are each learner's own.
        reached = tuple(sorted((site, 0 if held else times) for site, times in sites.items()))
        return cls(verdict.outcome, verdict.law, held, reached, "" if held else verdict.message)

    @property
    def check(self) -> tuple[Any, ...]:
        """All but the finding: the check at which the test stopped."""
        return self.outcome, self.law, self.visible, self.reached


Fates = dict[str, dict[str, Failure]]  # by the mutant's name, then by grade_id


@dataclass(frozen=True)
class Suggestion:
    """Mutants that fail as these learners' answers do; same_finding: with the same finding too."""

    mutants: tuple[str, ...]
    same_finding: bool
    learners: tuple[str, ...]


@dataclass(frozen=True)
class Suggestions:
    """Of one exercise; `unlike` fail as no mutant does, `unknown` were kept before results said how far a test came."""

    found: tuple[Suggestion, ...]
    unlike: tuple[str, ...]
    unknown: tuple[str, ...]


def suggestions(found: ClassWork, fates: Fates) -> dict[str, Suggestions]:
    """By grade_id, for each test that somebody's answer fails in a way that can be compared."""
    known: dict[str, dict[str, Failure]] = defaultdict(dict)
    for name, failures in fates.items():
        for grade_id, failure in failures.items():
            known[grade_id][name] = failure
    by_test = {}
    for test in found.master.tests:
        grade_id = str(test.grade_id)
        if known[grade_id] and (failed := dict(_failures(found, grade_id))):
            by_test[grade_id] = _suggestions(known[grade_id], failed)
    return by_test


def _failures(found: ClassWork, grade_id: str) -> Iterable[tuple[str, Failure | None]]:
    """Learners whose answers fail in a way that says something; None where it was not kept how far the test came.

    The mutants are judged by this version's tests, and where another version's stopped says nothing about these.
    """
    for work in found.works:
        verdict = work.verdicts.get(grade_id)
        if verdict is not None and work.readable and not work.other and verdict.outcome in COMPARED:
            known = grade_id in work.sites
            yield work.learner, Failure.of(verdict, work.sites[grade_id]) if known else None


def _suggestions(mutants: Mapping[str, Failure], failed: Mapping[str, Failure | None]) -> Suggestions:
    groups: dict[tuple[tuple[str, ...], bool], list[str]] = defaultdict(list)
    unlike, unknown = [], []
    for learner, failure in failed.items():
        if failure is None:
            unknown.append(learner)
            continue
        there = [name for name, other in mutants.items() if other.check == failure.check]
        same = [] if failure.visible else [name for name in there if mutants[name].finding == failure.finding]
        if there:
            groups[tuple(sorted(same or there)), bool(same)].append(learner)
        else:
            unlike.append(learner)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    found = tuple(Suggestion(names, same, tuple(learners)) for (names, same), learners in ordered)
    return Suggestions(found, tuple(unlike), tuple(unknown))


def spelled(mutant: str) -> str:
    """A mutant's name as words.

    >>> spelled("ex5_2__forgot_upstream")
    'forgot upstream'
    """
    return mutant.partition("__")[2].replace("_", " ")


# ---------------------------------------------------------------------------------------- how the mutants fail


def mutants_fates(paths: Paths, found: ClassWork) -> Fates:
    """How the mutants of those exercises fail that somebody failed: judged once, and kept in build/misconceptions/.

    Raises OurFault when no judge can be started here.
    """
    master = found.master
    failed = {str(test.grade_id) for test in master.tests if any(True for _ in _failures(found, str(test.grade_id)))}
    wanted = [
        variant
        for variant in read_variants(paths, master)
        if variant.law is not None and own_tests(master, variant.answer) & failed
    ]
    kept = _Kept(paths, master)
    new = [variant for variant in wanted if variant.name not in kept.fates(wanted)]
    if new:
        try:
            _judge_all(master, new, kept)
        finally:
            kept.save()  # what was judged before somebody grew impatient is there the next time
    return kept.fates(wanted)


class _Kept:
    """The file of one notebook: fates by mutant, each with a digest of the mutant; all with that of the master."""

    def __init__(self, paths: Paths, master: Master):
        self.file = paths.build / "misconceptions" / f"{master.name}.json"
        self._head = {"schema": SCHEMA, "master": master.digest}
        try:
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            fresh = {name: kept[name] for name in self._head} == self._head
            self._mutants: dict[str, Any] = kept["mutants"] if fresh else {}
            for one in self._mutants.values():
                _failures_from(one)
        except (OSError, ValueError, TypeError, KeyError):
            self._mutants = {}  # none yet, or not to be used: judging makes it anew

    def fates(self, wanted: Collection[Variant]) -> Fates:
        return {
            variant.name: _failures_from(one)
            for variant in wanted
            if (one := self._mutants.get(variant.name)) and one["digest"] == _digest(variant)
        }

    def add(self, variant: Variant, failures: Mapping[str, Failure]) -> None:
        tests = {grade_id: asdict(failure) for grade_id, failure in failures.items()}
        self._mutants[variant.name] = {"digest": _digest(variant), "tests": tests}

    def save(self) -> None:
        whole("misconceptions", self.file, json.dumps(self._head | {"mutants": self._mutants}) + "\n")


def _failures_from(one: Any) -> dict[str, Failure]:
    return {
        grade_id: Failure(**failure | {"reached": tuple((site, times) for site, times in failure["reached"])})
        for grade_id, failure in one["tests"].items()
    }


def _digest(variant: Variant) -> str:
    return hashlib.sha256(variant.source.encode()).hexdigest()


def _judge_all(master: Master, new: Collection[Variant], kept: _Kept) -> None:
    """One seed is enough: in a visible part there is no other, and in a hidden one numbers are left out."""
    progress = Progress(len(new), what=f"{master.name}: seeing how the named wrong answers fail, once: ")

    def judged(judge: Judge, variant: Variant) -> dict[str, Failure]:
        tests = own_tests(master, variant.answer)
        cells = as_far_as(with_answer(master, variant.answer, variant.source), tests)
        result = judge.grade(master, cells, SEED, verdict_only=True)
        ended = {each: Failure.of(result.cell(each), result.sites.get(each, {})) for each in tests}
        return {grade_id: failure for grade_id, failure in ended.items() if failure}

    with Judges(min(cores(), MOST_JUDGES, len(new))) as judges:
        for variant, failures in judges.run(judged, new):
            if isinstance(failures, OurFault):
                raise failures
            kept.add(variant, failures)
            progress.step()
    progress.end()
