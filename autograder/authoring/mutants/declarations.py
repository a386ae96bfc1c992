"""Is it true that only this section of a hidden part catches this wrong answer?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from autograder.authoring.input_classes import Section, declared
from autograder.authoring.mutants.variants import Variant, as_far_as, with_answer
from autograder.authoring.reference import reference_cells
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL
from autograder.master import Master, MasterCell

SEEDS = 5  # to get through on one of these is enough


@dataclass(frozen=True)
class Claim:
    """A section of a test, and a wrong answer that nothing else is said to catch; `classes` are those of its inputs."""

    test: MasterCell
    section: Section
    classes: tuple[str, ...]
    variant: Variant

    @property
    def name(self) -> str:
        return f"{self.test.grade_id}, {', '.join(self.classes)} ({self.variant.name})"


def claims(tests: Iterable[MasterCell], variants: Iterable[Variant]) -> Iterator[Claim]:
    """Everything that these tests declare; the build sees to it that the answers which they name are there."""
    wrong = {variant.name: variant for variant in variants if variant.law is not None}
    for test in tests:
        for section in declared(test.source).sections:
            for name in dict.fromkeys(name for _, name in section.tried):
                classes = tuple(each for each, said in section.tried if said == name)
                found = (wrong.get(f"{answer}__{name}") for answer in test.answers)
                yield from (Claim(test, section, classes, variant) for variant in found if variant)


def untrue(judge: Judge, master: Master, claim: Claim, seeds: int) -> str:
    """What is wrong with a claim, as a sentence; "" as soon as the answer gets through without the section."""
    grade_id = str(claim.test.grade_id)
    cut, problem = without(judge, master, claim)
    if problem:
        return problem
    cells = as_far_as(with_answer(cut, claim.variant.answer, claim.variant.source), {grade_id})
    for number in range(min(seeds, SEEDS)):
        verdict = judge.grade(cut, cells, f"{claim.variant.name} {number}".encode(), verdict_only=True).cell(grade_id)
        if verdict.outcome in FULL:
            return ""
    return f"{claim.name}: caught without these lines too, under {verdict.law!r}: {verdict.message}"


def without(judge: Judge, master: Master, claim: Claim) -> tuple[Master, str]:
    """The notebook with the section taken out of its test, and what is wrong if the reference cannot do without it.

    How often the checks that are left are made is counted anew: the section may have called a function that makes some.
    """
    grade_id = str(claim.test.grade_id)
    cut = _with_test(master, replace(claim.test, source=claim.section.taken_out(claim.test.source), sites={}))
    result = judge.grade(cut, as_far_as(reference_cells(cut), {grade_id}), b"reference", verdict_only=True)
    verdict = result.cell(grade_id)
    if verdict.outcome not in FULL:
        return cut, f"{claim.name}: the test cannot do without these lines, since the reference is {verdict.outcome}"
    test = next(test for test in cut.tests if test.grade_id == grade_id)
    return _with_test(cut, replace(test, sites=dict(result.sites[grade_id]))), ""


def _with_test(master: Master, test: MasterCell) -> Master:
    return replace(master, cells=tuple(test if cell.grade_id == test.grade_id else cell for cell in master.cells))
