"""A class graded in one go: the same marks and pages as by nbgrader's command, and a person's marks stay."""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
from dataclasses import replace
from datetime import datetime
from unittest import mock

import pytest
from classes import NAME, RIGHT, WRONG, ReadingJudge

from autograder.authoring.masters import load_master
from autograder.errors import OurFault
from autograder.grading.command import as_text, to_json
from autograder.judge.grader import Judge
from autograder.judge.pool import OneJudge
from autograder.runs import canaries
from autograder.runs.alone import alone
from autograder.runs.canaries import demand_canaries

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")


def test_every_learner_has_marks_a_page_and_a_place_in_the_report(small):
    small.hand_in("ada")
    small.hand_in("ben", WRONG, essay="It doubles.")
    small.hand_in_file("cleo", b"no notebook")
    found = small.grade()
    assert small.tests() == {"ada": 2.0, "ben": 0.0, "cleo": 0.0}
    assert [small.shown(learner) for learner in ("ada", "ben", "cleo")] == [2.0, 0.0, 0.0]
    # An essay awaits a person; left as it was handed out it is worth nothing; unread is neither.
    assert [small.marks()[learner, "ex1_2"] for learner in ("ada", "ben", "cleo")] == [0.0, None, None]
    assert [small.marks("needs_manual_grade")[learner, "ex1_2"] for learner in ("ada", "ben", "cleo")] == [0, 1, 1]
    assert "not JSON" in as_text(found)
    assert [entry["learner"] for entry in to_json(found)["submissions"]] == ["ada", "ben", "cleo"]
    assert json.loads(json.dumps(to_json(found)))["submissions"][0]["score"] == 2.0


def test_nothing_is_judged_twice_and_a_changed_answer_is(small):
    small.hand_in("ada")
    small.hand_in("ben")
    small.grade()
    before = ReadingJudge.calls
    small.hand_in("ben", WRONG)
    found = small.grade()
    assert ReadingJudge.calls - before == 3 + 1  # three canaries, and ben
    assert (found.kept, small.tests()) == (1, {"ada": 2.0, "ben": 0.0})
    assert small.grade(fresh=True).kept == 0


def test_a_dry_run_says_who_moves_by_which_test_and_writes_nothing(small):
    small.hand_in("ada")
    small.hand_in("ben", WRONG)
    assert "2 new" in as_text(small.grade(dry_run=True))
    assert not (small.paths.classroom / "gradebook.db").exists()
    small.grade()
    small.hand_in("ada", WRONG)
    small.hand_in("ben")
    small.query("update grade set manual_score = 1.5 where auto_score = 2.0")
    before = small.query("select * from grade")
    said = as_text(small.grade(dry_run=True))
    assert "ex1_1_test: 2 → 0 (wrong, twice); a person gave 1.5, and that stays" in said
    assert "ex1_1_test: 0 → 2 (right)" in said
    assert "1 up, 1 down" in said
    assert small.query("select * from grade") == before
    assert small.shown("ada") == 2.0


def test_a_persons_marks_and_words_stay_and_are_shown_again_only_when_something_changed(small):
    for learner in ("ada", "ben"):
        small.hand_in(learner, WRONG, essay="It doubles.")
    small.grade()
    small.query("update grade set manual_score = 1.5, extra_credit = 1, needs_manual_grade = 0")
    small.query("update comment set manual_comment = 'well said'")
    small.hand_in("ben", RIGHT, essay="It doubles, I say.")
    small.grade()
    assert set(small.marks("manual_score").values()) == {1.5}
    assert set(small.marks("extra_credit").values()) == {1.0}
    assert set(small.query("select manual_comment from comment")) == {("well said",)}
    assert small.tests() == {"ada": 0.0, "ben": 2.0}
    again = {cell for cell, needed in small.marks("needs_manual_grade").items() if needed}
    assert again == {("ben", "ex1_1_test"), ("ben", "ex1_2")}


