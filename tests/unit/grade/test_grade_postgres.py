"""The gradebook on a PostgreSQL server: the same marks as in a file, and nothing half done when the server says no."""

from __future__ import annotations

import shutil
import stat
import sys
import threading
from unittest import mock

import pytest
import sqlalchemy
from classes import NAME, RIGHT, WRONG, ReadingJudge
from nbgrader.api import Gradebook, SubmittedAssignment
from sqlalchemy import create_engine, text

from autograder.collect.roster_formats import Person
from autograder.errors import OurFault, UsageError
from autograder.grading import command
from autograder.grading.run import grade
from autograder.runs.database import LOCK, Database
from autograder.runs.people import name_people
from tests.postgres import WHY_NOT, programs, running

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork"),
    pytest.mark.skipif(programs() is None, reason=WHY_NOT),
]
MARKS = """select submitted_assignment.student_id, base_cell.name, grade.auto_score, grade.manual_score from grade
    join base_cell on base_cell.id = grade.cell_id join submitted_notebook on submitted_notebook.id = grade.notebook_id
    join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
    order by submitted_assignment.student_id, base_cell.name"""


@pytest.fixture(scope="module")
def server():
    with running() as server:
        yield server


@pytest.fixture
def url(server, small):
    """A database that nbgrader_config.py of the small class names."""
    url = server.new_database()
    with (small.paths.root / "nbgrader_config.py").open("a") as file:
        file.write(f"\nc.CourseDirectory.db_url = {url!r}\n")
    return url


def test_marks_on_a_server_are_those_in_a_file(small, server, url):
    for learner, answer in (("ada", RIGHT), ("ben", WRONG), ("çelik", RIGHT)):
        small.hand_in(learner, answer, essay="Twice as large.", timestamp="2026-11-01 12:00:00 UTC")
    small.grade(db=f"sqlite:///{small.paths.classroom / 'gradebook.db'}")
    in_a_file = [tuple(row) for row in small.query(MARKS)]
    small.grade()
    assert server.rows(url, MARKS) == in_a_file
    assert len(in_a_file) == 6


def test_an_assignment_of_a_course_without_a_name_is_at_home_there(small, server, url):
    small.hand_in("ada")
    small.grade()
    assert server.rows(url, "select course_id from assignment") == [("",)]
    assert ("",) in server.rows(url, "select id from course")


def test_what_a_person_gave_stays_when_the_class_is_graded_again(small, server, url):
    small.hand_in("ada", essay="Twice as large.")
    small.grade()
    with Gradebook(url, "") as gradebook:
        grade = next(it for it in gradebook.find_submission_notebook(NAME, NAME, "ada").grades if it.name == "ex1_2")
        grade.manual_score, grade.needs_manual_grade = 3.0, False
        gradebook.db.commit()
    small.hand_in("ada", WRONG, essay="Twice as large.")
    small.grade()
    assert server.rows(url, MARKS) == [("ada", "ex1_1_test", 0.0, None), ("ada", "ex1_2", None, 3.0)]


def test_a_failure_while_marks_are_written_leaves_those_that_were_there(small, server, url):
    small.hand_in("ada", WRONG)
    small.grade()
    before = server.rows(url, MARKS)
    for learner in ("ada", "ben"):
        small.hand_in(learner, RIGHT)
    refuse = """create function refuse() returns trigger as $$ begin
        if new.auto_score > 0 then raise exception 'the disk is full'; end if; return new; end $$ language plpgsql;
        create trigger refuse before insert or update on grade for each row execute function refuse()"""
    server.run(refuse, database=Database(url).parsed.database)
    with pytest.raises(OurFault, match=r"the disk is full.*nobody's mark"):
        small.grade()
    assert server.rows(url, MARKS) == before


def test_before_marks_are_written_there_is_a_dump_that_restores_them(small, server, url):
    small.hand_in("ada", WRONG)
    assert small.grade().backup.file is None
    before = server.rows(url, MARKS)
    small.hand_in("ada", RIGHT)
    dump = small.grade().backup.file
    assert server.rows(url, MARKS) != before
    other = server.new_database()
    _restore(other, dump)
    assert server.rows(other, MARKS) == before


def _restore(url, dump):
    import os
    import subprocess

    parsed = Database(url).parsed
    where = ["-h", parsed.host, "-p", str(parsed.port), "-U", parsed.username, "-d", parsed.database]
    restore = shutil.which("pg_restore") or programs() / "pg_restore"
    subprocess.run([restore, *where, dump], env=os.environ | {"PGPASSWORD": parsed.password}, check=True)


def test_the_password_is_in_no_command_and_in_no_sentence(small, url, monkeypatch, tmp_path, capsys):
    seen = tmp_path / "called"
    program = tmp_path / "bin" / "pg_dump"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > {seen}\necho "server version mismatch" >&2\nexit 1\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    small.hand_in("ada")
    small.grade()
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    found = small.grade()
    assert "server version mismatch" in found.backup.why_not
    said = command.as_text(found)
    assert "there is no copy of what it was before: pg_dump says: server version mismatch" in said
    assert Database(url).parsed.password not in said + seen.read_text() + str(capsys.readouterr()) + Database(url).shown


def test_without_pg_dump_marks_are_written_and_a_sentence_says_that_there_is_no_copy(small, server, url, monkeypatch):
    small.hand_in("ada")
    small.grade()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = small.grade()
    assert found.written
    assert "no copy of what it was before: pg_dump is not installed here" in command.as_text(found)


