"""What a learning platform wrote about a hand-in: `platform.json` beside the notebook, where timestamp.txt is too.

    {"platform": "canvas", "origin": "lovelaceada_LATE_4711_98_", "file": "05_custom_functions.ipynb",
     "name": "lovelaceada", "number": "4711", "late": true}

`autograder collect` writes it. Late penalties read `late`; feedback goes back under the name `origin` + `file`. A file
of that name can also come from a learner through the exchange, so it counts only as far as classroom/origins/, which
nobody but the instructor writes to, says the same.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autograder.paths import Paths

PLATFORM_FILE = "platform.json"
MOODLE, CANVAS = "moodle", "canvas"
MAX_BYTES = 16_384  # a file of ours is far smaller


@dataclass(frozen=True)
class PlatformWord:
    """What the platform that a hand-in came from says about it.

    platform: MOODLE or CANVAS
    origin: what the platform wrote before the learner's file name, letter by letter
    file: the file name behind it
    name: the person as the platform writes them, or its word for somebody unnamed
    number: the platform's number: on Moodle the participant's in this assignment, on Canvas the user's
    late: the platform marked it as late; only Canvas does
    """

    platform: str
    origin: str
    file: str
    name: str = ""
    number: str = ""
    late: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> PlatformWord:
        """The inverse of `as_json`; raises ValueError for anything else."""
        try:
            texts = {name: str(data[name]) for name in ("platform", "origin", "file", "name", "number")}
            return cls(**texts, late=data["late"] is True)
        except (TypeError, KeyError) as error:
            raise ValueError("not what a platform says about a hand-in") from error


def platform_word(paths: Paths, learner: str, assignment: str) -> PlatformWord | None:
    """What the platform says about this learner's hand-in; None when it came another way.

    Example: ``word = platform_word(paths, "ada", "05_custom_functions")``, then ``word and word.late``.
    """
    beside = _read(paths.classroom / "submitted" / learner / assignment / PLATFORM_FILE)
    kept = _read(paths.classroom / "origins" / learner / f"{assignment}.json")
    try:
        word = PlatformWord.from_json(beside)
        return word if word == PlatformWord.from_json((kept or {}).get("platform")) else None
    except (ValueError, AttributeError):
        return None


def marked_late(paths: Paths, learner: str, assignment: str) -> bool:
    """Did the platform mark this hand-in as late?"""
    word = platform_word(paths, learner, assignment)
    return word is not None and word.late


def _read(file: Path) -> Any:
    try:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > MAX_BYTES:
            return None
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
