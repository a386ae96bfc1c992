"""A newer release around a learner's answers and own cells: two notebooks in, one out, and nothing written is lost.

The release says which cells there are and in which order. Answers are set in by `weave`, as they are for grading;
cells of the learner's own stay behind the cell that they followed. Texts, given cells and tests that are as an earlier
release had them go; what a learner wrote and the newer release has no place for is left over, each with a sentence.
"""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from autograder.kit.reading import MAX_CELLS, MAX_TEXT, NotebookCell, Unusable, cells_of
from autograder.kit.rewriting import metadata_of, source_of
from autograder.learner.released import (
    Released,
    as_released,
    has_released_id,
    marks_of,
    number_of,
    own_metadata,
    released_cells,
    role,
    titles,
)
from autograder.weave import ANSWERS, ReplayCell, weave

Raw = dict[str, Any]

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # as nbformat 4.5 wants it
_OURS = ("nbgrader", "exercise", "tags", "deletable", "editable")  # of a cell's metadata, what the release says


@dataclass(frozen=True)
class Mine(NotebookCell):
    """A cell of the learner's with all that the file has of it."""

    raw: Raw = field(default_factory=dict, compare=False, repr=False)


@dataclass
class Updated:
    """The notebook as it is to be.

    left_over: what has no place in it, each with the sentence that says why
    answers, own: how many answers and cells of the learner's own are in it
    renamed: sentences about exercises that are called otherwise now, and may be others
    """

    document: Raw
    left_over: list[tuple[str, Raw]]
    answers: int
    own: int
    renamed: list[str]


def updated(mine: Raw, release: Raw) -> Updated:
    """The release with what is the learner's in `mine`; both are notebooks in nbformat 4, and stay as they are.

    Raises Unusable for a notebook that is too large to be read whole.
    """
    return _Update(mine, release).run()


def same_work(one: Raw, other: Raw) -> bool:
    """Have two notebooks the same cells, by what they say and what they are for? Outputs and folds do not count."""
    return _essence(one) == _essence(other)


class _Update:
    def __init__(self, mine: Raw, release: Raw):
        self.mine, self.release = mine, release
        self.released = released_cells(release)
        self.by_grade_id = {cell.grade_id: cell for cell in self.released if cell.grade_id}
        self.by_id = {cell.cell_id: cell for cell in self.released}
        self.sources = {cell.release_source.strip() for cell in self.released}
        self.copies: dict[str, list[Raw]] = defaultdict(list)  # of released cells, for their outputs
        self.kept: dict[str, Mine] = {}  # texts and given cells that the learner changed and the newer release did not
        self.left_over: list[tuple[str, Raw]] = []

    def run(self) -> Updated:
        woven, _ = weave(self.released, list(self._to_weave()))
        raws = {cell.cell_id: raw for cell, raw in zip(self.released, self.release["cells"], strict=True)}
        taken, cells = set(raws), []
        for cell in woven:
            made = self._made(cell, raws.get(cell.cell_id))
            made["id"] = cell.cell_id if cell.cell_id in raws else _free_id(made.get("id"), taken)
            cells.append(made)
        mine, release = metadata_of(self.mine), metadata_of(self.release)
        kernels_own = {"language_info": mine["language_info"]} if "language_info" in mine else {}
        stubs = {cell.grade_id: cell.release_source.strip() for cell in self.released if cell.role in ANSWERS}
        answered = [cell for cell in woven if cell.kind in ANSWERS and cell.source.strip() != stubs[cell.grade_id]]
        return Updated(
            {**self.mine, **self.release, "metadata": mine | release | kernels_own, "cells": cells},
            self.left_over,
            answers=len(answered),
            own=sum(cell.cell_id not in raws for cell in woven),
            renamed=list(self._renamed(answered)),
        )

    def _renamed(self, answered: Iterable[ReplayCell]) -> Iterator[str]:
        """Exercises to which there is an answer, and whose titles are not what they were."""
        before, now = (titles(cells_of(each, lambda note: None)) for each in (self.mine, self.release))
        for number in dict.fromkeys(number_of(str(cell.grade_id)) for cell in answered):
            if number in before and number in now and before[number] != now[number]:
                yield (
                    f"Exercise {number} is called “{now[number].text}” now and was “{before[number].text}”: read it, "
                    "and see whether your answer still fits."
                )

    def _to_weave(self) -> Iterator[Mine]:
        """The learner's cells but those that are an earlier release's, and those that have no place."""
        for cell in _read_whole(self.mine):
            here = self._stands_for(cell)
            if here is not None:
                self.copies[here.cell_id].append(cell.raw)
            if as_released(cell):
                if here is not None:
                    # A stub of an earlier release says no more than the one of the newer.
                    yield replace(cell, source=here.release_source if here.role in ANSWERS else cell.source)
            elif here is not None and here.role in ANSWERS:
                yield cell
            elif here is None and not cell.grade_id and not has_released_id(cell):
                yield cell  # the learner's own
            else:
                yield from self._changed(cell, here)

    def _stands_for(self, cell: Mine) -> Released | None:
        """The released cell that this one is by its name or its id, as `weave` will see it."""
        named, same_id = self.by_grade_id.get(cell.grade_id or ""), self.by_id.get(cell.cell_id or "")
        if named is not None and named.role not in ANSWERS and same_id is not None and same_id.role in ANSWERS:
            return same_id
        return named or same_id

    def _changed(self, cell: Mine, here: Released | None) -> Iterator[Mine]:
        """A cell of the course in which the learner wrote, and which is no answer to the newer release."""
        if here is not None and here.role != "test" and here.cell_id not in self.kept:
            self.kept[here.cell_id] = cell
            yield cell
        elif here is None and cell.cell_type == "markdown" and not cell.grade_id:
            yield replace(cell, cell_id=None)  # notes in a text: from now on a text of their own
        else:
            if cell.source.strip() not in self.sources | {""}:
                self.left_over.append((_why(cell, here), cell.raw))
            if here is not None:
                yield replace(cell, source=here.release_source)  # what follows it keeps its place

    def _made(self, cell: ReplayCell, released: Raw | None) -> Raw:
        """A woven cell as it stands in the file."""
        came_from = cast("Mine | None", cell.came_from)
        if released is None:
            assert came_from is not None
            return _own(came_from)
        if cell.cell_id in self.kept:
            return _well_formed(copy.deepcopy(self.kept[cell.cell_id].raw))
        made = copy.deepcopy(released)
        copies = self.copies[cell.cell_id] if came_from is None else [came_from.raw]
        if came_from is not None and came_from.source != source_of(released):
            made["source"] = came_from.raw["source"]
            if made["cell_type"] == "markdown" and came_from.raw.get("attachments"):
                made["attachments"] = copy.deepcopy(came_from.raw["attachments"])
        if copies:
            made["metadata"] = _as_viewed(metadata_of(made), metadata_of(copies[-1]))
        return _with_outputs(made, copies)


