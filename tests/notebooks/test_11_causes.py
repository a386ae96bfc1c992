"""Notebook 11 settles by what happens: without the cause that a claim speaks of, something else is observed."""

from __future__ import annotations

import warnings
from contextlib import suppress

import pytest

import minigrad as mg
from autograder.authoring.settled import alone
from autograder.kit.settle import settled
from autograder.source.claims import KNOWN
from minigrad.autograd.context import FunctionCtx
from minigrad.tensor import Counter
from tests.notebooks.claim_causes import CAUSES, CITED
from tests.notebooks.lesson import Lesson

save_for_backward = FunctionCtx.save_for_backward
# What is broken in the engine, and claims on which something else must then be observed.
BROKEN = {
    "no write is counted": (Counter, "increase", lambda *ignored: None, ["C0-01", "C0-08", "C0-30", "C0-35"]),
    "a mark does nothing": (FunctionCtx, "mark_dirty", lambda *ignored: None, ["C0-01", "C0-02", "C0-05", "C0-14"]),
    "copies are saved": (
        FunctionCtx,
        "save_for_backward",
        lambda ctx, *tensors: save_for_backward(ctx, *(each.clone() for each in tensors)),
        ["C0-18"],
    ),
    "no_grad records": (mg, "no_grad", mg.enable_grad, ["C0-29", "C2-13", "C2-16"]),
    "detach keeps the history": (mg.Tensor, "detach", mg.Tensor.clone, ["C2-14"]),
    "nothing is cleared": (mg.Tensor, "zero_", lambda t: t, ["C2-28", "C2-31"]),
    "nothing is kept": (mg.Tensor, "retain_grad", lambda t: None, ["C4-05"]),
    "what asks is a leaf": (mg.Tensor, "is_leaf", property(lambda t: t.requires_grad), ["C4-08", "C4-09", "C4-20"]),
    "nobody can ask later": (mg.Tensor, "requires_grad_", lambda t: t, ["C2-02"]),
    "grad gives its function": (mg.func, "grad", lambda f, **options: f, ["C3-06", "C3-14", "C3-22"]),
}

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


@pytest.mark.parametrize("engine", BROKEN)
def test_what_is_observed_changes_with_a_broken_engine(engine, monkeypatch):
    owner, name, broken, claims = BROKEN[engine]
    before = [observed(claim) for claim in claims]
    monkeypatch.setattr(owner, name, broken)
    same = [claim for claim, seen in zip(claims, before, strict=True) if seen == observed(claim)]
    assert not same


def test_a_cell_stands_alone():
    """Whoever looks one question up runs the definitions and that cell."""
    for cell in GIVEN:
        for claim in cell.claims:
            assert claim in CITED or observed(claim)
