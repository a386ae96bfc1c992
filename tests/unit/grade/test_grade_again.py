"""Collecting again: the newest by the platform's own time stays, twice is as once, and what the platform says stays."""

from __future__ import annotations

import json
import os
import zipfile

import pytest
from collecting import NAME, make_zip

from autograder.cli import main
from autograder.runs.platform import PlatformWord, marked_late, platform_word

FILE = f"{NAME}.ipynb"
FIRST, SECOND = b'{"upload": "first"}', b'{"upload": "second"}'
CANVAS_TWICE = {f"lovelaceada_4711_98_{FILE}": FIRST, f"lovelaceada_4711_99_{NAME}-1.ipynb": SECOND}


@pytest.fixture
def collect(course, capsys):
    def run(*arguments):
        code = main(["collect", *map(str, arguments)])
        return code, capsys.readouterr().out

    return run


def tree(course):
    """All of the classroom, with the times of files."""
    return {
        path.relative_to(course.paths.classroom).as_posix(): (path.read_bytes(), path.stat().st_mtime)
        for path in course.paths.classroom.rglob("*")
        if path.is_file()
    }


def notebook(course, learner):
    return (course.paths.classroom / "submitted" / learner / NAME / FILE).read_bytes()


def test_collecting_again_without_timestamps_keeps_the_time_and_the_newest_upload(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", CANVAS_TWICE)
    collect(archive, "--timestamps")
    before = tree(course)
    code, said = collect(archive)
    assert (code, notebook(course, "lovelaceada")) == (0, SECOND)
    assert tree(course) == before
    assert "1 as before, 1 older than what is there" in said


@pytest.mark.parametrize("arguments", [(), ("--timestamps",)])
@pytest.mark.parametrize("order", [1, -1])
def test_collecting_twice_changes_nothing(course, collect, tmp_path, arguments, order):
    members = dict(list(CANVAS_TWICE.items())[::order]) | {f"eve_666_77_{FILE}": b"{}"}
    archive = make_zip(tmp_path / "all.zip", members)
    collect(archive, *arguments)
    before = tree(course)
    collect(archive, *arguments)
    assert tree(course) == before


def test_an_upload_with_a_lower_number_is_older_whatever_the_time_of_its_file(course, collect, tmp_path):
    collect(make_zip(tmp_path / "tuesday.zip", {f"lovelaceada_4711_99_{FILE}": SECOND}), "--timestamps")
    before = tree(course)
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / f"lovelaceada_4711_98_{FILE}").write_bytes(FIRST)  # unpacked today, so its time is today's
    os.utime(inbox / f"lovelaceada_4711_98_{FILE}", (2e9, 2e9))
    code, said = collect(inbox)
    assert (code, notebook(course, "lovelaceada"), "older than what is there" in said) == (0, SECOND, True)
    after = tree(course)
    assert {name: after[name] for name in before} == before
    kept = [name for name in after if name not in before]
    assert [name.partition("/")[0] for name in kept] == ["replaced"]


def test_the_time_beside_a_notebook_says_when_it_was_handed_in_and_not_the_time_of_the_file(course, collect, tmp_path):
    place = course.paths.classroom / "submitted" / "ada" / NAME
    place.mkdir(parents=True)
    (place / FILE).write_bytes(SECOND)
    (place / "timestamp.txt").write_text("2026-11-25 12:00:00.123 UTC")
    os.utime(place / FILE, (1000, 1000))  # copied by something that keeps no times
    collect(make_zip(tmp_path / "all.zip", {f"ada/{FILE}": FIRST}))  # of 20 November
    assert notebook(course, "ada") == SECOND
    assert (place / "timestamp.txt").exists()


