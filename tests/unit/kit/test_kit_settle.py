"""A verdict follows from what was claimed and what was observed, and from nothing else."""

from __future__ import annotations

import doctest

import pytest

from autograder.kit import settle as module
from autograder.kit.settle import Settled, ends, settle, settled


@pytest.mark.parametrize(
    ("claimed", "observed", "verdict"),
    [
        (6.0, 6.0, "holds"),
        (6.0, 206.0, "does not"),
        ([True, False], [True, True], "does not"),
        ({"x": 1, "y": 2}, {"x": 1, "y": 2}, "holds"),
        ({"x": 1, "y": 2}, {"x": 1, "y": 3}, "half"),
        ({"x": 1, "y": 2}, {"x": 0, "y": 3}, "does not"),
    ],
)
def test_a_claim_holds_in_all_parts_in_some_or_in_none(claimed, observed, verdict, capsys):
    with settled() as found:
        settle("C0-00", claimed, observed)
    assert [each.verdict for each in found] == [verdict]
    assert capsys.readouterr().out.startswith(f"C0-00  {verdict}")


@pytest.mark.parametrize("observed", [1, {}, {"x": 1}, {"y": 2, "x": 1}, {"x": 1, "y": 2, "z": 3}])
def test_what_is_claimed_in_parts_is_observed_in_the_same_parts(observed):
    with pytest.raises(ValueError, match=r"C0-00: .* in the same parts"):
        settle("C0-00", claimed={"x": 1, "y": 2}, observed=observed)


def test_a_source_is_named_and_not_called_an_observation():
    said = str(Settled("C0-00", {"": "1.6"}, {"": "0.4"}, "release notes"))
    assert said.split("\n") == ["C0-00  does not  claimed 1.6, cited 0.4", " " * 17 + "release notes"]


def test_a_list_hears_of_its_own_block_only():
    with settled() as outer:
        with settled() as inner:
            settle("C0-01", 1, 1)
        settle("C0-02", 1, 1)
    settle("C0-03", 1, 1)
    assert ([each.claim for each in inner], [each.claim for each in outer]) == (["C0-01"], ["C0-01", "C0-02"])


def test_how_a_call_ends_is_runs_or_the_kind_of_its_error():
    assert (ends(lambda: None), ends(lambda: {}["a"])) == ("runs", "KeyError")


def test_its_examples_are_so():
    assert doctest.testmod(module) == (0, 3)
