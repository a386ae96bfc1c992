"""Rosters: files as platforms export them, in any encoding; who is not in one is refused, who is missing is listed."""

from __future__ import annotations

import pytest
from collecting import NAME, NOTEBOOK, make_zip

from autograder.cli import main
from autograder.collect.roster import Roster
from autograder.collect.roster_files import decoded
from autograder.errors import UsageError

FILE = f"{NAME}.ipynb"
WORKSHEET = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed
Participant 123,Ada Lovelace,ada@uni.example,Submitted for grading - Not marked,,26.00,Yes
Participant 456,Émile Borel,emile@uni.example,No submission,,26.00,Yes
"""
GERMAN = """ID;Vollständiger Name;E-Mail-Adresse;Status;Bewertung
Teilnehmer/in123;Ada Lovelace;ada@uni.example;Zur Bewertung abgegeben;
Teilnehmer/in456;Émile Borel;emile@uni.example;Keine Abgabe;
"""
BLIND = """Identifier,Status,Grade
Participant 123,Submitted,
Participant 456,No submission,
"""
PARTICIPANTS = """First name,Last name,ID number,Email address,Groups
Ada,Lovelace,u1815,ada@uni.example,Group A
Émile,Borel,u1871,emile@uni.example,
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Root Account,Section,Homework 1 (901234)
,,,,,,Manual Posting
    Points Possible,,,,,,10.0
