"""The course's own tests under the judge: every variant fares as its file says, in one kernel and remotely alike."""

from collections import defaultdict
from pathlib import Path

import pytest

from autograder.authoring.master import Master
from autograder.authoring.reference import reference_cells
from autograder.judge import inkernel, mutants
from autograder.judge.grader import Judge
from autograder.judge.verdict import FULL
from autograder.paths import Paths

PATHS = Paths.find(Path(__file__))
CAUGHT_BY_VISIBLE = 0.6  # of an exercise's wrong answers


def notebooks(master):
    """The reference, and every variant as far as the tests of its own exercise; with the tests to look at."""
    every = {cell.grade_id for cell in master.tests}
    yield mutants.Variant("the reference", "", None, ""), reference_cells(master), every
    for variant in mutants.read_variants(PATHS, master):
        own = {cell.grade_id for cell in master.tests if variant.answer in cell.answers}
        yield variant, mutants.as_far_as(mutants.with_answer(master, variant.answer, variant.source), own), own


@pytest.fixture(scope="module", params=PATHS.names())
def judged(request):
    """Each variant with its verdicts: those of a kernel, by grade_id, and those of the judge on its own tests."""
    master = Master.load(PATHS, request.param)
    variants = list(notebooks(master))
    here = inkernel.run_all(master, [cells for _, cells, _ in variants])
    with Judge() as judge:
        remote = [judge.grade(master, cells, b"", verdict_only=True).cells for _, cells, _ in variants]
    return [
        (variant, kernel, [cell for cell in cells if cell.grade_id in own])
        for (variant, _, own), kernel, cells in zip(variants, here, remote, strict=True)
    ]


def test_every_test_says_the_same_in_one_kernel_and_remotely(judged):
    for variant, kernel, remote in judged:
        for cell in remote:
            outcome, law, visible = kernel[cell.grade_id]
            where = f"{variant.name}: {cell.grade_id}: {kernel[cell.grade_id]} and {cell}"
            assert (outcome in FULL) == (cell.outcome in FULL), where
            assert cell.outcome in FULL or (law, visible) == (cell.law, cell.visible), where


def test_every_wrong_answer_is_caught_by_its_law_and_every_right_one_keeps_its_points(judged):
    for variant, _, remote in judged:
        laws = {mutants.law_name(cell.law) for cell in remote if cell.outcome not in FULL}
        assert laws == ({variant.law} if variant.law else set()), variant.name


def test_visible_checks_catch_three_in_five_wrong_answers_of_each_exercise(judged):
    caught = defaultdict(list)
    for variant, _, remote in judged:
        for cell in remote:
            if variant.law and cell.kind in mutants.KINDS:
                caught[cell.grade_id].append(not cell.visible)
    assert caught
    for grade_id, seen in caught.items():
        assert sum(seen) >= CAUGHT_BY_VISIBLE * len(seen) and len(seen) >= mutants.ENOUGH, grade_id
