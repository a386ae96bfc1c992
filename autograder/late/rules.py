"""classroom/late.toml: what late work costs.

percent_per_day = 10            # of the points that the notebook has, for each day begun
at_most_percent = 50            # and no more than that; 100 where it is left out
grace_minutes = 15              # so late costs nothing; behind that, days count from the due date
time_zone = "Europe/Berlin"     # in which days are counted and dates without a zone are meant; UTC where left out
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from autograder.errors import UsageError
from autograder.paths import Paths

FILE = "late.toml"
MOST_GRACE = 7 * 24 * 60  # minutes: whoever means more means another due date


@dataclass(frozen=True)
class Rules:
    """What late work costs.

    percent_per_day, at_most: of the notebook's points; no percentage: nbgrader's plug-in decides, which takes nothing
    off unless nbgrader_config.py says otherwise
    zone: None where the file names none; days are counted in UTC then
    """

    percent_per_day: float | None = None
    at_most: float = 100.0
    grace: timedelta = timedelta(0)
    zone: tzinfo | None = None

    def points_off(self, days: int, max_score: float) -> float | None:
        """What so many days cost of a notebook with `max_score` points; None where the plug-in decides."""
        if self.percent_per_day is None:
            return None
        return round(max_score * min(self.percent_per_day * days, self.at_most) / 100, 4)


def read_rules(paths: Paths) -> Rules:
    """The rules of this course; UsageError with a sentence when the file says something that cannot be meant."""
    path = paths.classroom / FILE
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Rules()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    keys = ("percent_per_day", "at_most_percent", "grace_minutes", "time_zone")
    for key in said:
        if key not in keys:
            raise UsageError(f"{path} has {key!r}, which means nothing here: it may have {', '.join(keys)}")
    percent = _number(path, said, "percent_per_day", 100)
    at_most = _number(path, said, "at_most_percent", 100)
    if percent is None and at_most is not None:
        raise UsageError(f"{path} has at_most_percent and no percent_per_day: say what a day costs")
    grace = _number(path, said, "grace_minutes", MOST_GRACE)
    return Rules(percent, 100.0 if at_most is None else at_most, timedelta(minutes=grace or 0.0), _zone(path, said))


def named_zone(name: str) -> tzinfo | None:
    """The time zone of this name, as `UTC` or `Europe/Berlin`; None where there is none."""
    if name.upper() in ("UTC", "Z", "GMT"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):  # a name may lead to a folder, or out of the one with the zones
        return None


def _zone(path: Path, said: dict[str, Any]) -> tzinfo | None:
    name = said.get("time_zone")
    if name is None:
        return None
    zone = named_zone(name) if isinstance(name, str) else None
    if zone is None:
        raise UsageError(f"{path}: time_zone = {name!r} is no time zone: write one as 'UTC' or 'Europe/Berlin'")
    return zone


def _number(path: Path, said: dict[str, Any], key: str, most: float) -> float | None:
    value = said.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise UsageError(f"{path}: {key} = {value!r}, and a number from 0 to {most} is wanted")
    return float(value)
