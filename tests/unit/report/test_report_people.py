"""Who has the same answer, who falls behind, and what learners are called."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from made import class_work, master, work

from autograder.paths import Paths
from autograder.report.behind import courses
from autograder.report.gather import ClassWork
from autograder.report.identical import equal_answers
from autograder.report.names import by_name, by_number

CODE = "def f(x):\n    return x + 1\n"


def answering(**codes):
    of = master("A")
    return ClassWork(of, tuple(work(of, name, ["right"], answers={"ex1_1": code}) for name, code in codes.items()))


def test_answers_are_equal_whatever_their_comments_and_layout():
    other = "def f(x):  # mine\n\n        return x+1\n"
    found = equal_answers(answering(ada=CODE, ben=other, cleo="def f(y):\n    return y + 1\n"))
    assert [(one.answer, one.learners, one.reference) for one in found] == [("ex1_1", ("ada", "ben"), False)]


def test_the_answer_of_the_repository_is_known_again_and_one_alone_is_no_group():
    [group] = equal_answers(answering(ada="f = 1", ben="f=1", cleo="f = 2"))
    assert group.learners == ("ada", "ben") and group.reference


@given(st.text(max_size=60))
def test_no_text_is_too_odd_to_be_compared(text):
    [group] = equal_answers(answering(ada=text, ben=text))
    assert group.learners == ("ada", "ben")


def test_what_would_break_a_parser_is_only_compared():
    deep = "(" * 100_000
    assert [one.learners for one in equal_answers(answering(ada=deep, ben=deep, cleo="x"))] == [("ada", "ben")]


def shares(*numbers):
    """Notebooks in order; in each, how many of four exercises each learner has right, None for no hand-in."""
    made = []
    for number, scores in enumerate(numbers, 1):
        of = master(*"CCCC", name=f"{number:02}_made")
        rows = {
            learner: ["right"] * score + ["wrong"] * (4 - score)
            for learner, score in scores.items()
            if score is not None
        }
        made.append(class_work(of, rows))
    return made


def test_who_falls_behind_is_named_with_the_reason_and_nobody_else_is():
    notebooks = shares(
        {"ada": 4, "ben": 4, "cleo": 1, "dan": 4, "eve": None},
        {"ada": 3, "ben": 4, "cleo": 1, "dan": None, "eve": None},
        {"ada": 4, "ben": 2, "cleo": 1, "dan": None, "eve": None},
        {"ada": 3, "ben": 2, "cleo": 1, "dan": None, "eve": 4},
    )
    found = {way.learner: way for way in courses(notebooks, ["ada", "ben", "cleo", "dan", "eve", "finn"])}
    assert found["ada"].reasons == found["eve"].reasons == ()
    assert found["ben"].reasons == ("50 percentage points below what it was before",)
    assert found["cleo"].reasons == ("below 50% of the points in each of the last two",)
    assert found["dan"].reasons == ("has not handed in the last two",)
    assert found["finn"].reasons == ("has handed in nothing",)
    assert found["eve"].missing == ("01_made", "02_made", "03_made")
    assert list(found)[:4] == ["finn", "dan", "cleo", "ben"]  # who left out most first, then who has least


def test_a_hand_in_that_could_not_be_judged_is_not_a_missing_one():
    first, second = shares({"ada": 4, "ben": 4}, {"ada": 4, "ben": None})
    [way] = courses([first, replace(second, left_out={"ben": "why"})], ["ben"])
    assert (way.missing, way.reasons, way.shares) == ((), (), (1.0, None))


def test_essays_that_wait_for_a_person_make_nobody_fall_behind():
    of = master("C", "X", points=4.0)
    found = ClassWork(of, (work(of, "ada", ["right", "manual"]), work(of, "ben", ["right", "manual"], {"ex1_2": 4.0})))
    assert [way.shares for way in courses([found], ["ada", "ben"])] == [(1.0,), (1.0,)]


def test_numbers_stay_the_same_and_do_not_follow_the_alphabet(tmp_path):
    learners = [f"s{k:03}" for k in range(40)]
    first, again = (by_number(Paths(tmp_path), group) for group in (learners, learners[::-1]))
    assert first == again and len(set(first.spoken.values())) == 40
    assert sorted(learners, key=first.of) != learners
    (tmp_path / "classroom" / "secret").unlink()
    assert by_number(Paths(tmp_path), learners) != first
    assert first.of("nobody knows them") == "somebody"


def test_a_learner_is_called_by_name_where_there_is_one():
    names = by_name({"ada1", "ben"}, {"ada1": "Ada Lovelace", "ben": ""})
    assert (names.of("ada1"), names.of("ben"), names.of("cleo")) == ("Ada Lovelace (ada1)", "ben", "cleo")
