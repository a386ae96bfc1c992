"""`answer("3.4")` in a notebook: a worked answer, for those who learn on their own.

The answers came with the course as files, in `answers/` beside the folder of notebooks; a copy for a graded class has
none. They are shown when the visible checks of the exercise hold, or when somebody asks a second time.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.learner.worked import Worked, fenced, folds, heading

FOLDER, BESIDE = FOLDERS = ("answers", ".answers")  # in a zip, and beside the notebooks of `autograder lab`
LEVELS = 4  # so many folders upwards from where the notebook runs
MAX_BYTES = 20 << 20
WAYS = 2  # other right ways that are shown
NONE = (
    "This copy of the course has no answers in it, as every copy for a graded class. Each exercise has three hints; "
    "your instructor may hand out worked answers when it is over."
)
NUMBER = 'Say the number of an exercise, as its heading has it: answer("3.4").'

_TAGS = re.compile(r"</?(?:details|summary|blockquote|b|br|code)>")
_asked: set[str] = set()


@dataclass(frozen=True)
class Sheet:
    """The answers to one notebook. tests: the visible part of each test, by exercise and by its own id."""

    answers: tuple[Worked, ...]
    tests: dict[str, dict[str, str]]

    def to(self, exercise: str) -> list[Worked]:
        """The answers of one exercise, which may have two: a prediction and a letter."""
        return [it for it in self.answers if it.exercise == exercise]


class Damaged(Exception):
    """A file of answers that cannot be read."""


def answer(exercise: str | float = "") -> None:
    """Show the worked answer to an exercise, once its visible checks hold or when asked a second time.

    exercise: its number, such as "3.4"
    """
    said = re.fullmatch(r"\s*(\d{1,2})\.(\d{1,2})\+?\s*", str(exercise))
    if not said:
        print(NUMBER)
        return
    number = f"{int(said[1])}.{int(said[2])}"
    try:
        sheet = _sheet(int(said[1]))
    except Damaged as reason:
        print(reason)
        return
    if sheet is None:
        print(f"There are no answers to notebook {int(said[1]):02d} here." if list(_folders()) else NONE)
    elif not (found := sheet.to(number)):
        there = ", ".join(dict.fromkeys(it.exercise for it in sheet.answers))
        print(f"There is no exercise {number}; there are {there}.")
    elif number in _asked or not (missing := _missing(sheet.tests.get(number, {}))):
        _show(found)
    else:
        _asked.add(number)
        print(f'{missing}\nTo see the answer all the same, ask once more: answer("{number}")')


def _missing(tests: dict[str, str]) -> str:
    """What does not hold of the visible checks, which run here once more; nothing when all do."""
    shell = _shell()
    if not tests or shell is None:
        return "No check can tell here whether your answer is right: compare yours with this one when it is written."
    for grade_id, source in tests.items():
        with _quiet(shell):
            result = shell.run_cell(source, store_history=False, cell_id=grade_id)
        if not result.success:
            error = result.error_before_exec or result.error_in_exec
            first = (str(error).strip().splitlines() or [type(error).__name__])[0]
            return (
                f"The visible checks do not hold yet: {first}\nThe exercise has three hints; open them one at a time."
            )
    return ""


@contextmanager
def _quiet(shell: Any) -> Iterator[None]:
    """Nothing that runs here shows anything, its error included, which a kernel sends by a way of its own."""
    from IPython.utils.capture import capture_output

    show = shell._showtraceback
    shell._showtraceback = lambda *about: None
    try:
        with capture_output():
            yield
    finally:
        shell._showtraceback = show


def _show(found: list[Worked]) -> None:
    parts = [heading(found[0])]
    for it in found:
        body = it.reference if it.language == "markdown" else fenced(it.reference, it.language)
        parts += ["One right answer:", body, folds(replace(it, right=it.right[:WAYS]))]
    text = "\n\n".join(filter(None, parts))
    plain = html.unescape(_TAGS.sub("", text))
    if _shell() is None:
        print(plain)
        return
    from IPython.display import display

    display({"text/markdown": text, "text/plain": plain}, raw=True)


def _sheet(notebook: int) -> Sheet | None:
    """The answers to a notebook; None where there are none. Raises Damaged."""
    for folder in _folders():
        for file in sorted(folder.glob(f"{notebook:02d}_*.json")):
            try:
                if file.stat().st_size > MAX_BYTES:
                    raise ValueError
                return _read(json.loads(file.read_text(encoding="utf-8")))
            except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
                raise Damaged(f"{file} cannot be read: unpack the zip of the course again.") from None
    return None


def _read(data: Any) -> Sheet:
    tests = {str(number): {str(k): str(v) for k, v in each.items()} for number, each in data["tests"].items()}
    return Sheet(tuple(map(Worked.from_json, data["answers"])), tests)


def _folders() -> Iterator[Path]:
    here = Path.cwd()
    for folder in [here, *here.parents][:LEVELS]:
        yield from (folder / name for name in FOLDERS if (folder / name).is_dir())


def _shell() -> Any:
    """The notebook's IPython; None in plain Python."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    return get_ipython()
