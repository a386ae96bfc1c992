"""The engine that notebooks 01 to 06 grow: `load` puts it together from the learner's own answers.

    from autograder.kit.tape import load
    tape = load(mine=True)

What a learner has not written yet comes from `tape_slots.json`, which a notebook's release brings along: it holds the
answers of earlier notebooks, never those of its own, and the names of the slots that the course knows up to there. When
work is graded no other notebook is there, so every earlier slot is the reference, and a mistake costs its points once.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import linecache
import sys
import types
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.kit.reading import Unusable, read_cells
from autograder.kit.shown import STUB
from autograder.kit.tape.slots import NoAnswer, Slot, answer_text, demand_known, engine_with, slots

SLOTS_FILE = "tape_slots.json"
MODULE = "tape"
MINE = "my_tape.py"
TEXT = "__text__"  # where a module that was made here has its source


@dataclass(frozen=True)
class Filling:
    """What stands in a slot: whose it is ("yours", "reference" or "empty"), its text, and why it is not yours."""

    owner: str
    text: str | None = None
    note: str = ""


def load(mine: bool = False, folder: str | Path = ".") -> types.ModuleType:
    """The engine as a module, and a line for each slot that says whose it is.

    With `mine`, slots of earlier notebooks hold what the learner saved there. A slot that belongs to this notebook is
    empty until the notebook puts an answer in: `tape.backward = backward`.
    """
    from autograder.kit.tape.cell import register

    register()  # a cell of this notebook may hold the learner's engine
    folder = Path(folder).resolve()
    this, references, known = _released(folder / SLOTS_FILE)
    written = notebooks(folder, folder.parent) if mine else {}
    earlier = {number: path for number, path in written.items() if number < this}
    fillings = fill(references, earlier, known)
    answers = {name: each.text for name, each in fillings.items() if each.text is not None}
    tape = _module(engine_with(answers, known=known))
    vars(tape)["__filled__"] = {name: (each, _held(tape, name)) for name, each in fillings.items()}
    whose(tape)
    return tape


def whose(tape: types.ModuleType) -> None:
    """Print for each slot of a loaded engine whose work stands in it; a stub is nobody's."""
    now = {}
    for name, (loaded, made) in tape.__filled__.items():
        held = _held(tape, name)
        now[name] = loaded if held == made else Filling("empty" if any(map(_is_stub, held)) else "yours")
    print("\n".join(table(now)))


def _is_stub(thing: object) -> bool:
    """Is this a function, or a class with a method, that the course handed out unwritten?"""
    functions = vars(thing).values() if isinstance(thing, type) else (thing,)
    plain = [getattr(each, "__func__", each) for each in functions]  # of a static method
    codes = [each.__code__ for each in plain if isinstance(each, types.FunctionType)]
    return any(STUB in code.co_consts for code in codes)


def _held(tape: types.ModuleType, name: str) -> list[object]:
    """What stands in a slot just now."""
    return [getattr(tape, each) for each in name.split(", ")]


def table(fillings: Mapping[str, Filling]) -> list[str]:
    """The lines that say whose slots are."""
    filled = [slot for slot in slots() if slot.name in fillings]
    width = max(len(slot.name) for slot in filled)
    return [f"{slot.name:<{width}}  {_words(slot, fillings[slot.name])}" for slot in filled]


def _words(slot: Slot, filling: Filling) -> str:
    if filling.owner == "empty":
        return f"empty      exercise {slot.exercise}"
    return f"{filling.owner:<9}  exercise {slot.exercise}: {filling.note}" if filling.note else filling.owner


def fill(references: Mapping[str, str], written: Mapping[str, Path], known: Container[str]) -> dict[str, Filling]:
    """For each slot the learner's answer if it can be used, else the reference, else nothing.

    `written` are the learner's notebooks by number, `known` the slots that the course has exercises for.
    """
    found = {}
    for slot in (each for each in slots() if each.name in known):
        reference = references.get(slot.name)
        try:
            found[slot.name] = Filling("yours", _own(slot, references, written))
        except NoAnswer as reason:
            found[slot.name] = Filling("empty" if reference is None else "reference", reference, str(reason))
    return found


