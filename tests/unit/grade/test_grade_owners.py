"""Nobody's hand-in can take another's place: only what a platform or the instructor wrote says whose a file is."""

from __future__ import annotations

import os

import pytest
from collecting import NAME, NOTEBOOK, make_zip

from autograder.cli import main

FILE = f"{NAME}.ipynb"
ADA, EVE = "Ada Lovelace_123_assignsubmission_file", "Eve_666_assignsubmission_file"
ADA_CANVAS, EVE_CANVAS = "lovelaceada_4711_98", "eve_666_99"
FORGED = b'{"forged": true}'


class Collected:
    """What `autograder collect` did, from one call to the next."""

    def __init__(self, course, folder, capsys):
        self.classroom, self.folder, self.capsys = course.paths.classroom, folder, capsys

    def __call__(self, *arguments):
        self.code = main(["collect", *map(str, arguments)])
        self.said = self.capsys.readouterr().out
        return self

    def zip(self, members, *arguments, name="all.zip"):
        return self(make_zip(self.folder / name, members), *arguments)

    def roster(self, *rows):
        file = self.folder / "roster.csv"
        file.write_text("\n".join(rows), encoding="utf-8")
        return ("--roster", file)

    @property
    def work(self):
        """What is there, by learner."""
        files = (self.classroom / "submitted").rglob("*.ipynb")
        return {path.parent.parent.name: path.read_bytes() for path in files}


@pytest.fixture
def collect(course, tmp_path, capsys):
    return Collected(course, tmp_path, capsys)


# What eve handed in in each layout, beside ada's honest file.
INSIDE = [
    (f"{ADA}/{FILE}", f"{EVE}/{ADA}/{FILE}", "eve"),
    (f"{ADA}_/{FILE}", f"{EVE}_/a/b/{ADA}_/{FILE}", "eve"),
    (f"{ADA}/{FILE}", f"{EVE}/submitted/ada-lovelace/{NAME}/{FILE}", "eve"),
    (f"{ADA}/{FILE}", f"{EVE}/{ADA_CANVAS}_{FILE}", None),
    (f"{ADA}/{FILE}", f"{EVE}/{ADA}_{FILE}", None),
    (f"{ADA}_{FILE}", f"{EVE}_{ADA}_{FILE}", None),
    (f"{ADA}_{FILE}", f"{EVE}_{ADA_CANVAS}_{FILE}", None),
    (f"{ADA_CANVAS}_{FILE}", f"{EVE_CANVAS}_{ADA_CANVAS}_{FILE}", None),
    (f"{ADA_CANVAS}_{FILE}", f"{EVE_CANVAS}_{ADA}_{FILE}", None),
    (f"{ADA_CANVAS}_{FILE}", f"{EVE_CANVAS}_4711_{FILE}", None),
    (f"{ADA_CANVAS}_{FILE}", f"lovelaceada_4711_99_{NAME}_666_97_x.ipynb", None),  # a name with numbers in it
    (f"ada/{FILE}", f"eve/ada/{FILE}", None),
    (f"ada/{FILE}", f"eve/submitted/ada/{NAME}/{FILE}", None),
    (f"ada/{FILE}", f"eve/{ADA}/{FILE}", None),
    (f"ada/{FILE}", f"eve/ada_4711_98_{FILE}", None),
]


@pytest.mark.parametrize(("honest", "hostile", "whose"), INSIDE)
def test_names_inside_a_hand_in_say_nothing(collect, honest, hostile, whose):
    for order in ({honest: NOTEBOOK, hostile: FORGED}, {hostile: FORGED, honest: NOTEBOOK}):
        collect.zip(order)
        ada = next(learner for learner in collect.work if "ada" in learner)
        assert collect.work == {ada: NOTEBOOK} | ({whose: FORGED} if whose else {})
        assert collect.code == (0 if whose else 1)
        assert whose or (hostile in collect.said and "refused" in collect.said)


@pytest.mark.parametrize("hostile", [f"{EVE}/{ADA}/{FILE}", f"eve/ada/{FILE}", f"eve/{NAME}/ada/{FILE}"])
def test_the_only_hand_in_of_a_source_is_not_taken_for_a_whole_class(collect, hostile):
    collect.zip({hostile: FORGED})
    assert not [learner for learner in collect.work if "ada" in learner]
    assert collect.work or "the outermost folder says" in collect.said


MIXED = [
    ({f"{EVE}/{FILE}": FORGED, f"ada/{FILE}": NOTEBOOK}, ("Moodle", "a folder for each learner")),
    ({f"{EVE}/{FILE}": FORGED, f"{ADA_CANVAS}_{FILE}": NOTEBOOK}, ("Moodle", "Canvas")),
    ({f"eve/{FILE}": FORGED, f"{ADA_CANVAS}_{FILE}": NOTEBOOK}, ("Canvas", "a folder for each learner")),
]


