"""The whole round by nbgrader's exchange: release, fetch, submit, collect, grade, feedback, release it, fetch it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from autograder.demo import nbgrader
from tests.nbgrader.classroom import NAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nbgrader has no exchange on Windows")

MARKS = ["submission_secret.txt", "timestamp.txt"]
COURSE = "minigrad"
ODD = ("eve", "folder")  # their secrets: none, and what is not a file


class Learner:
    """A folder of one's own, and nbgrader there."""

    def __init__(self, room, name: str):
        self.room, self.name = room, name
        self.folder = room.paths.root.parent / name
        self.folder.mkdir()
        config = exchange(room) + f"c.Exchange.cache = {str(self.folder / 'cache')!r}\n"
        (self.folder / "nbgrader_config.py").write_text("c = get_config()\n" + config)

    def run(self, command: str) -> None:
        program = [sys.executable, "-m", "nbgrader", command, NAME, f"--student={self.name}"]
        done = subprocess.run(program, cwd=self.folder, env=self.room.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def hand_in(self, document: dict) -> None:
        (self.folder / NAME / f"{NAME}.ipynb").write_text(json.dumps(document))
        self.run("submit")

    def feedback(self) -> list[str]:
        """All pages that were fetched, in the order of the hand-ins."""
        self.run("fetch_feedback")
        pages = sorted((self.folder / NAME / "feedback").rglob("*.html"))
        return [page.read_text(encoding="utf-8") for page in pages]


def exchange(room) -> str:
    return f"c.Exchange.root = {str(room.paths.root.parent / 'exchange')!r}\nc.CourseDirectory.course_id = {COURSE!r}\n"


def instructor(room, *commands: str) -> str:
    """nbgrader's commands one after the other, and what they said."""
    nbgrader(room.paths, *([command, NAME] for command in commands))
    return (room.paths.root / "nbgrader.log").read_text()


def hand_in_oddly(room, name: str) -> None:
    """As another program than `submit` can: ben's work under another name, with another secret."""
    inbound = room.paths.root.parent / "exchange" / COURSE / "inbound"
    [honest] = inbound.glob("ben+*")
    folder = inbound / honest.name.replace("ben", name, 1)
    shutil.copytree(honest, folder)
    (folder / "submission_secret.txt").unlink()
    if name == "folder":
        (folder / "submission_secret.txt").mkdir()


def grade(room) -> None:
    program = [sys.executable, "-m", "autograder", "grade", NAME]
    done = subprocess.run(program, cwd=room.paths.root, env=room.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def first_round(classroom):
    """Learners of every kind hand in by the exchange, one by other means; `autograder grade`, and all that follows."""
    with (classroom.paths.root / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(exchange(classroom))
    classroom.run("release_assignment", NAME)
    classroom.learners = {name: Learner(classroom, name) for name in ("ada", "ben")}
    for name, answers in (("ada", {}), ("ben", {"ex1_2": "print('not yet')"})):
        classroom.learners[name].run("fetch_assignment")
        classroom.learners[name].hand_in(classroom.notebook(**answers))
    for name in ODD:
        hand_in_oddly(classroom, name)
    classroom.hand_in("mallory", classroom.notebook())  # by mail
    (classroom.submission("mallory").parent / "timestamp.txt").write_text("soon")
    classroom.run("collect", NAME)
    grade(classroom)
    classroom.said = instructor(classroom, "generate_feedback", "release_feedback")
    return classroom


def test_feedback_comes_back_to_those_who_handed_in_by_the_exchange(first_round):
    [ada], [ben] = first_round.learners["ada"].feedback(), first_round.learners["ben"].feedback()
    assert first_round.full_marks in ada
    assert first_round.of_most in ben and first_round.full_marks not in ben
    assert "hidden tests ran here" in ada


def test_whose_page_has_no_address_is_named_and_keeps_nobody_back(first_round):
    left_out = [line for line in first_round.said.splitlines() if "Not released" in line]
    assert len(left_out) == len([*ODD, "mallory"])
    for name in (*ODD, "mallory"):
        assert any(f"/{name}/" in line and "another way" in line for line in left_out)


def test_the_exchanges_files_come_along_where_they_are_what_they_should_be(first_round):
    for step, page in (("autograded", f"{NAME}.ipynb"), ("feedback", f"{NAME}.html")):
        for learner, marks in (("ada", MARKS), ("folder", MARKS[1:]), ("mallory", [])):
            there = sorted(path.name for path in first_round._copy(step, learner).parent.iterdir())
            assert there == sorted([page, *marks]), (step, learner)


def test_a_second_hand_in_has_a_second_page(first_round):
    """The same by nbgrader's own `autograde`, which finds out by itself who handed in again."""
    ben = first_round.learners["ben"]
    ben.hand_in(first_round.notebook())
    first_round.run("collect", NAME, "--update")
    instructor(first_round, "autograde", "generate_feedback", "release_feedback")
    assert first_round.scores("ben") == first_round.points
    assert [first_round.full_marks in page for page in ben.feedback()] == [False, True]


def test_who_handed_in_with_anothers_secret_gets_no_page_in_its_place(first_round):
    secret = first_round._copy("feedback", "eve").with_name("submission_secret.txt")
    secret.write_bytes(first_round._copy("feedback", "ada").with_name("submission_secret.txt").read_bytes())
    said = first_round.run("release_feedback", NAME).stderr
    secret.unlink()
    assert said.count("same secret") == 2
