"""Answers of ours beside the reference: the files in solutions/mutants/NAME/, and notebooks that hold one of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.reference import reference_cells
from autograder.errors import CourseError, UsageError
from autograder.intake import ReplayCell
from autograder.kit.laws import law_name
from autograder.master import Master, MasterCell
from autograder.paths import Paths
from autograder.weave import up_to_last_test

_NAME = re.compile(r"(?P<answer>[A-Za-z0-9_]+?)__(?P<alt>alt__)?(?P<how>[A-Za-z0-9_]+)")
_HEADER = re.compile(r"#\s*law:\s*(?P<law>.+?)(?P<cunning>\s*\(written to pass the visible part\))?\s*")


@dataclass(frozen=True)
class Variant:
    """An answer of ours: a wrong one with the law that must catch it, or a right one (law None).

    cunning: a wrong one that was written to pass what learners see, and is no mistake that they are likely to make
    """

    name: str
    answer: str
    law: str | None
    source: str
    cunning: bool = False


def exercises_named(master: Master, names: Collection[str]) -> list[MasterCell]:
    """The tests of these exercises, all of them when none is named."""
    wanted = {name.removesuffix("_test") for name in names}
    there = {test.grade_id.removesuffix("_test"): test for test in master.tests if test.grade_id}
    if unknown := wanted - set(there):
        raise UsageError(f"{master.name} has no exercise {', '.join(sorted(unknown))}: it has {', '.join(there)}")
    return [test for name, test in there.items() if name in wanted or not wanted]


def read_variants(paths: Paths, master: Master) -> list[Variant]:
    """The files of a notebook's wrong and alternative answers, in the order of the answers that they replace."""
    answers = [str(cell.grade_id) for cell in master.cells if cell.role == "answer"]
    found = [_read(file, answers) for file in sorted((paths.mutants / master.name).glob("*.py"))]
    return sorted(found, key=lambda variant: answers.index(variant.answer))


def _read(file: Path, answers: Collection[str]) -> Variant:
    named = _NAME.fullmatch(file.stem)
    if not named or named["answer"] not in answers:
        raise CourseError("name it exN_M__misconception.py or exN_M__alt__how.py, after an answer cell", file)
    text = file.read_text(encoding="utf-8")
    if named["alt"]:
        return Variant(file.stem, named["answer"], None, text)
    law, cunning, rest = without_header(text, file)
    return Variant(file.stem, named["answer"], law, rest, cunning)


def without_header(text: str, file: Path) -> tuple[str, bool, str]:
    """Of a wrong answer: the law that catches it, whether it was written to pass the visible part, and its code."""
    first, _, code = text.partition("\n")
    said = _HEADER.fullmatch(first.strip())
    if said is None:
        raise CourseError("the first line says which law catches it: `# law: its name`", file, 1)
    return law_name(said["law"]), bool(said["cunning"]), code


def with_answer(master: Master, answer: str, source: str) -> list[ReplayCell]:
    """The reference's notebook with one answer replaced."""
    cells = reference_cells(master)
    return [
        ReplayCell(cell.kind, cell.grade_id, cell.cell_id, source) if cell.grade_id == answer else cell
        for cell in cells
    ]


def as_far_as(cells: list[ReplayCell], tests: set[str]) -> list[ReplayCell]:
    """The cells up to the last of these tests, without other tests."""
    return up_to_last_test([cell for cell in cells if cell.kind != "test" or cell.grade_id in tests])


def behind_answer(cells: Sequence[ReplayCell], answer: str) -> list[ReplayCell]:
    """All that an answer can have an effect on: the notebook without the tests before it."""
    place = next(number for number, cell in enumerate(cells) if cell.grade_id == answer)
    return [cell for number, cell in enumerate(cells) if number > place or cell.kind != "test"]


def own_tests(master: Master, answer: str) -> set[str]:
    """The tests that are about an answer cell."""
    return {str(test.grade_id) for test in master.tests if answer in test.answers}