"Lovelace, Ada",4711,u1815,ada,canvas.example,S1,
"Borel, Émile",4712,u1871,emile,canvas.example,S1,
"Student, Test",4999,,266e1986ce362ddb11dfb08ec104f12cd8cb8fa6,,S1,
"""


class Collected:
    def __init__(self, course, folder, capsys):
        self.course, self.folder, self.capsys = course, folder, capsys

    def __call__(self, members, roster=None, *arguments, encoding="utf-8"):
        archive = make_zip(self.folder / "all.zip", dict.fromkeys(members, NOTEBOOK) if members else {})
        if roster is not None:
            (self.folder / "roster.csv").write_bytes(roster.encode(encoding))
            arguments = ("--roster", self.folder / "roster.csv", *arguments)
        self.code = main(["collect", str(archive), *map(str, arguments)])
        self.said, self.error = self.capsys.readouterr()
        return self

    @property
    def learners(self):
        return {path.parents[1].name for path in (self.course.paths.classroom / "submitted").rglob("*.ipynb")}


@pytest.fixture
def collect(course, tmp_path, capsys):
    return Collected(course, tmp_path, capsys)


@pytest.fixture
def roster(tmp_path):
    def read(text, encoding="utf-8"):
        (tmp_path / "roster.csv").write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return Roster.read(tmp_path / "roster.csv")

    return read


def moodle(name, number):
    return f"{name}_{number}_assignsubmission_file_/{FILE}"


# ---- who is not in it, and who is missing


def test_who_is_not_in_the_roster_is_named_and_refused(collect):
    collect([moodle("Ada Lovelace", 123), moodle("Eve", 666)], WORKSHEET)
    assert (collect.code, collect.learners) == (1, {"ada-lovelace"})
    assert "'Eve', number 666 on Moodle is not in the roster" in collect.said


def test_a_folder_of_somebody_who_is_not_in_the_roster_is_refused_too(collect):
    collect([f"ada1/{FILE}", f"adda1/{FILE}"], "learner\nada1\n")
    assert (collect.code, collect.learners) == (1, {"ada1"})
    assert "the folder 'adda1' is not in the roster" in collect.said


def test_an_id_that_is_said_has_to_be_in_the_roster(collect):
    collect([f"x/{FILE}"], "learner\nada1\n", "--learner", "adda1")
    assert (collect.code, collect.learners) == (2, set())
    assert "no such id" in collect.error


def test_whoever_has_not_handed_in_is_listed(collect):
    collect([moodle("Ada Lovelace", 123)], WORKSHEET, "--dry-run")
    assert f"not handed in, {NAME}, 1: émile-borel (Émile Borel)" in collect.said
    collect([moodle("Ada Lovelace", 123)], WORKSHEET)
    assert f"not handed in, {NAME}, 1: émile-borel (Émile Borel)" in collect.said
    collect([moodle("Émile Borel", 456)], WORKSHEET)  # ada did, the last time
    assert "not handed in" not in collect.said


def test_the_kept_roster_is_asked_where_none_is_given(collect):
    collect.course.paths.classroom.mkdir()
    (collect.course.paths.classroom / "roster.csv").write_text(PARTICIPANTS, encoding="utf-8")
    collect([moodle("Ada Lovelace", 123), moodle("Eve", 666)])
    assert (collect.code, collect.learners) == (1, {"u1815"})
    assert f"not handed in, {NAME}, 1: u1871 (Émile Borel)" in collect.said


# ---- what is refused as a whole


OTHER_COURSES = [
    ([moodle("Ada Lovelace", 123).replace(NAME, "hw1"), moodle("Eve", 666).replace(NAME, "hw2")], None),
    ([moodle("Eve", 666), moodle("Mallory", 667)], WORKSHEET),
    ([f"eve_666_99_{FILE}", f"mallory_667_98_{FILE}"], CANVAS),
]


@pytest.mark.parametrize(("members", "roster"), OTHER_COURSES)
def test_an_archive_of_another_course_is_refused_in_one_sentence(collect, members, roster):
    collect(members, roster)
    assert (collect.code, collect.learners) == (1, set())
    assert not collect.course.paths.classroom.exists()
    assert collect.said.count("refused ") == 1 and "another course's" in collect.said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("learner,moodle\nada1,123\nada1,456\n", "has the id 'ada1' twice, in the lines 2 and 3"),
        ("learner,moodle\nada1,Ada Lovelace\nada1,Ada Byron\n", "has the id 'ada1' twice"),
        ("learner,moodle\nada1,123\nada1,123\n", "has the id 'ada1' twice"),
        ("learner\nada1\nada1\n", "has the id 'ada1' twice"),
        ("learner,email\nada1,a@x.example\nada1,b@x.example\n", "has the id 'ada1' twice"),
        ("learner\nAda1\nada1\n", "one folder"),
        ("learner,moodle\nada1,123\nben1,123\n", "'123' is both"),
        ("learner,moodle\n,123\n", "line 2"),
        ("learner,moodle\n../x,123\n", "cannot be a learner's id"),
        (WORKSHEET + "Participant 789,Ada Lovelace,,,,,\n", "line 4"),
        ("learner,moodle\n", "no learner"),
        ("", "is empty"),
        ("name,points\nada,3\n", "is not a roster"),
        ("learner,moodle,moodle\nada1,1,2\n", "column 'moodle' twice"),
        ("PK\x03\x04", "save it as CSV"),
        ("learner,name\nada1,Lovelace, Ada\n", "more values than there are columns"),
    ],
)
def test_a_roster_that_contradicts_itself_is_refused_and_nothing_is_written(collect, text, reason):
    collect([moodle("Ada Lovelace", 123)], text)
    assert (collect.code, reason in collect.error) == (2, True), collect.error
    assert not collect.course.paths.classroom.exists()


# ---- rosters as platforms export them


@pytest.mark.parametrize("text", [WORKSHEET, GERMAN])
def test_moodles_grading_worksheet_is_a_roster(roster, text):
    people = roster(text).people
    assert list(people) == ["ada-lovelace", "émile-borel"]
    ada = people["ada-lovelace"]
    assert (ada.first_name, ada.last_name, ada.email, ada.moodle) == ("Ada", "Lovelace", "ada@uni.example", "123")


def test_moodles_list_of_participants_is_a_roster_and_gives_the_universitys_ids(collect, roster):
    people = roster(PARTICIPANTS).people
    assert list(people) == ["u1815", "u1871"]
    collect([moodle("Ada Lovelace", 9), moodle("Borel Émile", 10)], PARTICIPANTS)
    assert (collect.code, collect.learners) == (0, {"u1815", "u1871"})


def test_canvas_gradebook_export_is_a_roster_without_its_further_lines(collect, roster):
    people = roster(CANVAS).people
    assert list(people) == ["ada", "emile"]
    assert (people["ada"].first_name, people["ada"].last_name, people["ada"].canvas) == ("Ada", "Lovelace", "4711")
    collect([f"somebody_4711_99_{FILE}", f"borelemile_LATE_4712_98_{FILE}"], CANVAS)
    assert (collect.code, collect.learners) == (0, {"ada", "emile"})


def test_canvas_names_in_two_columns_are_read_too(roster):
    people = roster("LastName,FirstName,ID,SIS Login ID,Section\nLovelace,Ada,4711,ada@uni.example,S1\n").people
    assert [(it.learner, it.last_name, it.email) for it in people.values()] == [
        ("ada@uni.example", "Lovelace", "ada@uni.example")
    ]


def test_nbgraders_list_of_students_is_a_roster(roster):
    people = roster("id,first_name,last_name,email\nada1,Ada,Lovelace,ada@uni.example\n").people
    assert people["ada1"].name == "Ada Lovelace"


def test_two_of_one_name_are_told_apart_by_their_addresses(collect):
    twice = WORKSHEET + "Participant 789,Ada Lovelace,ada2@uni.example,,,,\n"
    collect([moodle("Ada Lovelace", 123), moodle("Ada Lovelace", 789)], twice)
    assert (collect.code, collect.learners) == (0, {"ada@uni.example", "ada2@uni.example"})
    collect([moodle("Ada Lovelace", 999), moodle("Émile Borel", 456)], twice)  # another assignment's number
    assert collect.code == 1 and "for several learners: ada2@uni.example, ada@uni.example" in collect.said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators_and_encodings_of_spreadsheets_are_read(roster, encoding, separator):
    text = "learner,first name,last name\nada1,Ada,Lovelace\nemile1,Émile,Borel\nj1,Jérôme,Müller-Größe\n"
    people = roster(text.replace(",", separator), encoding).people
    assert [it.name for it in people.values()] == ["Ada Lovelace", "Émile Borel", "Jérôme Müller-Größe"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("learner;name\na;山田\n", "cp932"),
        ("learner;name\na;ヤマダ\nb;佐々木 A組\nc;森\n", "cp932"),
        ("learner;name\na;Hélène\n", "cp1252"),
        ("learner;name\na;O’Neill\n", "cp1252"),
        ("learner;name\na;ÄÖÜ\n", "cp1252"),
        ("learner;name\na;Čapek\n", "utf-8"),
        ("learner;name\na;Ødegård\nb;Günter\n", "cp1252"),
    ],
)
def test_few_letters_are_enough_to_know_the_encoding(text, encoding):
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-16"])
def test_japanese_spreadsheets_are_read(collect, roster, encoding):
    text = "sep=;\r\nlearner;full name;moodle\r\ny1;山田 太郎;123\r\ns1;鈴木 花子;456\r\n"
    people = roster(text, encoding).people
    assert [(it.last_name, it.first_name) for it in people.values()] == [("山田", "太郎"), ("鈴木", "花子")]
    collect([moodle("山田 太郎", 123)], text, encoding=encoding)
    assert (collect.code, collect.learners) == (0, {"y1"})


# ---- what platforms write before and in the place of names


def test_with_blind_marking_the_worksheet_gives_the_numbers(collect):
    members = [moodle("Participant", 123), moodle("Group A-Participant", 456)]
    assert (collect(members).code, collect.learners) == (1, set())
    assert "grading worksheet" in collect.said
    assert (collect(members, BLIND).code, collect.learners) == (0, {"participant-123", "participant-456"})
    assert (collect(members, WORKSHEET).code, len(collect.learners)) == (0, 4)  # who may see names has them there


@pytest.mark.parametrize("word", ["Teilnehmer/in", "参加者"])
def test_blind_worksheets_in_other_languages_give_the_numbers_too(roster, word):
    people = roster(f"ID,Status\n{word}123,Abgegeben\n{word}456,Abgegeben\n").people
    assert [it.moodle for it in people.values()] == ["123", "456"]


def test_a_group_before_a_name_is_no_part_of_it(collect):
    members = [moodle("Group A-1-Ada Lovelace", 9), moodle("-Émile Borel", 10), moodle("X-Eve", 11)]
    collect(members, PARTICIPANTS)
    assert (collect.code, collect.learners) == (1, {"u1815", "u1871"})
    assert "'X-Eve', number 11 on Moodle is not in the roster" in collect.said


def test_a_group_before_a_known_name_makes_no_second_person(collect):
    collect([moodle("Ada Lovelace", 123), moodle("Jean-Luc Picard", 124)])
    collect([moodle("Group A-Ada Lovelace", 123), moodle("Jean-Luc Picard", 124)])
    assert (collect.code, collect.learners) == (1, {"ada-lovelace", "jean-luc-picard"})
    assert "with the name of a group before it" in collect.said


@pytest.mark.parametrize("prefix", ["anon_", "LATE_anon_"])
def test_canvas_anonymous_hand_ins_are_one_learner_each(collect, prefix):
    for roster in (None, CANVAS):
        collect([f"{prefix}aB3dE_98_{FILE}", f"{prefix}xY9zQ_99_{FILE}"], roster)
        assert (collect.code, collect.learners) == (0, {"anon-aB3dE", "anon-xY9zQ"})
        assert "2 of an anonymous assignment" in collect.said


def test_whoever_is_called_as_platforms_call_the_unnamed_is_still_one_person(collect):
    """A name that anybody can take does not make somebody the one in the roster who has it, nor nobody."""
    people = "learner,full name,canvas\nada1,Participant,\nanon1,Anon,12345\n"
    collect([moodle("Participant", 123)], people)
    assert (collect.code, collect.learners) == (1, set())
    collect([f"anon_aB3dE_98_{FILE}", f"anon_12345_99_{FILE}"], people)
    assert (collect.code, collect.learners) == (0, {"anon-aB3dE", "anon1"})


@pytest.mark.parametrize(
    "file", [f"Copy of {FILE}", f"Copy of Copy of {FILE}", f"Kopie von {FILE}", f"Copy_of_{NAME} (1).ipynb"]
)
def test_a_copy_by_a_drive_is_the_notebook(collect, file):
    collect([f"Ada Lovelace_123_assignsubmission_file_/{file}", f"Eve_666_assignsubmission_file_{file}"])
    assert (collect.code, collect.learners) == (0, {"ada-lovelace", "eve"})
    collect([f"lovelaceada_4711_98_{file}"])
    assert collect.code == 0


def test_what_is_said_of_a_learner_is_found_by_other_workers(roster):
    """The reader alone, for whoever writes a platform's files."""
    found = roster(CANVAS)
    assert {it.canvas: learner for learner, it in found.people.items()} == {"4711": "ada", "4712": "emile"}
    with pytest.raises(UsageError, match="cannot be read"):
        Roster.read(found.path.with_name("none.csv"))
