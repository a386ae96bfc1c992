"""Who is in a roster: one of your own, or a file as Moodle or Canvas exports it.

Of one's own, the column `learner` is the id, and further columns say what a platform writes. nbgrader's list of
students has `id` in its place. Moodle has the grading worksheet of an assignment and the list of a course's
participants, Canvas the export of its gradebook.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TypeVar

from autograder.collect.roster_files import Table
from autograder.errors import UsageError
from autograder.learners import id_problem, same_folder, slug

LEARNER = "learner"
FIRST = ("first name", "first_name", "firstname", "given name")
LAST = ("last name", "last_name", "lastname", "surname", "family name")
FULL = ("full name", "full_name", "fullname", "name", "first name / last name", "first name / surname")
EMAIL = ("email", "e-mail", "email address", "e-mail address", "mail")
NUMBER, ACCOUNT = "id number", "username"  # Moodle's columns for the university's id, and for the name of a login
_IDENTIFIER = re.compile(r"(\D*?)\s*(\d+)")
_ADDRESS = re.compile(r"[^@\s,;]+@[^@\s,;]+\.[^@\s,;]+")
# Scripts in which people write the family name first.
_FAMILY_FIRST = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


T = TypeVar("T")


@dataclass(frozen=True)
class Person:
    """One learner of a roster; what the file does not have is empty.

    line: where the file speaks of them first
    moodle: the participant's number in one assignment; canvas: the user's number
    accounts: further names that are this person's alone: a login, the university's id
    """

    learner: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    line: int = 0
    moodle: str = ""
    canvas: str = ""
    accounts: tuple[str, ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """The whole name, as formgrader's readers know it."""
        return f"{self.first_name} {self.last_name}".strip()


Listed = tuple[Person, list[str]]  # somebody without an id, and the ids that they could be given, the best one first


def people_of(table: Table) -> list[Person]:
    """Everybody in a table; UsageError with a sentence when it is no roster, or two people cannot be told apart."""
    own = _own(table, _folded(table))
    if own is not None:
        return _somebody(table, own)
    return _with_ids(table, people_in(table))


def people_in(table: Table) -> list[Listed]:
    """Everybody in a table of a platform's, as it has them; UsageError with a sentence when it is none."""
    low = _folded(table)
    for reader in (_canvas, _worksheet, _participants, _foreign_worksheet):
        found = reader(table, low)
        if found is not None:
            return _somebody(table, found)
    raise UsageError(
        f"{table.path} is not a roster: its first line must have a column `learner`, as in `learner,moodle`, or be "
        "that of Moodle's grading worksheet, of its list of participants or of Canvas's gradebook export"
    )


def _folded(table: Table) -> dict[str, str]:
    """The names of columns by these names in small letters."""
    return {name.casefold(): name for name in reversed(table.columns)}


def _somebody(table: Table, found: list[T]) -> list[T]:
    if not found:
        raise UsageError(f"{table.path} has no learner in it, only the names of columns")
    return found


def _own(table: Table, low: dict[str, str]) -> list[Person] | None:
    column = low.get(LEARNER) or (low.get("id") if _pick(low, FIRST) and "sis login id" not in low else None)
    if column is None:
        return None
    found: list[Person] = []
    for line, row in table.rows:
        if not row[column]:
            raise UsageError(f"{table.path}, line {line}: there is no id in the column {column!r}")
        if problem := id_problem(row[column]):
            raise UsageError(f"{table.path}, line {line}: {row[column]!r} cannot be a learner's id: {problem}")
        first, last = _names(row, low)
        moodle, canvas = _number(row, "moodle"), _number(row, "canvas")
        found.append(Person(row[column], first, last, _of(row, low, EMAIL), line, moodle, canvas))
    return found


def _number(row: dict[str, str], platform: str) -> str:
    return next((value for name, value in row.items() if platform in name.casefold() and value.isdigit()), "")


def _worksheet(table: Table, low: dict[str, str]) -> list[Listed] | None:
    """Moodle's grading worksheet in English. With blind marking it has nobody's name, and the word is the name."""
    if "identifier" not in low or not _is_identifier(table, low["identifier"]):
        return None
    return _of_moodle(table, low, low["identifier"])


def _foreign_worksheet(table: Table, low: dict[str, str]) -> list[Listed] | None:
    """The same in any other language: its first column has one word with a number, and the second the names.

    With blind marking it has no names and no addresses, so the second column is believed only beside addresses.
    """
    identifier = table.columns[0]
    if not table.rows or not _is_identifier(table, identifier):
        return None
    addresses = [
        name for name in table.columns if (values := table.values(name)) and all(map(_ADDRESS.fullmatch, values))
    ]
    named = {"email": addresses[0], "full name": table.columns[1]} if addresses else {}
    return _of_moodle(table, named, identifier)


