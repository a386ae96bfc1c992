"""What coordinator and workers write to each other: JSON as bytes, read with suspicion at both ends.

A job names a notebook and the digest of its master; one to be judged has a submission's cells and its seed besides.
Neither the learner nor the course secret is in it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from autograder.limits import MB, Limits
from autograder.master import Master
from autograder.weave import ReplayCell

SCHEMA = 1  # of jobs and answers
SENTENCES = 4 * MB  # room for what an answer holds besides outputs
LONGEST_CHARACTER = 6  # bytes that JSON makes of one character of output, at most


def job(master: Master, require: int, **more: Any) -> bytes:
    """A job about the notebook of this master, for a worker whose sandbox holds at level `require`."""
    return encoded({"notebook": master.name, "digest": master.digest, "require": require, **more})


def submission(cells: Sequence[ReplayCell], seed: bytes, problem: str | None, verdict_only: bool) -> dict[str, Any]:
    """What a job needs besides, when something is to be judged; see `Judge.grade`."""
    replayed = [(cell.kind, cell.grade_id, cell.cell_id, cell.source) for cell in cells]
    return {"cells": replayed, "seed": seed.hex(), "problem": problem, "verdict_only": verdict_only}


def cells_of(job: dict[str, Any]) -> list[ReplayCell]:
    """The inverse of `submission`, for the cells."""
    return [ReplayCell(*cell) for cell in job["cells"]]


def encoded(letter: dict[str, Any]) -> bytes:
    # A learner's source may hold half characters (lone surrogates), which plain UTF-8 cannot.
    return json.dumps({"schema": SCHEMA, **letter}, ensure_ascii=False).encode("utf-8", "surrogatepass")


def decoded(data: Any, most: int | None = None) -> dict[str, Any]:
    """The inverse of `encoded`. Raises ValueError, with the rest of a sentence, for anything else."""
    if type(data) is not bytes:
        raise ValueError(f"it is of the type {type(data).__name__}, not bytes")
    if most is not None and len(data) > most:
        raise ValueError(f"it has {len(data) / MB:.0f} MB, and at most {most / MB:.0f} MB are read")
    try:
        letter = json.loads(data.decode("utf-8", "surrogatepass"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
    if not isinstance(letter, dict) or letter.get("schema") != SCHEMA:
        raise ValueError("it is one of another version")
    return letter


def longest_answer(master: Master) -> int:
    """The bytes that an answer has at most when the judge has kept to the limits of this notebook."""
    return LONGEST_CHARACTER * Limits.of(master.limits).total_output_bytes + SENTENCES


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")
