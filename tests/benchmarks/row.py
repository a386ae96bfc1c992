"""One measured figure, and medians of paired runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`value` is lower-is-better; None where the peer is missing on this machine, and `note` says so."""

    name: str
    value: float | None
    limit: float | None = None
    unit: str = "ratio"
    note: str = ""

    @property
    def over(self) -> bool:
        return self.value is not None and self.limit is not None and self.value > self.limit

    def as_json(self) -> dict:
        return {"value": self.value, "limit": self.limit, "unit": self.unit, "better": "lower"}


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def paired_ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 9) -> float:
    """The median of ours/theirs over `rounds` pairs run back to back, so that a slow moment hits both of a pair."""
    ours(), theirs()
    return statistics.median(seconds(ours) / seconds(theirs) for _ in range(rounds))
