"""One measured figure, and medians of paired runs."""

from __future__ import annotations

import statistics
import sys
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


def cpu_of_children() -> float:
    """Seconds of computing by all child processes that have ended so far, and theirs."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peak_megabytes() -> float:
    """The most memory that this process has had so far, in MB; its children are not in it."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def paired_ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 9) -> float:
    """The median of ours/theirs over `rounds` pairs run back to back, so that a slow moment hits both of a pair."""
    ours(), theirs()
    return statistics.median(seconds(ours) / seconds(theirs) for _ in range(rounds))
