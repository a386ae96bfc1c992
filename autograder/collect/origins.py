"""Who handed in what lies in submitted/, remembered from one `autograder collect` to the next.

Without it, somebody who takes another's name could replace that one's work a week later, and no two files would meet.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from autograder.collect.hand_in import ROSTER, SAID, HandIn


@dataclass(frozen=True)
class Origin:
    """Where a hand-in came from: `key` as in HandIn, `words` for a person."""

    key: tuple[str, ...]
    words: str


UNKNOWN = Origin((), "a file that did not come by autograder collect")


@dataclass(frozen=True)
class Origins:
    """One small file for each hand-in in `folder`."""

    folder: Path

    def file(self, learner: str, notebook: str) -> Path:
        """Where the origin of this hand-in is written down."""
        return self.folder / learner / f"{notebook}.json"

    def of(self, learner: str, notebook: str) -> Origin:
        """The origin of what is there now, as far as it is known."""
        try:
            kept = json.loads(self.file(learner, notebook).read_text(encoding="utf-8"))
            return Origin(tuple(map(str, kept["key"])), str(kept["words"]))
        except (OSError, ValueError, TypeError, KeyError):
            return UNKNOWN

    def problem(self, it: HandIn) -> str | None:
        """Why this hand-in may not take the place of what is there: another one's, by all that is known."""
        before = self.of(it.learner, it.notebook)
        if it.surely or not before.key or before.key[0] == SAID or before.key == it.key:
            return None
        known = ", whose number the roster has" if before.key[0] == ROSTER else ""
        return (
            f"what {it.learner!r} has handed in came from {before.words}{known}, and this from {it.origin}: if both "
            "are one person's, say so by number in a roster (--roster), or collect this file by itself with "
            "--learner ID"
        )


def as_text(it: HandIn) -> str:
    """What `Origins.of` reads."""
    return json.dumps({"key": it.key, "words": it.origin}, ensure_ascii=False) + "\n"
