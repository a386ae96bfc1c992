"""A roster: which learner a name or a number on a platform stands for, and what that learner is called.

    roster = Roster.read(Path("grading-worksheet.csv"))
    roster.people["ada-lovelace"].email

Files of one's own, of nbgrader, Moodle and Canvas are read as they are: see `roster_formats`. classroom/roster.csv is
the one that is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.collect.members import Refused, Stranger
from autograder.collect.names import Owner, without_group
from autograder.collect.roster_files import read_table
from autograder.collect.roster_formats import EMAIL, FIRST, FULL, LAST, LEARNER, Person, people_of
from autograder.errors import UsageError
from autograder.learners import id_problem, same_folder, slug
from autograder.paths import Paths

__all__ = ["LEARNER", "Person", "Roster", "id_of", "kept_roster"]

PLATFORMS = ("moodle", "canvas")
ACCOUNT = "account"  # the scope of names that only a folder can have: nobody may choose them on a platform
KEPT = "roster.csv"
TOLD = ("first_name", "last_name", "email", "moodle", "canvas")  # of a person; two lines about one may not differ


@dataclass
class Roster:
    """Ids by what is written and where: a column named after a platform is asked about that platform only.

    Without a file nobody is in it, and everybody is taken as the platform names them.
    """

    ids: dict[tuple[str, str], set[str]] = field(default_factory=dict)  # (scope, as written) -> learners
    people: dict[str, Person] = field(default_factory=dict)  # by learner, in the order of the file
    path: Path | None = None
    _said: dict[str, dict[str, str]] = field(default_factory=dict, repr=False)  # by learner: column, and kind of value

    def __bool__(self) -> bool:
        return self.path is not None

    @classmethod
    def read(cls, path: Path) -> Roster:
        """The roster in a CSV file; UsageError with a sentence when it is none or contradicts itself."""
        table = read_table(path)
        roster = cls(path=path)
        rows = dict(table.rows)
        own = LEARNER in map(str.casefold, table.columns)
        for person in people_of(table):
            columns = roster._columns(rows[person.line]) if own else {}
            roster._add(person, columns)
            said = [(_scope(column), value) for column, value in columns.items()]
            for scope, value in [(LEARNER, person.learner), *said, *_sayings(person)]:
                roster.ids.setdefault((scope, _key(value)), set()).add(person.learner)
        roster._demand_different_folders()
        return roster

    @staticmethod
    def _columns(row: dict[str, str]) -> dict[str, str]:
        """What a line of a roster of one's own says that a platform writes: all but the id, names and the address."""
        known = (LEARNER, *FIRST, *LAST, *FULL, *EMAIL)
        return {column: value for column, value in row.items() if value and column.casefold() not in known}

    def _add(self, person: Person, columns: dict[str, str]) -> None:
        """Enter a line; a second one about the same learner has to say more, and nothing else than the first."""
        for column, value in columns.items():
            others = self.ids.get((_scope(column), _key(value)), set()) - {person.learner}
            if others:
                raise UsageError(
                    f"{self.path} says that {value!r} is both {min(others)!r} and {person.learner!r}; give each one row"
                )
        there = self.people.get(person.learner)
        told = {name: value for name in TOLD if (value := getattr(person, name))}
        if there is not None:
            before = {name: getattr(there, name) for name in TOLD}
            before |= self._said.get(person.learner, {})
            news = told | {f"{column} {value.isdigit()}": value for column, value in columns.items()}
            if any(before.get(name) not in (None, "", value) for name, value in news.items()) or news.items() <= (
                before.items()
            ):
                raise UsageError(
                    f"{self.path} has the id {person.learner!r} twice, in the lines {there.line} and {person.line}: "
                    "give each person one line, and each line an id of its own"
                )
        said = self._said.setdefault(person.learner, {})
        said |= {f"{column} {value.isdigit()}": value for column, value in columns.items()}
        self.people[person.learner] = replace(there, **told) if there else person

    def _demand_different_folders(self) -> None:
        folders: dict[str, str] = {}
        for learner in self.people:
            other = folders.setdefault(same_folder(learner), learner)
            if other != learner:
                raise UsageError(f"{self.path}: the ids {other!r} and {learner!r} are one folder on some systems")

    def find(self, owner: Owner) -> tuple[str | None, bool]:
        """The learner, and whether a platform's number says so: that is beyond doubt, while people choose their names.

        A name made of digits is never taken for a number, nor a name on a platform for the id of a learner.
        """
        if not owner.platform:
            return self._one(owner.name, (LEARNER, ACCOUNT, "", *PLATFORMS)), False
        scopes = (owner.platform.lower(), "")
        if by_number := self._one(owner.number, scopes):
            return by_number, True
        if owner.anonymous:
            return None, False
        for name in (owner.name, *(without_group(owner.name) if owner.platform == "Moodle" else ())):
            if not name.strip().isdigit() and (found := self._one(name, scopes)):
                return found, False
        return None, False

    def _one(self, written: str, scopes: Iterable[str]) -> str | None:
        found: set[str] = set().union(*(self.ids.get((scope, _key(written)), set()) for scope in scopes))
        if len(found) > 1:
            raise Refused(
                f"the roster has {written!r} for several learners: {', '.join(sorted(found))}; say by number which it "
                "is, or collect it by itself with --learner ID"
            )
        return next(iter(found), None)

    def knows(self, learner: str) -> bool:
        """Is this the id of somebody in the roster?"""
        return (LEARNER, _key(learner)) in self.ids


