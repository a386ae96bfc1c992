"""Archives as learning platforms and attackers make them."""

from __future__ import annotations

import zipfile
from pathlib import Path

NAME = "01_doubling"
NOTEBOOK = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
MOODLE = "Ada Lovelace_123_assignsubmission_file_/01_doubling.ipynb"
MOODLE_FLAT = "Ada Lovelace_123_assignsubmission_file_01_doubling.ipynb"
CANVAS = "lovelaceada_4711_98_01_doubling.ipynb"


def make_zip(path: Path, members: dict[str, bytes], **attributes: int) -> Path:
    """A zip of these members; `mode` and `flag_bits` make it one that nobody should unpack."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, date_time=(2026, 11, 20, 12, 0, 0))
            info.filename = name  # ZipInfo ends it at a null byte
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = attributes.get("mode", 0o100644) << 16
            archive.writestr(info, content)
    if attributes.get("encrypted"):
        _set_encrypted(path)
    return path


def _set_encrypted(path: Path) -> None:
    """Set the flag that says so, in the local and in the central header."""
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x03\x04") + 6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
