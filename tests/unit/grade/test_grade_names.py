"""Who is in the class: names of a roster reach the gradebook, and `grade` says who is missing and what to look at."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys

import nbformat
import pytest
from classes import NAME, RIGHT, WRONG
from collecting import make_zip

from autograder.cli import main
from autograder.collect.roster import Roster
from autograder.errors import OurFault, UsageError
from autograder.grading.command import as_text, to_json
from autograder.runs.people import name_people

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")

ROSTER = """learner,first name,last name,email,moodle
ada,Ada,Lovelace,ada@uni.example,123
ben,Ben,,ben@uni.example,456
cleo,,,,
"""


def keep(small, text=ROSTER):
    small.paths.classroom.mkdir(exist_ok=True)
    (small.paths.classroom / "roster.csv").write_text(text, encoding="utf-8")


def names(small):
    return {row[0]: row[1:] for row in small.query("select id, first_name, last_name, email from student")}


def test_names_of_the_kept_roster_reach_the_gradebook_with_the_marks(small):
    keep(small)
    small.hand_in("ada")
    small.hand_in("eve")
    small.grade()
    assert names(small) == {
        "ada": ("Ada", "Lovelace", "ada@uni.example"),
        "ben": ("Ben", None, "ben@uni.example"),
        "cleo": (None, None, None),
        "eve": (None, None, None),
    }


def test_names_of_the_kept_roster_reach_the_gradebook_by_nbgraders_command_too(small):
    keep(small)
    small.hand_in("ada")
    small.nbgrader("Autograde")
    assert names(small)["ada"] == ("Ada", "Lovelace", "ada@uni.example") and small.tests() == {"ada": 2.0}


def test_what_a_person_typed_stays_and_what_a_roster_said_before_is_renewed(small):
    small.hand_in("ada")
    small.hand_in("ben")
    keep(small)
    small.grade()
    small.query("update student set last_name = 'King' where id = 'ada'")
    keep(small, ROSTER.replace("Ben,", "Benedict,Franklin").replace("ada@", "lovelace@"))
    small.grade()
    assert names(small)["ada"] == ("Ada", "King", "lovelace@uni.example")
    assert names(small)["ben"] == ("Benedict", "Franklin", "ben@uni.example")
    keep(small, "learner\nada\nben\n")
    small.grade()
    assert names(small)["ada"] == ("Ada", "King", "lovelace@uni.example")


def test_collect_with_a_roster_names_the_people_in_the_gradebook(small, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(small.paths.root)
    (tmp_path / "roster.csv").write_text(ROSTER)
    archive = make_zip(tmp_path / "all.zip", {f"Ada_123_assignsubmission_file_/{NAME}.ipynb": b"{}"})
    assert main(["collect", str(archive), "--roster", str(tmp_path / "roster.csv"), "--dry-run"]) == 0
    assert not small.paths.classroom.exists()
    assert main(["collect", str(archive), "--roster", str(tmp_path / "roster.csv")]) == 0
    assert names(small)["ada"] == ("Ada", "Lovelace", "ada@uni.example")
    assert f"not handed in, {NAME}, 2: ben (Ben), cleo" in capsys.readouterr().out


def test_names_that_cannot_be_written_are_a_sentence_and_nothing_changes(small, monkeypatch):
    keep(small)
    people = Roster.read(small.paths.classroom / "roster.csv").people.values()
    name_people(small.paths, people)
    small.query("update student set email = null")
    with sqlite3.connect(small.paths.classroom / "gradebook.db") as other:
        other.execute("begin exclusive")
        with pytest.raises(OurFault, match="run the same command again"):
            name_people(small.paths, people)
    assert names(small)["ada"] == ("Ada", "Lovelace", None)


def test_whoever_has_not_handed_in_and_who_is_not_in_the_roster_are_named(small):
    keep(small)
    small.hand_in("ada")
    small.hand_in("eve")
    for dry_run in (True, False):
        found = small.grade(dry_run=dry_run)
        assert f"not handed in, {NAME}, 2: ben (Ben), cleo" in as_text(found)
        assert "not in classroom/roster.csv: eve" in as_text(found)
        assert to_json(found)["not_handed_in"] == ["ben", "cleo"]


def test_a_kept_roster_that_contradicts_itself_stops_the_grading_before_it_begins(small):
    keep(small, ROSTER + "ada,Eve,,,666\n")
    small.hand_in("ada")
    for dry_run in (True, False):
        with pytest.raises(UsageError, match="'ada' twice"):
            small.grade(dry_run=dry_run)
    assert not (small.paths.classroom / "gradebook.db").exists()


# ---- what a person should look at


def another(small):
    cells = [nbformat.v4.new_code_cell("a = 1", metadata={"nbgrader": {"grade_id": "ex9_1", "solution": True}})]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells)).encode()


def old(small, answer=None):
    release = small.master.release
    for cell in release.cells:
        if answer and cell.metadata.get("nbgrader", {}).get("grade_id") == "ex1_1":
            cell.source = answer
    return json.dumps(nbformat.convert(release, 3)).encode()


def test_an_old_format_costs_no_points(small):
    small.hand_in_file("ada", old(small, RIGHT))
    small.grade()
    assert small.tests() == {"ada": 2.0}


@pytest.mark.parametrize(("make", "said"), [(another, f"It is not {NAME}"), (old, "old format (nbformat 3)")])
def test_another_notebook_and_an_old_format_are_said_at_grading(small, make, said):
    small.hand_in_file("eve", make(small))
    small.hand_in("ada", WRONG)
    text = as_text(small.grade())
    assert text.count("look at it:") == 1
    assert said in text.partition("eve")[2]


@pytest.mark.parametrize(("make", "said"), [(another, f"It is not {NAME}"), (old, "old format (nbformat 3)")])
def test_another_notebook_and_an_old_format_are_said_by_collect(small, make, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(small.paths.root)
    members = {f"ada/{NAME}.ipynb": small.master.release_text.encode(), f"eve/{NAME}.ipynb": make(small)}
    archive = make_zip(tmp_path / "all.zip", members)
    for _ in range(2):
        assert main(["collect", str(archive)]) == 0
        text = capsys.readouterr().out
        assert said in text and text.count("look at it:") == 1


def test_an_archive_of_notebooks_with_our_names_and_other_content_is_another_courses(
    small, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(small.paths.root)
    members = {f"{learner}/{NAME}.ipynb": another(small) for learner in ("ada", "ben")}
    assert main(["collect", str(make_zip(tmp_path / "all.zip", members))]) == 1
    assert "another course's" in capsys.readouterr().out
    assert not small.paths.classroom.exists()


# ---- a dry run refuses what the real run does


def other_cells(small):
    """The gradebook has a submission for a notebook with another cell."""
    small.grade()
    small.query("update base_cell set name = 'ex0_1' where name = 'ex1_2'")
    small.query("update source_cell set name = 'ex0_1' where name = 'ex1_2'")


def test_a_dry_run_refuses_what_the_real_run_does(small):
    small.hand_in("ada")
    other_cells(small)
    said = []
    for dry_run in (True, False):
        before = small.query("select * from grade"), small.query("select * from source_cell")
        with pytest.raises(OurFault) as refusal:
            small.grade(dry_run=dry_run)
        said.append(str(refusal.value))
        assert (small.query("select * from grade"), small.query("select * from source_cell")) == before
    assert "other cells" in said[0] and said[0] == said[1]


def test_a_dry_run_says_that_another_program_holds_the_gradebook(small):
    small.hand_in("ada")
    small.grade()
    with sqlite3.connect(small.paths.classroom / "gradebook.db") as other:
        other.execute("begin immediate")
        with pytest.raises(OurFault, match="locked"):
            small.grade(dry_run=True)


# ---- nobody reads


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--help"], 141), (["collect", "."], 141), (["judge", "--help"], 0), (["nonsense"], 2), (["judge", "x"], 2)],
)
def test_a_command_ends_quietly_when_nobody_reads_what_it_says(arguments, code, course):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "autograder", *arguments]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
    assert done.returncode == code


def test_a_broken_pipe_that_is_not_the_screens_is_no_quiet_end(monkeypatch):
    def broken(argv):
        raise BrokenPipeError

    monkeypatch.setattr("autograder.demo.main", broken)
    with pytest.raises(BrokenPipeError):
        main(["demo"])
