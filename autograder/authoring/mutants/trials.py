"""How the named answers fare: every wrong one is caught by its own law, every other right one keeps its points.

Each is judged on many seeds: a wrong answer that survives one seed is a hole in a test. One that visible checks catch,
which draw no random numbers, is judged on two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from autograder.authoring.mutants.variants import Variant, as_far_as, behind_answer, own_tests, with_answer
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL, Result
from autograder.kit.laws import law_name
from autograder.master import Master, MasterCell

ENOUGH_WRONG, ENOUGH_RIGHT = 6, 2  # for each exercise of these kinds
KINDS = "CFBJMAD"
_RNG = re.compile(r"\brng\b")  # in a test: the random numbers of its seed
CAUGHT_BY_VISIBLE = 0.6  # of an exercise's wrong answers that are not cunning: learners hear of most mistakes at once


@dataclass
class Trial:
    """How a variant fared over all seeds."""

    variant: Variant
    seeds: int = 0
    survived: int = 0
    caught: Counter[str] = field(default_factory=Counter)  # law name -> seeds
    by_visible: int = 0
    lost: Counter[str] = field(default_factory=Counter)  # tests that a right answer failed, its own and later ones
    example: str = ""

    @property
    def problems(self) -> list[str]:
        """What is not as it must be, as sentences."""
        variant, found = self.variant, []
        if variant.law is None:
            return [f"{variant.name}: right, and loses points: {self.example}"] if self.lost else []
        if self.survived:
            found.append(f"{variant.name}: survives {self.survived} of {self.seeds} seeds")
        if variant.cunning and self.by_visible:
            found.append(f"{variant.name}: says that it passes the visible part, which catches it: take that out")
        others = [law for law in self.caught if law != variant.law]
        if others:
            found.append(f"{variant.name}: caught under {', '.join(map(repr, others))}, not under {variant.law!r}")
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.variant.name,
            "answer": self.variant.answer,
            "law": self.variant.law,
            "seeds": self.seeds,
            "survived": self.survived,
            "caught": dict(self.caught),
            "visible": self.by_visible,
            "lost": dict(self.lost),
            "problems": self.problems,
        }


def try_variant(judge: Judge, master: Master, variant: Variant, seeds: int) -> Trial:
    """Judge a variant on seeds that are the same every time, or on two where a seed can change nothing."""
    trial = Trial(variant)
    its_tests = own_tests(master, variant.answer)
    seedless = not any(_RNG.search(test.visible) for test in master.tests if test.grade_id in its_tests)
    whole = with_answer(master, variant.answer, variant.source)
    cells = as_far_as(whole, its_tests)
    for number in range(seeds):
        seed = f"{variant.name} {number}".encode()
        if not number and variant.law is None:
            # What it does to the rest of the notebook does not hang on the seed: once is enough.
            behind = behind_answer(whole, variant.answer)
            tests = {str(cell.grade_id) for cell in behind if cell.kind == "test"}
            _note(trial, its_tests, judge.grade(master, behind, seed, verdict_only=True), tests)
        else:
            _note(trial, its_tests, judge.grade(master, cells, seed, verdict_only=True), its_tests)
        if seedless and number and trial.by_visible == trial.seeds * len(its_tests):
            break
    return trial


def _note(trial: Trial, its_tests: set[str], result: Result, judged: set[str]) -> None:
    trial.seeds += 1
    failed = [cell for cell in result.cells if cell.grade_id in judged and cell.outcome not in FULL]
    if trial.variant.law is None:
        trial.lost.update(cell.grade_id for cell in failed)
    caught = [cell for cell in failed if cell.grade_id in its_tests]
    if not caught:
        trial.survived += 1
    for cell in caught:
        trial.caught[law_name(cell.law)] += 1
        trial.by_visible += not cell.visible
    if failed:
        trial.example = f"{failed[0].grade_id} {failed[0].outcome}: {failed[0].law} · {failed[0].message}"


def summarise(tests: Iterable[MasterCell], trials: Iterable[Trial]) -> list[dict[str, Any]]:
    """Each exercise: how many wrong and right variants, and what share of the mistakes visible checks catch.

    Mistakes are the wrong ones that nobody wrote to pass just these checks.
    """
    trials = list(trials)
    found = []
    for test in tests:
        mine = [trial for trial in trials if trial.variant.answer in test.answers]
        wrong = [trial for trial in mine if trial.variant.law is not None]
        mistakes = [trial for trial in wrong if not trial.variant.cunning]
        visible = sum(trial.by_visible == trial.seeds for trial in mistakes)
        problems = []
        if test.kind and test.kind in KINDS:
            right = len(mine) - len(wrong)
            if len(wrong) < ENOUGH_WRONG:
                problems.append(f"{test.grade_id}: {len(wrong)} wrong answers; it needs {ENOUGH_WRONG}")
            if right < ENOUGH_RIGHT:
                problems.append(f"{test.grade_id}: {right} alternative right answers; it needs {ENOUGH_RIGHT}")
            if visible < CAUGHT_BY_VISIBLE * len(mistakes):
                share = f"{visible} of {len(mistakes)} mistakes; it is to catch {CAUGHT_BY_VISIBLE:.0%}"
                problems.append(f"{test.grade_id}: the visible part catches {share}")
        found.append(
            {
                "grade_id": test.grade_id,
                "kind": test.kind,
                "wrong": len(wrong),
                "alternatives": len(mine) - len(wrong),
                "caught_by_visible": visible,
                "cunning": len(wrong) - len(mistakes),
                "visible_share": round(visible / len(mistakes), 3) if mistakes else None,
                "problems": problems,
            }
        )
    return found