@pytest.mark.parametrize(("members", "kinds"), MIXED)
def test_an_archive_has_one_layout(collect, members, kinds):
    collect.zip(members)
    assert (collect.code, collect.work) == (1, {})
    assert all(kind in collect.said for kind in (*kinds, *members))


@pytest.mark.parametrize(
    "odd", [f"_666_assignsubmission_file/{FILE}", f"Default group_assignsubmission_file/{FILE}", FILE]
)
def test_one_name_that_cannot_be_read_does_not_stop_the_class(collect, odd):
    collect.zip({odd: FORGED, f"{ADA}/{FILE}": NOTEBOOK})
    assert (collect.code, collect.work) == (1, {"ada-lovelace": NOTEBOOK})
    assert odd in collect.said and "--learner ID" in collect.said


TWO = [
    {f"{ADA}/{FILE}": NOTEBOOK, f"Ada Lovelace_666_assignsubmission_file/{FILE}": FORGED},
    {f"{ADA}/{FILE}": NOTEBOOK, f"ADA  Lovelace_666_assignsubmission_file/{FILE}": FORGED},
    {f"{ADA}/{FILE}": NOTEBOOK, f"ada-lovelace_666_assignsubmission_file/{FILE}": FORGED},
    {f"{ADA}/{FILE}": NOTEBOOK, f"Ａda Lovelace_666_assignsubmission_file/{FILE}": FORGED},
    {f"{ADA_CANVAS}_{FILE}": NOTEBOOK, f"lovelaceada_666_99_{FILE}": FORGED},
    {f"Ada/{FILE}": NOTEBOOK, f"ada/{FILE}": FORGED},
    {f"jos\u00e9/{FILE}": NOTEBOOK, f"jose\u0301/{FILE}": FORGED},
]


@pytest.mark.parametrize("members", TWO)
def test_two_origins_for_one_learner_are_refused_and_both_are_named(collect, members):
    collect.zip(members)
    assert (collect.code, collect.work) == (1, {})
    for name in members:
        assert f"refused all.zip: {name}" in collect.said
        assert collect.said.count(f"all.zip: {name}") == 3  # each refusal names both
    assert "--roster" in collect.said


def test_two_origins_in_two_archives_are_refused_too(collect):
    moodle = make_zip(collect.folder / "moodle.zip", {f"Ada_123_assignsubmission_file/{FILE}": NOTEBOOK})
    other = make_zip(collect.folder / "group-b.zip", {f"Ada_456_assignsubmission_file/{FILE}": FORGED})
    canvas = make_zip(collect.folder / "canvas.zip", {f"ada_4711_98_{FILE}": FORGED})
    for second in (other, canvas):
        assert (collect(moodle, second).code, collect.work) == (1, {})
        assert second.name in collect.said and "moodle.zip" in collect.said


def test_two_origins_from_one_call_to_the_next_are_refused_too(collect):
    collect.zip({f"{ADA}/{FILE}": NOTEBOOK})
    stolen = {f"Ada Lovelace_666_assignsubmission_file/{FILE}": FORGED}
    assert collect.zip(stolen, "--dry-run").code == 1
    assert (collect.zip(stolen, name="next.zip").code, collect.work) == (1, {"ada-lovelace": NOTEBOOK})
    assert "number 123 on Moodle" in collect.said and "number 666 on Moodle" in collect.said
    # The instructor's word is the way out.
    collect.zip(stolen, "--learner", "ada-lovelace", name="next.zip")
    assert (collect.code, collect.work) == (0, {"ada-lovelace": FORGED})


def test_the_summary_says_whose_file_replaced_whose(collect):
    collect.zip({f"{ADA}/{FILE}": NOTEBOOK}, name="monday.zip")
    collect.zip({f"{ADA}/new/{FILE}": FORGED}, name="tuesday.zip")
    line = next(line for line in collect.said.splitlines() if "replaces" in line)
    assert f"tuesday.zip: {ADA}/new/{FILE} ('Ada Lovelace', number 123 on Moodle) is there now" in line
    assert f"in the place of monday.zip: {ADA}/{FILE} ('Ada Lovelace', number 123 on Moodle)" in line
    kept = (collect.classroom / "replaced").rglob("*.ipynb")
    assert [path.read_bytes() for path in kept] == [NOTEBOOK]


def test_what_came_by_another_way_is_replaced_and_said_to_be(collect):
    place = collect.classroom / "submitted" / "ada" / NAME / FILE
    place.parent.mkdir(parents=True)
    place.write_bytes(b"{}")
    os.utime(place, (1000, 1000))
    collect.zip({f"ada/{FILE}": NOTEBOOK})
    assert collect.work == {"ada": NOTEBOOK} and "did not come by autograder collect" in collect.said


