"""The one exercise that all graders are given: that of `autograder selftest`, in plain numpy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograder.selftest.exercise import HIDDEN, NEEDLE, POINTS, RIGHT, VISIBLE

__all__ = ["CLOSE", "HIDDEN_PART", "NEEDLE", "OURS", "POINTS", "RIGHT", "VISIBLE_PART", "shown_in"]

# What this course's `close` and `rng` are, with the means that a notebook has.
CLOSE = """
def close(actual, expected, law, about=""):
    assert np.shape(actual) == np.shape(expected), law
    np.testing.assert_allclose(actual, expected, rtol=1e-6, atol=1e-9, err_msg=law)
rng = np.random.default_rng(0)
"""
VISIBLE_PART = VISIBLE.replace("a * b)):", "a * b), strict=True):")
HIDDEN_PART = HIDDEN.format(needle=NEEDLE).replace("a * b)):", "a * b), strict=True):")
# Its last line says of an array what `close` of this course says by itself, and a test cell may not.
OURS = HIDDEN_PART.rpartition("\n")[0]


def shown_in(cells: Iterable[Any]) -> str:
    """What the outputs of these cells say: printed, shown, and as errors."""
    found = []
    for output in (output for cell in cells for output in cell.get("outputs", ())):
        if output.get("output_type") == "error":
            # Without the traceback, in which some graders quote the test.
            found.append(f"{output.get('ename')}: {output.get('evalue')}")
        else:
            found += [text for text in (output.get("text"), *output.get("data", {}).values()) if text]
    return "\n".join("".join(text) if isinstance(text, list) else str(text) for text in found)
