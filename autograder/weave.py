"""Setting a learner's answers into the released notebook, cell by cell.

The released notebook decides what there is and in which order. From the submission come the answers, found by
`grade_id` (or by the id of a cell whose name was changed), and cells of the learner's own, each kept behind the
released cell that it followed. So deleting, copying, moving, renaming or retyping a cell changes nothing that counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from autograder.kit.reading import NotebookCell

# Kinds that the judge replays. Three more stand in a woven notebook only: "text" (released Markdown),
# "own text" (the learner's), and "missing" (an answer that was not handed in, shown as released).
REPLAYED = frozenset({"given", "answer", "extra", "test", "manual"})


ANSWERS = ("answer", "manual")


class ReleasedCell(Protocol):
    """A cell of a release, as a master has it or as it stands in the released file. `role` is as in a master."""

    @property
    def cell_id(self) -> str: ...
    @property
    def cell_type(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def grade_id(self) -> str | None: ...
    @property
    def release_source(self) -> str: ...


@dataclass(frozen=True)
class ReplayCell:
    """A cell of the rebuilt notebook; `source` is the learner's for answers, manual answers and extras only."""

    kind: str
    grade_id: str | None
    cell_id: str
    source: str
    attachments: dict[str, Any] = field(default_factory=dict, compare=False)  # the author's word, as all of a text
    came_from: NotebookCell | None = field(default=None, compare=False, repr=False)  # whose source it is, if handed in


def up_to_last_test(cells: Sequence[ReplayCell]) -> list[ReplayCell]:
    """All that a verdict can hang on: what comes behind the last test decides nothing."""
    last = max((number for number, cell in enumerate(cells) if cell.kind == "test"), default=-1)
    return list(cells[: last + 1])


def replayed(cells: Iterable[ReplayCell]) -> list[ReplayCell]:
    """Those that run, or are looked at by a test or a person."""
    return [cell for cell in cells if cell.kind in REPLAYED]


def up_to_own(cells: Iterable[ReplayCell]) -> list[ReplayCell]:
    """The cells that run, up to the last that is tested or the learner's own.

    What is given behind that shows what everybody's notebook shows, and one plot takes as long as all tests.
    """
    running = replayed(cells)
    while running and running[-1].kind == "given":
        running.pop()
    return running


def weave(release: Sequence[ReleasedCell], submitted: Iterable[NotebookCell]) -> tuple[list[ReplayCell], list[str]]:
    """The rebuilt notebook, and sentences about what had to be set right."""
    submitted = list(submitted)
    loom = _Loom(release, submitted)
    for cell in submitted:
        loom.take(cell)
    return loom.cells(), loom.notes


