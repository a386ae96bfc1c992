"""How late a hand-in is: by the clock, by an extension, and by what the platform says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from autograder.collect.roster import Roster, kept_roster
from autograder.late.extensions import FILE, Extension, demand_later, read_extensions
from autograder.late.rules import Rules, read_rules
from autograder.learners import shown
from autograder.paths import Paths
from autograder.runs.platform import marked_late

DAY = 86_400
MANY = 366  # days; beyond that nobody counts how long a day was


@dataclass(frozen=True)
class Late:
    """One late hand-in.

    seconds: after the due date; None where the platform alone says that it is late, and no clock by how much
    days: that count, each one begun as a whole; 0 in the grace period
    due: the due date of a learner who has an extension
    """

    seconds: int | None
    days: int
    due: datetime | None = None

    def __str__(self) -> str:
        if self.seconds is None:
            return "late, as Canvas marked it"
        said = f"late by {_span(self.seconds)}"
        if self.due is not None:
            said += f" after the extension to {self.due:%Y-%m-%d %H:%M %Z}"
        return said if self.days else f"{said}, within the grace period"


@dataclass(frozen=True)
class LateWork:
    """What a course says about late work."""

    paths: Paths
    rules: Rules
    extensions: Mapping[tuple[str, str], Extension]

    @classmethod
    def read(cls, paths: Paths, roster: Roster | None = None) -> LateWork:
        """From the files in classroom/; UsageError with a sentence when something in them cannot be meant.

        roster: the kept one, where it has been read already
        """
        rules = read_rules(paths)
        people = (kept_roster(paths) if roster is None else roster).people
        return cls(paths, rules, read_extensions(paths, rules.zone, people))

    def demand_sound(self, assignment: str, duedate: datetime | None) -> list[str]:
        """Raise UsageError when an extension of this assignment takes time away; sentences about what is odd."""
        odd = []
        for it in self.extensions.values():
            if it.assignment == assignment:
                demand_later(self.file, it, _utc(duedate))
                # Without a roster, nobody else knows who there is.
                if not (self.paths.classroom / "submitted" / it.learner).is_dir():
                    odd.append(
                        f"{self.file}, line {it.line}: {shown(it.learner)} has an extension and has handed nothing in; "
                        "look whether the id is right"
                    )
        return odd

    @property
    def file(self) -> Path:
        return self.paths.classroom / FILE

    def of(
        self,
        learner: str,
        assignment: str,
        handed_in: datetime | None,
        duedate: datetime | None,
        granted: timedelta | None = None,
    ) -> Late | None:
        """How late a hand-in is; None when it is not.

        handed_in, duedate: in UTC, with or without saying so, as the gradebook has them; None where nobody knows
        granted: the extension in the gradebook, which counts where the file has none
        """
        handed_in, duedate = _utc(handed_in), _utc(duedate)
        extension = self.extensions.get((learner, assignment))
        due = duedate
        if extension is not None:
            demand_later(self.file, extension, duedate)
            due = extension.due or (duedate + extension.hours if duedate else None)
        elif granted is not None and duedate is not None:
            due = duedate + granted
        extended = extension is not None or bool(granted)
        # The second in which it is due is not over before the next one.
        seconds = int((handed_in - due).total_seconds()) if handed_in and due else 0
        if due is not None and handed_in is not None and seconds > 0:
            days = 0 if seconds <= self.rules.grace.total_seconds() else self._days(due, handed_in, seconds)
            return Late(seconds, days, due.astimezone(self.rules.zone or UTC) if extended else None)
        # The platform knows nothing of an extension that was given here.
        if not extended and marked_late(self.paths, learner, assignment):
            return Late(None, 1)
        return None

    def _days(self, due: datetime, handed_in: datetime, seconds: int) -> int:
        """The days begun since then. One ends at the hour of the due date where learners live, in winter and summer."""
        days = max(1, seconds // DAY - 1)
        if days > MANY:
            return -(-seconds // DAY)
        there = due.astimezone(self.rules.zone or UTC)
        while int((handed_in - (there + timedelta(days=days)).astimezone(UTC)).total_seconds()) > 0:
            days += 1
        return days


def _utc(when: datetime | None) -> datetime | None:
    return when if when is None or when.tzinfo else when.replace(tzinfo=UTC)


def _span(seconds: int) -> str:
    """Two units, as `2 days 3 h`: rounded up, so that no hand-in is late by nothing.

    >>> _span(1), _span(3600), _span(93_700)
    ('1 min', '1 h', '1 day 3 h')
    """
    if seconds < DAY:
        hours, minutes = divmod(-(-seconds // 60), 60)
        parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes else ""]
    else:
        days, hours = divmod(-(-seconds // 3600), 24)
        parts = [f"{days} day{'s' if days > 1 else ''}", f"{hours} h" if hours else ""]
    return " ".join(filter(None, parts))
