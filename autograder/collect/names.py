"""Whose a file is and which notebook, from the name that a learning platform gave it.

Moodle, "Download all submissions", with and without folders (the number is the participant's in this assignment):

    Ada Lovelace_123456_assignsubmission_file_/05_custom_functions.ipynb
    Ada Lovelace_123456_assignsubmission_file_05_custom_functions.ipynb

Canvas, "Download Submissions" (name, LATE when it was, the learner's number, the upload's number; -1, -2 and so on
for further uploads):

    lovelaceada_4711_98765_05_custom_functions.ipynb
    lovelaceada_LATE_4711_98765_05_custom_functions-1.ipynb

A folder for each learner, as nbgrader has them and as people make them:

    ada/05_custom_functions/05_custom_functions.ipynb
    ada/05_custom_functions.ipynb
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from autograder.collect.members import Member, Refused
from autograder.errors import UsageError
from autograder.learners import id_problem, slug

MOODLE = re.compile(r"(?P<name>[^_].*?)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)", re.DOTALL)
CANVAS = re.compile(r"(?P<name>[^_]+)_(?:LATE_)?(?P<number>\d+)_(?P<upload>\d+)_(?P<file>.+)", re.DOTALL)


@dataclass(frozen=True)
class Owner:
    """Who handed a file in: the platform's name and number, where there are any."""

    name: str
    number: str = ""
    upload: int = 0  # later uploads have higher numbers
    person: bool = False  # is the name a person's, to be made into an id?


@dataclass(frozen=True)
class HandIn:
    """A file that is some learner's notebook."""

    member: Member
    learner: str
    notebook: str
    owner: Owner

    @property
    def order(self) -> tuple[float, int, str]:
        """Later hand-ins are greater."""
        return (self.member.time or 0.0, self.owner.upload, self.member.name)


@dataclass
class Roster:
    """Which learner a name or a number on the platform stands for."""

    ids: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Roster:
        """A CSV file: the column `learner` is the id in the gradebook, all others are what a platform writes."""
        try:
            with path.open(newline="", encoding="utf-8-sig") as file:
                rows = list(csv.DictReader(file))
        except (OSError, ValueError, csv.Error) as error:
            raise UsageError(f"{path} cannot be read as a roster: {error}") from None
        if not rows or "learner" not in rows[0]:
            raise UsageError(f"{path} is no roster: its first line must have a column `learner`, as `learner,moodle`")
        roster = cls()
        for row in rows:
            for column, value in row.items():
                if isinstance(value, str) and isinstance(column, str) and value.strip():
                    roster._enter(value, (row["learner"] or "").strip(), path)
        return roster

    def _enter(self, value: str, learner: str, path: Path) -> None:
        key = value.strip().casefold()
        if self.ids.setdefault(key, learner) != learner:
            raise UsageError(f"{path} says that {value!r} is both {self.ids[key]!r} and {learner!r}")

    def find(self, owner: Owner) -> str | None:
        """By number first, since two people may have one name."""
        return self.ids.get(owner.number.casefold()) or self.ids.get(owner.name.strip().casefold())


def hand_in(member: Member, notebooks: Iterable[str], roster: Roster, learner: str | None = None) -> HandIn | None:
    """The hand-in that a file is; None when it is no notebook; Refused when nobody could say whose or which."""
    if PurePosixPath(member.name).suffix.lower() != ".ipynb":
        return None
    owner, file = _owner(member.name, list(notebooks))
    notebook = notebook_of(file, notebooks)
    if notebook is None:
        raise Refused("it is not named after a notebook of the course")
    if learner is None and owner is None:
        raise Refused("nothing says whose it is: put it into a folder named after the learner, or say --learner ID")
    owner = owner or Owner("")
    found = learner or roster.find(owner) or (slug(owner.name) if owner.person else owner.name)
    problem = id_problem(found)
    if problem:
        raise Refused(f"{found!r} cannot be a learner's id: {problem}; a roster can give another (--roster)")
    return HandIn(member, found, notebook, owner)


def _owner(name: str, notebooks: list[str]) -> tuple[Owner | None, str]:
    """Who handed in a path, and the file's name as that person had it."""
    *folders, file = name.split("/")
    for part in (*reversed(folders), file):
        moodle = MOODLE.fullmatch(part)
        if moodle:
            return Owner(moodle["name"], moodle["number"], person=True), moodle["file"] if part is file else file
    canvas = CANVAS.fullmatch(file)
    if canvas and notebook_of(canvas["file"], notebooks):
        return Owner(canvas["name"], canvas["number"], int(canvas["upload"][:18])), canvas["file"]
    if folders and folders[-1] in notebooks:
        folders.pop()
    return (Owner(folders[-1]) if folders else None), file


def notebook_of(file: str, notebooks: Iterable[str]) -> str | None:
    """The notebook that a file is named after, in any case; ` (1)`, `-2` or `_final` may stand behind the name."""
    stem = file.lower().removesuffix(".ipynb")
    fitting = [name for name in notebooks if re.match(re.escape(name.lower()) + r"([ _.(-]|\Z)", stem)]
    return max(fitting, key=len, default=None)