def _own(slot: Slot, references: Mapping[str, str], written: Mapping[str, Path]) -> str:
    """The learner's answer for a slot, tried out; raises NoAnswer."""
    if slot.notebook not in written:
        raise NoAnswer("")
    path = written[slot.notebook]
    try:
        cells = [cell for cell in read_cells(path, lambda note: None) if cell.grade_id == slot.grade_id]
    except (Unusable, OSError) as reason:
        raise NoAnswer(f"{path.name} cannot be read ({reason})") from None
    if not cells:
        raise NoAnswer(f"{path.name} has no cell {slot.grade_id}")
    problem = NoAnswer("")
    for cell in reversed(cells):  # of several copies the last one that can be used
        try:
            text = answer_text(cell.source, *slot.names)
            _try_out(text, references)
            return text
        except NoAnswer as reason:
            problem = reason
    raise problem


def _try_out(text: str, references: Mapping[str, str]) -> None:
    """Raise NoAnswer unless the text runs in the engine and needs nothing that is not there."""
    engine = _module(engine_with(references), shown=False)
    demand_known(text, set(vars(engine)))
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "<answer>", "exec"), vars(engine))
    except Exception as error:
        raise NoAnswer(f"it stops with {type(error).__name__}: {error}") from None


def _module(text: str, shown: bool = True) -> types.ModuleType:
    """The text as a module; `shown` ones are known to tracebacks and to `inspect.getsource`."""
    tape = types.ModuleType(MODULE)
    before = sys.modules.get(MODULE)
    sys.modules[MODULE] = tape
    try:
        exec(compile(text, f"<{MODULE}>", "exec"), vars(tape))
    finally:
        if before is not None and not shown:
            sys.modules[MODULE] = before
    if shown:
        tape.__file__ = f"<{MODULE}>"
        linecache.cache[tape.__file__] = (len(text), None, text.splitlines(keepends=True), tape.__file__)
        vars(tape)[TEXT] = text
    return tape


def references_in(folder: str | Path = ".") -> dict[str, str]:
    """The reference slots that the notebook in this folder brought along; none where it brought no file."""
    try:
        return dict(_released(Path(folder).resolve() / SLOTS_FILE)[1])
    except FileNotFoundError:
        return {}


def _released(file: Path) -> tuple[str, dict[str, str], list[str]]:
    """The number of the notebook that the file came with, the reference slots in it, and the slots it knows."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return content["notebook"][:2], content["slots"], content["known"]
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{SLOTS_FILE} is not in {file.parent}: it comes with the notebook, so open the notebook where it was put, "
            "or put that file there too"
        ) from None


def gathered(folder: str | Path = ".") -> bool:
    """Whether `import my_tape` finds the file that `autograder gather` writes; if not, what to do is printed.

    It lies in the folder above the notebook's, or beside the notebook. Nothing is said where work is graded.
    """
    here = Path(folder).resolve()
    found = next((each for each in (here, here.parent) if (each / MINE).is_file()), None)
    if found is not None:
        sys.path[:] = [str(found), *(each for each in sys.path if each != str(found))]
        sys.modules.pop(Path(MINE).stem, None)  # it may have been written anew
        importlib.invalidate_caches()
    elif not graded():
        print(f"{MINE} is not there yet. In JupyterLab's terminal (File > New > Terminal), type:  autograder gather")
        print("Then run this cell again.")
    return found is not None


def graded() -> bool:
    """Whether this process runs a learner's work for the judge."""
    return "autograder.worker" in sys.modules


def notebooks(folder: Path, course: Path) -> dict[str, Path]:
    """The learner's notebooks by number: each in a folder of its own in `course`, or all in `folder`."""
    loose = {path for path in folder.glob("[0-9][0-9]_*.ipynb") if "." not in path.stem}
    # The last one of a number counts: the shortest name (no copy of another), and one in a folder of its own.
    return {path.name[:2]: path for path in [*sorted(loose, key=lambda path: -len(path.name)), *in_folders(course)]}


def in_folders(course: Path) -> list[Path]:
    """The notebooks NAME/NAME.ipynb."""
    return sorted(path for path in course.glob("[0-9][0-9]_*/*.ipynb") if path.stem == path.parent.name)
