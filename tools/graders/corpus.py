"""The submissions: the hostile and the honest answers of `autograder selftest`, and plain right ones for the load."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.selftest import cases
from graders.exercise import RIGHT
from graders.inside import WIRE


@dataclass(frozen=True)
class Try:
    """One answer. deserves: does it answer the exercise? before: the cell above it, as `selftest` has it."""

    name: str
    title: str
    before: str
    answer: str
    deserves: bool
    hostile: bool


def tries() -> list[Try]:
    """All that are an answer cell: a case that hands in files or archives is about commands that not all have."""
    # Where the trip-wires are is known only when they are there: see `inside.fill`.
    before = cases.prelude(tuple(WIRE.format(number)[1:-1] for number in range(6)))
    return [
        Try(case.name, case.title.strip().rstrip("."), before, case.answer, case.points == "full", hostile)
        for hostile, found in ((True, cases.hostile()), (False, cases.honest()))
        for case in found
        if not case.faults and not case.elsewhere
    ]


def left_out() -> int:
    """How many hostile cases are not among them."""
    return sum(bool(case.faults or case.elsewhere) for case in cases.hostile())


def plain(number: int) -> tuple[str, str]:
    """A right answer like any other learner's, with something of its own."""
    return f"my_constant = {number}", RIGHT
