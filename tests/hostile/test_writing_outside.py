"""Writes outside the scratch folder: refused where the kernel has Landlock; the scratch folder is gone afterwards."""

import pytest
from judging import make_master, submission

from autograder.judge.grader import Judge


def test_a_worker_writes_in_its_scratch_folder_only(judge, tmp_path):
    if not judge.writes_confined:
        pytest.skip("this kernel has no Landlock")
    target = tmp_path / "gradebook.db"
    target.write_text("before")
    master = make_master("same((inside, outside, removed), (True, False, False), 'writes: in scratch only')")
    answer = f"""
import os, pathlib, tempfile
def tried(act):
    try:
        act()
    except OSError:
        return False
    return True
target = pathlib.Path({str(target)!r})
inside = tried(lambda: pathlib.Path("mine.txt").write_text("x"))
outside = tried(lambda: target.write_text("x")) or tried(lambda: open(target, "a").write("x"))
outside = outside or tried(lambda: os.truncate(target, 0)) or tried(lambda: target.with_name("new").write_text("x"))
removed = tried(target.unlink) or tried(lambda: target.rename("here"))"""
    result = judge.grade(master, submission(master, answer), b"")
    assert result.cell("ex1_test").outcome == "right", result.cells
    assert target.read_text() == "before" and [path.name for path in tmp_path.iterdir()] == ["gradebook.db"]


def test_nothing_stays_for_the_next(judge):
    master = make_master("same((found, left), ([], True), 'fresh: the folder is empty, and can be written to')")
    answer = """
import os
found = [n for n in os.listdir() if n != '.ipython']
open('left.txt', 'w').write('x')
left = os.path.exists('left.txt')"""
    for _ in range(2):
        assert judge.grade(master, submission(master, answer), b"").cell("ex1_test").outcome == "right"


def test_the_environment_holds_no_secret(monkeypatch):
    monkeypatch.setenv("A_TOKEN", "of the instructor's")
    master = make_master("same((found, some), ([], True), 'clean: nothing of ours, and not nothing at all')")
    answer = """
import os
found = [n for n in os.environ if 'TOKEN' in n or 'KEY' in n or 'PYTEST' in n]
some = len(os.environ) > 0"""
    with Judge() as judge:  # started while it has the token
        assert judge.grade(master, submission(master, answer), b"").cell("ex1_test").outcome == "right"
