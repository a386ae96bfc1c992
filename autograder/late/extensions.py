"""classroom/extensions.csv: who has more time for what.

    learner,assignment,due,hours
    ada,03_leaves,2026-11-05 23:59 Europe/Berlin,
    ben,03,,48

A line has either a new due date or the hours that are added to the ordinary one; further columns are the instructor's.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from autograder.collect.roster_files import read_table
from autograder.errors import UsageError
from autograder.late.rules import named_zone
from autograder.learners import shown
from autograder.paths import Paths

FILE = "extensions.csv"
MOST_HOURS = 366 * 24
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)\s*(\S*)")
_OFFSET = re.compile(r"[+-]\d\d:?\d\d")


@dataclass(frozen=True)
class Extension:
    """More time for one learner and one assignment: a due date of their own, or hours more than the others have."""

    learner: str
    assignment: str
    line: int
    due: datetime | None = None  # with its time zone
    hours: timedelta = timedelta(0)


def read_extensions(paths: Paths, zone: tzinfo | None, people: Collection[str]) -> dict[tuple[str, str], Extension]:
    """By learner and assignment; UsageError with a sentence that names the line when one cannot be meant.

    zone: of dates that name none; people: the ids in the roster, if there is one
    """
    path = paths.classroom / FILE
    if not path.exists():
        return {}
    table = read_table(path)
    low = {name.casefold(): name for name in table.columns}
    if not {"learner", "assignment"} <= low.keys() or not {"due", "hours"} & low.keys():
        raise UsageError(f"{path}: the first line must name the columns: learner,assignment,due,hours")
    found: dict[tuple[str, str], Extension] = {}
    for number, row in table.rows:
        said = {name: row[low[name]] if name in low else "" for name in ("learner", "assignment", "due", "hours")}
        try:
            it = _extension(paths, number, said, zone, people)
        except UsageError as error:
            raise UsageError(f"{path}, line {number}: {error}") from None
        before = found.setdefault((it.learner, it.assignment), it)
        if before is not it:
            raise UsageError(
                f"{path} has {shown(it.learner)} and {it.assignment} twice, in the lines {before.line} and {number}: "
                "take one of them out"
            )
    return found


def demand_later(path: Path, extension: Extension, duedate: datetime | None) -> None:
    """Raise UsageError when a due date of somebody's own is before everybody's: that takes time away."""
    if extension.due is not None and duedate is not None and extension.due < duedate:
        theirs, all_others = (f"{when:%Y-%m-%d %H:%M %Z}" for when in (extension.due, duedate))
        raise UsageError(
            f"{path}, line {extension.line}: {shown(extension.learner)} would have until {theirs}, and "
            f"{extension.assignment} is due later than that for everybody, at {all_others}: mend the date"
        )


def _extension(
    paths: Paths, line: int, said: dict[str, str], zone: tzinfo | None, people: Collection[str]
) -> Extension:
    learner = said["learner"]
    if not learner:
        raise UsageError("there is no id in the column learner")
    if people and learner not in people:
        raise UsageError(f"nobody in classroom/roster.csv has the id {shown(learner)}{_like(learner, people)}")
    if not said["assignment"]:
        raise UsageError("there is no notebook in the column assignment")
    names = paths.assignments()
    matching = [name for name in names if name == said["assignment"] or name.startswith(f"{said['assignment']}_")]
    if len(matching) != 1:
        raise UsageError(f"there is no assignment {shown(said['assignment'])}{_like(said['assignment'], names)}")
    if bool(said["due"]) == bool(said["hours"]):
        raise UsageError("it needs either a new due date or a number of hours, and not both")
    if said["due"]:
        return Extension(learner, matching[0], line, due=_date(said["due"], zone))
    return Extension(learner, matching[0], line, hours=_hours(said["hours"]))


def _like(written: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(written, known, 1)
    return f" (is {shown(close[0])} meant?)" if close else ""


def _hours(text: str) -> timedelta:
    try:
        hours = float(text.replace(",", "."))
    except ValueError:
        hours = -1.0
    if not 0 < hours <= MOST_HOURS:
        raise UsageError(f"hours is {shown(text)!r}, and a number above 0 and up to {MOST_HOURS} is wanted")
    return timedelta(hours=hours)


def _date(text: str, zone: tzinfo | None) -> datetime:
    match = _DATE.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        when = datetime.fromisoformat(f"{match[1]} {match[2]}")
    except ValueError:
        raise UsageError(f"due is {shown(text)!r}; write it as 2026-11-05 23:59 Europe/Berlin") from None
    written = match[3]
    if _OFFSET.fullmatch(written):
        return datetime.fromisoformat(f"{match[1]} {match[2]}{written}").astimezone(UTC)
    meant = named_zone(written) if written else zone
    if meant is None:
        why = f"{shown(written)} is no time zone" if written else "it names no time zone"
        raise UsageError(
            f"due is {shown(text)!r}, and {why}: write it as {match[1]} {match[2]} UTC, or with Europe/Berlin or "
            "+01:00 in the place of UTC, or set time_zone in classroom/late.toml"
        )
    return when.replace(tzinfo=meant)
