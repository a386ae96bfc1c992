"""Notebook 11 settles by what happens: without the cause that a claim speaks of, something else is observed."""

from __future__ import annotations

import warnings
from contextlib import suppress

import pytest

from autograder.authoring.settled import alone
from autograder.kit.settle import settled
from autograder.source.claims import KNOWN
from tests.notebooks.claim_causes import CAUSES, CITED
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("11_claims")
GIVEN = LESSON.source.by_role("given")


def observed(claim, old="", new=""):
    """What its cell observes, run after the definitions before it, with a piece of these exchanged."""
    (cell,) = (each for each in GIVEN if claim in each.claims)
    sources = [each.source for each in alone(LESSON.source, cell)]
    assert any(old in source for source in sources), f"{claim}: {old!r} is not there"
    namespace = {"__name__": "__main__"}
    # Claims further down in the cell may miss what was exchanged.
    with settled() as found, warnings.catch_warnings(), suppress(Exception):
        for source in sources:
            exec(compile(source.replace(old, new), "<cell>", "exec"), namespace)
    seen = [each.observed for each in found if each.claim == claim]
    assert len(seen) == 1, f"{claim} is not settled any more"
    return seen[0]


def test_each_claim_has_a_cause_or_a_source():
    assert len(CAUSES) + len(CITED) == len(KNOWN) and CAUSES.keys() | set(CITED) == KNOWN


@pytest.mark.parametrize("claim", sorted(CAUSES))
def test_what_is_observed_changes_when_its_cause_is_taken_away(claim):
    assert observed(claim) != observed(claim, *CAUSES[claim])


def test_a_cell_stands_alone():
    """Whoever looks one question up runs the definitions and that cell."""
    for cell in GIVEN:
        for claim in cell.claims:
            assert claim in CITED or observed(claim)
