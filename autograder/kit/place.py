"""Putting a release beside a learner's own work: what exists is never touched.

    python -m autograder.kit.place RELEASE FOLDER

A notebook that is not there yet is copied. When the release of one has changed since it was copied, the new one lands
beside it as NAME.new.ipynb. The folder remembers, in .release.json, which release each of its files came from.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

MEMORY = ".release.json"


def main(argv: list[str]) -> int:
    """Put the release in `argv[0]` into the folder `argv[1]`, and say what was done."""
    release, folder = map(Path, argv)
    for sentence in place(release, folder):
        print(sentence)
    return 0


def place(release: Path, folder: Path) -> list[str]:
    """Copy what is new; a sentence for everything that was done."""
    folder.mkdir(parents=True, exist_ok=True)
    memory = _remembered(folder / MEMORY)
    said = []
    for source in release_files(release):
        name = source.relative_to(release).as_posix()
        content = source.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        target = folder / name
        if not target.exists():
            _write_new(target, content)
            said.append(f"new: {name}")
        elif memory.get(name) != digest and target.read_bytes() != content:
            beside = _place_beside(target, content)
            if beside is not None:
                said.append(f"{name} is yours and was not touched; a newer release lies beside it: {beside.name}")
        memory[name] = digest
    (folder / MEMORY).write_text(json.dumps(memory, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return said


def release_files(release: Path) -> Iterator[Path]:
    """The files of a release, in order; what JupyterLab and the system leave behind is none."""
    for path in sorted(release.rglob("*")):
        hidden = any(part.startswith((".", "__")) for part in path.relative_to(release).parts)
        if path.is_file() and not hidden:
            yield path


def _place_beside(target: Path, content: bytes) -> Path | None:
    """Write NAME.new.ipynb, or NAME.new-2.ipynb when there is one already; None when the same one lies there."""
    number = 1
    while True:
        mark = ".new" if number == 1 else f".new-{number}"
        beside = target.with_name(f"{target.stem}{mark}{target.suffix}")
        if not beside.exists():
            _write_new(beside, content)
            return beside
        if beside.read_bytes() == content:
            return None
        number += 1


def _write_new(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(content)


def _remembered(path: Path) -> dict[str, str]:
    try:
        memory = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}  # lost or broken: then a changed notebook gets its newest release beside it, once
    return memory if isinstance(memory, dict) else {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
