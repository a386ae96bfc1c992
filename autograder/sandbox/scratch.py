"""Scratch folders: one for each worker, measured while it runs, and removed whatever was put into them.

What lies in one was made by somebody hostile: folders nested so deep that no path names them, folders closed to
their owner, a million files, links to anywhere. Nothing here recurses, and no link is followed.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from autograder.sandbox.datafiles import write_files


def make(parent: Path, files: Mapping[str, str]) -> Path:
    """A fresh folder with a notebook's own files in it."""
    scratch = Path(tempfile.mkdtemp(dir=parent))
    write_files(scratch, files)
    return scratch


def overfull(scratch: Path, max_bytes: int, max_files: int) -> bool:
    """Is there more in the folder than there may be? Stops looking as soon as it is known."""
    waiting, used, count = [str(scratch)], 0, 0
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    count += 1
                    if count > max_files:
                        return True
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        used += entry.stat(follow_symlinks=False).st_blocks * 512
        except FileNotFoundError:
            continue  # removed while we looked
        except OSError:
            return True  # too deep for a path, or closed to us: nothing honest looks like that
        if used > max_bytes:
            return True
    return False


def remove(scratch: Path) -> None:
    """Remove a folder with all that is in it; what cannot be removed is left, without a word."""
    unused = os.urandom(8).hex()  # a name that nobody can have taken beforehand
    waiting: list[Path] = [scratch]
    seen: list[Path] = []
    while waiting:
        folder = waiting.pop()
        seen.append(folder)
        with suppress(OSError):
            _open_up(folder)
            for number, path in enumerate(folder.iterdir()):
                # A folder is moved to the top before it is looked into, so that no path ever grows long.
                waiting += _take(path, scratch / f"{unused}-{len(seen)}-{number}")
    for folder in reversed(seen):
        with suppress(OSError):
            folder.rmdir()


def _take(path: Path, place: Path) -> list[Path]:
    """Remove a file; move a folder to `place`, which is returned."""
    with suppress(OSError):
        path.unlink()
        return []
    with suppress(OSError):
        _open_up(path)
        return [path.rename(place)]
    return []


def _open_up(folder: Path) -> None:
    if not folder.is_symlink():
        folder.chmod(0o700)
