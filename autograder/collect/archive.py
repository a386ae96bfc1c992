"""Zip files from anybody: listed and read with limits, never unpacked to a disk.

Nothing that the archive says about itself is believed: sizes are counted while reading, and a name decides nothing
but whose a file may be.
"""

from __future__ import annotations

import lzma
import os
import stat
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from autograder.collect.members import MAX_MEMBERS, Budget, Found, Member, Refused, is_litter, too_big
from autograder.kit.reading import MAX_BYTES

MAX_RATIO = 200  # unpacked to packed; notebooks full of pictures and zeros stay far below
RATIO_FROM = 1 << 20  # bytes; below, a ratio says nothing
MAX_DIRECTORY = 8 << 20  # bytes of the list of members, which is read at once
_END = struct.Struct("<4s4H2LH")  # "end of central directory"
_ENCRYPTED, _UTF8 = 0x1, 0x800  # flags of a member
# What zipfile raises for archives that somebody made to be refused (NotImplementedError is a RuntimeError).
_BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError, RuntimeError)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive; Refused when it is none, or when even its list of members is too long to read."""
    _demand_short_directory(path)
    try:
        archive = zipfile.ZipFile(path)
    except _BROKEN as error:
        raise Refused(f"it is not a zip file that can be read ({error})") from None
    with archive:
        if len(archive.infolist()) > MAX_MEMBERS:
            raise Refused(f"it holds {len(archive.infolist())} files; at most {MAX_MEMBERS} are taken")
        yield archive


def list_archive(archive: zipfile.ZipFile, source: str, budget: Budget) -> Found:
    """The members that may be read, and the others with the reason."""
    found = Found()
    for info in archive.infolist():
        name = _name(info)
        if info.is_dir() or is_litter(name):
            continue
        found.take(name, partial(_kind_problem, info), partial(_member, archive, info, source, name, budget))
    return found


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: str, name: str, budget: Budget) -> Member:
    return Member(source, name, _time(info), _reader(archive, info, budget))


def _name(info: zipfile.ZipInfo) -> str:
    """The member's name as it was meant: many write UTF-8 without the flag that says so.

    zipfile ends a name at a null byte; what the archive says is in orig_filename.
    """
    if info.flag_bits & _UTF8:
        return info.orig_filename
    try:
        return info.orig_filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.orig_filename


def _kind_problem(info: zipfile.ZipInfo) -> str | None:
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        return "it is a link"
    if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
        return "it is a device or a pipe, not a file"
    if info.flag_bits & _ENCRYPTED:
        return "it is encrypted"
    return None


def _reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> Callable[[], bytes]:
    def read() -> bytes:
        packed = max(info.compress_size, 1)
        problem = too_big(info.file_size) or _swollen(info.file_size, packed)
        if problem:
            raise Refused(problem)
        try:
            with archive.open(info) as stream:
                content = stream.read(MAX_BYTES + 1)
        except _BROKEN as error:
            raise Refused(f"it cannot be unpacked ({error})") from None
        budget.spend(len(content))
        problem = too_big(len(content)) or _swollen(len(content), packed)
        if problem:
            raise Refused(problem)
        return content

    return read


def _swollen(size: int, packed: int) -> str | None:
    if size > RATIO_FROM and size > MAX_RATIO * packed:
        return f"it unpacks to {size // packed} times its size, as no notebook does"
    return None


def _time(info: zipfile.ZipInfo) -> float | None:
    """When the file was saved, by the archive: local time, whole years from 1980, which stands for `unknown`."""
    if info.date_time[:3] == (1980, 1, 1):
        return None
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return None


def _demand_short_directory(path: Path) -> None:
    """Look at the last bytes by hand: opening the archive reads the whole list of members into memory."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - 65536 - _END.size))
        tail = file.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or place + _END.size > len(tail):
        raise Refused("it is not a zip file, or its end is missing")
    _, _, _, _, count, directory, _, _ = _END.unpack_from(tail, place)
    if count == 0xFFFF or count > MAX_MEMBERS or directory > MAX_DIRECTORY:
        raise Refused(f"it holds more than {MAX_MEMBERS} files")


def is_archive(path: Path) -> bool:
    """Does this file begin as zip files do?"""
    with path.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06") or path.suffix.lower() == ".zip"


def regular(path: Path) -> bool:
    """A file that is neither a link nor a device nor a pipe."""
    return stat.S_ISREG(os.lstat(path).st_mode)
