"""`autograder gather`: the learner's engine as one file, my_tape.py, from the answers in the notebooks.

A slot that the learner has not written holds the reference where a release brought it along, and says so in the line
that opens it. The file needs numpy and nothing of the course.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from autograder.kit.reading import Unusable
from autograder.kit.tape import SLOTS_FILE, Filling, fill, in_folders, notebooks, table
from autograder.kit.tape.slots import engine_with

FILE = "my_tape.py"


def main(argv: list[str]) -> int:
    """Write my_tape.py; 0 written, 1 there is nothing to gather."""
    parser = argparse.ArgumentParser(prog="autograder gather", description=f"Write {FILE} from your notebooks.")
    parser.add_argument("folder", nargs="?", default=".", help="where your notebooks are (default: here)")
    options = parser.parse_args(argv)
    try:
        for sentence in gather(Path(options.folder).resolve()):
            print(sentence)
    except (Unusable, OSError) as reason:
        print(f"{options.folder}: {reason}", file=sys.stderr)
        return 1
    return 0


def gather(folder: Path) -> list[str]:
    """Write my_tape.py into the folder; whose the slots are, and what was done, in sentences."""
    course = folder if in_folders(folder) else folder.parent
    written = notebooks(folder, course)
    if not written:
        raise Unusable("There is no notebook of the course here. Go to the folder that they are in.")
    fillings = fill(references(folder, course), written)
    return [*table(fillings), write(folder / FILE, as_module(fillings))]


def references(*folders: Path) -> dict[str, str]:
    """All slots that releases here have brought along; a later release knows more of them."""
    found: dict[str, str] = {}
    for file in sorted({*(each / SLOTS_FILE for each in folders), *folders[-1].glob(f"[0-9][0-9]_*/{SLOTS_FILE}")}):
        try:
            found |= json.loads(file.read_text(encoding="utf-8"))["slots"]
        except FileNotFoundError:
            continue
        except (ValueError, KeyError, TypeError):
            raise Unusable(f"{file} is damaged. Take the one from the zip that you were given.") from None
    return found


def as_module(fillings: dict[str, Filling]) -> str:
    """The engine with these slots, each marked with whose it is."""
    answers = {name: each.text for name, each in fillings.items() if each.text is not None}
    notes = {name: each.owner for name, each in fillings.items()}
    return engine_with(answers, notes)


def write(path: Path, text: str) -> str:
    """Write the file; one that is there and says something else is kept under another name."""
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        return f"written: {path}"
    if path.read_text(encoding="utf-8", errors="replace") == text:
        return f"up to date: {path}"
    number = 1
    while (kept := path.with_name(f"{path.stem}_old_{number}.py")).exists():
        number += 1
    path.rename(kept)
    path.write_text(text, encoding="utf-8")
    return f"written: {path}; the one before is kept as {kept.name}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
