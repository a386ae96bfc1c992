"""Answers that have not changed since a person may have marked them: their marks need not be looked at again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from autograder.runs.handed_in import Verdict


def answers_in(autograded: Path) -> dict[str, str]:
    """By grade_id the cells of an autograded notebook, which is what a person who marked it has seen; of a file that
    is not there, or is none of ours, nothing."""
    try:
        cells = json.loads(autograded.read_text(encoding="utf-8"))["cells"]
        return {cell["metadata"].get("nbgrader", {}).get("grade_id"): "".join(cell["source"]) for cell in cells}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def same_answers(before: Mapping[str, str], verdict: Verdict) -> frozenset[str]:
    """The answers in what was handed in that are, to the letter, those of the copy before."""
    return frozenset(
        cell.grade_id for cell in verdict.woven if cell.grade_id and before.get(cell.grade_id) == cell.source
    )
