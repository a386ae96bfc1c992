"""Putting a hand-in where nbgrader looks for it, and losing nothing: classroom/replaced/ keeps what it replaces."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.collect.hand_in import HandIn
from autograder.collect.members import Refused
from autograder.collect.origins import UNKNOWN, Origin, Origins, as_text, origin_of
from autograder.intake import MARKS, TIMESTAMP
from autograder.learners import same_folder
from autograder.paths import Paths
from autograder.runs.platform import PLATFORM_FILE
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

    def put(self, it: HandIn, dry_run: bool = False) -> tuple[str, bytes]:
        """Take a hand-in; what became of it, and its content.

        Refused when it cannot be read or the place is not as it must be.
        """
        content = it.member.read()
        return self._put(it, content, dry_run), content

    def _put(self, it: HandIn, content: bytes, dry_run: bool) -> str:
        target = self.submitted / it.learner / it.notebook / f"{it.notebook}.ipynb"
        for place in (target.parent.parent, target.parent, target):
            if place.is_symlink():
                raise Refused(f"{place} is a link; remove it first")
        there = target.read_bytes() if target.is_file() else None
        if there is not None and (problem := self.origins.problem(it)):
            raise Refused(problem)
        older = there is not None and self._older(it, target, there)
        if there == content:
            if not dry_run and not older:
                self._renew(it, target, content)
            return UNCHANGED
        if dry_run:
            return NEW if there is None else OLDER if older else REPLACED
        if older:
            self._put_aside(it, content)
            return OLDER
        if there is not None:
            self._keep(it, target, there)
        self._remember(origin_of(it, content), it, target)
        _write(target, content, it.member.time)
        self._stamp(it, target)
        return NEW if there is None else REPLACED

    def put_aside(self, it: HandIn, dry_run: bool = False) -> str:
        """Keep a hand-in that is not the newest of its learner's in these sources, and touch nothing else."""
        content = it.member.read()
        target = self.submitted / it.learner / it.notebook / f"{it.notebook}.ipynb"
        if target.is_file() and target.read_bytes() == content:
            return UNCHANGED
        if not dry_run:
            self._put_aside(it, content)
        return OLDER

    def _put_aside(self, it: HandIn, content: bytes) -> None:
        _write(self._kept(it, content, it.member.time), content, it.member.time)

    def _older(self, it: HandIn, target: Path, there: bytes) -> bool:
        """Was this handed in before what is there? By the platform's count of uploads, else by the times."""
        origin = self._origin(it, there)
        if it.upload and origin.upload and it.upload != origin.upload:
            return it.upload < origin.upload
        time = _stamped(target)
        if time is None:
            time = origin.time if origin != UNKNOWN else target.stat().st_mtime
        return it.member.time is not None and time is not None and int(it.member.time) < int(time)

    def _origin(self, it: HandIn, there: bytes) -> Origin:
        """Where what is there came from; UNKNOWN where it came another way since."""
        origin = self.origins.of(it.learner, it.notebook)
        return origin if origin.sha256 == hashlib.sha256(there).hexdigest() else UNKNOWN

    def _renew(self, it: HandIn, target: Path, content: bytes) -> None:
        """The same notebook once more: what is known about it stays, and what the platform says now is written down."""
        origin = self._origin(it, content)
        if origin == UNKNOWN:
            self._remember(origin_of(it, content), it, target)
        elif origin.key == it.key and origin.word != it.word:
            self._remember(replace(origin, word=it.word), it, target)
        if not target.with_name(TIMESTAMP).exists():
            self._stamp(it, target)

    def _stamp(self, it: HandIn, target: Path) -> None:
        if self.timestamps and it.member.time is not None:
            when = datetime.fromtimestamp(it.member.time, UTC)
            _write(target.with_name(TIMESTAMP), f"{when:%Y-%m-%d %H:%M:%S} UTC\n".encode(), None)

    def _remember(self, origin: Origin, it: HandIn, target: Path) -> None:
        _write(self.origins.file(it.learner, it.notebook), as_text(origin).encode(), None)
        beside = target.with_name(PLATFORM_FILE)
        if origin.word is not None:
            _write(beside, (json.dumps(origin.word.as_json(), ensure_ascii=False) + "\n").encode(), None)
        else:
            beside.unlink(missing_ok=True)

    def _keep(self, it: HandIn, target: Path, content: bytes) -> None:
        """A copy of what is about to be replaced. Its time of hand-in and its secret are not those of the new one."""
        kept = self._kept(it, content, target.stat().st_mtime)
        _write(kept, content, target.stat().st_mtime)
        for mark in (*MARKS, PLATFORM_FILE):
            file = target.with_name(mark)
            if file.is_file():
                shutil.copy2(file, kept.with_suffix(f".{mark}"))
                file.unlink()

    def _kept(self, it: HandIn, content: bytes, time: float | None) -> Path:
        when = datetime.fromtimestamp(time or 0, UTC).strftime("%Y%m%d-%H%M%S")
        name = f"{it.notebook}-{when}-{hashlib.sha256(content).hexdigest()[:8]}.ipynb"
        return self.replaced / it.learner / it.notebook / name


def _stamped(target: Path) -> float | None:
    """The time of hand-in that stands beside a notebook, as the exchange or `--timestamps` wrote it."""
    try:
        text = target.with_name(TIMESTAMP).read_text(encoding="utf-8").strip()
        when = datetime.fromisoformat(text.removesuffix(" UTC"))
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (OSError, ValueError, OverflowError):
        return None


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
