"""The files that lie beside a notebook, put into the folder in which its cells run."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files given in base64; names are the build's own, `sub/name` for those in folders."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b64decode(content))
