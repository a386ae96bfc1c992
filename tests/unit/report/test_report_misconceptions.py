"""Which named wrong answers fail as a learner's does: at the same check, and there with the same finding if any."""

from __future__ import annotations

import sys

import pytest
from classes import MUTANT, NAME, WRONG, ReadingJudge
from hypothesis import given
from hypothesis import strategies as st
from made import class_work, master, verdict, work

from autograder.report import misconceptions
from autograder.report.gather import ClassWork, gather
from autograder.report.misconceptions import Failure, Suggestions, mutants_fates, suggestions

OF = master("C")
TEST = OF.tests[0]


def failure(law="twice: f doubles", message="got 9", visible=False, sites=(("L1:0", 1),), outcome="wrong"):
    return Failure.of(verdict(TEST, outcome, law, message, visible), dict(sites))


def learners(*failed, **more):
    """A class whose answers fail so: each a verdict and how far the test came."""
    works = [
        work(OF, f"s{k}", ["wrong"], sites={"ex1_1_test": dict(sites)} if sites is not None else {})
        for k, (_, sites) in enumerate(failed)
    ]
    for each, (said, _) in zip(works, failed, strict=True):
        each.verdicts["ex1_1_test"] = verdict(TEST, *said)
    return ClassWork(OF, tuple(works), **more)


WRONG_9 = ("wrong", "twice: f doubles", "got 9")
HIDDEN = ("wrong", "twice: f doubles", "A hidden check does not hold.", True)


def test_the_same_finding_at_the_same_check_names_only_those_that_share_it():
    fates = {
        "ex1_1__squares": {"ex1_1_test": failure()},
        "ex1_1__adds_one": {"ex1_1_test": failure(message="got 4")},
        "ex1_1__later": {"ex1_1_test": failure(sites=(("L1:0", 1), ("L2:0", 1)))},
        "ex1_1__other_law": {"ex1_1_test": failure(law="again: f doubles what is odd")},
    }
    found = learners((WRONG_9, {"L1:0": 1}), (("wrong", "twice: f doubles", "got 7"), {"L1:0": 1}))
    same, there = sorted(suggestions(found, fates)["ex1_1_test"].found, key=lambda one: len(one.mutants))
    assert (same.mutants, same.same_finding, same.learners) == (("ex1_1__squares",), True, ("s0",))
    assert (there.mutants, there.same_finding) == (("ex1_1__adds_one", "ex1_1__squares"), False)
    assert there.learners == ("s1",)


def test_in_a_hidden_part_the_check_counts_and_not_how_often_it_held_before():
    fates = {"ex1_1__late": {"ex1_1_test": failure(message="other data", visible=True, sites=(("L2:0", 3),))}}
    found = suggestions(learners((HIDDEN, {"L2:0": 8}), (HIDDEN, {"L1:0": 8})), fates)["ex1_1_test"]
    assert [(one.mutants, one.same_finding, one.learners) for one in found.found] == [
        (("ex1_1__late",), False, ("s0",))
    ]
    assert found.unlike == ("s1",)


def test_where_it_was_not_kept_how_far_the_test_came_nothing_is_suggested():
    fates = {"ex1_1__squares": {"ex1_1_test": failure()}}
    found = suggestions(learners((WRONG_9, None)), fates)["ex1_1_test"]
    assert found == Suggestions((), (), ("s0",))


def test_what_says_nothing_about_an_answer_is_not_compared():
    assert failure(outcome="stub") is failure(outcome="timeout") is failure(outcome="right") is None
    found = class_work(OF, {"ada": ["stub"], "ben": ["timeout"], "cleo": ["right"]})
    assert suggestions(found, {"ex1_1__squares": {"ex1_1_test": failure()}}) == {}


FAILED = st.tuples(st.just("wrong"), st.sampled_from(["a: x", "b: y"]), st.sampled_from("12"), st.booleans())
SITES = st.dictionaries(st.sampled_from(["L1:0", "L2:0"]), st.integers(1, 3))


