"""Marks go back in the file that the platform gave: only grades are written, and what cannot be meant is refused."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import zipfile

import pytest
from collecting import NAME, NOTEBOOK, make_zip

from autograder.cli import main
from autograder.collect.roster_files import decoded
from autograder.export.sheet import Sheet
from autograder.export.totals import Total, Totals
from tests.notebooks.lesson import PATHS

# As Moodle writes it: PHP puts quotes around whatever has a space in it.
WORKSHEET = '''Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",\
"Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 123","Ada Lovelace",ada@uni.example,"Submitted for grading",,6.00,Yes,"Tuesday, 3 March 2026, 9:00 PM",-,
"Participant 456","Ada Lovelace",ada2@uni.example,"Submitted for grading",,6.00,Yes,"Tuesday, 3 March 2026, 9:01 PM",-,\
"two
lines, and ""quotes"""
"Participant 457","O'Neill, Zoë; ""Fox""",zoe@uni.example,"Submitted for grading",,6.00,Yes,-,-,
"Participant 458","=cmd|' /C calc'!A0",eve@uni.example,"Submitted for grading",,6.00,Yes,-,-,
"Participant 459","山田 太郎",taro@uni.example,"Submitted for grading",,6.00,Yes,-,-,
"Participant 460","Nobody Here",nobody@uni.example,"No submission",,6.00,Yes,-,-,
'''
GERMAN = """ID;Vollständiger Name;E-Mail-Adresse;Status;Bewertung;Bestwertung;Bewertung kann geändert werden;Zuletzt
Teilnehmer/in123;Ada Lovelace;ada@uni.example;Zur Bewertung abgegeben;;6,00;Ja;-
Teilnehmer/in456;Émile Borel;emile@uni.example;Zur Bewertung abgegeben;;6,00;Nein;-
"""
BLIND = """Identifier,Status,Grade,"Maximum grade","Grade can be changed","Last modified (grade)"
"Participant 123","Submitted for grading",,6.00,Yes,-
"""
CANVAS = '''Student,ID,SIS User ID,SIS Login ID,Section,Notes,Other (900),Notebook 01: doubling (901),All Current Score
,,,,,,,Manual Posting,
    Points Possible,,,,,(read only),10.00,6.00,(read only)
