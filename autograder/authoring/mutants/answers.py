"""An answer as code: what a learner's cell would hold, and which of its names a test looks at."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from autograder.kit.cell_names import bound_names
from autograder.kit.lines import put_together
from autograder.master import MasterCell


def as_code(source: str) -> str:
    """An answer whose lines were put in order, as the function they make; any other as it is."""
    for node in ast.parse(source).body:
        if is_in_order(node) and isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            return put_together(*(ast.literal_eval(each) for each in node.value.args))
    return source


def is_in_order(node: ast.stmt) -> bool:
    """Is this `name = in_order(...)`, the lines of a function in the order that the learner chose?"""
    return isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("in_order(")


def looked_at(source: str, tests: Iterable[MasterCell]) -> list[str]:
    """The names that an answer binds and its tests speak of, be it in code that they ship as text."""
    spoken = {word for test in tests for word in re.findall(r"\w+", test.source)}
    return [name for name in bound_names(ast.parse(source)) if name in spoken]
