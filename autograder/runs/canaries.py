"""Before anybody's work is judged: do the tests still tell right from wrong on this machine?

The instructor's own answers must get full marks, the bare stub none, each named wrong answer must lose its law's
points, and each right answer of another kind keep them. Tests, judge and sandbox can all break, and when they do,
a class would be graded by what is left. All of them, some two hundred to a notebook, are asked when anything that
decides has changed since they fared as they must. Otherwise `autograder grade` asks the reference, the stub and one
wrong answer of each exercise before every run, and nbgrader, which may have one learner to grade while formgrader's
whole server waits, the reference and the stub.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.mutants.variants import Variant, as_far_as, read_variants, with_answer
from autograder.authoring.reference import reference_cells
from autograder.errors import OurFault
from autograder.intake import ReplayCell
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges, OneJudge, cores
from autograder.judge.verdict import FULL, CellResult
from autograder.kit.laws import law_name
from autograder.kit.reading import cells_of
from autograder.master import Master
from autograder.paths import Paths
from autograder.progress import Progress
from autograder.runs.results import deciding
from autograder.runs.writes import whole
from autograder.weave import replayed, weave

SEED = b"canary"
SHOWN = 3  # problems in the sentence that stops a run


def demand_canaries(paths: Paths, master: Master, judges: Judges | OneJudge) -> None:
    """Raise OurFault unless all canaries of a notebook fare as they must at the level of these judges."""
    variants = read_variants(paths, master)
    digest = _digest(master, variants, judges.level)
    known = _remembered(_file(paths, master)) == digest
    few = [] if isinstance(judges, OneJudge) else _one_wrong_each(variants)
    asked = [_reference(master), _stub(master), *(_variant(master, it) for it in (few if known else variants))]
    # Two are soon judged; for all of them a pool is worth the time that it takes to start.
    with Judges(cores()) if isinstance(judges, OneJudge) and not known else nullcontext(judges) as many:
        problems = canary_problems(many, master, asked)
    if problems:
        more = f" (and {len(problems) - SHOWN} more)" if len(problems) > SHOWN else ""
        raise OurFault(
            f"{master.name} was not graded, and nobody's mark was touched, because its tests do not tell right from "
            f"wrong here: {'; '.join(problems[:SHOWN])}{more}. `autograder mutants {master.name}` says more"
        )
    if not known:
        _keep(paths, master, digest)


def remember(paths: Paths, master: Master, level: int) -> None:
    """Write down that all canaries of a notebook, as it is now, fare as they must at this level."""
    _keep(paths, master, _digest(master, read_variants(paths, master), level))


def _keep(paths: Paths, master: Master, digest: str) -> None:
    whole("canaries", _file(paths, master), json.dumps({"digest": digest}) + "\n")


def _one_wrong_each(variants: Sequence[Variant]) -> list[Variant]:
    """The first wrong answer of each exercise."""
    return list({it.answer: it for it in reversed(variants) if it.law is not None}.values())


def _file(paths: Paths, master: Master) -> Path:
    return paths.build / "canaries" / f"{master.name}.json"


def canary_problems(judges: Judges | OneJudge, master: Master, canaries: Sequence[Canary]) -> list[str]:
    """What does not fare as it must, as parts of a sentence."""
    found: list[str] = []
    # In a log there is to be nothing on stderr when all is well, as stock nbgrader has it.
    progress = Progress(len(canaries), what="trying the tests on known answers: ", logged=False)

    def judged(judge: Judge, canary: Canary) -> list[str]:
        return _problems(judge, master, canary)

    for _, problems in judges.run(judged, canaries):
        if isinstance(problems, OurFault):
            raise problems
        found += problems
        progress.step()
    progress.end()
    return sorted(found)


def problems_here(judge: Judge, master: Master) -> list[str]:
    """The same of the reference and the stub alone: what every machine is asked that is to judge."""
    return _problems(judge, master, _reference(master)) + _problems(judge, master, _stub(master))


def _problems(judge: Judge, master: Master, canary: Canary) -> list[str]:
    """Of one. Where it ran out of time while the machine was late, it has a second go, as learners have."""
    for _ in range(2):
        result = judge.grade(master, canary.cells, SEED, verdict_only=True)
        problems = canary.problems([cell for cell in result.cells if cell.grade_id in canary.tests])
        if not problems or not result.late:
            break
    return problems


@dataclass(frozen=True)
class Canary:
    """A submission of ours, and what is wrong with the verdicts on these tests of it."""

    cells: list[ReplayCell]
    tests: set[str]
    problems: Callable[[list[CellResult]], list[str]]


def _reference(master: Master) -> Canary:
    def problems(verdicts: list[CellResult]) -> list[str]:
        lost = [verdict for verdict in verdicts if verdict.outcome not in FULL]
        return [f"the reference is {verdict.outcome} at {verdict.grade_id}" for verdict in lost]

    return Canary(reference_cells(master), _tests(master), problems)


def _stub(master: Master) -> Canary:
    """The notebook as handed out, as a learner who did nothing hands it in."""

    def problems(verdicts: list[CellResult]) -> list[str]:
        paid = [verdict for verdict in verdicts if verdict.points]
        return [f"the bare stub gets {verdict.points:g} points at {verdict.grade_id}" for verdict in paid]

    release = cells_of(json.loads(master.release_text), lambda note: None)
    cells = replayed(weave(master.cells, release)[0])
    return Canary(cells, _tests(master), problems)


def _variant(master: Master, variant: Variant) -> Canary:
    def problems(verdicts: list[CellResult]) -> list[str]:
        lost = [verdict for verdict in verdicts if verdict.outcome not in FULL]
        laws = {law_name(verdict.law) for verdict in lost}
        if variant.law is None:
            return [f"the right answer {variant.name} is {verdict.outcome}" for verdict in lost]
        if not lost:
            return [f"the wrong answer {variant.name} keeps its points"]
        return [] if variant.law in laws else [f"the wrong answer {variant.name} is not caught by {variant.law!r}"]

    # What it does to the rest of the notebook is for `autograder mutants` to say; here every second counts.
    tests = {str(test.grade_id) for test in master.tests if variant.answer in test.answers}
    return Canary(as_far_as(with_answer(master, variant.answer, variant.source), tests), tests, problems)


def _tests(master: Master) -> set[str]:
    return {str(test.grade_id) for test in master.tests}


def _digest(master: Master, variants: list[Variant], level: int) -> str:
    told = [(variant.name, variant.law, variant.source) for variant in variants]
    return hashlib.sha256(json.dumps([deciding(master, level), told]).encode()).hexdigest()


def _remembered(file: Path) -> str | None:
    try:
        return json.loads(file.read_text(encoding="utf-8"))["digest"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
