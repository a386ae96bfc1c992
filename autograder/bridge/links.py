"""What must not come along with a submission: nbgrader copies every file it finds, and follows links doing so."""

from __future__ import annotations

import logging
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from nbgrader.utils import parse_utc

from autograder.intake import MARKS, SECRET, TIMESTAMP

log = logging.getLogger(__name__)
MAX_MARK = 200  # bytes


def remove_links(assignment: str, student: str, notebooks: Iterable[str]) -> None:
    """nbgrader's pre-convert hook: delete links, pipes and devices beside the notebooks handed in.

    The notebooks themselves are left: nbgrader does not copy them, and our exporter refuses a link by itself.
    """
    handed_in = {Path(name) for name in notebooks}
    for folder in {path.parent for path in handed_in}:
        for path in irregular_files(folder):
            if path not in handed_in:
                log.warning("Removing %s from the submission: only regular files are taken", path)
                path.unlink()


def remove_odd_marks(folder: Path) -> None:
    """Delete what the exchange would have written beside a notebook, where something else stands under its name.

    nbgrader would stop at it, for everybody: `autograde` at a timestamp.txt that is not a time, `release_feedback` at a
    submission_secret.txt that cannot be read or is empty.
    """
    for name, demand, what in ((TIMESTAMP, _demand_time, "a time"), (SECRET, _demand_secret, "a secret")):
        file = folder / name
        if not file.is_symlink() and not file.exists():
            continue
        try:
            if file.is_symlink() or not file.is_file() or file.stat().st_size > MAX_MARK:
                raise ValueError
            demand(file.read_text(encoding="utf-8"))
        except (ValueError, OverflowError):  # a UnicodeDecodeError is a ValueError, and so is dateutil's own
            log.warning("Removing %s from the submission: it does not hold %s", file, what)
            shutil.rmtree(file) if file.is_dir() and not file.is_symlink() else file.unlink()


def _demand_time(text: str) -> None:
    parse_utc(text.strip() or None)


def _demand_secret(text: str) -> None:
    """Anything that nbgrader can make the address of a feedback page from, in any encoding that it may read it with."""
    if not text or not text.isascii():
        raise ValueError


def remove_unlisted(folder: Path, released: Iterable[str]) -> None:
    """Delete what came along with a submission and belongs to no assignment: only these files are read by a test."""
    wanted = {folder / name for name in (*released, *MARKS)}
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            with suppress(OSError):  # not empty
                path.rmdir()
        elif path not in wanted:
            log.info("Leaving %s behind: the assignment has no such file", path)
            path.unlink()


def irregular_files(folder: Path) -> list[Path]:
    """Everything below `folder` that is neither a regular file nor a folder; links are not followed."""
    found = []
    for path in sorted(folder.iterdir()):
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            found += irregular_files(path)
        elif not stat.S_ISREG(mode):
            found.append(path)
    return found
