"""The revision that a new gradebook gets and that an old one is held against."""

import subprocess
import sys

import nbgrader.api
from nbgrader.dbutil import _temp_alembic_ini

from autograder.runs.database import revision


def test_the_revision_is_the_one_that_nbgrader_asks_its_program_for():
    with _temp_alembic_ini("sqlite://") as settings:
        program = [sys.executable, "-m", "alembic", "-c", settings, "heads"]
        said = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    assert revision() == said.split()[0]
    assert nbgrader.api.get_alembic_version is revision
