"""A class with late work."""

from __future__ import annotations

import json
from datetime import datetime

from classes import NAME, SmallClass

from autograder.runs.platform import CANVAS, PLATFORM_FILE, PlatformWord

DUE = datetime(2026, 11, 2, 22, 0)  # in UTC, as the gradebook has it


def rules(small: SmallClass, text: str) -> None:
    _write(small, "late.toml", text)


def extensions(small: SmallClass, text: str) -> None:
    _write(small, "extensions.csv", text)


def mark_late(small: SmallClass, learner: str) -> None:
    """As `autograder collect` writes what Canvas says."""
    word = PlatformWord(CANVAS, f"{learner}_LATE_4711_98_", f"{NAME}.ipynb", learner, "4711", late=True).as_json()
    _write(small, f"origins/{learner}/{NAME}.json", json.dumps({"platform": word}))
    _write(small, f"submitted/{learner}/{NAME}/{PLATFORM_FILE}", json.dumps(word))


def _write(small: SmallClass, name: str, text: str) -> None:
    file = small.paths.classroom / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
