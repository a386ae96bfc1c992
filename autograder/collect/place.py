"""Putting a hand-in where nbgrader looks for it, and losing nothing: classroom/replaced/ keeps what it replaces."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.collect.hand_in import HandIn
from autograder.collect.members import Refused
from autograder.collect.origins import UNKNOWN, Origins, as_text
from autograder.intake import MARKS, TIMESTAMP
from autograder.learners import same_folder
from autograder.paths import Paths
from autograder.runs.writes import reached

# What became of a hand-in.
NEW, REPLACED, UNCHANGED, OLDER = "new", "replaces an older one", "as before", "older than what is there"


@dataclass(frozen=True)
class Places:
    """The classroom's folders for hand-ins, and the ids that are taken in any spelling."""

    submitted: Path
    replaced: Path
    origins: Origins
    ids: dict[str, str]
    timestamps: bool = False  # write what the source says about the time of hand-in, for late penalties

    @classmethod
    def of(cls, paths: Paths, timestamps: bool = False) -> Places:
        submitted = paths.classroom / "submitted"
        there = [folder.name for folder in submitted.iterdir() if folder.is_dir()] if submitted.is_dir() else []
        ids = {same_folder(name): name for name in there}
        return cls(submitted, paths.classroom / "replaced", Origins(paths.classroom / "origins"), ids, timestamps)

    def claim(self, learner: str) -> None:
        """Refused when another learner's folder would be the same one on some machine."""
        taken = self.ids.setdefault(same_folder(learner), learner)
        if taken != learner:
            raise Refused(
                f"{learner!r} and {taken!r}, who has handed in before, are one folder on some systems; tell them apart "
                "with a roster (--roster)"
            )

    def put(self, it: HandIn, dry_run: bool = False) -> str:
        """Take a hand-in; what became of it. Refused when it cannot be read or the place is not as it must be."""
        content = it.member.read()
        target = self.submitted / it.learner / it.notebook / f"{it.notebook}.ipynb"
        for place in (target.parent.parent, target.parent, target):
            if place.is_symlink():
                raise Refused(f"{place} is a link; remove it first")
        there = target.read_bytes() if target.is_file() else None
        if there is not None and (problem := self.origins.problem(it)):
            raise Refused(problem)
        if there == content:
            if not dry_run and self.origins.of(it.learner, it.notebook) == UNKNOWN:
                self._remember(it)
            return UNCHANGED
        older = there is not None and it.member.time is not None and it.member.time < target.stat().st_mtime
        if dry_run:
            return NEW if there is None else OLDER if older else REPLACED
        if older:
            _write(self._kept(it, content, it.member.time), content, it.member.time)
            return OLDER
        if there is not None:
            self._keep(it, target, there)
        self._remember(it)
        _write(target, content, it.member.time)
        if self.timestamps and it.member.time is not None:
            when = datetime.fromtimestamp(it.member.time, UTC)
            _write(target.with_name(TIMESTAMP), f"{when:%Y-%m-%d %H:%M:%S} UTC\n".encode(), None)
        return NEW if there is None else REPLACED

    def _remember(self, it: HandIn) -> None:
        _write(self.origins.file(it.learner, it.notebook), as_text(it).encode(), None)

    def _keep(self, it: HandIn, target: Path, content: bytes) -> None:
        """A copy of what is about to be replaced. Its time of hand-in and its secret are not those of the new one."""
        kept = self._kept(it, content, target.stat().st_mtime)
        _write(kept, content, target.stat().st_mtime)
        for mark in MARKS:
            file = target.with_name(mark)
            if file.is_file():
                shutil.copy2(file, kept.with_suffix(f".{mark}"))
                file.unlink()

    def _kept(self, it: HandIn, content: bytes, time: float | None) -> Path:
        when = datetime.fromtimestamp(time or 0, UTC).strftime("%Y%m%d-%H%M%S")
        name = f"{it.notebook}-{when}-{hashlib.sha256(content).hexdigest()[:8]}.ipynb"
        return self.replaced / it.learner / it.notebook / name


def _write(file: Path, content: bytes, time: float | None) -> None:
    """Whole or not at all; the file's time is that of the hand-in, so that a later one can be told from an earlier."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        if time is not None:
            os.utime(beside, (time, time))
        reached("collected")
        beside.replace(file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
