"""Versions of the course: which one this is, and the masters that hand-ins of earlier ones are graded by.

The version stands in pyproject.toml, and in the metadata of every released notebook. Within one version, what is
corrected holds for all hand-ins; a hand-in of another version is graded by that version's master, or not at all.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from autograder.errors import CourseError
from autograder.kit.reading import stamp_of
from autograder.master import Master
from autograder.paths import Paths

UNSTAMPED = "before-0.2.0"  # when releases said no version yet
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+_-]{0,40}")


def project(paths: Paths) -> dict[str, Any]:
    """What pyproject.toml says; empty where there is none."""
    try:
        return tomllib.loads((paths.root / "pyproject.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:  # a folder of tests
        return {}


def course_version(paths: Paths) -> str:
    """The version in pyproject.toml; 0 where it says none."""
    version = project(paths).get("project", {}).get("version", "0")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise CourseError(f"the version {version!r} is none: write one as 0.2.0", paths.root / "pyproject.toml")
    return version


def version_of(master: Master) -> str:
    """The version of a master's release."""
    return master.stamp.version if master.stamp else UNSTAMPED


def master_file(paths: Paths, name: str) -> Path:
    """The master of the version that this is."""
    return paths.master / f"{name}.json"


def kept_file(paths: Paths, name: str, version: str) -> Path:
    """Where the master of a version is kept for the hand-ins that were made from it."""
    return paths.classroom / "masters" / name / f"{version}.json"


def kept_versions(paths: Paths, name: str) -> list[str]:
    """The versions of a notebook whose masters are kept."""
    return sorted(file.name.removesuffix(".json") for file in kept_file(paths, name, "0").parent.glob("[!.]*.json"))


def keep_replaced(paths: Paths, master: Master) -> None:
    """Keep the master that this one takes the place of, where it is another version's and there is a classroom.

    It is kept as it is, whatever its schema: the code that made it may be needed to grade by it.
    """
    file = master_file(paths, master.name)
    if not paths.classroom.is_dir() or not file.is_file():
        return
    text = file.read_text(encoding="utf-8")
    version = _version_in(text)
    if version is not None and version != version_of(master):
        kept = kept_file(paths, master.name, version)
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_name(f".{kept.name}")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(kept)


def _version_in(text: str) -> str | None:
    """The version that a master in this text belongs to; None when it is no master."""
    try:
        data: Any = json.loads(text)
        stamp = stamp_of(json.loads(data["release_text"]))
    except (ValueError, TypeError, KeyError):
        return None
    version = stamp.version if stamp else UNSTAMPED
    return version if stamp is None or _VERSION.fullmatch(version) else None