def test_the_next_newest_is_taken_when_the_newest_cannot_be_read(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", CANVAS_TWICE)
    with zipfile.ZipFile(archive, "a") as more:
        more.writestr(f"lovelaceada_4711_100_{FILE}", b" " * (3 << 20), zipfile.ZIP_DEFLATED)
    code, said = collect(archive)
    assert (code, "times its size" in said, notebook(course, "lovelaceada")) == (1, True, SECOND)


def test_times_asked_for_later_are_written_beside_what_is_there(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", {f"ada/{FILE}": FIRST})
    collect(archive)
    collect(archive, "--timestamps")
    assert (course.paths.classroom / "submitted" / "ada" / NAME / "timestamp.txt").exists()


# ---- what the platform says


def test_canvas_mark_of_late_work_stays_beside_the_notebook(course, collect, tmp_path):
    _, said = collect(
        make_zip(tmp_path / "all.zip", {f"lovelaceada_LATE_4711_98_{FILE}": FIRST, f"eve_666_77_{FILE}": SECOND})
    )
    late = {learner: marked_late(course.paths, learner, NAME) for learner in ("lovelaceada", "eve", "nobody")}
    assert late == {"lovelaceada": True, "eve": False, "nobody": False}
    beside = course.paths.classroom / "submitted" / "lovelaceada" / NAME / "platform.json"
    word = json.loads(beside.read_text(encoding="utf-8"))
    assert (word["platform"], word["late"], word["number"]) == ("canvas", True, "4711")
    assert word["origin"] + word["file"] == f"lovelaceada_LATE_4711_98_{FILE}"
    assert "new, late" in said


def test_late_is_what_the_platform_says_now(course, collect, tmp_path):
    for name, late in ((f"ada_LATE_4711_98_{FILE}", True), (f"ada_4711_98_{FILE}", False)):
        collect(make_zip(tmp_path / "all.zip", {name: FIRST}))
        assert marked_late(course.paths, "ada", NAME) == late


@pytest.mark.parametrize(
    ("name", "origin", "file"),
    [
        (f"Ada Lovelace_123_assignsubmission_file/{FILE}", "Ada Lovelace_123_assignsubmission_file", FILE),
        (f"Ada Lovelace_123_assignsubmission_file_/{FILE}", "Ada Lovelace_123_assignsubmission_file_", FILE),
        (f"Ada Lovelace_123_assignsubmission_file_{FILE}", "Ada Lovelace_123_assignsubmission_file_", FILE),
    ],
)
def test_moodles_prefix_is_kept_as_moodle_wrote_it(course, collect, tmp_path, name, origin, file):
    collect(make_zip(tmp_path / "all.zip", {name: FIRST}))
    word = platform_word(course.paths, "ada-lovelace", NAME)
    assert word == PlatformWord("moodle", origin, file, "Ada Lovelace", "123")


def test_what_a_learner_writes_under_that_name_is_not_believed(course, collect, tmp_path):
    place = course.paths.classroom / "submitted" / "eve" / NAME
    place.mkdir(parents=True)
    forged = PlatformWord("moodle", "Ada Lovelace_123_assignsubmission_file", FILE)
    (place / "platform.json").write_text(json.dumps(forged.as_json()))
    assert platform_word(course.paths, "eve", NAME) is None
    collect(make_zip(tmp_path / "all.zip", {f"eve_LATE_666_77_{FILE}": FIRST}))
    assert marked_late(course.paths, "eve", NAME)
    (place / "platform.json").write_text(json.dumps(forged.as_json()))
    assert platform_word(course.paths, "eve", NAME) is None


def test_the_word_of_another_upload_goes_with_it(course, collect, tmp_path):
    collect(make_zip(tmp_path / "all.zip", {f"ada_LATE_4711_98_{FILE}": FIRST}))
    file = tmp_path / FILE
    file.write_bytes(SECOND)
    collect(file, "--learner", "ada")
    assert platform_word(course.paths, "ada", NAME) is None
    kept = course.paths.classroom / "replaced" / "ada" / NAME
    assert [path.name for path in kept.glob("*.platform.json")]
