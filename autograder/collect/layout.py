"""Whose the files of one source are: an archive or a folder has one layout, and its outermost names decide.

A learner chooses every name inside a hand-in, also one that looks like a platform's. So nothing below the part that
the platform or the instructor wrote is asked whose it is. Three layouts are known: Moodle's, Canvas's (see `names`),
and a folder for each learner, as nbgrader has them and as people make them:

    ada/05_custom_functions/05_custom_functions.ipynb
    ada/05_custom_functions.ipynb
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.collect.members import Refused
from autograder.collect.names import (
    MOODLES_OTHER,
    Owner,
    canvas_owner,
    has_canvas_numbers,
    moodle_owner,
    notebook_of,
)

WRAPPER = "submitted"  # nbgrader's own name for the folder that has the learners' folders in it
FOLDERS = "a folder for each learner"


class Layout:
    """The layout of one source, found from the names of all notebook files in it.

    place: the archive or folder itself; for a single file, the folder that it lies in
    names: the paths of the notebook files inside
    said: has the instructor said whose everything is? Then only what platforms wrote is looked at
    """

    def __init__(self, place: Path, names: Sequence[str], notebooks: Sequence[str], said: bool = False):
        """Raises Refused when the source has more than one layout, so that nobody can say who wrote its names."""
        self.notebooks, self.said = notebooks, said
        self.outer = _outer(place)
        self.wrapped = bool(names) and all(name.startswith(f"{WRAPPER}/") and name.count("/") > 1 for name in names)
        if said or self.outer:
            return
        kinds: dict[str, str] = {}
        for name in names:
            if kind := self._kind(self._parts(name)):
                kinds.setdefault(kind, name)
        if len(kinds) > 1:
            examples = " and ".join(f"{kind} ({name})" for kind, name in kinds.items())
            raise Refused(
                f"it mixes {examples}. An archive or a folder has one layout: nothing of it was taken; sort the files "
                "into one folder for each layout and collect these one by one"
            )

    def owner(self, name: str) -> tuple[Owner | None, str]:
        """Who handed in a file, None when nothing says so, and the file's name as that person had it."""
        parts = self._parts(name)
        if self.outer and not self.said:
            return self.outer, parts[-1]
        kind = self._kind(parts)
        if kind == "Moodle":
            return self._moodle(parts)
        if kind == "Canvas":
            return self._canvas(parts[0])
        if kind == FOLDERS and not self.said:
            return self._folder(parts)
        return None, parts[-1]

    def _parts(self, name: str) -> list[str]:
        return name.split("/")[1 if self.wrapped else 0 :]

    def _kind(self, parts: list[str]) -> str | None:
        """The layout that a path belongs to; None for a file by itself that is nobody's."""
        if MOODLES_OTHER.match(parts[0]):
            return "Moodle"
        if len(parts) > 1:
            return FOLDERS
        return "Canvas" if canvas_owner(parts[0]) and not notebook_of(parts[0], self.notebooks) else None

    def _moodle(self, parts: list[str]) -> tuple[Owner | None, str]:
        found = moodle_owner(parts[0])
        if found and (len(parts) == 1) == bool(found[1]):
            return found[0], found[1] or parts[-1]
        if self.said:
            return None, parts[-1]
        raise Refused(
            f"Moodle's {parts[0]!r} does not say by a name and a number whose file it is (a group without a number, or "
            "a name that was changed): collect it by itself with --learner ID"
        )

    def _canvas(self, file: str) -> tuple[Owner | None, str]:
        found = canvas_owner(file)
        if found and has_canvas_numbers(found[1]) and notebook_of(found[1], self.notebooks) and not self.said:
            raise Refused(
                f"its name can be read in two ways, as that of {found[0]} and as that of somebody with numbers in the "
                "name: look on Canvas, and collect it by itself with --learner ID"
            )
        return found or (None, file)

    def _folder(self, parts: list[str]) -> tuple[Owner | None, str]:
        learner, *between, file = parts
        if notebook_of(file, self.notebooks) is None or (learner in self.notebooks and not between):
            return None, file
        if between and (len(between) > 1 or between[0] not in self.notebooks):
            raise Refused(
                f"it lies in {between[0]!r} in {learner!r}, and only the outermost folder says whose a file is. If "
                f"{learner!r} is a learner's, collect that folder by itself with --learner and the learner's id; if it "
                f"has the learners' folders in it, collect {learner!r} itself (of an archive, unpack it first)"
            )
        return Owner("", learner), file


def _outer(place: Path) -> Owner | None:
    """Whose everything is when the source lies in what a platform named: of several such folders the outermost says."""
    for part in place.resolve().parts:
        if found := moodle_owner(part):
            return found[0]
    return None


def demand_no_learners_own(source: Path) -> None:
    """Raise Refused when an archive or a folder is named as Canvas names what one learner handed in.

    All names inside are that learner's then. But a course may be called `ml_2026_27_projects` too.
    """
    found = canvas_owner(source.resolve().name)
    if found:
        raise Refused(
            f"its name is one that Canvas gives to what one learner handed in ({found[0]}). If it is that learner's, "
            "collect it with --learner ID; if it is a whole class's, give it a name without these numbers"
        )
