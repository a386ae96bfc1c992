"""The demo class, graded on this machine and on a cluster: the same gradebook, to the byte of its export."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.demo import NAME, hand_in_all, may_vandalise
from tests.nbgrader.classroom import Classroom

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "cluster"))
from servers import Servers

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")


def graded(classroom: Classroom, *options: str) -> tuple[str, bytes]:
    """What the command says of the class, and what nbgrader exports afterwards."""
    hand_in_all(classroom.paths, classroom.master, may_vandalise())
    (classroom.paths.classroom / "secret").write_text("5a" * 32 + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "autograder", "grade", NAME, "--require", "0", *options],
        cwd=classroom.paths.root,
        env=classroom.environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    classroom.run("export", "--to", "classroom/grades.csv")
    return done.stdout, (classroom.paths.classroom / "grades.csv").read_bytes()


def test_the_demo_class_gets_the_same_marks_on_a_cluster(course_copy, tmp_path):
    here, there = (Classroom(course_copy(tmp_path / name), NAME) for name in ("here", "there"))
    with Servers(tmp_path / "dask") as servers:
        for _ in range(2):
            servers.worker(there.paths.root)
        servers.wait_for(2)
        said, export = graded(there, "--scheduler", servers.address)
    assert (said, export) == graded(here, "--jobs", "2")
    assert [line.split(b",")[0] for line in export.splitlines()][1:] and b"ada" in export and b"eve" in export


def test_options_that_exclude_each_other_are_refused_before_anything_else(course_copy, tmp_path):
    paths = course_copy(tmp_path / "course")
    for options, word in (
        (["--scheduler", "127.0.0.1:1", "--jobs", "2"], "--jobs is for this machine alone"),
        (["--tls-key", "key.pem"], "belongs to --scheduler"),
    ):
        command = [sys.executable, "-m", "autograder", "grade", NAME, *options]
        done = subprocess.run(command, cwd=paths.root, capture_output=True, text=True)
        assert done.returncode == 2 and word in done.stderr


def test_without_the_extra_a_sentence_says_what_to_install(course_copy, tmp_path):
    paths = course_copy(tmp_path / "course")
    without = "import sys; sys.modules['distributed'] = None; from autograder.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", without, "grade", NAME, "--scheduler", "127.0.0.1:1"]
    done = subprocess.run(command, cwd=paths.root, capture_output=True, text=True)
    assert done.returncode == 2 and '".[cluster]"' in done.stderr and "Traceback" not in done.stderr


def test_nothing_of_dask_is_loaded_unless_a_cluster_is_asked_for():
    program = "import sys, autograder.grading.command, autograder.grading.run; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"distributed", "dask"} & set(done.stdout.split())
