"""What learners are called on a page: by id and name, or by a number that says neither."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from autograder.judge.seeds import secret
from autograder.paths import Paths


@dataclass(frozen=True)
class Names:
    """learner -> what to write. A learner who is not known by now is called by id, or by nothing."""

    spoken: Mapping[str, str]
    anonymous: bool

    def of(self, learner: str) -> str:
        return self.spoken.get(learner, "somebody" if self.anonymous else learner)


def by_name(learners: Collection[str], people: Mapping[str, str]) -> Names:
    """`Ada Lovelace (ada1)` where the gradebook or the roster has a name, else the id."""
    return Names({each: f"{people[each]} ({each})" if people.get(each) else each for each in learners}, False)


def by_number(paths: Paths, learners: Collection[str]) -> Names:
    """`learner 07`: in an order that only whoever has the course's secret can work out, and that stays the same."""
    key = secret(paths)

    def place(learner: str) -> bytes:
        return hmac.digest(key, b"report\0" + learner.encode("utf-8", "surrogatepass"), hashlib.sha256)

    digits = len(str(len(learners)))
    numbered = enumerate(sorted(set(learners), key=place), 1)
    return Names({learner: f"learner {number:0{digits}d}" for number, learner in numbered}, True)
