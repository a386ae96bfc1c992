"""A roster: which learner a name or a number on a platform stands for."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

from autograder.collect.members import Refused
from autograder.collect.names import Owner
from autograder.errors import UsageError
from autograder.learners import id_problem, same_folder, slug

LEARNER = "learner"
PLATFORMS = ("moodle", "canvas")


@dataclass
class Roster:
    """Ids by what is written and where: a column named after a platform is asked about that platform only."""

    ids: dict[tuple[str, str], str] = field(default_factory=dict)  # (scope, as written) -> learner

    @classmethod
    def read(cls, path: Path) -> Roster:
        """A CSV file: the column `learner` is the id in the gradebook, all others are what a platform writes."""
        try:
            with path.open(newline="", encoding="utf-8-sig") as file:
                rows = list(csv.DictReader(file))
        except (OSError, ValueError, csv.Error) as error:
            raise UsageError(f"{path} cannot be read as a roster: {error}") from None
        if not rows or LEARNER not in rows[0]:
            raise UsageError(
                f"{path} is not a roster: its first line must have a column `learner`, as in `learner,moodle`"
            )
        roster = cls()
        for row in rows:
            for column, value in row.items():
                if isinstance(value, str) and isinstance(column, str) and value.strip():
                    roster._enter(_scope(column), value, (row[LEARNER] or "").strip(), path)
        return roster

    def _enter(self, scope: str, value: str, learner: str, path: Path) -> None:
        if self.ids.setdefault((scope, _key(value)), learner) != learner:
            said = self.ids[scope, _key(value)]
            raise UsageError(f"{path} says that {value.strip()!r} is both {said!r} and {learner!r}; give each one row")

    def find(self, owner: Owner) -> tuple[str | None, bool]:
        """The learner, and whether a platform's number says so: that is beyond doubt, while people choose their names.

        A name made of digits is never taken for a number, nor a name on a platform for the id of a learner.
        """
        if not owner.platform:
            return self._one(owner.name, (LEARNER, "", *PLATFORMS)), False
        scopes = (owner.platform.lower(), "")
        if by_number := self._one(owner.number, scopes):
            return by_number, True
        return (None if owner.name.strip().isdigit() else self._one(owner.name, scopes)), False

    def _one(self, written: str, scopes: tuple[str, ...]) -> str | None:
        found = {self.ids[scope, _key(written)] for scope in scopes if (scope, _key(written)) in self.ids}
        if len(found) > 1:
            raise Refused(f"the roster has {written!r} for several learners: {', '.join(sorted(found))}")
        return next(iter(found), None)

    def knows(self, learner: str) -> bool:
        """Is this the id of somebody in the roster?"""
        return (LEARNER, _key(learner)) in self.ids


def id_of(owner: Owner, roster: Roster) -> tuple[str, bool]:
    """The learner's id, and whether it is beyond doubt whose it is; Refused with the reason when there is none."""
    found, certain = roster.find(owner)
    if found is None:
        found = slug(owner.name) if owner.platform == "Moodle" else owner.name
        if owner.platform and roster.knows(found):
            raise Refused(
                f"the roster has a learner {found!r}, and does not say that it is {owner}: if it is, add that number "
                f"to the roster; if not, give {owner} an id of their own there"
            )
    problem = id_problem(found)
    if problem:
        raise Refused(f"{found!r} cannot be a learner's id: {problem}; a roster can give another (--roster)")
    return found, certain


def _scope(column: str) -> str:
    name = column.strip().casefold()
    return name if name == LEARNER else next((platform for platform in PLATFORMS if platform in name), "")


def _key(written: str) -> str:
    """The same for all ways to write a name: upper and lower case, composed and decomposed accents."""
    return same_folder(written.strip())
