"""The moments at which a killed run leaves something behind, by name.

Each write of a grading run is announced here first and is either whole or absent afterwards. Tests kill the run at
each of these names and hold what is left against what must be left.
"""

from __future__ import annotations

import os
from pathlib import Path

NAMES = ("canaries", "result", "staged", "backup", "registered", "begun", "gradebook", "notebook", "done")


def reached(name: str) -> None:
    """Does nothing; tests put a kill in its place."""


def whole(name: str, file: Path, text: str) -> None:
    """Write a file so that nobody, not even after a kill, finds half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}.{id(text)}")
    try:
        beside.write_text(text, encoding="utf-8")
        reached(name)
        beside.replace(file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
