"""`autograder progress`, and `progress()` in a notebook: what is done, what comes next, how long it will take.

All of it is read from the notebooks, the files that were handed in and the feedback that came back; nothing is kept.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.kit.check import check
from autograder.kit.reading import Unusable, read_cells
from autograder.kit.tape import in_folders, notebooks
from autograder.kit.tape.slots import NoAnswer, Slot, answer_text, slots
from autograder.learner.handed import handed_in, points
from autograder.learner.notebooks import BEGUN, GRADED, HANDED_IN, HOLDS, Exercise, Notebook, read, with_received

FROM_OUTPUTS = "Whether checks hold is read from the saved notebooks, as you last ran them: save first."
FROM_RUNS = "The visible checks were run just now, from a fresh start."


@dataclass(frozen=True)
class Progress:
    """Where somebody is in the course; prints as a table, and shows as one in a notebook.

    slots: the slots of the engine that the course knows here, and whether an answer of the learner's is there
    how: how it is known that checks hold
    """

    notebooks: tuple[Notebook, ...]
    slots: tuple[tuple[Slot, bool], ...] = ()
    how: str = FROM_OUTPUTS

    @property
    def next(self) -> Notebook | None:
        """The first notebook that is not finished."""
        return next((each for each in self.notebooks if not each.finished and not each.problem), None)

    def __repr__(self) -> str:
        return "\n".join([*_table(self.notebooks), "", *_ends(self)])

    def _repr_html_(self) -> str:
        parts = "".join(_as_html(each, opened=each is self.next) for each in self.notebooks)
        ends = (re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(line)) for line in _ends(self))
        return parts + "".join(f"<p>{line}</p>" for line in ends)


def main(argv: list[str]) -> int:
    """Print the table; 0 printed, 1 there is no notebook here."""
    parser = argparse.ArgumentParser(
        prog="autograder progress", description="Where you are in the course. Save your notebooks first."
    )
    parser.add_argument("--check", action="store_true", help="run the visible checks of notebooks that you have begun")
    options = parser.parse_args(argv)
    try:
        print(progress(run=options.check))
    except (Unusable, OSError) as reason:
        print(f"autograder progress: {reason}", file=sys.stderr)
        return 1
    return 0


def progress(folder: str | Path = ".", run: bool = False) -> Progress:
    """Where you are in the course, from the notebooks in this folder or in the one around it.

    run: run the visible checks of notebooks that were begun, instead of reading what their saved outputs say

    Raises Unusable where there is no notebook.
    """
    here = Path(folder).resolve()
    home = here if in_folders(here) or not in_folders(here.parent) else here.parent
    paths = dict(sorted(notebooks(here, home).items()))
    if not paths:
        raise Unusable("There is no notebook of the course here. Go to the folder that they are in.")
    handed, received = handed_in(home), points(home)
    found = []
    for path in paths.values():
        notebook = read(path)
        if run and notebook.begun:
            notebook = _as_checked(notebook)
        exercises = tuple(_with(each, handed, received, run) for each in notebook.exercises)
        found.append(replace(notebook, exercises=exercises))
    return Progress(tuple(found), tuple(_slots(paths)), FROM_RUNS if run else FROM_OUTPUTS)


def _with(exercise: Exercise, handed: dict[str, str], received: dict[str, float], ran: bool) -> Exercise:
    """The exercise with what became of it after it was handed in. ran: its state is from a run just now"""
    there = [name for name in exercise.answers if name in handed]
    if there and len(there) == len(exercise.answers):
        changed = any(handed[name].strip() != exercise.answers[name].strip() for name in there)
        failing = ran and exercise.state == BEGUN
        exercise = replace(exercise, state=HANDED_IN, changed=changed, failing=failing)
    return with_received(exercise, received)


def _as_checked(notebook: Notebook) -> Notebook:
    outcomes = {each.grade_id: each.outcome for each in check(notebook.path).exercises}
    exercises = []
    for each in notebook.exercises:
        holds = all(outcomes.get(test) in ("holds", "set") for test in each.tests)
        known = each.state in (BEGUN, HOLDS)
        exercises.append(replace(each, state=HOLDS if holds else BEGUN) if known else each)
    return replace(notebook, exercises=tuple(exercises))


def _slots(paths: dict[str, Path]) -> Iterator[tuple[Slot, bool]]:
    """The slots whose notebooks are there, and whether an answer in them would fill them; nothing is run."""
    cells = {}
    for slot in slots():
        if slot.notebook not in paths:
            continue
        if slot.notebook not in cells:
            try:
                cells[slot.notebook] = read_cells(paths[slot.notebook], lambda note: None)
            except (Unusable, OSError):
                cells[slot.notebook] = []
        yield slot, any(_fills(cell.source, slot) for cell in cells[slot.notebook] if cell.grade_id == slot.grade_id)


def _fills(source: str, slot: Slot) -> bool:
    try:
        answer_text(source, *slot.names)
    except NoAnswer:
        return False
    return True


# ---- as text


def _table(found: Sequence[Notebook]) -> Iterator[str]:
    width = max(len(_heading(each)) for each in found)
    for notebook in found:
        yield f"{_heading(notebook):<{width}}  {_state_of(notebook)}"
        if notebook.begun:
            wide = max((len(_name(each)) for each in notebook.exercises), default=0)
            yield from (f"    {_name(each):<{wide}}  {_words(each)}" for each in notebook.exercises)


def _heading(notebook: Notebook) -> str:
    return f"{notebook.path.stem[:2]} · {notebook.title}"


def _name(exercise: Exercise) -> str:
    points = f" ({exercise.points:g} point{'' if exercise.points == 1 else 's'})" if exercise.points else ""
    return f"{exercise.number}{'+' if exercise.further else ''} {exercise.title}{points}".replace("`", "")


def _words(exercise: Exercise) -> str:
    received = f", {exercise.received:g} of {exercise.points:g} points" if exercise.state == GRADED else ""
    since = ", changed since" if exercise.changed else ""
    return exercise.state + received + since + (", and its visible checks fail now" if exercise.failing else "")


def _state_of(notebook: Notebook) -> str:
    if notebook.problem:
        return f"cannot be read: {notebook.problem}"
    if notebook.finished:
        return "finished"
    done = sum(each.done for each in notebook.exercises)
    some = f"{done} of {len(notebook.exercises)} exercises, " if notebook.exercises and notebook.begun else ""
    return f"{some or '' if notebook.begun else 'not begun, '}{time(notebook.left)} left"


def _ends(found: Progress) -> Iterator[str]:
    left = sum(each.left for each in found.notebooks)
    if found.next is None:
        yield "All notebooks here are finished."
    else:
        exercise = found.next.next
        where = f"exercise {exercise.number}" if exercise is not None else "the rest of it, to read and run"
        yield f"Next: {_heading(found.next)}, {where}."
        yield f"Left in all notebooks here: {time(left)}."
    if found.slots:
        mine = [slot.name for slot, filled in found.slots if filled]
        one = len(found.slots) == 1
        answers = "the one exercise here that makes" if one else f"the {len(found.slots)} exercises here that make"
        verb = "is" if one or len(mine) == 1 else "are"
        yield (
            f"Of {answers} your engine, {len(mine) or 'none'} {verb} answered"
            f"{': ' if mine else ''}{', '.join(mine)}. `autograder gather` tries the answers out and writes the engine."
        )
    yield found.how


def time(minutes: float) -> str:
    """Minutes to the next five, in words.

    >>> time(2), time(61), time(120)
    ('about 5 min', 'about 1 h 5 min', 'about 2 h')
    """
    whole = -5 * int(-minutes // 5)
    hours, rest = divmod(whole, 60)
    return "about " + " ".join([f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0 or not hours))


# ---- as a page


def _as_html(notebook: Notebook, opened: bool) -> str:
    summary = f"<b>{html.escape(_heading(notebook))}</b> &nbsp; {html.escape(_state_of(notebook))}"
    rows = "".join(
        f"<tr><td style='text-align:left'>{html.escape(_name(each))}</td>"
        f"<td style='text-align:left'>{html.escape(_words(each))}</td></tr>"
        for each in notebook.exercises
    )
    if not rows:
        return f"<div style='padding-left:1em'>{summary}</div>"
    head = "<tr><th style='text-align:left'>exercise</th><th style='text-align:left'>state</th></tr>"
    return f"<details{' open' if opened else ''}><summary>{summary}</summary><table>{head}{rows}</table></details>"
