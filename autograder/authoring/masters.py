"""Masters of a course: files in build/master, each made again whenever the source, or code of ours that decides a
verdict, is another.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import sys
from functools import cache
from pathlib import Path

from autograder.authoring.opening import wheels_at
from autograder.authoring.versions import course_version, master_file
from autograder.errors import UsageError
from autograder.master import SCHEMA, Master
from autograder.paths import Paths

# A source that says this brings the answers of earlier notebooks along: see `beside`.
LOADS_TAPE = "autograder.kit.tape"
#: The packages and modules whose code decides what a test says about an answer.
DECIDING: tuple[str, ...] = (
    "minigrad",
    "autograder.authoring",
    "autograder.intake",
    "autograder.judge",
    "autograder.kit",
    "autograder.limits",
    "autograder.master",
    "autograder.sandbox",
    "autograder.source",
    "autograder.testcell",
    "autograder.trees",
    "autograder.weave",
    "autograder.wire",
    "autograder.worker",
)


def full_name(paths: Paths, name: str) -> str:
    """A notebook's name, from its number, a path to its source, or the name itself."""
    name = Path(name).stem
    matching = [each for each in paths.names() if each == name or each.startswith(f"{name}_")]
    if len(matching) != 1:
        check_name(paths, name)
        raise UsageError(f"{name!r} could be {' or '.join(matching)}: write more of it")
    return matching[0]


def load_master(paths: Paths, name: str) -> Master:
    """The master of a notebook of this course, built first when it is missing or older than its source."""
    check_name(paths, name)
    master = stored_master(paths, name)
    if master is None:
        from autograder.authoring.build import build_master

        master = build_master(paths, name)
    return master


def stored_master(paths: Paths, name: str) -> Master | None:
    """The master that an earlier build left, if nothing that decides a verdict has changed since."""
    try:
        master = read_master(master_file(paths, name))
    except (OSError, ValueError, TypeError, KeyError):
        return None  # none yet, or one of another version: both are mended by building it
    return master if master.digest == digest_of(paths, name) else None


def read_master(file: Path) -> Master:
    """The master in a file. Raises OSError, ValueError, TypeError or KeyError where there is none of this schema."""
    return Master.from_json(json.loads(file.read_text(encoding="utf-8")))


def digest_here(master: Master) -> str:
    """A digest over a master of another version, and the code that judges by it here."""
    return hashlib.sha256(f"{_digest_of_code()} {master.digest}".encode()).hexdigest()


def check_name(paths: Paths, name: str) -> None:
    """Raise UsageError unless the course has a notebook of this name."""
    if name not in paths.names():
        have = ", ".join(paths.names()) or "none yet"
        raise UsageError(f"there is no notebook {name!r} in solutions/: it has {have}")


def data_folder(paths: Paths, name: str) -> Path:
    """Files that a notebook reads: they are released beside it."""
    return paths.solutions / f"{name}_data"


def digest_of(paths: Paths, name: str) -> str:
    """A digest over the source of a notebook, what lies beside it, and the code of ours that decides a verdict."""
    digest = hashlib.sha256(f"{_digest_of_code()} {course_version(paths)} {wheels_at(paths)}".encode())
    folder, source = data_folder(paths, name), paths.solutions / f"{name}.py"
    files = [source, *sorted(path for path in folder.rglob("*") if path.is_file())]
    if LOADS_TAPE.encode() in source.read_bytes():
        files += [paths.solutions / f"{earlier}.py" for earlier in paths.names() if earlier < name]
    for file in files:
        digest.update(file.relative_to(paths.solutions).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _digest_of_code() -> str:
    """Once a process: code that changes later is not the code that runs in it."""
    versions = (SCHEMA, sys.version_info[:2], importlib.metadata.version("numpy"))
    digest = hashlib.sha256(repr(versions).encode())
    for name in DECIDING:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue
        folder = Path(spec.origin).parent
        for file in sorted(folder.rglob("*.py")) if spec.submodule_search_locations else [Path(spec.origin)]:
            place = f"{name}/{file.relative_to(folder).as_posix()}"
            digest.update(place.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