def test_two_graders_at_once_wait_for_each_other_by_the_databases_own_lock(small, url):
    small.hand_in("ada")
    engine = create_engine(url)
    done = threading.Event()
    with engine.connect() as other:
        other.execute(text("select pg_advisory_lock(:n)"), {"n": LOCK})
        other.commit()
        ReadingJudge.calls = 0
        run = threading.Thread(target=lambda: (small.grade(), done.set()))
        run.start()
        assert not done.wait(2)
        assert ReadingJudge.calls == 0  # nobody is judged while another run may change the marks
    engine.dispose()
    run.join(60)
    assert done.is_set()


def test_a_dry_run_makes_no_table_and_refuses_what_the_run_would(small, server, url):
    small.hand_in("ada")
    assert not small.grade(dry_run=True).written
    assert server.rows(url, "select count(*) from information_schema.tables where table_schema = 'public'") == [(0,)]
    small.grade()
    before = server.rows(url, MARKS)
    small.hand_in("ada", WRONG)
    assert [it.direction for it in small.grade(dry_run=True).comparisons] == ["down"]
    assert server.rows(url, MARKS) == before


# ---- what is refused, before anybody is judged


def refused(small, **settings) -> str:
    ReadingJudge.calls = 0
    with pytest.raises((OurFault, UsageError)) as error:
        small.grade(**settings)
    assert ReadingJudge.calls == 0
    return str(error.value)


def test_a_missing_driver_is_said_before_anybody_is_judged(small, url):
    small.hand_in("ada")
    missing = ModuleNotFoundError("No module named 'psycopg'", name="psycopg")
    with mock.patch("autograder.runs.database.create_engine", side_effect=missing):
        said = refused(small)
    assert "needs the driver psycopg" in said and "minigrad-course[postgres]" in said


def test_a_server_that_does_not_answer_is_said_before_anybody_is_judged(small):
    small.hand_in("ada")
    said = refused(small, db="postgresql+psycopg://me:geheim@127.0.0.1:1/book")
    assert "does not answer" in said and "geheim" not in said


def test_a_password_that_is_wrong_is_said_before_anybody_is_judged(small, server):
    small.hand_in("ada")
    said = refused(small, db=server.url("postgres", password="guessed"))
    assert "does not answer" in said and "guessed" not in said


def test_a_gradebook_of_another_nbgrader_is_left_alone(small, server, url):
    small.hand_in("ada")
    small.grade()
    before = server.rows(url, MARKS)
    server.run("update alembic_version set version_num = '167914646830'", database=Database(url).parsed.database)
    small.hand_in("ada", WRONG)
    assert "nbgrader db upgrade" in refused(small)
    assert server.rows(url, MARKS) == before


def test_a_file_of_another_nbgrader_is_left_alone_too(small):
    small.hand_in("ada")
    small.grade()
    small.query("update alembic_version set version_num = '167914646830'")
    assert "nbgrader db upgrade" in refused(small)


def test_somebody_elses_tables_are_no_gradebook(small, server, url):
    server.run("create table wages (amount int)", database=Database(url).parsed.database)
    small.hand_in("ada")
    assert "tables that are not nbgrader's" in refused(small)


def test_a_read_only_database_is_said_before_anybody_is_judged(small, server, url):
    small.hand_in("ada")
    small.grade()
    name = Database(url).parsed.database
    server.run(f"alter database {name} set default_transaction_read_only = on")
    assert "read-only transaction" in refused(small)
    server.run(f"alter database {name} reset default_transaction_read_only")
    assert small.grade().written


def test_an_account_that_may_only_read_is_said_before_anybody_is_judged(small, server, url):
    small.hand_in("ada")
    small.grade()
    name = Database(url).parsed.database
    server.run("drop role if exists reader", "create role reader login password 'r'")
    server.run("grant select on all tables in schema public to reader", database=name)
    assert "may not write to its table" in refused(small, db=server.url(name, "reader", "r"))


@pytest.mark.parametrize("address", ["nonsense", "", "oracle9://x/y"])
def test_an_address_that_is_none_is_said_before_anybody_is_judged(small, address):
    small.hand_in("ada")
    refused(small, db=address)


# ---- what else reads and writes it


def test_names_of_a_roster_reach_the_server(small, server, url):
    small.hand_in("ada")
    small.grade()
    name_people(small.paths, [Person("ada", "Ada", "L", "ada@example.org", "", "")])
    assert server.rows(url, "select first_name, email from student") == [("Ada", "ada@example.org")]


def test_nbgraders_own_questions_are_answered_there(small, url):
    small.hand_in("ada")
    small.hand_in("ben", WRONG)
    small.grade()
    with Gradebook(url, "") as gradebook:
        assert [it["score"] for it in sorted(gradebook.student_dicts(), key=lambda it: it["id"])] == [2.0, 0.0]
        assert gradebook.average_assignment_score(NAME) == 1.0
        assert len(gradebook.submission_dicts(NAME)) == 2
        assert gradebook.db.query(SubmittedAssignment).count() == 2


def test_the_grading_function_takes_an_address_for_one_run(small, server):
    other = server.new_database()
    small.hand_in("ada")
    with mock.patch("autograder.judge.pool.Judge", ReadingJudge):
        from autograder.grading.run import Settings

        grade(small.paths, NAME, Settings(1, db=other))
    assert server.rows(other, MARKS)[0][:3] == ("ada", "ex1_1_test", 2.0)
    assert not (small.paths.classroom / "gradebook.db").exists()


def test_sqlalchemy_hides_the_password_that_is_shown(server):
    url = server.url("book")
    assert sqlalchemy.make_url(url).password not in Database(url).shown