"Lovelace, Ada",4711,u1,ada,S1,"says ""hi"", twice",9.50,,95.00
"Lovelace, Ada",4712,u2,ada2,S1,,N/A,,
"=""=Eve""",4713,u3,eve,S1,,,EX,
"山田, 太郎",4714,u4,taro,"S1 and S2",,,N/A,
"Student, Test",4999,,266e1986ce362ddb11dfb08ec104f12cd8cb8fa6,S1,,,,
'''


class Exported:
    """A course whose gradebook says `marks`; the numbers of hand-ins are what `collect` would have remembered."""

    def __init__(self, course, folder, capsys, monkeypatch):
        self.course, self.folder, self.capsys = course, folder, capsys
        self.marks, self.most, self.ungraded = {}, 6.0, ()
        monkeypatch.setattr("autograder.export.command.totals", self.totals)

    def totals(self, paths, assignment, db=None):
        marks = {
            learner: mark if isinstance(mark, Total) else Total(learner, mark) for learner, mark in self.marks.items()
        }
        return Totals(assignment, self.most, marks, self.ungraded)

    def came(self, learner, platform, number, name=""):
        between = "assignsubmission_file" if platform == "moodle" else "98_"
        word = {"platform": platform, "origin": f"{name}_{number}_{between}", "file": f"{NAME}.ipynb"}
        word |= {"name": name, "number": number, "late": False}
        for file, kept in (
            (f"submitted/{learner}/{NAME}/platform.json", word),
            (f"origins/{learner}/{NAME}.json", {"platform": word}),
        ):
            place = self.course.paths.classroom / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(json.dumps(kept))

    def __call__(self, platform, content, *arguments, encoding="utf-8"):
        self.given = self.folder / "sheet.csv"
        self.given.write_bytes(content.encode(encoding))
        self.code = main(["export", "01", f"--{platform}", str(self.given), *arguments])
        self.said, self.error = self.capsys.readouterr()
        return self

    @property
    def target(self):
        return self.folder / "sheet-filled.csv"

    def grades(self, column="Grade", key=0):
        """What stands in a column of the new file, by what stands in another."""
        rows = list(csv.reader(io.StringIO(decoded(self.target.read_bytes()), newline="")))
        if len(rows[0]) == 1:
            rows = list(csv.reader(io.StringIO(decoded(self.target.read_bytes()), newline=""), delimiter=";"))
        return {row[key]: row[rows[0].index(column)] for row in rows[1:]}

    def refused(self, *words):
        assert self.code == 2 and not self.target.exists(), self.said
        assert not list(self.folder.glob("*.part")) and all(word in self.error for word in words), self.error
        return True


@pytest.fixture
def export(course, tmp_path, capsys, monkeypatch):
    return Exported(course, tmp_path, capsys, monkeypatch)


# ---- what is written


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_nothing_but_the_grades_changes_in_the_file(export, encoding, ends):
    export.came("ada1", "moodle", "123", "Ada Lovelace")
    export.came("ada2", "moodle", "456", "Ada Lovelace")
    export.marks = {"ada1": 5.5, "ada2": 2.0, "zoe@uni.example": 6.0, "eve@uni.example": 0.0, "太郎-山田": 3.0}
    sheet = WORKSHEET.replace("\n", ends)
    assert export("moodle", sheet, encoding=encoding).code == 0, export.error + export.said
    wanted = sheet
    for grade, number in (("5.50", 123), ("2.00", 456), ("6.00", 457), ("0.00", 458), ("3.00", 459)):
        at = wanted.index('grading",,6.00', wanted.index(f"Participant {number}")) + len('grading",')
        wanted = wanted[:at] + grade + wanted[at:]
    assert export.target.read_bytes() == wanted.encode(encoding)
    assert export.given.read_bytes() == sheet.encode(encoding)


def test_two_people_of_one_name_get_their_own_marks(export):
    export.came("ada1", "moodle", "456", "Ada Lovelace")
    export.came("ada2", "moodle", "123", "Ada Lovelace")
    export.marks = {"ada1": 1.0, "ada2": 2.0}
    assert export("moodle", WORKSHEET).grades() | {"Participant 123": "2.00", "Participant 456": "1.00"} == (
        export.grades()
    )


def test_two_people_of_one_name_are_never_told_apart_by_it(export):
    export.marks = {"ada-lovelace": 1.0}
    assert export("moodle", WORKSHEET).refused("'ada-lovelace' could be line 2", "number 456", "--roster")


def test_a_namesake_who_handed_in_on_the_other_platform_does_not_get_the_line(export):
    export.came("zoë-oneill-fox", "canvas", "4713", "foxzoe")
    export.came("eve@uni.example", "canvas", "4714", "eve")
    export.marks = {"太郎-山田": 2.0, "zoë-oneill-fox": 1.0, "eve@uni.example": 3.0}
    sheet = WORKSHEET.replace('O\'Neill, Zoë; ""Fox""', "Zoë ONeill Fox")
    assert export("moodle", sheet).refused("no line for zoë-oneill-fox")
    assert export("moodle", sheet, "--partial").grades()["Participant 457"] == ""
    assert export.grades()["Participant 458"] == "3.00"  # an address is nobody else's


def test_a_german_worksheet_is_filled_with_decimal_commas_and_what_is_locked_stays(export):
    export.marks = {"ada-lovelace": 5.25, "émile-borel": 1.0}
    assert export("moodle", GERMAN, encoding="cp1252").code == 1
    assert export.grades("Bewertung") == {"Teilnehmer/in123": "5,25", "Teilnehmer/in456": ""}
    assert "locked on Moodle" in export.said


def test_with_blind_marking_the_numbers_are_enough(export):
    export.came("participant-123", "moodle", "123", "Participant")
    export.marks = {"participant-123": 4.0}
    assert export("moodle", BLIND).grades() == {"Participant 123": "4.00"}


def test_a_column_of_canvas_is_filled_and_all_others_stay(export):
    export.came("ada1", "canvas", "4712", "lovelaceada")
    export.came("ada2", "canvas", "4711", "lovelaceada")
    export.marks = {"ada1": 1.0, "ada2": 2.005, "taro": 3.0, "eve": 6.0}
    assert export("canvas", CANVAS).code == 1
    ours = CANVAS.replace("9.50,,95.00", "9.50,2.01,95.00").replace("N/A,,\n", "N/A,1.00,\n")
    assert export.target.read_text() == ours
    assert "taro has not been assigned it on Canvas" in export.said and "eve is excused" in export.said


def test_canvas_with_semicolons_and_commas_and_names_in_two_columns(export):
    sheet = "LastName;FirstName;ID;SIS Login ID;Section;01_doubling (901)\n"
    sheet += "    Points Possible;;;;;6,00\nLovelace;Ada;4711;ada;S1;\n"
    export.marks = {"ada": 4.5}
    assert export("canvas", sheet, encoding="utf-8-sig").grades("01_doubling (901)", 2)["4711"] == "4,50"


def test_a_value_with_the_separator_in_it_is_quoted(export):
    export.marks = {"ada-lovelace": 4.5}
    sheet = GERMAN.replace("6,00", '"6,00"').replace(";", ",")
    assert export("moodle", sheet, "--partial").grades("Bewertung")["Teilnehmer/in123"] == "4,50"


def test_a_mark_that_is_there_already_is_no_change(export):
    export.marks = {"ada-lovelace": 5.25}
    assert export("moodle", GERMAN.replace("abgegeben;;6", "abgegeben;5,25;6", 1)).code == 0
    assert export.target.read_bytes() == export.given.read_bytes() and "there already: 1" in export.said


def test_who_is_who_says_the_roster(export):
    (export.course.paths.classroom).mkdir(exist_ok=True)
    (export.course.paths.classroom / "roster.csv").write_text("learner,canvas\nx1,4711\nx2,4712\n")
    export.marks = {"x1": 1.0, "x2": 2.0}
    titles = export("canvas", CANVAS).grades("Notebook 01: doubling (901)", 1)
    assert (titles["4711"], titles["4712"]) == ("1.00", "2.00")


# ---- what is refused


def test_a_worksheet_of_another_assignment_is_refused(export):
    export.came("émile-borel", "moodle", "99", "Émile Borel")
    export.marks = {"émile-borel": 1.0}
    assert export("moodle", GERMAN).refused("'émile-borel' handed in with the number 99", "another assignment")


def test_a_file_of_another_course_is_refused(export):
    export.marks = {"grace": 1.0, "alan": 2.0}
    assert export("moodle", WORKSHEET, "--partial").refused("none of the 2 learners", "another course's")


def test_a_doubled_number_is_refused(export):
    export.marks = {"zoe@uni.example": 1.0}
    assert export("moodle", WORKSHEET.replace("457", "123")).refused("the number 123 stands in the lines 2 and 5")


def test_two_learners_in_one_line_are_refused(export):
    export.marks = {"zoe@uni.example": 1.0, "participant-457": 2.0}
    assert export("moodle", WORKSHEET).refused("would be both 'zoe@uni.example' and 'participant-457'")


def test_whoever_is_missing_in_the_file_is_named_and_left_out_only_when_asked(export):
    export.marks = {"zoe@uni.example": 1.0, "grace": 2.0}
    assert export("moodle", WORKSHEET).refused("no line for grace", "--partial")
    assert export("moodle", WORKSHEET, "--partial").code == 1
    assert export.grades()["Participant 457"] == "1.00" and "no line in the file: grace" in export.said


def test_another_grade_is_named_and_replaced_only_when_asked(export):
    sheet = WORKSHEET.replace('"Submitted for grading",,', '"Submitted for grading",4.00,')
    export.marks = {"zoe@uni.example": 1.0}
    assert export("moodle", sheet).refused("zoe@uni.example (4.00, now 1.00)", "--overwrite")
    assert export("moodle", sheet, "--overwrite").grades()["Participant 457"] == "1.00"
    assert export.grades()["Participant 123"] == "4.00" and "was replaced" in export.said


def test_other_points_are_refused_and_multiplied_only_when_asked(export):
    sheet = WORKSHEET.replace("6.00", "100.00")
    export.marks = {"zoe@uni.example": 4.0}
    assert export("moodle", sheet).refused("goes up to 100, and 01_doubling has 6 points", "--scale")
    assert export("moodle", sheet, "--scale").grades()["Participant 457"] == "66.67"


def test_a_mark_above_the_highest_is_left_out_and_said(export):
    export.marks = {"zoe@uni.example": 7.0}
    assert export("moodle", WORKSHEET).code == 1 and export.grades()["Participant 457"] == ""
    assert "more than the highest grade" in export.said


def test_a_scale_of_words_is_refused(export):
    export.marks = {"zoe@uni.example": 4.0}
    sheet = WORKSHEET.replace('"Maximum grade"', "Scale").replace("6.00", '"good\nbad"')
    assert export("moodle", sheet).refused("a scale of words")


@pytest.mark.parametrize("title", ["Homework 7 (901)", "Notebook 11: doubling (901)"])
def test_a_gradebook_without_the_assignment_names_those_that_are_there(export, title):
    export.marks = {"ada": 1.0}
    sheet = CANVAS.replace("Notebook 01: doubling (901)", title)
    assert export("canvas", sheet).refused("no column about 01_doubling", "'Other (900)'", title)
    assert export("canvas", sheet, "--column", "901").grades(title, 1)["4711"] == "1.00"


def test_a_title_that_two_columns_have_is_refused(export):
    export.marks = {"ada": 1.0}
    assert export("canvas", CANVAS.replace("Other (900)", "01 Doubling (900)")).refused("several columns")


def test_a_column_that_canvas_works_out_is_refused(export):
    export.marks = {"ada": 1.0}
    sheet = export("canvas", CANVAS, "--column", "All Current Score")
    assert sheet.refused("'(read only)' for the points possible")


@pytest.mark.parametrize(
    ("platform", "content", "said"), [("moodle", CANVAS, "give it as --canvas"), ("canvas", WORKSHEET, "as --moodle")]
)
def test_the_other_platforms_file_is_refused(export, platform, content, said):
    export.marks = {"ada": 1.0}
    assert export(platform, content).refused(said)


def test_a_quote_that_does_not_close_is_refused(export):
    export.marks = {"ada": 1.0}
    assert export("moodle", WORKSHEET + '"Participant 9","open').refused("quotes that do not close")


def test_an_assignment_without_marks_is_refused(course, tmp_path, capsys):
    (tmp_path / "sheet.csv").write_text(WORKSHEET)
    shutil.copy(PATHS.root / "nbgrader_config.py", course.paths.root)
    assert main(["export", "01", "--moodle", str(tmp_path / "sheet.csv")]) == 2
    assert "autograder grade 01" in capsys.readouterr().err and not (tmp_path / "sheet-filled.csv").exists()


# ---- what is said


def test_marks_that_are_not_settled_are_said(export):
    export.marks = {
        "zoe@uni.example": Total("zoe@uni.example", 1.0, waiting=True, late=True),
        "eve@uni.example": Total("eve@uni.example", 1.5, penalty=0.5, late=True),
    }
    export.ungraded = ("grace",)
    assert export("moodle", WORKSHEET).code == 1
    assert "still to be read by a person: zoe@uni.example" in export.said
    assert "late, and nothing taken off: zoe@uni.example" in export.said
    assert "points taken off: eve@uni.example (-0.5)" in export.said
    assert "not graded yet: grace" in export.said


# ---- feedback


def feedback(export, learner, page="<p>page</p>"):
    file = export.course.paths.classroom / "feedback" / learner / NAME / f"{NAME}.html"
    file.parent.mkdir(parents=True)
    file.write_text(page)


def inside(export):
    with zipfile.ZipFile(export.folder / "sheet-feedback.zip") as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_feedback_for_moodle_is_in_the_folders_that_moodle_named(export):
    export.came("ada1", "moodle", "123", "Group A-Ada Lovelace")
    export.marks = {"ada1": 1.0, "zoe@uni.example": 2.0, "eve@uni.example": 3.0, "太郎-山田": 3.0}
    for learner in ("ada1", "zoe@uni.example", "太郎-山田"):
        feedback(export, learner, learner)
    assert export("moodle", WORKSHEET, "--feedback").code == 1
    assert inside(export) == {
        f"Group A-Ada Lovelace_123_assignsubmission_file/{NAME}.html": "ada1",
        f"Zoë;  Fox  O'Neill_457_assignsubmission_file_/{NAME}.html": "zoe@uni.example",
        f"太郎 山田_459_assignsubmission_file_/{NAME}.html": "太郎-山田",
    }
    assert "nobody has made a page for eve@uni.example" in export.said


def test_feedback_for_canvas_has_the_names_of_the_hand_ins(export):
    export.came("ada1", "canvas", "4711", "lovelaceada")
    export.marks = {"ada1": 1.0, "ada2": 2.0}
    feedback(export, "ada1"), feedback(export, "ada2")
    assert export("canvas", CANVAS, "--feedback").code == 1
    assert list(inside(export)) == [f"lovelaceada_4711_98_{NAME}.html"]
    assert "did not come from Canvas" in export.said and "ada2" in export.said


def test_a_page_older_than_the_mark_is_said(export):
    export.marks = {"zoe@uni.example": 2.0}
    feedback(export, "zoe@uni.example")
    marked = export.course.paths.classroom / "autograded" / "zoe@uni.example" / NAME / f"{NAME}.ipynb"
    marked.parent.mkdir(parents=True)
    marked.write_text("{}")
    page = export.course.paths.classroom / "feedback" / "zoe@uni.example" / NAME / f"{NAME}.html"
    os.utime(page, (1, 1))
    assert export("moodle", WORKSHEET, "--feedback").code == 1 and "older than the mark" in export.said


# ---- a file is read letter by letter


@pytest.mark.parametrize(
    "text",
    [
        "a,b\r\n1,2",
        'a,b\n"x\r\ny",\n\n\n"",2\n',
        'a;b\n"x""y";c"d"e\n"x"y;\n',
        "sep=;\r\na;b\r\n1;\r\n",
        "a,b\r1,2\r",
        "a\tb\n1\t\n",
    ],
)
def test_a_sheet_written_back_without_a_change_is_the_same(tmp_path, text):
    file = tmp_path / "sheet.csv"
    file.write_bytes(text.encode())
    sheet = Sheet.read(file)
    assert sheet.with_cells({}) == text.encode()
    assert sheet.with_cells({(1, 0): "7"}).decode().count("7") == 1


# ---- the whole way


def test_from_an_archive_of_moodles_to_its_worksheet(small, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(small.paths.root)
    (tmp_path / "sheet.csv").write_text(WORKSHEET)
    answer = small.hand_in("draft", essay="It meets itself.").read_bytes()
    people = {"Ada Lovelace": (123, 456), "O'Neill, Zoë; Fox": (457,), "=cmd' C calc'!A0": (458,), "山田 太郎": (459,)}
    members = {
        f"{name}_{number}_assignsubmission_file/{NAME}.ipynb": NOTEBOOK if number == 456 else answer
        for name, numbers in people.items()
        for number in numbers
    }
    shutil.rmtree(small.paths.classroom / "submitted")
    archive = make_zip(tmp_path / "all.zip", members)
    assert main(["collect", str(archive), "--roster", str(tmp_path / "sheet.csv")]) == 0, capsys.readouterr()
    small.grade()
    assert main(["export", "01", "--moodle", str(tmp_path / "sheet.csv"), "--roster", str(tmp_path / "sheet.csv")]) == 1
    said = capsys.readouterr().out
    rows = csv.reader(io.StringIO((tmp_path / "sheet-filled.csv").read_text(), newline=""))
    grades = {row[0]: row[4] for row in rows}
    assert [grades[f"Participant {number}"] for number in range(456, 461)] == ["0.00", "2.00", "2.00", "2.00", ""], said
    assert grades["Participant 123"] == "2.00" and "still to be read by a person" in said