@given(st.lists(st.tuples(FAILED, SITES), max_size=12), st.lists(st.tuples(FAILED, SITES), min_size=1, max_size=8))
def test_everybody_who_fails_is_in_one_place_and_an_answer_that_is_a_mutant_is_called_so(failed, mutants):
    fates = {
        f"ex1_1__{k}": {"ex1_1_test": Failure.of(verdict(TEST, *said), sites)}
        for k, (said, sites) in enumerate(mutants)
    }
    found = learners(*failed, *mutants)
    one = suggestions(found, fates)["ex1_1_test"]
    placed = [learner for group in one.found for learner in group.learners] + list(one.unlike)
    assert sorted(placed) == sorted(each.learner for each in found.works)
    for k in range(len(mutants)):
        [mine] = [group for group in one.found if f"s{len(failed) + k}" in group.learners]
        assert f"ex1_1__{k}" in mine.mutants


# ---------------------------------------------------------------------------------- the mutants are judged once


class Sited(ReadingJudge):
    """Says too where a test stopped: an answer that multiplies at the first check, any other at the second."""

    def grade(self, master, cells, *arguments, **named):
        result = super().grade(master, cells, *arguments, **named)
        text = next(cell.source for cell in cells if cell.grade_id == "ex1_1")
        site = {"L1:0": 1} if "multiply" in text else {"L1:0": 1, "L4:0": 1}
        result.sites.update({cell.grade_id: site for cell in result.cells if cell.outcome == "wrong"})
        return result


@pytest.fixture
def judged(small, monkeypatch):
    """Two learners fail, one as the mutant does; keeps what was judged in the place of a report's judges."""
    small.hand_in("ada")
    small.hand_in("ben", WRONG)
    small.hand_in("cleo", "def double(x):\n    return x")
    small.grade(Sited)
    monkeypatch.setattr("autograder.judge.pool.Judge", Sited)
    return small


def fates(small):
    before = ReadingJudge.calls, Sited.calls
    found = gather(small.paths, NAME, {})
    return found, mutants_fates(small.paths, found), (ReadingJudge.calls, Sited.calls) != before


@pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
def test_mutants_are_judged_once_and_again_when_one_is_another(judged):
    found, first, worked = fates(judged)
    assert worked and list(first) == ["ex1_1__squares"]
    suggested = suggestions(found, first)["ex1_1_test"]
    assert [one.learners for one in suggested.found] == [("ben",)]
    assert suggested.unlike == ("cleo",)
    assert fates(judged)[1:] == (first, False)
    (judged.paths.mutants / NAME / "ex1_1__squares.py").write_text(MUTANT.replace("multiply", "power"))
    _, other, worked = fates(judged)
    assert worked and other != first


@pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": 1, "master": "", "mutants": 3}', "\0"])
def test_a_file_of_fates_that_cannot_be_used_is_made_anew(judged, content):
    first = fates(judged)[1]
    (judged.paths.build / "misconceptions" / f"{NAME}.json").write_text(content)
    assert fates(judged)[1:] == (first, True)


@pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
def test_what_was_judged_before_a_fault_is_kept(judged, monkeypatch):
    second = MUTANT.replace("multiply", "divide")
    (judged.paths.mutants / NAME / "ex1_1__tears.py").write_text(second)

    class Failing(Sited):
        def grade(self, master, cells, *arguments, **named):
            if any("divide" in cell.source for cell in cells):
                raise misconceptions.OurFault("it fell over")
            return super().grade(master, cells, *arguments, **named)

    monkeypatch.setattr("autograder.judge.pool.Judge", Failing)
    monkeypatch.setattr(misconceptions, "cores", lambda: 1)
    with pytest.raises(misconceptions.OurFault, match="fell over"):
        fates(judged)
    assert '"ex1_1__squares"' in (judged.paths.build / "misconceptions" / f"{NAME}.json").read_text()


def test_how_the_mutants_fail_is_asked_for_only_where_somebody_failed(small):
    small.hand_in("ada")
    small.grade(Sited)
    assert fates(small)[1:] == ({}, False)
