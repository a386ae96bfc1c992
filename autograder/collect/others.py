"""Is an archive another course's? Then one sentence says so, in the place of one for each file in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.collect.contents import is_foreign
from autograder.collect.hand_in import HandIn
from autograder.collect.members import NotOurs, Refused, Stranger

NAMED = 5


def another_courses(
    taken: Sequence[HandIn], refused: Sequence[Refused], notebooks: Sequence[str], releases: Path | None
) -> str | None:
    """Why nothing of a source is taken, when nothing in it belongs here; None otherwise, and for a single file.

    taken, refused: the hand-ins in the source, and the reasons why others are none
    """
    if len(taken) + len(refused) < 2:
        return None
    if not taken and all(isinstance(reason, NotOurs) for reason in refused):
        return (
            f"none of its {len(refused)} notebooks is named after one of this course ({', '.join(notebooks)}): it is "
            "another course's or another assignment's, and nothing of it was taken"
        )
    strangers = list(dict.fromkeys(reason.who for reason in refused if isinstance(reason, Stranger)))
    if not taken and len(strangers) > 1 and all(isinstance(reason, NotOurs | Stranger) for reason in refused):
        more = f" and {len(strangers) - NAMED} others" if len(strangers) > NAMED else ""
        return (
            f"nobody in it is in the roster ({'; '.join(strangers[:NAMED])}{more}): the archive or the roster is "
            "another course's, and nothing of it was taken"
        )
    if len(taken) > 1 and all(_foreign(it, releases) for it in taken):
        return (
            f"its {len(taken)} notebooks have names of this course, and none has a cell of the notebook that it is "
            "named after: it is another course's, and nothing of it was taken"
        )
    return None


def _foreign(it: HandIn, releases: Path | None) -> bool:
    """Is this certainly another notebook? Of a class, the first one mostly says no, and no other is read twice."""
    if releases is None:
        return False
    try:
        return is_foreign(it.member.read(), releases, it.notebook)
    except Refused:
        return False
