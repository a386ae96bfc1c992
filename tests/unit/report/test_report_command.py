"""`autograder report`, on a class that was graded: what the page and the tables hold, and what stops it."""

from __future__ import annotations

import csv
import io
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from classes import NAME, WRONG, ReadingJudge
from other_versions import NEW, OTHER_CELLS, make

from autograder.cli import main
from autograder.runs.handed_in import read_handed_in
from autograder.runs.results import Results

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
PEOPLE = {"ada-77": ("Ada", "Lovelace"), "ben": ("<b>Ben</b>", "=cmd|'/c calc'!A1"), "cleo": ("Cleo", "Curie")}


class Elements(HTMLParser):
    """The names of all elements, all values of attributes, and all text."""

    def __init__(self, text: str):
        super().__init__()
        self.elements, self.attributes, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text += data


class Secretive(ReadingJudge):
    """Says how far a test came, and quotes the learner in its findings, as those of visible checks do."""

    def grade(self, master, cells, *arguments, **named):
        result = super().grade(master, cells, *arguments, **named)
        result.sites.update({cell.grade_id: {"L1:0": 1} for cell in result.cells if cell.outcome == "wrong"})
        cells = [replace(cell, message="Ada Lovelace, ben: is 4") for cell in result.cells]
        return replace(result, cells=cells)


@pytest.fixture
def graded(small, monkeypatch):
    """Three learners, one of whom has odd names, and two of whom have the same wrong answer."""
    roster = "learner,first name,last name,email\n"
    for learner, (first, last) in PEOPLE.items():
        roster += f'{learner},{first},"{last}",{learner}@uni.example\n'
    small.paths.classroom.mkdir(exist_ok=True)
    (small.paths.classroom / "roster.csv").write_text(roster)
    small.hand_in("ada-77", essay="I am Ada Lovelace.")
    small.hand_in("ben", f"# Ben wrote this\n{WRONG}")
    small.grade(Secretive)
    monkeypatch.setattr("autograder.judge.pool.Judge", Secretive)
    return small


def report(small, *arguments, stem=NAME):
    """What the command writes: the page, and the rows of the tables."""
    assert main(["report", NAME, *arguments]) == 0
    folder = small.paths.classroom / "reports"
    tables = {
        about: list(csv.DictReader(io.StringIO((folder / f"{stem}-{about}.csv").read_text(encoding="utf-8"))))
        for about in ("exercises", "answers", "learners")
    }
    return (folder / f"{stem}.html").read_text(encoding="utf-8"), tables


def test_page_and_tables_say_who_did_what(graded, capsys):
    page, tables = report(graded)
    said = " ".join(Elements(page).text.split())
    assert "Ada Lovelace (ada-77)" in said and "Cleo Curie (cleo)" in said
    assert "twice: double returns two times its argument" in said
    assert "squares" in said  # the mutant that ben's answer is
    assert "For 1 of them a person has yet to read something" in said
    answers = {(row["learner"], row["grade_id"]): row for row in tables["answers"]}
    assert answers["Ada Lovelace (ada-77)", "ex1_1_test"]["points"] == "2.0"
    [ben] = [row for row in tables["answers"] if "Ben" in row["learner"] and row["grade_id"] == "ex1_1_test"]
    assert (ben["outcome"], ben["fails_as"]) == ("wrong", "squares")
    [test, essay] = tables["exercises"]
    assert (test["right"], test["wrong"], essay["waiting"], test["all_points"]) == ("1", "1", "1", "")
    assert [row["falls_behind"] for row in tables["learners"] if "Cleo" in row["learner"]] == ["has handed in nothing"]
    assert str(graded.paths.classroom / "reports") in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [(), ("--anonymous",)])
def test_a_page_needs_nothing_but_itself_and_runs_nothing(graded, arguments):
    page, _ = report(graded, *arguments, stem=NAME + ("-anonymous" if arguments else ""))
    there = Elements(page)
    assert not {"script", "link", "img", "iframe", "object", "embed", "base", "form", "b"} & set(there.elements)
    assert not re.search(r"https?:|//\w|@import|url\((?!#)", page)
    assert all(value.startswith("#") for name, value in there.attributes if name in ("href", "src", "xlink:href"))
    assert not [name for name, _ in there.attributes if name.startswith("on")]
    assert "default-src 'none'" in page


def test_an_anonymous_page_and_its_tables_have_no_name_no_id_and_no_address(graded):
    (graded.paths.classroom / "submitted" / "dora" / NAME).mkdir(parents=True)
    (graded.paths.classroom / "submitted" / "dora" / NAME / "of Dora's.txt").write_text("")
    report(graded, "--anonymous", stem=f"{NAME}-anonymous")
    files = sorted((graded.paths.classroom / "reports").iterdir())
    assert len(files) == 4
    for file in files:
        text = file.read_text(encoding="utf-8").casefold()
        for word in ("ada", "lovelace", "ben", "calc", "cleo", "curie", "dora", "@uni", "example", "77"):
            assert not re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text), (file.name, word)
    assert re.search(r"learner \d", files[0].read_text()) and "1 hand-in is not in this report" in files[-1].read_text()


