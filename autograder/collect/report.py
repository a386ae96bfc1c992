"""What became of everything that `autograder collect` was given, and the summary of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.collect.hand_in import HandIn
from autograder.collect.place import NEW, OLDER, REPLACED, UNCHANGED
from autograder.collect.roster import Person
from autograder.learners import shown

SHOWN = 20  # files of no notebook that are named


@dataclass(frozen=True)
class Taken:
    """A hand-in that was taken, what became of it, and whose file was there before.

    remark: what is odd about what is in it
    """

    it: HandIn
    fate: str
    before: str = ""
    remark: str = ""


@dataclass
class Report:
    """What became of everything.

    missing: by notebook, who is in the roster and has not handed it in
    """

    taken: list[Taken] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)  # file, reason
    others: list[str] = field(default_factory=list)  # files that are not notebooks
    missing: dict[str, list[Person]] = field(default_factory=dict)

    def refuse(self, source: str, name: str, reason: object) -> None:
        self.refused.append((f"{Path(source).name}: {name}" if name else source, str(reason)))


def as_text(report: Report, dry_run: bool) -> str:
    """What was taken, replaced and refused, with everybody's words made safe to print."""
    lines = []
    width = max((len(taken.it.learner) for taken in report.taken), default=0)
    for taken in report.taken:
        line = f"  {taken.it.learner:<{width}}  {taken.it.notebook}: {taken.fate}{_whose(taken)}{_late(taken)}"
        if taken.fate != UNCHANGED:
            lines.append(line)
        if taken.remark:
            lines += [] if taken.fate != UNCHANGED else [line]
            lines.append(f"      look at it: {shown(taken.remark, 300)}")
    lines += [f"  refused {shown(name, 120)}: {shown(reason, 600)}" for name, reason in report.refused]
    lines += [f"  not a notebook: {shown(name, 120)}" for name in report.others[:SHOWN]]
    if len(report.others) > SHOWN:
        lines.append(f"  and {len(report.others) - SHOWN} other files that are no notebooks")
    lines += [not_handed_in(notebook, people) for notebook, people in sorted(report.missing.items()) if people]
    counts = Counter(taken.fate for taken in report.taken)
    said = [f"{counts[fate]} {fate}" for fate in (NEW, REPLACED, UNCHANGED, OLDER) if counts[fate]]
    said += [f"{len(report.refused)} refused"] if report.refused else []
    lines.append(("Would be: " if dry_run else "") + (", ".join(said) or "nothing found that is a notebook"))
    if counts[REPLACED] or counts[OLDER]:
        lines.append("What is not the newest is kept in classroom/replaced/")
    anonymous = {taken.it.learner for taken in report.taken if taken.it.owner and taken.it.owner.anonymous}
    if anonymous := {learner for learner in anonymous if learner.startswith("anon-")}:
        lines.append(
            f"{len(anonymous)} of an anonymous assignment on Canvas, which names nobody: their ids hold for this one "
            "assignment only"
        )
    return "\n".join(lines)


def not_handed_in(notebook: str, people: Sequence[Person]) -> str:
    """Everybody in a roster who has not handed a notebook in, on one line.

    >>> not_handed_in("05_custom_functions", [Person("ada1", "Ada", "Lovelace"), Person("ben1")])
    '  not handed in, 05_custom_functions, 2: ada1 (Ada Lovelace), ben1'
    """
    said = [f"{shown(it.learner)} ({shown(it.name)})" if it.name else shown(it.learner) for it in people]
    return f"  not handed in, {notebook}, {len(said)}: {', '.join(said)}"


def _late(taken: Taken) -> str:
    return ", late" if taken.it.word and taken.it.word.late else ""


def _whose(taken: Taken) -> str:
    """Whose file replaced whose, since two people may have one name."""
    this, before = shown(taken.it.origin, 200), shown(taken.before, 200)
    if taken.fate == REPLACED:
        return f": {this} is there now, in the place of {before}"
    return f": {this} is kept, and {before} stays" if taken.fate == OLDER else ""
