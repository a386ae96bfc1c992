"""What comes in by `autograder collect`: everything honest is taken, nothing is lost, the rest is refused by name."""

from __future__ import annotations

import os
import struct
import sys

import pytest
from collecting import CANVAS, MOODLE, MOODLE_FLAT, NAME, NOTEBOOK, make_zip

from autograder.cli import main


@pytest.fixture
def collect(course, capsys):
    def run(*arguments):
        code = main(["collect", *map(str, arguments)])
        return code, capsys.readouterr().out

    return run


def submitted(course):
    """What is there, without what platforms say about it."""
    folder = course.paths.classroom / "submitted"
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "platform.json"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def place(learner):
    return f"{learner}/{NAME}/{NAME}.ipynb"


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        (MOODLE, "ada-lovelace"),
        (MOODLE_FLAT, "ada-lovelace"),
        ("Ada Lovelace_123_assignsubmission_file_/work/01_doubling (1).ipynb", "ada-lovelace"),
        (CANVAS, "lovelaceada"),
        ("lovelaceada_LATE_4711_98_01_doubling-1.ipynb", "lovelaceada"),
        ("ada/01_doubling.ipynb", "ada"),
        ("submitted/ada/01_doubling/01_doubling.ipynb", "ada"),
        ("ada/01_DOUBLING.ipynb", "ada"),
        ("José_9_assignsubmission_file_/01_doubling.ipynb", "josé"),
    ],
)
def test_file_names_of_platforms_say_whose_it_is(course, collect, tmp_path, name, learner):
    assert collect(make_zip(tmp_path / "all.zip", {name: NOTEBOOK}))[0] == 0
    assert submitted(course) == {place(learner): NOTEBOOK}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/etc/01_doubling.ipynb", "absolute path"),
        ("C:/x/01_doubling.ipynb", "absolute path"),
        ("../../x/01_doubling.ipynb", "out of the archive"),
        ("x\\..\\01_doubling.ipynb", "backslash"),
        ("ada\u202e/01_doubling.ipynb", "invisible"),
        ("a\x1bda/01_doubling.ipynb", "invisible"),
        ("ada/01_doubling.ipynb\0.txt", "invisible"),
        ("=cmd|'x'!A1/01_doubling.ipynb", "learner's id"),
        ("con/01_doubling.ipynb", "Windows"),
        ("LPT1.x/01_doubling.ipynb", "Windows"),
        (f"{'a' * 200}/01_doubling.ipynb", "more than 64"),
        (".hidden/01_doubling.ipynb", "begin with"),
        ("a,b/01_doubling.ipynb", "learner's id"),
        ("/".join("abcdefghijklmn") + "/01_doubling.ipynb", "folders"),
        ("01_doubling.ipynb", "whose it is"),
        ("ada/99_other.ipynb", "not named after"),
        ("ada/more.zip", "it is an archive"),
    ],
)
def test_bad_names_are_refused_with_a_reason_and_the_rest_is_taken(course, collect, tmp_path, name, reason):
    code, said = collect(make_zip(tmp_path / "all.zip", {name: NOTEBOOK, "ben/01_doubling.ipynb": NOTEBOOK}))
    assert code == 1
    assert reason in said
    assert "\x1b" not in said and "\u202e" not in said
    assert submitted(course) == {place("ben"): NOTEBOOK}


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [({"mode": 0o120777}, "link"), ({"mode": 0o060644}, "device"), ({"encrypted": 1}, "encrypted")],
)
def test_links_devices_and_encrypted_members_are_refused(course, collect, tmp_path, attributes, reason):
    code, said = collect(make_zip(tmp_path / "all.zip", {"ada/01_doubling.ipynb": b"/etc/passwd"}, **attributes))
    assert (code, reason in said, submitted(course)) == (1, True, {})


def test_a_bomb_is_refused_by_its_ratio_and_by_its_size(course, collect, tmp_path):
    members = {"ada/01_doubling.ipynb": b" " * (10 << 20), "ben/01_doubling.ipynb": os.urandom(21 << 20)}
    code, said = collect(make_zip(tmp_path / "all.zip", members))
    assert (code, submitted(course)) == (1, {})
    assert "times its size" in said
    assert "21 MB" in said


def test_a_size_that_lies_is_counted_while_reading(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", {"ada/01_doubling.ipynb": b" " * (10 << 20)})
    content = bytearray(archive.read_bytes())
    struct.pack_into("<L", content, content.index(b"PK\x01\x02") + 24, 100)  # the directory says 100 bytes
    archive.write_bytes(content)
    assert collect(archive)[0] == 1
    assert submitted(course) == {}


def test_too_many_members_are_refused_before_they_are_listed(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", {"ada/01_doubling.ipynb": NOTEBOOK})
    content = bytearray(archive.read_bytes())
    struct.pack_into("<HH", content, content.rindex(b"PK\x05\x06") + 8, 60_000, 60_000)
    archive.write_bytes(content)
    code, said = collect(archive)
    assert (code, "more than 20000 files" in said) == (1, True)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 10, b"PK\x03\x04" + b"\xff" * 5000])