class _Loom:
    """Sorts submitted cells to the released ones they stand for, and remembers where the others stood."""

    def __init__(self, release: Sequence[ReleasedCell], submitted: Sequence[NotebookCell]):
        self.release = release
        # Some tool dropped all metadata: answers are known by their place alone.
        self.bare = not any(cell.grade_id for cell in submitted)
        self.ids = {cell.cell_id for cell in submitted}
        self.by_grade_id = {cell.grade_id: cell for cell in release if cell.grade_id}
        self.by_id = {cell.cell_id: cell for cell in release}
        self.by_source = {cell.release_source.strip(): cell for cell in reversed(release) if cell.role not in ANSWERS}
        self.after = {a.cell_id: b for a, b in pairwise(release)}
        self.copies: dict[str, list[NotebookCell]] = defaultdict(list)  # by released cell
        self.own: dict[str | None, list[NotebookCell]] = defaultdict(list)  # behind a released cell; None: at the top
        self.place: str | None = None
        self.notes: list[str] = []

    def take(self, cell: NotebookCell) -> None:
        stands_for = self._find(cell)
        if stands_for is None:
            if cell.source.strip():
                self.own[self.place].append(cell)
            return
        self.copies[stands_for.cell_id].append(cell)
        self.place = stands_for.cell_id

    def _find(self, cell: NotebookCell) -> ReleasedCell | None:
        """The released cell that this one stands for: by name, by cell id, by its text, or by its place."""
        if cell.grade_id in self.by_grade_id:
            named, same_id = self.by_grade_id[cell.grade_id], self.by_id.get(cell.cell_id or "")
            # An answer that was given the name of a test is still the answer.
            return same_id if same_id and same_id.role in ANSWERS and named.role not in ANSWERS else named
        if cell.cell_id in self.by_id:
            found = self.by_id[cell.cell_id]
            if found.grade_id:
                self.notes.append(f"The name of cell {found.grade_id} was changed; it was recognised all the same.")
            return found
        same = self.by_source.get(cell.source.strip())
        if same is not None and same.cell_id not in self.copies and same.cell_id not in self.ids:
            return same  # and not a copy of one that is there, before or behind
        following = self.release[0] if self.place is None else self.after.get(self.place)
        if (self.bare or cell.solution) and following is not None and following.role in ANSWERS:
            self.notes.append(f"Cell {following.grade_id} had lost its name; it was recognised by its place.")
            return following
        return None

    def cells(self) -> list[ReplayCell]:
        woven = list(self._own_cells(None))
        for cell in self.release:
            copies = self.copies.get(cell.cell_id, [])
            if cell.role in ANSWERS:
                woven += self._answer(cell, copies)
            else:
                self._note_edits(cell, copies)
                woven.append(ReplayCell(cell.role, cell.grade_id, cell.cell_id, cell.release_source))
            woven += self._own_cells(cell.cell_id)
        return [_numbered(cell, number) for number, cell in enumerate(woven)]

    def _answer(self, cell: ReleasedCell, copies: list[NotebookCell]) -> Iterable[ReplayCell]:
        if not copies:
            self.notes.append(f"Cell {cell.grade_id} is missing from the notebook that was handed in.")
            return [ReplayCell("missing", cell.grade_id, cell.cell_id, cell.release_source)]
        if any((copy.cell_type == "code") != (cell.cell_type == "code") for copy in copies):
            self.notes.append(f"Cell {cell.grade_id} was changed to another type; it was read as {cell.cell_type}.")
        # As a kernel would have it: of several copies the last one that says something wins, and the others ran before.
        changed = [copy for copy in copies if copy.source.strip() != cell.release_source.strip()]
        *earlier, graded = changed or copies[-1:]
        if len(copies) > 1:
            self.notes.append(
                f"Cell {cell.grade_id} is there {len(copies)} times; the last one that was changed is graded."
            )
        answer = ReplayCell(cell.role, cell.grade_id, cell.cell_id, graded.source, graded.attachments, graded)
        return [*map(_own_cell, earlier), answer]

    def _note_edits(self, cell: ReleasedCell, copies: list[NotebookCell]) -> None:
        """Given cells and tests count as released; a learner who changed one should know that."""
        if cell.role == "text" or all(copy.source.strip() == cell.release_source.strip() for copy in copies):
            return
        name = f"test cell {cell.grade_id}" if cell.role == "test" else f"the given cell that starts {_opening(cell)!r}"
        self.notes.append(f"Changes to {name} do not count; it ran as released.")

    def _own_cells(self, place: str | None) -> list[ReplayCell]:
        return [_own_cell(cell) for cell in self.own.get(place, [])]


def _own_cell(cell: NotebookCell) -> ReplayCell:
    return ReplayCell(
        "extra" if cell.cell_type == "code" else "own text", None, "", cell.source, cell.attachments, cell
    )


def _opening(cell: ReleasedCell) -> str:
    return next(iter(cell.release_source.strip().splitlines()), "")[:40]


def _numbered(cell: ReplayCell, number: int) -> ReplayCell:
    """Cells of the learner's own get ids of ours: theirs may be missing, repeated or chosen to collide."""
    return cell if cell.cell_id else replace(cell, cell_id=f"own-{number}")
