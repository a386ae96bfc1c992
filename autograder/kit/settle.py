"""Settles what people say about autograd: what a run shows beside what was claimed. The verdict follows from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

HOLDS, HALF, FAILS = "holds", "half", "does not"
RUNS = "runs"

_listening: list[Callable[[Settled], None]] = []


@dataclass(frozen=True)
class Settled:
    """One claim: what it says, part by part, and what was seen; `source` where nothing was run."""

    claim: str
    claimed: dict[str, Any]
    observed: dict[str, Any]
    source: str = ""

    @property
    def verdict(self) -> str:
        """Whether all parts are as claimed, some, or none."""
        agreeing = sum(bool(self.claimed[part] == self.observed[part]) for part in self.claimed)
        return HOLDS if agreeing == len(self.claimed) else HALF if agreeing else FAILS

    def __str__(self) -> str:
        seen = "cited" if self.source else "observed"
        parts = [
            f"{part + ': ' if part else ''}claimed {claimed}, {seen} {self.observed[part]}"
            for part, claimed in self.claimed.items()
        ]
        below = [*parts[1:], *([self.source] if self.source else [])]
        return "\n".join([f"{self.claim}  {self.verdict:8}  {parts[0]}", *(" " * 17 + line for line in below)])


def settle(claim: str, claimed: Any, observed: Any, source: str = "") -> None:
    """Print the verdict on a claim: it holds if what was observed is what was claimed.

    A claim with parts is two dictionaries with the same keys; where only some parts are so, half of it is.

    >>> settle("C0-00", claimed=4.0, observed=2.0 * 2)
    C0-00  holds     claimed 4.0, observed 4.0
    >>> settle("C0-01", claimed={"2 x 2": 4, "2 x 3": 5}, observed={"2 x 2": 2 * 2, "2 x 3": 2 * 3})
    C0-01  half      2 x 2: claimed 4, observed 4
                     2 x 3: claimed 5, observed 6
    """
    in_parts = isinstance(claimed, dict)
    if in_parts and (not claimed or not isinstance(observed, dict) or list(claimed) != list(observed)):
        raise ValueError(f"{claim}: what is claimed in parts is observed in the same parts, in the same order")
    if not in_parts:
        claimed, observed = {"": claimed}, {"": observed}
    found = Settled(claim, claimed, observed, source)
    print(found)
    for tell in _listening:
        tell(found)


def ends(call: Callable[[], Any]) -> str:
    """How a call ends: "runs", or the kind of the error that it raises.

    >>> ends(lambda: float("6")), ends(lambda: float("six"))
    ('runs', 'ValueError')
    """
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return RUNS


@contextmanager
def settled() -> Iterator[list[Settled]]:
    """The claims that are settled in this block, in a list that grows."""
    found: list[Settled] = []
    _listening.append(found.append)
    try:
        yield found
    finally:
        _listening.pop()