def test_a_broken_archive_is_refused_and_others_are_taken(course, collect, tmp_path, content):
    (tmp_path / "broken.zip").write_bytes(content)
    code, said = collect(tmp_path / "broken.zip", make_zip(tmp_path / "good.zip", {"ben/01_doubling.ipynb": NOTEBOOK}))
    assert (code, "refused" in said) == (1, True)
    assert submitted(course) == {place("ben"): NOTEBOOK}


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_links_in_folders_are_not_followed(course, collect, tmp_path):
    secret = tmp_path / "01_doubling.ipynb"
    secret.write_bytes(b"secret")
    inbox = tmp_path / "inbox"
    (inbox / "ada").mkdir(parents=True)
    (inbox / "ada" / "01_doubling.ipynb").symlink_to(secret)
    (inbox / "ben").symlink_to(tmp_path)
    os.mkfifo(inbox / "01_doubling.ipynb")
    code, said = collect(inbox)
    assert (code, submitted(course)) == (1, {})
    assert said.count("link") == 2
    assert "pipe" in said


def test_names_in_utf8_are_read_as_such_also_without_the_flag(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", {"Jos___9_assignsubmission_file_/01_doubling.ipynb": NOTEBOOK})
    archive.write_bytes(archive.read_bytes().replace(b"Jos___9", "José_9".encode()))
    assert collect(archive)[0] == 0
    assert submitted(course) == {place("josé"): NOTEBOOK}


@pytest.mark.parametrize("name", ["all.tar.gz", "all.7z", "inbox/ada/work.zip"])
def test_other_archives_are_refused_and_not_passed_over(course, collect, tmp_path, name):
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"PK\x03\x04" if name.endswith("zip") else b"\x1f\x8b")
    code, said = collect(tmp_path / name.split("/")[0])
    assert (code, "unpack it" in said, submitted(course)) == (1, True, {})


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving a folder away takes root")
def test_a_hard_link_to_somebody_elses_file_is_refused(course, collect, tmp_path):
    ada, eve = tmp_path / "inbox" / "ada", tmp_path / "inbox" / "eve"
    for folder in (ada, eve):
        folder.mkdir(parents=True)
    (ada / "01_doubling.ipynb").write_bytes(NOTEBOOK)
    (eve / "01_doubling.ipynb").hardlink_to(ada / "01_doubling.ipynb")
    os.chown(eve, 65534, 65534)
    code, said = collect(tmp_path / "inbox")
    assert (code, "hard link" in said, submitted(course)) == (1, True, {place("ada"): NOTEBOOK})


def test_two_spellings_that_are_one_folder_somewhere_are_refused(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", {"Ada/01_doubling.ipynb": NOTEBOOK, "ada/01_doubling.ipynb": b"{}"})
    code, said = collect(archive)
    assert (code, submitted(course)) == (1, {})
    assert said.count("'Ada' and 'ada' are one folder") == 2
    assert collect(make_zip(tmp_path / "first.zip", {"Ada/01_doubling.ipynb": NOTEBOOK}))[0] == 0
    code, said = collect(make_zip(tmp_path / "next.zip", {"ada/01_doubling.ipynb": b"{}"}))
    assert (code, submitted(course)) == (1, {place("Ada"): NOTEBOOK})
    assert "'ada' and 'Ada'" in said


def test_two_people_with_one_name_are_told_apart_by_a_roster(course, collect, tmp_path):
    members = {MOODLE: NOTEBOOK, MOODLE.replace("123", "456"): b"{}"}
    archive = make_zip(tmp_path / "all.zip", members)
    assert collect(archive)[0] == 1
    assert submitted(course) == {}
    (tmp_path / "roster.csv").write_text("learner,moodle\nada1,123\nada2,456\n")
    assert collect(archive, "--roster", tmp_path / "roster.csv")[0] == 0
    assert submitted(course) == {place("ada1"): NOTEBOOK, place("ada2"): b"{}"}


def test_a_newer_hand_in_replaces_an_older_one_and_both_are_there(course, collect, tmp_path):
    file = tmp_path / "01_doubling.ipynb"
    for content, time in ((b"first", 1000), (b"second", 2000), (b"late", 1500), (b"second", 3000)):
        file.write_bytes(content)
        os.utime(file, (time, time))
        assert collect(file, "--learner", "ada")[0] == 0
    assert submitted(course) == {place("ada"): b"second"}
    kept = (course.paths.classroom / "replaced").rglob("*.ipynb")
    assert {path.read_bytes() for path in kept} == {b"first", b"late"}


def test_a_dry_run_writes_nothing(course, collect, tmp_path):
    code, said = collect(make_zip(tmp_path / "all.zip", {MOODLE: NOTEBOOK}), "--dry-run")
    assert (code, "Would be: 1 new" in said) == (0, True)
    assert not course.paths.classroom.exists()


def test_files_that_are_no_notebooks_are_named(course, collect, tmp_path):
    archive = make_zip(tmp_path / "all.zip", {"ada/essay.pdf": b"", "__MACOSX/ada/._01_doubling.ipynb": b""})
    code, said = collect(archive)
    assert (code, "essay.pdf" in said, "MACOSX" in said) == (0, True, False)


def test_times_of_hand_in_are_written_when_they_are_asked_for(course, collect, tmp_path):
    file = tmp_path / "01_doubling.ipynb"
    file.write_bytes(NOTEBOOK)
    os.utime(file, (86400, 86400))
    collect(file, "--learner", "ada", "--timestamps")
    assert submitted(course)[f"ada/{NAME}/timestamp.txt"] == b"1970-01-02 00:00:00 UTC\n"
    file.write_bytes(b"{}")
    collect(file, "--learner", "ada")
    assert f"ada/{NAME}/timestamp.txt" not in submitted(course)  # it was that of the notebook before
