"""What the tests of one notebook share: `names` for a facts test, and a judge."""

from __future__ import annotations

import pytest

from autograder.judge.grader import Judge


@pytest.fixture(scope="module")
def names(request, tmp_path_factory):
    """The names that the notebook of a facts test leaves behind, run with the reference's answers."""
    pytest.importorskip("matplotlib").use("Agg")
    lesson = request.module.LESSON
    return lesson.run(tmp_path_factory.mktemp(lesson.name))


@pytest.fixture(scope="session")
def judge():
    with Judge() as made:
        yield made
