"""A learner's notebook is never touched, whatever is released after it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from autograder.kit.place import place

NAME = "05/05.ipynb"


@pytest.fixture
def release(tmp_path):
    def write(text="first", name=NAME):
        path = tmp_path / "release" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return tmp_path / "release"

    return write


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "mine"


def test_what_is_missing_is_copied(release, mine):
    assert place(release(), mine) == [f"new: {NAME}"]
    assert (mine / NAME).read_text() == "first"


def test_work_is_kept_when_nothing_new_was_released(release, mine):
    place(release(), mine)
    (mine / NAME).write_text("my work")
    assert place(release(), mine) == []
    assert (mine / NAME).read_text() == "my work"
    assert [path.name for path in (mine / "05").iterdir()] == ["05.ipynb"]


def test_a_newer_release_lands_beside_and_says_so_once(release, mine):
    place(release(), mine)
    (mine / NAME).write_text("my work")
    [said] = place(release("second"), mine)
    assert "05.new.ipynb" in said
    assert (mine / NAME).read_text() == "my work"
    assert (mine / "05/05.new.ipynb").read_text() == "second"
    assert place(release("second"), mine) == []


def test_work_in_the_newer_one_is_kept_too(release, mine):
    place(release(), mine)
    place(release("second"), mine)
    (mine / "05/05.new.ipynb").write_text("work in the newer one")
    place(release("third"), mine)
    assert (mine / "05/05.new.ipynb").read_text() == "work in the newer one"
    assert (mine / "05/05.new-2.ipynb").read_text() == "third"


def test_a_folder_without_memory_loses_nothing(release, mine):
    place(release(), mine)
    (mine / NAME).write_text("my work")
    (mine / ".release.json").write_text("not json")
    place(release(), mine)
    assert (mine / NAME).read_text() == "my work"


def test_checkpoints_and_caches_are_no_release(release, mine):
    release("x", "05/.ipynb_checkpoints/05-checkpoint.ipynb")
    release("x", "05/__pycache__/a.pyc")
    assert place(release(), mine) == [f"new: {NAME}"]


def test_it_runs_as_a_module_as_start_py_does(release, mine):
    command = [sys.executable, "-m", "autograder.kit.place", str(release()), str(mine)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"new: {NAME}\n"