def kept_roster(paths: Paths) -> Roster:
    """The roster that is kept as classroom/roster.csv; an empty one where there is none."""
    path = paths.classroom / KEPT
    return Roster.read(path) if path.exists() else Roster()


def id_of(owner: Owner, roster: Roster) -> tuple[str, bool]:
    """The learner's id, and whether it is beyond doubt whose it is; Refused with the reason when there is none.

    Where there is a roster, whoever is not in it is refused: an id made of a name would be a second person's.
    """
    found, certain = roster.find(owner)
    if found is None:
        found = _made(owner)
        if roster and not (owner.anonymous and owner.platform == "Canvas"):
            raise Stranger(str(owner), _missing(owner, found, roster))
    problem = id_problem(found)
    if problem:
        raise Refused(f"{found!r} cannot be a learner's id: {problem}; a roster can give another (--roster)")
    return found, certain


def _made(owner: Owner) -> str:
    if owner.anonymous and owner.platform == "Canvas":
        return f"anon-{owner.number}"
    return slug(owner.name.lstrip("- ")) if owner.platform == "Moodle" else owner.name


def _missing(owner: Owner, made: str, roster: Roster) -> str:
    name = roster.path.name if roster.path else ""
    if owner.anonymous:
        return (
            f"{owner} is not in the roster {name}, and Moodle names nobody here: each assignment has numbers of its "
            "own, which its grading worksheet has (--roster)"
        )
    if owner.platform and roster.knows(made):
        return (
            f"the roster has a learner {made!r}, and does not say that it is {owner}: if it is, add that number "
            f"to the roster; if not, give {owner} an id of their own there"
        )
    return f"{owner} is not in the roster {name}: add a line there, or collect it by itself with --learner ID"


def _sayings(person: Person) -> list[tuple[str, str]]:
    """What the platforms may write for this person: numbers, both orders of the name, Canvas's way to squeeze it."""
    names = {person.name, f"{person.last_name} {person.first_name}".strip()}
    squeezed = re.sub(r"\W", "", f"{person.last_name}{person.first_name}").lower()
    found = [("moodle", person.moodle), ("canvas", person.canvas), ("", person.email), ("canvas", squeezed)]
    found += [("", name) for name in names] + [(ACCOUNT, account) for account in person.accounts]
    return [(scope, value) for scope, value in found if value]


def _scope(column: str) -> str:
    name = column.strip().casefold()
    return next((platform for platform in PLATFORMS if platform in name), "")


def _key(written: str) -> str:
    """The same for all ways to write a name: upper and lower case, composed and decomposed accents."""
    return same_folder(written.strip())
