"""What we build is nbgrader's: its own commands make the same bytes, and see a failing check as a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from authoring_course import FIRST, Course
from nbclient import NotebookClient

# The same notebook with asserts: these runs are in an ordinary kernel, and what it imports is another test's matter.
LAW = '"twice: double returns two times its argument"'
PLAIN = (
    FIRST.replace(f"close(double(2.0), 4.0, {LAW})", f"assert double(2.0) == 4.0, {LAW}")
    .replace("rng.normal(size=(3, 4))", "[1.0, -2.0]")
    .replace(
        f"close(double(secret_numbers), secret_numbers * 2.0, {LAW})",
        f"assert list(double(secret_numbers)) == [2.0, -4.0], {LAW}",
    )
)
CONFIG = """\
from autograder.authoring.preprocessors import RELEASE_STEPS
c = get_config()
c.CourseDirectory.source_directory = "build/source"
c.CourseDirectory.release_directory = "released"
c.GenerateAssignment.preprocessors = RELEASE_STEPS
"""
LAST = "\n# %%\nlast_cell_was_reached = True\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    made = Course(tmp_path_factory.mktemp("nbgrader"))
    made.write("01_doubling", PLAIN + LAST)
    (made.paths.solutions / "02_halving.py").unlink()
    assert made.build() == 0
    (made.paths.root / "nbgrader_config.py").write_text(CONFIG)
    nbgrader(made.paths.root, "generate_assignment", "01_doubling")
    return made


def nbgrader(root: Path, *command: str) -> str:
    # nbgrader calls alembic by name: the environment's programs must be found.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *command],
        cwd=root,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_nbgrader_releases_the_same_bytes(course):
    released = course.paths.root / "released" / "01_doubling" / "01_doubling.ipynb"
    assert released.read_bytes() == course.release().read_bytes()


def test_run_all_goes_on_past_stubs_and_failing_checks(course):
    notebook = nbformat.read(course.release(), as_version=4)
    NotebookClient(notebook, timeout=60, allow_errors=False).execute()
    errors = {cell.id for cell in notebook.cells for out in cell.get("outputs", []) if out.output_type == "error"}
    assert {"ex1_1_test"} <= errors
    assert notebook.cells[-1].execution_count, "the last cell was not reached"
    assert "ex1_1" not in errors


def test_the_validator_sees_a_failing_check_and_a_good_answer(course):
    from nbgrader.validator import Validator

    instructor = course.paths.source / "01_doubling" / "01_doubling.ipynb"
    assert Validator().validate(str(instructor)) == {}
    [failed] = Validator().validate(str(course.release()))["failed"]
    assert "still the stub" in failed["raw_error"]


def test_stock_autograde_gives_all_or_nothing(course):
    from nbgrader.api import Gradebook

    root = course.paths.root
    handed_in = {"right": course.paths.source / "01_doubling", "stub": course.paths.course / "01_doubling"}
    for learner, folder in handed_in.items():
        place = root / "submitted" / learner / "01_doubling"
        place.mkdir(parents=True)
        (place / "01_doubling.ipynb").write_bytes((folder / "01_doubling.ipynb").read_bytes())
    nbgrader(root, "autograde", "01_doubling")
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        scores = {learner: gradebook.find_submission("01_doubling", learner).score for learner in handed_in}
    assert scores == {"right": 2.0, "stub": 0.0}
