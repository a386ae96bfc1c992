"""Putting a release into a learner's folder: what is new is copied, and their notebooks are brought to it.

What a learner wrote is never lost: a newer release of a notebook is put around their answers and own cells
(`autograder.learner.renew`), and the file as it was is kept beside it. The folder remembers, in .release.json, which
release each of its files came from; where that is lost, files are compared anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from autograder.learner.renew import BEFORE, OpenElsewhere, renew, write_beside

MEMORY = ".release.json"


def place(release: Path, folder: Path, again: bool = False) -> list[str]:
    """Copy what is new and bring the rest up to date; a sentence for everything that was done.

    again: also where the folder remembers that this release is in it already, so that deleted cells come back
    """
    folder.mkdir(parents=True, exist_ok=True)
    memory = _remembered(folder / MEMORY)
    said = []
    for source in release_files(release):
        name = source.relative_to(release).as_posix()
        content = source.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        target = folder / name
        if not target.exists():
            _write_new(target, as_lab_saves(content) if target.suffix == ".ipynb" else content)
            said.append(f"new: {name}")
        elif again or memory.get(name) != digest:
            try:
                if target.suffix == ".ipynb":
                    said += renew(target, content, name)
                else:
                    said += _exchange(target, content, name, memory.get(name))
            except OpenElsewhere as reason:
                said.append(str(reason))
                continue  # so that it is tried again the next time
        memory[name] = digest
    (folder / MEMORY).write_text(json.dumps(memory, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return said


def release_files(release: Path) -> Iterator[Path]:
    """The files of a release, in order; what JupyterLab and the system leave behind is none."""
    for path in sorted(release.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(release).parts)
        if path.is_file() and not hidden:
            yield path


def as_lab_saves(content: bytes) -> bytes:
    """A released notebook with what the kernel here says about its language, which JupyterLab adds when it opens one.

    It would show the notebook as changed otherwise, before its reader has touched it.
    """
    try:
        from ipykernel.ipkernel import IPythonKernel

        document = json.loads(content)
        document["metadata"]["language_info"] = dict(IPythonKernel.language_info)
    except (ImportError, ValueError, KeyError, TypeError):
        return content
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _exchange(target: Path, content: bytes, name: str, remembered: str | None) -> list[str]:
    """Put the newer release of a file that is no notebook into its place; one that was changed here is kept."""
    before = target.read_bytes()
    if before == content:
        return []
    changed = hashlib.sha256(before).hexdigest() != remembered
    kept = write_beside(target, BEFORE, before) if changed else None
    target.write_bytes(content)
    return [f"newer: {name}" + (f"; yours is kept as {kept.name}" if kept else "")]


def _write_new(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(content)


def _remembered(path: Path) -> dict[str, str]:
    try:
        memory = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return memory if isinstance(memory, dict) else {}
