"""The course's own tests under the judge: variants fare as their files say, in one kernel and remotely alike.

Of each exercise one right and one wrong answer, and of each notebook some mechanical mutants: always the same ones.
`make mutants` runs this file with MINIGRAD_THOROUGH=1, which takes two right answers, a wrong one for each law and a
mechanical mutant of each exercise, and judges all that there are; that takes longer than all tests together.
"""

import os
from collections import defaultdict
from itertools import islice
from pathlib import Path
from zlib import crc32

import pytest

from autograder.authoring.masters import load_master
from autograder.authoring.mutants import one_kernel
from autograder.authoring.mutants.trials import Trial, summarise
from autograder.authoring.mutants.variants import Variant, as_far_as, own_tests, read_variants, with_answer
from autograder.authoring.reference import reference_cells
from autograder.errors import OurFault
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges, cores
from autograder.judge.verdict import FULL
from autograder.kit.laws import law_name
from autograder.paths import Paths
from tests.notebooks.lesson import THOROUGH
from tests.notebooks.mechanical import QUICK, reference_mutants

PATHS = Paths.find(Path(__file__))
SAMPLE = 1  # of the mechanical mutants of each answer
EVERY = 1 if THOROUGH else 4  # of these, one in so many answers
RIGHT = 2 if THOROUGH else 1  # of the right answers of an exercise that somebody wrote


def sample(master):
    """Some of the mechanical mutants of each answer, from all over it; always the same ones.

    None of lines that are put in order: what these say is not the learner's, and so never judged.
    """
    of_each = defaultdict(list)
    given = {answer for test in master.tests if test.kind == "J" for answer in test.answers}
    for mutant in reference_mutants(master):
        if mutant.answer not in given:
            of_each[mutant.answer].append(mutant)
    for made in islice(of_each.values(), 0, None, EVERY):
        yield from made[:: -(-len(made) // SAMPLE)]


def chosen(variants):
    """For each exercise some right answers, and a wrong one, or one for each law; always the same ones."""
    right, wrong = defaultdict(list), {}
    for each in sorted(variants, key=lambda each: crc32(each.name.encode())):
        if each.law is None:
            right[each.answer].append(each)
        else:
            wrong.setdefault((each.answer, each.law if THOROUGH else ""), each)
    yield from (each for found in right.values() for each in found[:RIGHT])
    yield from wrong.values()


def notebooks(master):
    """What is judged, as (variant, cells, tests to look at): variants, some mechanical mutants, and the reference where
    there is time, since every build judges it.

    All but the reference go as far as the tests of their own exercise; the law of a mechanical mutant is "".
    """
    if THOROUGH:
        yield Variant("the reference", "", None, ""), reference_cells(master), {cell.grade_id for cell in master.tests}
    mechanical = (Variant(each.name, each.answer, "", each.source) for each in sample(master))
    # In the notebook's order: then each goes on from where the cells before its answer have run already.
    place = {cell.grade_id: cell.index for cell in master.cells}
    for variant in sorted([*chosen(read_variants(PATHS, master)), *mechanical], key=lambda each: place[each.answer]):
        own = own_tests(master, variant.answer)
        yield variant, as_far_as(with_answer(master, variant.answer, variant.source), own), own


@pytest.mark.parametrize("name", PATHS.assignments())
def test_every_exercise_has_wrong_and_right_answers_enough(name):
    master = load_master(PATHS, name)
    exercises = summarise(master.tests, map(Trial, read_variants(PATHS, master)))
    assert not [problem for exercise in exercises for problem in exercise["problems"]]


@pytest.fixture(scope="module")
def judges():
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))  # each of which has judges of its own
    with Judges(max(1, cores() // workers), limits=QUICK) as started:
        yield started


@pytest.fixture(scope="module", params=PATHS.assignments())
def judged(request, judges):
    """Each variant with its verdicts: a kernel's by grade_id, where it ends, and the judge's on its own tests."""
    master = load_master(PATHS, request.param)
    variants = list(notebooks(master))
    remote = dict(judges.run(lambda judge, at: graded(judge, master, variants[at][1]), range(len(variants))))
    late = [at for at in remote if out_of_time(variants[at][0], remote[at])]
    if late:
        with Judge() as patient:
            remote |= {at: graded(patient, master, variants[at][1]) for at in late}
    assert not [fault for fault in remote.values() if isinstance(fault, OurFault)]
    # What never ends is not tried again in a kernel: that would end it from outside, and could not say where it was.
    ending = [at for at in remote if not any(cell.outcome == "timeout" for cell in remote[at])]
    # Calls are watched in a kernel only where the judge refused an answer, since no kernel of a learner's watches them.
    refused = [n for n, at in enumerate(ending) if any(cell.outcome == "refused" for cell in remote[at])]
    here = one_kernel.run_all(master, [variants[at][1] for at in ending], watched=refused)
    here = dict(zip(ending, here, strict=True))
    return [
        (variant, here.get(at), [cell for cell in remote[at] if cell.grade_id in own])
        for at, (variant, _, own) in enumerate(variants)
    ]


def graded(judge, master, cells):
    return judge.grade(master, cells, b"", verdict_only=True).cells


def out_of_time(variant, cells):
    """Was one that ends stopped by limits tighter than those of a class? It is on a slow machine."""
    stopped = not isinstance(cells, OurFault) and any(cell.outcome == "timeout" for cell in cells)
    return stopped and variant.law != "" and laws_lost(cells) != expected(variant)


def laws_lost(cells):
    return {law_name(cell.law) for cell in cells if cell.outcome not in FULL}


def expected(variant):
    return {variant.law} if variant.law else set()


def named(judged):
    """Those that somebody wrote, and knows how they must fare."""
    return [each for each in judged if each[0].law != ""]


def test_every_test_says_the_same_in_one_kernel_and_remotely(judged):
    for variant, kernel, remote in judged:
        for cell in remote if kernel else ():
            outcome, law, visible = kernel[cell.grade_id]
            where = f"{variant.name}: {cell.grade_id}: {kernel[cell.grade_id]} and {cell}"
            assert (outcome in FULL) == (cell.outcome in FULL), where
            assert cell.outcome in FULL or (law, visible) == (cell.law, cell.visible), where


def test_a_wrong_answer_is_caught_by_its_law_and_a_right_one_keeps_its_points(judged):
    for variant, _, remote in named(judged):
        assert laws_lost(remote) == expected(variant), variant.name