def test_late_work_gets_what_the_plug_in_says(small):
    with (small.paths.root / "nbgrader_config.py").open("a") as file:
        file.write("\nc.LateSubmissionPlugin.penalty_method = 'zero'\n")
    small.hand_in("ada", timestamp="2026-11-01 10:00:00 UTC")
    small.hand_in("ben", timestamp="2026-11-03 10:00:00 UTC")
    small.hand_in("cleo", timestamp="soon")
    small.grade()
    small.query("update assignment set duedate = ?", datetime(2026, 11, 2).isoformat(" ", "microseconds"))
    small.grade()
    penalties = dict(
        small.query(
            "select student_id, late_submission_penalty from submitted_notebook "
            "join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id"
        )
    )
    assert penalties == {"ada": None, "ben": 2.0, "cleo": None}


def test_when_our_side_fails_at_one_the_others_are_graded_and_that_mark_stays(small):
    class Failing(ReadingJudge):
        def grade(self, master, cells, seed, problem=None, verdict_only=False, pictures=None):
            if any("BROKEN" in cell.source for cell in cells):
                raise OurFault("the judge fell over")
            return super().grade(master, cells, seed, problem, verdict_only)

    small.hand_in("ada")
    small.grade()
    small.hand_in("ada", "# BROKEN")
    small.hand_in("ben")
    found = small.grade(Failing)
    assert small.tests() == {"ada": 2.0, "ben": 2.0}
    assert "ada: not graded, the mark stays as it was: the judge fell over" in as_text(found)


def test_who_runs_out_of_time_on_a_busy_machine_has_a_second_go(small):
    class Slow(ReadingJudge):
        seen: set[bytes] = set()  # of the canaries, which are late too, and of ada

        def grade(self, master, cells, seed, *arguments, **named):
            result = super().grade(master, cells, seed, *arguments, **named)
            if seed in self.seen:
                return result
            self.seen.add(seed)
            cells = [replace(cell, outcome="timeout", points=0.0) for cell in result.cells if cell.points is not None]
            return replace(result, cells=cells + result.cells[1:], late=True)

    small.hand_in("ada")
    small.grade(Slow)
    assert (small.tests(), len(Slow.seen)) == ({"ada": 2.0}, 2)


def test_an_endless_answer_has_had_its_go_where_the_machine_was_not_late(small):
    class Endless(ReadingJudge):
        asked = 0

        def grade(self, master, cells, seed, *arguments, **named):
            result = super().grade(master, cells, seed, *arguments, **named)
            if not any("while True" in cell.source for cell in cells):
                return result
            type(self).asked += 1
            return replace(result, cells=[replace(it, outcome="timeout", points=0.0) for it in result.cells[:1]])

    small.hand_in("ada", "while True: pass")
    small.grade(Endless)
    assert (small.tests(), Endless.asked) == ({"ada": 0.0}, 1)


def test_before_the_gradebook_is_written_there_is_a_copy_of_it(small):
    small.hand_in("ada", WRONG)
    assert small.grade().backup.file is None
    small.hand_in("ada")
    backup = small.grade().backup.file
    assert small.tests() == {"ada": 2.0}
    backup.replace(small.paths.classroom / "gradebook.db")
    assert small.tests() == {"ada": 0.0}


def test_a_gradebook_that_is_locked_is_left_as_it_is(small):
    small.hand_in("ada", WRONG)
    small.grade()
    small.hand_in("ada")
    with sqlite3.connect(small.paths.classroom / "gradebook.db") as other:
        other.execute("begin immediate")
        with pytest.raises(OurFault, match="nobody's mark"):
            small.grade()
    assert (small.tests(), small.shown("ada")) == ({"ada": 0.0}, 0.0)
    small.grade()
    assert (small.tests(), small.shown("ada")) == ({"ada": 2.0}, 2.0)


def test_below_the_level_that_is_asked_for_nothing_is_graded(small):
    small.hand_in("ada")
    with pytest.raises(OurFault, match="level 9 is required"):
        small.grade(Judge, require=9)
    assert not (small.paths.classroom / "gradebook.db").exists()


