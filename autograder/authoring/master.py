"""What the judge reads of a notebook: its cells, its tests with all their names settled, and the release as built.

A master is a file in build/master, made again whenever the source, or code of ours that decides a verdict, is another.
It holds every hidden test: it never leaves the instructor's machine.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import sys
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from autograder.errors import UsageError
from autograder.paths import Paths

SCHEMA = 3
# A source that says this brings the answers of earlier notebooks along: see `beside`.
LOADS_TAPE = "autograder.kit.tape"
# The packages whose code decides what a test says about an answer.
_DECIDING = ("minigrad", "autograder.authoring", "autograder.judge", "autograder.kit", "autograder.sandbox")


@dataclass(frozen=True)
class MasterCell:
    """One cell, as the instructor wrote it and as it was released. `line` is where `source` begins in the .py file."""

    index: int
    cell_id: str
    cell_type: str
    role: str  # text, given, answer, test or manual
    source: str
    release_source: str
    line: int
    grade_id: str | None = None
    kind: str | None = None
    answers: tuple[str, ...] = ()
    points: float = 0.0
    commitment: bool = False
    visible: str = ""
    hidden: str = ""
    exports: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()  # names that an answer may not use
    calls: dict[str, int] = field(default_factory=dict)  # names, and how often each may be called during the test
    # How often each check is reached on the reference: "L<line in source>:<column>" to a count.
    sites: dict[str, int] = field(default_factory=dict)
    data: tuple[str, ...] = ()  # the exports that are plain data with the reference, and so have to be


@dataclass(frozen=True)
class Master:
    """Everything about one notebook that a verdict hangs on, and a digest over it."""

    name: str
    digest: str
    cells: tuple[MasterCell, ...]
    imports: tuple[str, ...] = ()
    limits: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)  # what lies beside the notebook, in base64
    release_text: str = ""

    @property
    def release(self) -> Any:
        """The released notebook, as an nbformat notebook of its own on each call."""
        import nbformat

        return nbformat.reads(self.release_text, as_version=4)

    def find(self, grade_id: str) -> MasterCell | None:
        return next((cell for cell in self.cells if cell.grade_id == grade_id), None)

    @property
    def tests(self) -> tuple[MasterCell, ...]:
        return tuple(cell for cell in self.cells if cell.role == "test")

    def without_sites(self) -> Master:
        return replace(self, cells=tuple(replace(cell, sites={}, data=()) for cell in self.cells))

    @classmethod
    def load(cls, paths: Paths, name: str) -> Master:
        """The master of a notebook of this course, built first when it is missing or older than its source."""
        check_name(paths, name)
        master = cls.stored(paths, name)
        if master is None:
            from autograder.authoring.build import build_master

            master = build_master(paths, name)
        return master

    @classmethod
    def stored(cls, paths: Paths, name: str) -> Master | None:
        """The master that an earlier build left, if nothing that decides a verdict has changed since."""
        try:
            master = cls.from_json(json.loads(master_file(paths, name).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError):
            return None  # none yet, or one of another version: both are mended by building it
        return master if master.digest == digest_of(paths, name) else None

    def save(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"schema": SCHEMA} | asdict(self), ensure_ascii=False, indent=1, sort_keys=True)
        # Written beside and moved, so that a judge in another process never reads half of it.
        beside = file.with_name(f".{file.name}.{id(self)}")
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(file)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Master:
        """The inverse of `save`; raises ValueError for a file of another version."""
        data = dict(data)
        if data.pop("schema", None) != SCHEMA:
            raise ValueError("a master of another version")
        cells = tuple(
            MasterCell(**cell | {name: tuple(cell[name]) for name in ("answers", "exports", "forbid", "data")})
            for cell in data.pop("cells")
        )
        return cls(cells=cells, imports=tuple(data.pop("imports")), **data)


def master_file(paths: Paths, name: str) -> Path:
    return paths.master / f"{name}.json"


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
    digest = hashlib.sha256(_digest_of_code().encode())
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
    for package in _DECIDING:
        spec = importlib.util.find_spec(package)
        for folder in spec.submodule_search_locations or [] if spec else []:
            for file in sorted(Path(folder).rglob("*.py")):
                place = f"{package}/{file.relative_to(folder).as_posix()}"
                digest.update(place.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