def _participants(table: Table, low: dict[str, str]) -> list[Listed] | None:
    """Moodle's list of participants, and the export of its gradebook: names in two columns, no numbers of Moodle's."""
    return _of_moodle(table, low, None) if _pick(low, FIRST) and _pick(low, LAST) else None


def _of_moodle(table: Table, low: dict[str, str], identifier: str | None) -> list[Listed]:
    found: list[Listed] = []
    for line, row in table.rows:
        number = match[2] if identifier and (match := _IDENTIFIER.fullmatch(row[identifier])) else ""
        first, last = _names(row, low)
        email = _of(row, low, EMAIL)
        accounts = tuple(filter(None, (_of(row, low, (NUMBER,)), _of(row, low, (ACCOUNT,)))))
        name = f"{first} {last}".strip()
        if not (name or number):
            raise UsageError(f"{table.path}, line {line}: it has neither a name nor a number")
        wanted = [*accounts[:1], slug(name)] if name else [f"participant-{number}"]
        person = Person("", first, last, email, line, moodle=number, accounts=accounts)
        found.append((person, [*wanted, email.lower()]))
    return found


def _canvas(table: Table, low: dict[str, str]) -> list[Listed] | None:
    """Canvas's export: behind the names come lines without an ID (points possible), at the end the test student."""
    named = "student" in low or ("lastname" in low and "firstname" in low)
    if not (named and "id" in low and "sis login id" in low):
        return None
    found = []
    for line, row in table.rows:
        number, login = row[low["id"]], row[low["sis login id"]]
        sis = _of(row, low, ("sis user id",))
        first, last = _split(row[low["student"]]) if "student" in low else (row[low["firstname"]], row[low["lastname"]])
        if not number or (not sis and {first.casefold(), last.casefold()} == {"test", "student"}):
            continue
        email = _of(row, low, EMAIL) or (login if _ADDRESS.fullmatch(login) else "")
        accounts = tuple(filter(None, (login, sis, _of(row, low, ("integration id",)))))
        person = Person("", first, last, email, line, canvas=number, accounts=accounts)
        found.append((person, [*filter(None, (login, sis)), number]))
    return found


def _with_ids(table: Table, found: list[Listed]) -> list[Person]:
    """Give each person the first of their ids that is one, and nobody else's in this file."""
    counts = Counter(
        same_folder(wish) for _, wishes in found for wish in {same_folder(it): it for it in wishes}.values()
    )
    people = []
    for person, wishes in found:
        fitting = [wish for wish in wishes if wish and not id_problem(wish) and counts[same_folder(wish)] == 1]
        if not fitting:
            raise UsageError(
                f"{table.path}, line {person.line}: {person.name!r} ({_numbered(person)}) cannot be given an id: "
                f"{_why(wishes)}; add a column `learner` with an id for each line"
            )
        people.append(replace(person, learner=fitting[0]))
    return people


def _numbered(person: Person) -> str:
    if person.canvas:
        return f"ID {person.canvas}"
    return f"number {person.moodle}" if person.moodle else "this line"


def _why(wishes: list[str]) -> str:
    tried = [wish for wish in wishes if wish]
    return (
        f"{' and '.join(map(repr, tried))} would be somebody else's too, or cannot be an id" if tried else "it has none"
    )


def _is_identifier(table: Table, column: str) -> bool:
    """Has every cell of this column the same word and a number, as `Participant 123456` is?"""
    words = {match[1] if (match := _IDENTIFIER.fullmatch(row[column])) else None for _, row in table.rows}
    return None not in words and len(words) <= 1 and words != {""}


def _names(row: dict[str, str], low: dict[str, str]) -> tuple[str, str]:
    first, last = _of(row, low, FIRST), _of(row, low, LAST)
    return (first, last) if first or last else _split(_of(row, low, FULL))


def _split(full: str) -> tuple[str, str]:
    """First and last name: the last word is the family's, the first one where people write it so, or before a comma.

    >>> _split("Ada Maria Lovelace"), _split("Lovelace, Ada"), _split("山田 太郎")
    (('Ada Maria', 'Lovelace'), ('Ada', 'Lovelace'), ('太郎', '山田'))
    """
    family, comma, given = full.partition(",")
    if comma:
        return given.strip(), family.strip()
    words = full.split()
    if len(words) > 1 and _FAMILY_FIRST.search(full):
        return " ".join(words[1:]), words[0]
    return " ".join(words[:-1]), (words or [""])[-1]


def _of(row: dict[str, str], low: dict[str, str], names: tuple[str, ...]) -> str:
    column = _pick(low, names)
    return row[column] if column else ""


def _pick(low: dict[str, str], names: tuple[str, ...]) -> str | None:
    return next((low[name] for name in names if name in low), None)