def test_no_cell_of_a_table_is_a_formula(graded):
    for learner in ("=1+1", "+x", "@x", "-x"):
        file = graded.hand_in("ok")
        file.parent.parent.rename(file.parents[2] / learner)
    graded.grade(Secretive)
    _, tables = report(graded)
    cells = [value for rows in tables.values() for row in rows for value in row.values() if value]
    assert any(cell.startswith("'=1+1") for cell in cells)
    assert not [cell for cell in cells if cell[0] in "=+@" or re.match(r"-(?![\d.]+$)", cell)]


def test_the_same_class_gives_the_same_files(graded):
    for k in range(12):
        graded.hand_in(f"s{k}", WRONG if k % 3 else f"# {k}\nimport numpy as np\ndouble = lambda x: np.add(x, x)")
    graded.grade(Secretive)
    folder = graded.paths.classroom / "reports"

    def files():
        assert main(["report", NAME]) == 0
        return {file.name: file.read_bytes() for file in folder.iterdir()}

    first = files()
    assert b"<svg" in first[f"{NAME}.html"]
    assert first == files()


def test_points_that_a_person_gave_count(graded):
    graded.query("update grade set manual_score = 3.5 where auto_score is null")
    _, tables = report(graded)
    points = {row["learner"]: row["points"] for row in tables["answers"] if row["grade_id"] == "ex1_2"}
    assert points["Ada Lovelace (ada-77)"] == "3.5"


def test_hand_ins_of_another_version_count_and_are_not_compared_with_mutants_of_this_one(graded):
    make(graded, NEW, OTHER_CELLS)
    graded.hand_in("dan", WRONG)
    graded.grade(Secretive)
    page, tables = report(graded)
    said = " ".join(Elements(page).text.split())
    assert "2 of them were made from version 0 and judged by its tests." in said and "Not in this report" not in said
    tests = {row["learner"]: row for row in tables["answers"] if row["grade_id"] == "ex1_1_test"}
    assert {row["points"] for row in tests.values()} == {"2.0", "0.0"} and len(tests) == 3
    assert {learner: row["fails_as"] for learner, row in tests.items() if row["outcome"] == "wrong"} == {
        "dan": "squares",
        next(learner for learner in tests if "Ben" in learner): "",
    }


def test_the_gradebook_is_read_and_not_written(graded):
    file = graded.paths.classroom / "gradebook.db"
    before = file.read_bytes()
    report(graded)
    assert file.read_bytes() == before


def test_without_misconceptions_no_mutant_is_judged(graded):
    before = ReadingJudge.calls
    page, _ = report(graded, "--no-misconceptions")
    assert ReadingJudge.calls == before and "--no-misconceptions" in page


def test_where_nothing_can_be_judged_the_report_comes_without_misconceptions(graded, monkeypatch, capsys):
    def refuse(*arguments, **named):
        from autograder.errors import OurFault

        raise OurFault("judging needs a system that can fork")

    monkeypatch.setattr("autograder.report.misconceptions.Judges", refuse)
    page, _ = report(graded)
    assert "could not be judged here" in page
    assert "can fork" in capsys.readouterr().err


# --------------------------------------------------------------------------------------------- what stops it


def refused(capsys, *arguments):
    """The sentence, and the exit code."""
    code = main(["report", *arguments])
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return code, said


def test_what_cannot_be_reported_on_is_said_in_a_sentence(small, capsys):
    assert refused(capsys, "77") == (2, f"autograder report: there is no notebook '77' in solutions/: it has {NAME}\n")
    code, said = refused(capsys, NAME)
    assert code == 1 and "Nobody has handed in" in said and "autograder collect" in said
    assert refused(capsys)[0] == 2
    small.hand_in("ada")
    code, said = refused(capsys, NAME)
    assert code == 1 and f"autograder grade {NAME}" in said
    assert not (small.paths.classroom / "reports").exists()


def test_results_under_other_tests_are_not_reported_and_the_rest_is(graded, capsys):
    source = graded.paths.solutions / f"{NAME}.py"
    source.write_text(source.read_text().replace("close(double(2.0), 4.0", "close(double(3.0), 6.0"))
    assert "have changed since" in refused(capsys, NAME)[1]
    graded.hand_in("dan")
    graded.grade(Secretive)
    graded.hand_in("ben", "changed = 1")
    page, _ = report(graded)
    assert "have changed since" in page and "Dan" not in page


def test_a_kept_result_that_cannot_be_read_is_named(graded):
    file = graded.paths.classroom / "submitted" / "ben" / NAME / f"{NAME}.ipynb"
    kept = Results(graded.paths, graded.master, Secretive.level).file(
        read_handed_in(graded.paths, graded.master, "ben", file)
    )
    kept.write_text("{")
    page, tables = report(graded)
    assert kept.name in page and "judges this hand-in again" in page
    assert {row["learner"] for row in tables["answers"]} == {"Ada Lovelace (ada-77)"}


def test_a_gradebook_that_is_none_and_a_folder_that_is_none_are_refused(graded, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert refused(capsys, NAME, "--to", str(tmp_path / "file"))[0] == 2
    (graded.paths.classroom / "gradebook.db").write_text("no gradebook " * 99)
    code, said = refused(capsys, NAME)
    assert code == 3 and "gradebook could not be read" in said