def test_folders_that_are_nobodys_are_named_and_left_out(small):
    small.hand_in("ada")
    submitted = small.paths.classroom / "submitted"
    small.hand_in("a\nb")
    small.hand_in("ben").rename(submitted / "ben" / NAME / "final.ipynb")
    (submitted / "eve").symlink_to(submitted / "ada")
    (submitted / ".DS_Store").write_text("")
    found = small.grade()
    assert list(found.entries) == ["ada"]
    assert set(found.left_out) == {"a\ufffdb", "ben", "eve"}
    assert "final.ipynb" in found.left_out["ben"]


def test_a_second_run_waits_for_the_first_and_not_for_ever(small, capsys):
    small.hand_in("ada")
    with alone(small.paths.classroom):
        second = threading.Thread(target=small.grade)
        second.start()
        with pytest.raises(OurFault, match="another run"), alone(small.paths.classroom, patience=0.3):
            pass
        assert not (small.paths.classroom / "gradebook.db").exists()
    second.join()
    assert small.tests() == {"ada": 2.0}
    assert "waiting" in capsys.readouterr().err


# ---- canaries


class GenerousJudge(ReadingJudge):
    """As if a test had lost its teeth."""

    @staticmethod
    def verdict(answer, points, problem):
        return "right", points


class StrictJudge(ReadingJudge):
    @staticmethod
    def verdict(answer, points, problem):
        return "wrong", 0.0


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        (GenerousJudge, "the bare stub gets 2 points"),
        (GenerousJudge, "squares keeps"),
        (StrictJudge, "reference is wrong"),
    ],
)
def test_when_a_canary_falls_nobody_is_graded(small, judge, says):
    small.hand_in("ada")
    small.grade()
    before = small.query("select * from grade")
    small.hand_in("ada", WRONG)
    with pytest.raises(OurFault, match=says):
        small.grade(judge)
    assert small.query("select * from grade") == before
    assert small.shown("ada") == 2.0


def asked_in_three_runs(small, run):
    """How many canaries each of three runs asks; before the third one, a wrong answer is changed."""
    another = small.paths.mutants / NAME / "ex1_1__squares_too.py"
    another.write_text((small.paths.mutants / NAME / "ex1_1__squares.py").read_text())
    with mock.patch.object(canaries, "canary_problems", return_value=[]) as asked:
        run()
        run()
        with another.open("a") as file:
            file.write("# changed\n")
        run()
    return [len(call.args[2]) for call in asked.call_args_list]


def test_grade_asks_all_canaries_when_something_changed_and_otherwise_one_wrong_answer_of_each_exercise(small):
    assert asked_in_three_runs(small, small.grade) == [4, 3, 4]


def test_nbgrader_asks_all_canaries_when_something_changed_and_otherwise_reference_and_stub(small, monkeypatch):
    monkeypatch.setattr("autograder.judge.pool.Judge", ReadingJudge)
    master = load_master(small.paths, NAME)
    with ReadingJudge() as judge:
        asked = asked_in_three_runs(small, lambda: demand_canaries(small.paths, master, OneJudge(judge)))
    assert asked == [4, 2, 4]


def test_the_command_ends_with_what_became_of_the_run(small, monkeypatch, capsys):
    from autograder.cli import main

    monkeypatch.chdir(small.paths.root)
    monkeypatch.setattr("autograder.judge.pool.Judge", ReadingJudge)
    assert main(["grade", "77"]) == 2
    assert main(["grade", "01"]) == 1  # nobody handed in
    small.hand_in("ada")
    assert main(["grade", "01", "--jobs", "1", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out[said.out.index("{") :])["submissions"][0]["learner"] == "ada"
    small.hand_in_file("ben", b"")
    assert main(["grade", "01", "--json", str(small.paths.root / "out.json")]) == 1
    assert len(json.loads((small.paths.root / "out.json").read_text())["submissions"]) == 2
    monkeypatch.setattr("autograder.judge.pool.Judge", StrictJudge)
    assert main(["grade", "01"]) == 3
    assert "tests do not tell right from wrong" in capsys.readouterr().err
