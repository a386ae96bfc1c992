"""A kept result says again what the judge said, how far the tests came that do not hold, and how long it took."""

from __future__ import annotations

import json
import sys

import pytest
from classes import NAME, WRONG, ReadingJudge

from autograder.runs.handed_in import read_handed_in
from autograder.runs.results import Results

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
SITES = {"ex1_1_test": {"L1:0": 1}}


class CountingJudge(ReadingJudge):
    """Says too how often each check was reached."""

    def grade(self, *arguments, **named):
        result = super().grade(*arguments, **named)
        result.sites.update(SITES)
        return result


def handed_in(small, learner):
    file = small.paths.classroom / "submitted" / learner / NAME / f"{NAME}.ipynb"
    return read_handed_in(small.paths, small.master, learner, file)


def test_a_kept_result_has_the_sites_of_what_failed_and_the_seconds_it_took(small):
    small.hand_in("ada")
    small.hand_in("ben", WRONG)
    small.grade(CountingJudge)
    results = Results(small.paths, small.master, ReadingJudge.level)
    right, wrong = (results.look(handed_in(small, learner)) for learner in ("ada", "ben"))
    assert (right.result.sites, wrong.result.sites) == ({}, SITES)
    assert (right.result.score, wrong.result.score) == (2.0, 0.0)
    assert right.seconds >= 0 and results.find(handed_in(small, "ada")) == right.result


def test_a_result_that_was_kept_before_these_were_noted_still_counts(small):
    small.hand_in("ben", WRONG)
    small.grade(CountingJudge)
    results = Results(small.paths, small.master, ReadingJudge.level)
    file = results.file(handed_in(small, "ben"))
    kept = json.loads(file.read_text())
    del kept["sites"], kept["seconds"]
    file.write_text(json.dumps(kept))
    found = results.look(handed_in(small, "ben"))
    assert (found.result.score, found.result.sites, found.seconds) == (0.0, {}, None)
    assert small.grade().kept == 1
