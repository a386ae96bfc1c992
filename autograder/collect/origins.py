"""Who handed in what lies in submitted/, remembered from one `autograder collect` to the next.

Without it, somebody who takes another's name could replace that one's work a week later, and no two files would meet.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from autograder.collect.hand_in import ROSTER, SAID, HandIn
from autograder.runs.platform import PlatformWord


@dataclass(frozen=True)
class Origin:
    """Where a hand-in came from.

    key, upload: as in HandIn; words: for a person
    sha256: of the file that came; what lies there now may have come another way since
    time: when it was handed in, in seconds since 1970, as far as the source said so
    word: what the platform says about it
    """

    key: tuple[str, ...]
    words: str
    sha256: str = ""
    time: float | None = None
    upload: int = 0
    word: PlatformWord | None = None


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
            word = PlatformWord.from_json(kept["platform"]) if kept.get("platform") else None
            time = float(kept["time"]) if kept.get("time") is not None else None
            sha256, upload = str(kept.get("sha256", "")), int(kept.get("upload", 0))
            return Origin(tuple(map(str, kept["key"])), str(kept["words"]), sha256, time, upload, word)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
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


def origin_of(it: HandIn, content: bytes) -> Origin:
    """The origin of a hand-in that is about to be put in its place."""
    sha256 = hashlib.sha256(content).hexdigest()
    return Origin(it.key, it.origin, sha256, it.member.time, it.upload, it.word)


def as_text(origin: Origin) -> str:
    """What `Origins.of` reads."""
    kept: dict[str, object] = {"key": origin.key, "words": origin.words, "sha256": origin.sha256, "time": origin.time}
    kept |= {"upload": origin.upload, "platform": origin.word.as_json() if origin.word else None}
    return json.dumps(kept, ensure_ascii=False) + "\n"
