"""The course's own tests under the judge: every variant fares as its file says, in one kernel and remotely alike."""

from pathlib import Path

import pytest

from autograder.authoring.master import Master
from autograder.authoring.reference import reference_cells
from autograder.judge import inkernel, mutants
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL
from autograder.paths import Paths

PATHS = Paths.find(Path(__file__))


def notebooks(master):
    """The reference, and every variant as far as the tests of its own exercise; with the tests to look at."""
    yield "the reference", reference_cells(master), {cell.grade_id for cell in master.tests}
    for variant in mutants.read_variants(PATHS, master):
        own = {cell.grade_id for cell in master.tests if variant.answer in cell.answers}
        yield variant.name, mutants.as_far_as(mutants.with_answer(master, variant.answer, variant.source), own), own


@pytest.mark.parametrize("name", PATHS.names())
def test_every_test_says_the_same_in_one_kernel_and_remotely(name):
    master = Master.load(PATHS, name)
    variants = list(notebooks(master))
    here = inkernel.run_all(master, [cells for _, cells, _ in variants])
    with Judge() as judge:
        for (variant, cells, own), kernel in zip(variants, here, strict=True):
            remote = judge.grade(master, cells, b"", verdict_only=True)
            for cell in remote.cells:
                if cell.grade_id in own:
                    outcome, law, visible = kernel[cell.grade_id]
                    where = f"{variant}: {cell.grade_id}: {kernel[cell.grade_id]} and {cell}"
                    assert (outcome in FULL) == (cell.outcome in FULL), where
                    assert cell.outcome in FULL or (law, visible) == (cell.law, cell.visible), where
