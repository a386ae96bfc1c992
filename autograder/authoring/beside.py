"""What lies beside a notebook in its release: its data, and for one that loads the learner's engine, earlier slots.

The judge gives a worker the same files in the folder that it starts in, so a cell opens them by their bare names.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.authoring.masters import LOADS_TAPE, data_folder
from autograder.kit.tape import SLOTS_FILE, engine
from autograder.kit.tape.slots import NoAnswer, Slot, answer_text, demand_known, slots
from autograder.paths import Paths
from autograder.source.cells import Source, parse
from autograder.source.findings import CourseErrors, Finding, shown
from autograder.source.marks import solved

MOST_BYTES = 4 << 20  # all files of a notebook together: they go to a worker with every submission


def files_beside(paths: Paths, source: Source) -> dict[str, bytes]:
    """The files by name, `sub/name` for those in folders; raises CourseErrors for what cannot be handed out."""
    folder = data_folder(paths, source.name)
    # Not `shown`, which would name what a link points to.
    wrong = [Finding(path.relative_to(paths.root).as_posix(), 1, sentence) for path, sentence in _unfit(folder)]
    if wrong:
        raise CourseErrors(wrong)
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
    if LOADS_TAPE in source.text:
        found[SLOTS_FILE] = _slots_file(paths, source)
    return found


def slot_texts(sources: Iterable[Source]) -> Iterator[str]:
    """The reference's code for every slot that one of these notebooks fills."""
    for source in sources:
        for slot in slots():
            cell = source.find(slot.grade_id)
            if source.name.startswith(slot.notebook) and cell is not None:
                try:
                    yield answer_text(solved(cell.source), *slot.names)
                except NoAnswer:
                    continue  # said, with its line, when a notebook that loads it is built


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _unfit(folder: Path) -> Iterator[tuple[Path, str]]:
    size = 0
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        size += status.st_size if stat.S_ISREG(status.st_mode) else 0
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
            yield path, "data of a notebook are regular files: put the file itself here, not a link"
        elif path.name.startswith((".", "__")):
            yield path, "no release has files with such a name: take it out, or call it otherwise"
        elif path.suffix == ".ipynb" or path.name == SLOTS_FILE:
            yield path, "the build makes files of this name: call it otherwise"
    if size > MOST_BYTES:
        yield folder, f"{size >> 10} kB of data: a notebook may have {MOST_BYTES >> 10} kB, so make it smaller"


def _slots_file(paths: Paths, source: Source) -> bytes:
    """The references of earlier slots, and the names of all slots that have an exercise up to this notebook."""
    found, known, wrong = {}, [], []
    for slot in slots():
        earlier = slot.notebook < source.name[:2]
        filling = _filling(paths, slot) if earlier else source if slot.notebook == source.name[:2] else None
        if filling is None or filling.find(slot.grade_id) is None:
            continue  # an exercise that is still to be written
        known.append(slot.name)
        if earlier:
            try:
                found[slot.name] = _reference(filling, slot)
            except CourseErrors as errors:
                wrong += errors.findings
    if wrong:
        raise CourseErrors(wrong)
    return (json.dumps({"notebook": source.name, "slots": found, "known": known}, indent=1) + "\n").encode()


def _filling(paths: Paths, slot: Slot) -> Source | None:
    """The notebook whose exercise fills a slot."""
    name = next((name for name in paths.names() if name.startswith(slot.notebook)), None)
    if name is None:
        return None
    path = paths.solutions / f"{name}.py"
    return parse(path.read_text(encoding="utf-8"), name, shown(path, paths.root))


def _reference(source: Source, slot: Slot) -> str:
    """The solution of the exercise that fills a slot, as code that stands alone."""
    cell = source.find(slot.grade_id)
    assert cell is not None
    try:
        text = answer_text(solved(cell.source), *slot.names)
        demand_known(text, set(vars(engine)))
    except NoAnswer as reason:
        message = f"this answer fills the engine's slot {slot.name}, and {reason}"
        raise CourseErrors([Finding(source.file, cell.line, message)]) from None
    return text
