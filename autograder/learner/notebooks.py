"""What stands in a learner's notebook: its exercises, how far each is by the file alone, and the minutes that are left.

Nothing is run. That the visible checks hold is what the saved output of the test cell says, and only while the answer
was not run again after it; an answer that was changed and not run since cannot be told from the one that was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.kit.cells import SAID
from autograder.kit.minutes import minutes
from autograder.kit.reading import NotebookCell, Unusable, cells_of, document_of, read_text
from autograder.learner.released import Title, answers_of, as_released, marks_of, number_of, role, titles

NOT_BEGUN, BEGUN, HOLDS, HANDED_IN, GRADED = STATES = (
    "not begun",
    "begun",
    "visible checks hold",
    "handed in",
    "graded",
)
WRITTEN = "written"  # an answer that a person reads has no checks

_TITLE = re.compile(r"^# (?:\d+ · )?(.+)$", re.M)


@dataclass(frozen=True)
class Exercise:
    """An exercise with all its answers and tests.

    further: practice for those who want more, marked + in the notebook
    answers: what stands in its answer cells, by grade_id, of those that the learner changed
    tests: the grade_ids that carry its points
    """

    number: str
    title: str
    further: bool
    points: float
    state: str
    answers: dict[str, str] = field(default_factory=dict)
    tests: tuple[str, ...] = ()
    received: float | None = None  # points, where feedback says so
    changed: bool = False  # since it was handed in
    failing: bool = False  # handed in, and a run just now shows that its visible checks do not hold

    @property
    def done(self) -> bool:
        """Is there nothing more to do, as far as anybody can tell before it is graded?"""
        return self.state not in (NOT_BEGUN, BEGUN) and not self.failing


@dataclass(frozen=True)
class Part:
    """The cells from the end of one exercise to the end of the next; of the last part, what comes after it."""

    minutes: float
    exercise: str | None  # its number
    ran: bool  # was its last code cell run?


@dataclass(frozen=True)
class Notebook:
    """A learner's notebook. `problem` is why it could not be read."""

    path: Path
    title: str
    exercises: tuple[Exercise, ...] = ()
    parts: tuple[Part, ...] = ()
    problem: str = ""

    @property
    def finished(self) -> bool:
        """Is all of it done but further practice? One to read is, when its last cell was run."""
        if not self.exercises:
            return bool(self.parts) and self.parts[-1].ran
        return all(each.done for each in self.exercises if not each.further)

    @property
    def begun(self) -> bool:
        return any(each.state != NOT_BEGUN for each in self.exercises) or any(part.ran for part in self.parts)

    @property
    def minutes(self) -> float:
        return sum(part.minutes for part in self.parts)

    @property
    def left(self) -> float:
        """The minutes of what is not done; none of a finished notebook."""
        if self.finished:
            return 0
        done = {each.number for each in self.exercises if each.done}
        return sum(part.minutes for part in self.parts if part.exercise not in done)

    @property
    def next(self) -> Exercise | None:
        """The first exercise that is not done and not further practice."""
        return next((each for each in self.exercises if not each.done and not each.further), None)


def read(path: Path) -> Notebook:
    """The notebook in a file; one that cannot be read says why."""
    try:
        document = document_of(read_text(path, lambda note: None))
        cells = cells_of(document, lambda note: None)
    except (Unusable, OSError) as reason:
        return Notebook(path, path.stem, problem=str(reason))
    raws = [raw for raw in _raws(document) if isinstance(raw, dict)]
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    title = next((found[1] for text in texts if (found := _TITLE.search(text))), path.stem)
    return Notebook(path, title, tuple(_exercises(cells, raws)), tuple(_parts(cells, raws)))


def _raws(document: dict[str, Any]) -> list[Any]:
    found = document.get("cells")
    return found if isinstance(found, list) else []


def _exercises(cells: Sequence[NotebookCell], raws: Sequence[dict[str, Any]]) -> Iterator[Exercise]:
    headers = titles(cells)
    tests: dict[str, list[int]] = {}
    for index, cell in enumerate(cells):
        if cell.grade_id and role(cell) in ("test", "manual"):
            tests.setdefault(number_of(cell.grade_id), []).append(index)
    for number, indices in tests.items():
        named = {name for index in indices for name in answers_of(cells[index])}
        answers = {
            cell.grade_id: (index, cell.source)  # of several copies the last one that was changed counts
            for index, cell in enumerate(cells)
            if cell.grade_id in named and role(cell) in ("answer", "manual") and not as_released(cell)
        }
        ran = [
            _ran(raws, [answers[name][0] for name in answers_of(cells[at]) if name in answers], at) for at in indices
        ]
        manual = all(role(cells[index]) == "manual" for index in indices)
        state = NOT_BEGUN if not answers else WRITTEN if manual else HOLDS if all(ran) else BEGUN
        title = headers.get(number, Title(f"Exercise {number}", False))
        yield Exercise(
            number,
            title.text,
            title.further,
            sum(_points(cells[index]) for index in indices),
            state,
            {str(name): source for name, (_, source) in answers.items()},
            tuple(dict.fromkeys(str(cells[index].grade_id) for index in indices)),
        )


def _ran(raws: Sequence[dict[str, Any]], answers: Sequence[int], test: int) -> bool:
    """Does the saved output of a test say that all holds, of what its answers were when they last ran?"""
    if not answers:
        return False
    if raws[test].get("cell_type") != "code":
        return True  # a person reads it
    outputs = raws[test].get("outputs")
    said = "".join(map(_printed, outputs)) if isinstance(outputs, list) else ""
    holds = any(line.strip() in SAID.values() for line in said.splitlines())
    when, counts = raws[test].get("execution_count"), [raws[index].get("execution_count") for index in answers]
    in_order = all(isinstance(each, int) and isinstance(when, int) and each < when for each in counts)
    return holds and in_order


def _printed(output: Any) -> str:
    text = output.get("text") if isinstance(output, dict) and output.get("output_type") == "stream" else ""
    lines = text if isinstance(text, list) else [text]
    return "".join(line for line in lines if isinstance(line, str))


def _points(cell: NotebookCell) -> float:
    points = marks_of(cell).get("points")
    return float(points) if isinstance(points, int | float) else 0.0


def _parts(cells: Sequence[NotebookCell], raws: Sequence[dict[str, Any]]) -> Iterator[Part]:
    """The notebook cut behind the last test of each exercise."""
    ends: dict[str, int] = {}
    for index, cell in enumerate(cells):
        if cell.grade_id and role(cell) in ("test", "manual"):
            ends[number_of(cell.grade_id)] = index
    begin = 0
    for number, end in [*sorted(ends.items(), key=lambda each: each[1]), (None, len(cells) - 1)]:
        part = range(begin, end + 1)
        code = [raws[index].get("execution_count") is not None for index in part if cells[index].cell_type == "code"]
        yield Part(minutes([cells[index] for index in part]), number, bool(code) and code[-1])
        begin = end + 1


def with_received(exercise: Exercise, points: dict[str, float]) -> Exercise:
    """The exercise with what feedback says of its tests; as it is where feedback does not speak of all of them."""
    if not exercise.tests or not all(test in points for test in exercise.tests):
        return exercise
    return replace(exercise, state=GRADED, received=sum(points[test] for test in exercise.tests))
