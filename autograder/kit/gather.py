"""`autograder gather`: the learner's engine as one file, my_tape.py, from the answers in the notebooks.

A slot that the learner has not written holds the reference where a release brought it along, and says so in the line
that opens it. The file needs numpy and nothing of the course. It lies in the folder that holds the notebooks' folders,
where `autograder.kit.tape.gathered` finds it.

With --into the engine goes into a cell of a notebook (`into.py`), with --package into a package that can be installed
(`package.py`); my_tape.py stays as it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from autograder.kit.into import find, put_into
from autograder.kit.package import demand_free, demand_name, demand_room, write_package
from autograder.kit.reading import Unusable
from autograder.kit.tape import MINE, SLOTS_FILE, Filling, fill, in_folders, notebooks, table
from autograder.kit.tape.slots import engine_with, slots


def main(argv: list[str]) -> int:
    """Write my_tape.py, a cell or a package; 0 written, 1 there is nothing to gather or no place for it."""
    parser = argparse.ArgumentParser(
        prog="autograder gather",
        description=f"Write {MINE}, your engine, from your notebooks. Save them first.",
    )
    parser.add_argument("folder", nargs="?", default=".", help="where your notebooks are (default: here)")
    where = parser.add_mutually_exclusive_group()
    about = "put it into a cell of this notebook instead, by its number or name: 10"
    where.add_argument("--into", metavar="NOTEBOOK", help=about)
    about = "write a package of this name instead, with the recorded behaviours as its tests"
    where.add_argument("--package", metavar="NAME", help=about)
    options = parser.parse_args(argv)
    try:
        for sentence in gather(Path(options.folder).resolve(), options.into, options.package):
            print(sentence)
    except (Unusable, OSError) as reason:
        print(f"{options.folder}: {reason}", file=sys.stderr)
        return 1
    return 0


def gather(folder: Path, into: str | None = None, package: str | None = None) -> Iterator[str]:
    """Write the engine of the notebooks in the folder, or of its course; whose the slots are, and what was done."""
    course = folder if in_folders(folder) else folder.parent
    written = notebooks(folder, course)
    if not written:
        raise Unusable("There is no notebook of the course here. Go to the folder that they are in.")
    home = course if in_folders(course) else folder
    target = find(into, folder, course) if into is not None else None
    if package is not None:
        demand_name(package)
        demand_room(home / package)
        demand_free(package)
    references, known = released(folder, course)
    known |= {slot.name for slot in slots() if not known and slot.notebook in written}
    fillings = fill(references, written, known)
    yield from table(fillings)
    if target is not None:
        yield from put_into(target, as_module(fillings))
    elif package is not None:
        yield from write_package(home / package, as_module(fillings), fillings, references)
    else:
        yield write(home / MINE, as_module(fillings))


def released(*folders: Path) -> tuple[dict[str, str], set[str]]:
    """All slots that releases here have brought along, and those that they know; a later release has more of both."""
    found: dict[str, str] = {}
    known: set[str] = set()
    for file in sorted({*(each / SLOTS_FILE for each in folders), *folders[-1].glob(f"[0-9][0-9]_*/{SLOTS_FILE}")}):
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            found |= content["slots"]
            known |= set(content["known"])
        except FileNotFoundError:
            continue
        except (ValueError, KeyError, TypeError):
            raise Unusable(f"{file} is damaged. Take the one from the zip that you were given.") from None
    return found, known


def as_module(fillings: dict[str, Filling]) -> str:
    """The engine with these slots, each marked with whose it is."""
    answers = {name: each.text for name, each in fillings.items() if each.text is not None}
    notes = {name: each.owner for name, each in fillings.items()}
    return engine_with(answers, notes, known=fillings)


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
