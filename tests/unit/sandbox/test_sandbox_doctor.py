"""`autograder doctor` says for each level what it stops, what it leaves open, and how to get it."""

import pytest

from autograder.cli import main
from autograder.judge import grader
from autograder.sandbox import HIGHEST, LEVELS
from autograder.selftest.doctor import describe


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: f"level{level.number}")
def test_a_level_that_is_missing_says_why_and_how_to_get_it(level):
    text = describe(level, level.number - 1, {level.number: "the moon is full"})
    assert "does not hold here (the moon is full)" in text
    assert level.stops in text and level.leaves_open in text and level.how in text


def test_a_level_above_a_missing_one_says_that_the_lower_one_comes_first():
    assert "To get it: level 2 first; then" in describe(LEVELS[3], 1, {2: "no Landlock", 3: "no Landlock"})
    assert "first" not in describe(LEVELS[2], 1, {2: "no Landlock"})


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: f"level{level.number}")
def test_a_level_that_holds_says_what_it_leaves_open(level):
    text = describe(level, HIGHEST, {}, "bubblewrap")
    assert "holds" in text and level.leaves_open in text and level.how not in text
    assert ("by bubblewrap" in text) == (level.number == HIGHEST)


def test_it_speaks_of_every_level_and_of_the_one_in_force(capsys):
    assert main(["doctor"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(f"Level {level.number}, {level.name}" in said and level.leaves_open in said for level in LEVELS)
    assert "Judging happens at level" in said and "--require" in said


def test_where_nothing_can_be_judged_it_says_so_of_every_level(capsys, monkeypatch):
    monkeypatch.delattr(grader.os, "fork")
    assert main(["doctor"]) == 3
    said = " ".join(capsys.readouterr().out.split())
    assert "Nothing can be judged here" in said and "WSL" in said
    assert all(f"Level {level.number}, {level.name}: does not hold" in said and level.how in said for level in LEVELS)
