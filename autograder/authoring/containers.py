"""The texts in a file, also where they are packed: archives, compressed files, base64 attachments."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

DEPTH = 4  # an archive in an attachment in an archive
BIGGEST = 50_000_000  # bytes: what a course has no use for, and a scan no time
_BASE64 = re.compile(r"""[A-Za-z0-9+/]{40,}(?:["',\s]+[A-Za-z0-9+/]{40,})*(?:["',\s]+[A-Za-z0-9+/]+)?={0,2}""")


def files(place: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a folder, of an archive, or the one file, as (path as shown, bytes)."""
    if place.is_dir():
        for path in sorted(place.rglob("*")):
            if path.is_file():
                yield from _unpacked(path.relative_to(place).as_posix(), path.read_bytes(), DEPTH)
    else:
        yield from _unpacked(place.name, place.read_bytes(), DEPTH)


def _unpacked(name: str, data: bytes, depth: int) -> Iterator[tuple[str, bytes]]:
    """The file itself, or what is packed in it: an archive's own bytes would only repeat its members."""
    try:
        if depth and data[:4] == b"PK\3\4":
            parts = list(_members(data))
        elif depth and data[:2] == b"\x1f\x8b":
            parts = [("contents", gzip.decompress(data))]
        else:
            parts = []
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error, RuntimeError, NotImplementedError):
        parts = []  # not an archive after all, or one that nobody can open
    if not parts:
        yield name, data
    for inner, part in parts:
        yield from _unpacked(f"{name}/{inner}", part, depth - 1)


def _members(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.infolist():
            if not member.is_dir() and member.file_size <= BIGGEST:
                yield member.filename, archive.read(member)


def text_of(data: bytes) -> str:
    """The bytes as text; what is none becomes harmless characters, since a picture may carry a text too."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def embedded(text: str) -> Iterator[tuple[int, bytes]]:
    """What stands in a text as base64, with the line on which it begins."""
    # A line break written inside a JSON string would split a run; four letters keep the positions.
    for match in _BASE64.finditer(text.replace("\\n", "  ")):
        packed = re.sub(r"[^A-Za-z0-9+/]", "", match[0])
        try:
            data = base64.b64decode(packed + "=" * (-len(packed) % 4))
        except binascii.Error:
            continue
        line = text.count("\n", 0, match.start()) + 1
        for _, part in _unpacked("", data, DEPTH - 1):
            yield line, part
