"""Answers that put given lines in order: the labels are the learner's, and nothing else of the cell.

Such an answer is judged as the released cell with the learner's labels in it, among given cells alone. Lines that were
edited, a function written instead, another `in_order` in a cell of one's own: none of it is there.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from autograder.trees import UNREADABLE, parsed, parsed_cell

PUTS_IN_ORDER = "in_order"
ONLY_LABELS = "Only the labels count here: write them between the quotes, in one text, as the cell was given to you."


def with_labels(released: str, answer: str) -> str | None:
    """The released cell with the labels of an answer; None where the answer has no one text in their place."""
    try:
        found = _labels(parsed_cell(answer))
        place = _labels(parsed(released))
    except UNREADABLE:
        return None
    if found is None or place is None or place.end_lineno is None or place.end_col_offset is None:
        return None
    lines = [line.encode() for line in released.split("\n")]  # columns count bytes
    before = [*lines[: place.lineno - 1], lines[place.lineno - 1][: place.col_offset]]
    after = [lines[place.end_lineno - 1][place.end_col_offset :], *lines[place.end_lineno :]]
    return (b"\n".join(before) + repr(found.value).encode() + b"\n".join(after)).decode()


def only_labels(cells: Sequence[Mapping[str, Any]], released: Mapping[str, str]) -> list[dict[str, Any]] | None:
    """A plan's cells with nothing of the learner's but the labels in these answers; None where one has none."""
    made: list[dict[str, Any]] = []
    for cell in cells:
        source = cell["source"] if cell["kind"] in ("given", "test") else ""
        if cell["kind"] == "answer" and cell["grade_id"] in released:
            rebuilt = with_labels(released[cell["grade_id"]], cell["source"])
            if rebuilt is None:
                return None
            source = rebuilt
        made.append({**cell, "source": source})
    return made


def _labels(tree: ast.Module) -> ast.Constant | None:
    """The second argument of the only call of `in_order`, where it is a text."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == PUTS_IN_ORDER
    ]
    if len(calls) != 1 or len(calls[0].args) != 2:
        return None
    second = calls[0].args[1]
    return second if isinstance(second, ast.Constant) and isinstance(second.value, str) else None
