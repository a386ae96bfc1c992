"""What is counted of a class: worked out by hand on small ones, held to laws on all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import class_work, master, work

from autograder.judge.verdict import OUTCOMES
from autograder.report.exercises import FATES, exercises
from autograder.report.gather import ClassWork

TWICE = "twice: f doubles"
AGAIN = "again: f doubles what is odd"
TESTED = sorted(set(OUTCOMES) - {"manual", "ours"})


def test_a_class_of_three_has_counts_and_laws_and_nothing_that_pretends():
    found = class_work(
        master("C", "C"),
        {
            "ada": ["right", f"wrong|{TWICE}"],
            "ben": ["stub", f"wrong|{TWICE}"],
            "cleo": [f"timeout|{AGAIN}", f"wrong|{AGAIN}"],
        },
    )
    first, second = exercises(found)
    assert (first.label, first.title, first.n) == ("1.1", "Title 1", 3)
    assert dict(first.counts) == {"right": 1, "stub": 1, "timeout": 1}
    assert [(law.name, law.sentence, law.learners) for law in second.laws] == [
        ("twice", "f doubles", ("ada", "ben")),
        ("again", "f doubles what is odd", ("cleo",)),
    ]
    assert [law.learners for law in first.laws] == [("cleo",)]  # a stub broke no law
    assert (first.right, first.goes_with) == (None, None)
    assert first.points == pytest.approx(1 / 3)


rows = st.lists(st.tuples(*[st.sampled_from(TESTED)] * 3), min_size=1, max_size=60)


@given(rows)
def test_every_learner_is_counted_once_for_every_exercise(table):
    found = class_work(master("C", "D", "A"), {f"s{number:03}": row for number, row in enumerate(table)})
    for number, each in enumerate(exercises(found)):
        assert each.n == sum(each.counts.values()) == len(table)
        assert set(each.counts) <= set(FATES)
        assert each.counts["right"] == sum(row[number] in ("right", "committed") for row in table)
        named = [learner for law in each.laws for learner in law.learners]
        assert len(named) == len(set(named))
        assert len(named) == each.counts["wrong"] + each.counts["stopped"] + each.counts["timeout"]


@given(st.lists(st.tuples(*[st.booleans()] * 4), min_size=20, max_size=80))
def test_an_exercise_is_held_against_the_points_of_all_others_and_not_its_own(table):
    rows = {f"s{number:03}": ["right" if right else "wrong" for right in row] for number, row in enumerate(table)}
    scores = 2.0 * np.array(table, float)
    for number, each in enumerate(exercises(class_work(master(*"CCCC"), rows))):
        if each.goes_with:
            rest = scores.sum(axis=1) - scores[:, number]
            assert each.goes_with.value == pytest.approx(np.corrcoef(scores[:, number], rest)[0, 1], abs=1e-9)
            assert each.goes_with.n == len(table)


def test_points_that_a_person_gave_count_and_essays_that_wait_are_in_no_number():
    of = master("C", "X")
    works = [work(of, f"s{k:02}", ["right" if k % 2 else "wrong", "manual"], {"ex1_2": k % 3 - 0.0}) for k in range(20)]
    waiting = [work(of, f"t{k}", ["right", "manual"]) for k in range(4)]
    test, essay = exercises(ClassWork(of, (*works, *waiting)))
    assert dict(essay.counts) == {"marked": 20, "waiting": 4}
    assert essay.right.n == 20 and essay.right.value == pytest.approx(6 / 20)
    assert essay.points == pytest.approx(sum(k % 3 for k in range(20)) / 40)
    # For some the essay is read and for others not: what is left to compare the test with is nothing.
    assert test.goes_with is None
    overruled = replace(works[0], points={"ex1_1_test": 2.0, "ex1_2": 0.0})
    assert exercises(ClassWork(of, (overruled, *works[1:])))[0].points == pytest.approx(11 / 20)


def test_a_file_that_nobody_could_read_says_nothing_about_an_exercise():
    of = master("C")
    broken = replace(work(of, "eve", ["refused"]), readable=False)
    [only] = exercises(ClassWork(of, (work(of, "ada", ["right"]), broken)))
    assert dict(only.counts) == {"right": 1}


def test_a_law_that_quotes_a_learner_is_called_by_its_name_only():
    found = class_work(master("C"), {"ada": ["wrong|twice: f('Ada L.') is odd"], "ben": ["wrong|Ada L.: no law"]})
    [only] = exercises(found)
    assert sorted((law.name, law.sentence) for law in only.laws) == [("", ""), ("twice", "")]