def _read_whole(document: Raw) -> list[Mine]:
    """All cells of the learner's notebook, none cut short."""
    raws = document["cells"]
    if len(raws) > MAX_CELLS or sum(len(source_of(raw)) for raw in raws) > MAX_TEXT:
        raise Unusable(
            f"It has more than {MAX_CELLS} cells or {MAX_TEXT >> 20} million characters, and was not changed. Delete "
            "cells that you do not need, save, and type this again."
        )
    cells = cells_of(document, lambda note: None)
    return [Mine(**vars(cell), raw=raw) for cell, raw in zip(cells, raws, strict=True)]


def _why(cell: Mine, here: Released | None) -> str:
    """Why a cell is left over, as a sentence."""
    name = f"exercise {number_of(cell.grade_id)}" if cell.grade_id else ""
    if cell.grade_id and role(cell) == "test":
        return f"You had changed the test of {name}. Changes to tests do not count, and the newer release has its own."
    if cell.grade_id:
        return f"This was your answer to {name} (`{cell.grade_id}`), which the newer release does not have."
    if here is not None:
        return "This is a second copy, changed by you, of a cell that the notebook has."
    return "You had changed this given cell, which the newer release has otherwise or not at all."


def _own(cell: Mine) -> Raw:
    """A cell of the learner's own; nothing in it makes it an answer or a test any more."""
    made = copy.deepcopy(cell.raw)
    if marks_of(cell):
        made["metadata"] = own_metadata(made)
    if cell.cell_id is None:
        made.pop("id", None)
    return _well_formed(made)


def _well_formed(made: Raw) -> Raw:
    """The cell with the fields that its type has, and no others: some tool may have changed the type alone."""
    made["metadata"] = metadata_of(made)
    for key, nothing in (("outputs", []), ("execution_count", None)):
        if made.get("cell_type") == "code":
            made.setdefault(key, nothing)
        else:
            made.pop(key, None)
    return made


def _as_viewed(released: dict[str, Any], mine: dict[str, Any]) -> dict[str, Any]:
    """The release's metadata, with how the learner had folded the cell."""
    made = {key: value for key, value in mine.items() if key not in _OURS} | released
    folds = mine.get("jupyter")
    if isinstance(folds, dict):
        made["jupyter"] = released.get("jupyter", {}) | folds
    return made


def _with_outputs(made: Raw, copies: list[Raw]) -> Raw:
    """The cell with what it put out when the learner last ran it, if it says the same now as then."""
    if made["cell_type"] != "code":
        return made
    same = [raw for raw in copies if raw.get("cell_type") == "code" and source_of(raw) == source_of(made)]
    for key, nothing in (("outputs", []), ("execution_count", None)):
        made[key] = copy.deepcopy(same[-1].get(key, nothing)) if same else nothing
    return made


def _free_id(name: object, taken: set[str]) -> str:
    """The id that a cell of the learner's has, or another one where it has none or shares it; notes it as taken."""
    if not isinstance(name, str) or not _ID.fullmatch(name) or name in taken:
        name = next(other for number in range(len(taken) + 1) if (other := f"own-{number + 1}") not in taken)
    taken.add(name)
    return name


def _essence(document: Raw) -> list[Any]:
    """What a notebook says: of each cell that is not empty its type, its text and its part in the course."""
    return [
        (cell.get("cell_type"), source_of(cell), {key: metadata_of(cell).get(key) for key in _OURS})
        for cell in document["cells"]
        if source_of(cell).strip()
    ]
