"""Folders and single files: listed without following a link, read without waiting for a pipe."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from autograder.collect.archive import regular
from autograder.collect.members import MAX_MEMBERS, Budget, Found, Member, Refused, is_litter
from autograder.intake import OTHERS_FILE, names_others_file
from autograder.kit.reading import Unusable, read_bytes


def list_folder(folder: Path, budget: Budget) -> Found:
    """Everything below a folder."""
    found = Found()
    for where, folders, files in os.walk(folder):
        for name in sorted(files) + [name for name in folders if (Path(where) / name).is_symlink()]:
            path = Path(where) / name
            inside = path.relative_to(folder).as_posix()
            if is_litter(inside):
                continue
            found.take(inside, partial(_kind_problem, path), partial(single_file, path, inside, str(folder), budget))
        folders.sort()
        if len(found.members) > MAX_MEMBERS:
            raise Refused(f"it holds more than {MAX_MEMBERS} files")
    return found


def _kind_problem(path: Path) -> str | None:
    if regular(path):
        return None
    return "it is a link" if path.is_symlink() else "it is a device or a pipe, not a file"


def single_file(path: Path, name: str, source: str, budget: Budget) -> Member:
    """A file by itself; `name` is what decides whose it is."""

    def read() -> bytes:
        if names_others_file(path):
            raise Refused(OTHERS_FILE)
        try:
            content = read_bytes(path)
        except Unusable as reason:
            raise Refused(str(reason)) from None
        except OSError as error:
            raise Refused(f"it cannot be read ({error.strerror})") from None
        budget.spend(len(content))
        return content

    return Member(source, name, path.lstat().st_mtime, read)