def test_with_learner_everything_is_that_learners_whatever_it_is_called(collect):
    collect.zip({f"ben/{ADA_CANVAS}/{FILE}": FORGED}, "--learner", "eve")
    assert (collect.code, collect.work) == (0, {"eve": FORGED})
    collect.zip({f"{ADA}/{FILE}": NOTEBOOK, f"Ben_7_assignsubmission_file/{FILE}": FORGED}, "--learner", "all")
    assert (collect.code, collect.work) == (1, {"eve": FORGED})
    assert "number 123" in collect.said and "number 7" in collect.said


def test_what_lies_in_a_learners_folder_or_archive_is_that_learners(collect):
    folder = collect.folder / EVE
    folder.mkdir()
    (folder / FILE).write_bytes(FORGED)
    os.utime(folder / FILE, (1000, 1000))
    assert collect(folder / FILE).work == {"eve": FORGED}
    inner = make_zip(folder / "work.zip", {f"{ADA}/{FILE}": NOTEBOOK})
    assert collect(inner).work == {"eve": NOTEBOOK}
    assert (collect(folder).code, "always with --learner ID" in collect.said) == (1, True)


def test_an_archive_with_the_name_of_one_persons_upload_is_not_taken_for_a_class(collect):
    members = {f"{ADA_CANVAS}_{FILE}": FORGED}
    collect.zip(members, name=f"{EVE_CANVAS}_work.zip")
    assert (collect.code, collect.work) == (1, {})
    assert "number 666 on Canvas" in collect.said and "--learner ID" in collect.said
    collect.zip(members, "--learner", "eve", name=f"{EVE_CANVAS}_work.zip")
    assert (collect.code, collect.work) == (0, {"eve": FORGED})


def test_of_two_files_saved_at_once_the_one_outside_the_folders_counts(collect):
    for members in (
        {f"{ADA}/{FILE}": NOTEBOOK, f"{ADA}/old/{FILE}": b"{}"},
        {f"{ADA}/a/{FILE}": b"{}", f"{ADA}/{FILE}": NOTEBOOK},
    ):
        collect.zip(members)
        assert (collect.code, collect.work) == (0, {"ada-lovelace": NOTEBOOK})


def test_participants_without_names_are_refused_until_a_roster_has_their_numbers(collect):
    members = {f"Participant_{number}_assignsubmission_file/{FILE}": NOTEBOOK for number in range(100, 110)}
    assert (collect.zip(members).code, collect.work) == (1, {})
    assert collect.said.count("refused all.zip: ") == 10 and "and 7 others" in collect.said
    roster = collect.roster("learner,moodle", *(f"learner{number},{number}" for number in range(100, 110)))
    assert (collect.zip(members, *roster).code, len(collect.work)) == (0, 10)


# ---- rosters


def test_a_name_is_neither_a_number_nor_an_id(collect):
    roster = collect.roster("learner,moodle", "ada1,123", "ben1,77")
    for name in ("123", "ada1"):
        collect.zip({f"{name}_666_assignsubmission_file/{FILE}": FORGED}, *roster)
        assert "ada1" not in collect.work
    assert "number 666 on Moodle" in collect.said


def test_the_number_of_one_platform_is_not_that_of_another(collect):
    roster = collect.roster("learner,moodle,canvas", "ada1,123,", "eve1,,123")
    collect.zip({f"eve_123_99_{FILE}": FORGED}, *roster)
    assert collect.work == {"eve1": FORGED}


def test_a_number_in_the_roster_wins_against_a_name(collect):
    roster = collect.roster("learner,moodle,canvas", "ada1,123,4711", "ada1,Ada Lovelace,")
    collect.zip({f"{ADA}/{FILE}": NOTEBOOK, f"Ada Lovelace_666_assignsubmission_file/{FILE}": FORGED}, *roster)
    assert (collect.code, collect.work) == (1, {"ada1": NOTEBOOK})
    assert "number 666 on Moodle" in collect.said and "number 123 on Moodle" in collect.said
    canvas = make_zip(collect.folder / "canvas.zip", {f"{ADA_CANVAS}_{FILE}": NOTEBOOK})
    assert collect(canvas, *roster).code == 0  # both numbers are hers


def test_names_are_found_in_the_roster_however_they_are_written(collect):
    roster = collect.roster("learner,moodle", "jose1,Jos\u00e9 Pe\u00f1a")
    collect.zip({f"JOSE\u0301 Pen\u0303a_9_assignsubmission_file/{FILE}": NOTEBOOK}, *roster)
    assert (collect.code, collect.work) == (0, {"jose1": NOTEBOOK})
