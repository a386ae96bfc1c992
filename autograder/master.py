"""What a master is: all of a notebook that a verdict hangs on.

That is its cells, its tests with all their names settled, and the release as built. It holds every hidden test, and
never leaves the instructor's machine. How one is built, and when it is too old, is in `autograder.authoring.masters`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.kit.reading import Stamp, stamp_of

SCHEMA = 3


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

    @property
    def stamp(self) -> Stamp | None:
        """The version of its release; None for one from before version 0.2.0."""
        return stamp_of(json.loads(self.release_text)) if self.release_text else None

    def find(self, grade_id: str) -> MasterCell | None:
        return next((cell for cell in self.cells if cell.grade_id == grade_id), None)

    @property
    def tests(self) -> tuple[MasterCell, ...]:
        return tuple(cell for cell in self.cells if cell.role == "test")

    def without_sites(self) -> Master:
        return replace(self, cells=tuple(replace(cell, sites={}, data=()) for cell in self.cells))

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
