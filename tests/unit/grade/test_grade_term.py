"""The term of the guide with twelve learners, on two small notebooks and with a judge that decides by reading.

`python -m tests.term` plays the same one with sixty, on notebooks of the course and with the real judge.
"""

from __future__ import annotations

import shutil
import sys

import pytest
from authoring_course import FIRST
from classes import ESSAY, NAME, RIGHT, WRONG, ReadingJudge

from autograder.authoring.build import build
from autograder.authoring.masters import load_master
from autograder.paths import Paths
from tests.term.people import everybody
from tests.term.play import Term
from tests.term.played import Played
from tests.term.work import Notebook

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
NEXT = "02_doubling_again"


@pytest.fixture
def played(course_of_one, tmp_path, monkeypatch):
    """A course of two notebooks."""
    monkeypatch.setattr("autograder.judge.pool.Judge", ReadingJudge)
    shutil.copytree(course_of_one.root, tmp_path / "course")
    paths = Paths(tmp_path / "course")
    (paths.solutions / f"{NEXT}.py").write_text((FIRST + ESSAY).replace("ex1_", "ex2_").replace("01 · ", "02 · "))
    build(paths, [NEXT], reference=lambda master, source: master, say=lambda line: None)
    return Played(paths, ["--jobs", "1"])


def test_no_mark_and_no_answer_is_lost_or_doubled_in_a_term(played, tmp_path):
    term = Term(played, everybody(12), tmp_path, say=lambda line: None)
    term.begin()
    for number, (name, exercise) in enumerate(((NAME, "ex1_1"), (NEXT, "ex2_1"))):
        term.week(number, Notebook(load_master(played.paths, name), {exercise: RIGHT}, {exercise: WRONG}))
    term.end()
    assert {name: len(works) for name, works in term.there.items()} == {NAME: 11, NEXT: 10}
