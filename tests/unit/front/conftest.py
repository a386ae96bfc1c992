"""A small notebook of the course's shape, made by hand."""

from __future__ import annotations

import json

import pytest


def cell(source, grade_id=None, *, points=None, solution=False, kind="markdown", **exercise):
    """One cell; with points it is a test, with `solution` an answer."""
    metadata = {}
    if grade_id:
        grade = points is not None
        metadata["nbgrader"] = {
            "grade_id": grade_id,
            "grade": grade,
            "solution": solution,
            "locked": grade and not solution,
            "schema_version": 3,
            "task": False,
            **({"points": points} if grade else {}),
        }
    if exercise:
        metadata["exercise"] = exercise
    entry = {
        "cell_type": kind,
        "id": grade_id or f"c{abs(hash(source)) % 10**8}",
        "metadata": metadata,
        "source": source,
    }
    return entry | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def code(source, grade_id=None, **more):
    return cell(source, grade_id, kind="code", **more)


HIDDEN_TEST = "### BEGIN HIDDEN TESTS\nassert False\n### END HIDDEN TESTS"
STUB = 'raise NotImplementedError("still the stub")'


def small_notebook(double=STUB, half=STUB, given="import math", words="Your words."):
    """Two exercises of 3 and 2 points, and an answer of 4 points that a person reads."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "cells": [
            cell("# 99 · Small"),
            code(given),
            code(double, "ex9_1", solution=True),
            code(
                f"assert double(2) == 4, 'twice: double(2) is 4'\n{HIDDEN_TEST}",
                "ex9_1_test",
                points=3,
                answers=["ex9_1"],
            ),
            code(half, "ex9_2", solution=True),
            code("assert half(4) == 2", "ex9_2_test", points=2, answers=["ex9_2"]),
            cell(words, "ex9_3", points=4, solution=True),
        ],
    }


RIGHT = {"double": "def double(x):\n    return 2 * x", "half": "def half(x):\n    return x / 2"}


@pytest.fixture
def notebook_file(tmp_path):
    """Write a notebook (a dict, or the sources of `small_notebook`) into a folder of its own."""

    def write(document=None, name="99_small", **sources):
        path = tmp_path / f"{name}.ipynb"
        path.write_text(json.dumps(document or small_notebook(**sources)), encoding="utf-8")
        return path

    return write


@pytest.fixture
def right():
    return dict(RIGHT)
