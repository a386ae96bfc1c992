"""What goes into each cell of a platform's file; whatever cannot be meant is refused before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from autograder.collect.roster_formats import Person
from autograder.errors import UsageError
from autograder.export.forms import Form, number_in
from autograder.export.lines import Finder
from autograder.export.totals import Totals
from autograder.learners import shown
from autograder.runs.platform import PlatformWord

NAMED = 10  # learners that a sentence names
NEAR = Decimal("0.005")  # less than what a platform shows


@dataclass(frozen=True)
class Wishes:
    """What somebody has asked for by name: marks on another scale, some learners missing, other grades replaced."""

    scale: bool = False
    partial: bool = False
    overwrite: bool = False


@dataclass
class Filled:
    """The cells to write, by (row, column), and what became of whom.

    lines: the line of each learner who has one; kept: why a line is left alone
    """

    lines: dict[str, Person]
    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    grades: dict[str, str] = field(default_factory=dict)  # by learner, as written
    same: list[str] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)  # by learner: what was there
    kept: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    blank: int = 0  # lines of people who have no mark


def fill(form: Form, finder: Finder, words: dict[str, PlatformWord | None], totals: Totals, wishes: Wishes) -> Filled:
    """Decide about every learner who has a mark.

    Raises UsageError when the file is another course's or assignment's, has other points (without `scale`), lacks
    somebody (without `partial`) or has other grades already (without `overwrite`).
    """
    path = form.sheet.path
    try:
        lines = finder.lines(words)
    except UsageError as error:
        raise UsageError(f"{path}: {error}; nothing was written") from None
    if not lines.found:
        raise UsageError(
            f"{path}: none of the {len(words)} learners with a mark for {totals.assignment} is in it: it is another "
            "course's; nothing was written"
        )
    _demand_points(form, totals, wishes)
    if lines.missing and not wishes.partial:
        raise UsageError(
            f"{path} has no line for {named(lines.missing)}; nothing was written. If the file is that of one group or "
            "section: --partial. If they have another name there: a roster that has their numbers (--roster)"
        )
    done = Filled(lines.found, missing=lines.missing, blank=len(finder.people) - len(lines.found))
    rows = {row.line: at for at, row in enumerate(form.sheet.rows)}
    for learner, person in lines.found.items():
        _enter(done, form, rows[person.line], learner, Decimal(str(totals.marks[learner].score)), totals)
    if done.replaced and not wishes.overwrite:
        there = [f"{learner} ({shown(was)}, now {done.grades[learner]})" for learner, was in done.replaced.items()]
        raise UsageError(
            f"{path} has other grades already: {named(there)}; nothing was written. To replace them: --overwrite"
        )
    return done


def _demand_points(form: Form, totals: Totals, wishes: Wishes) -> None:
    if abs(form.most - Decimal(str(totals.most))) > NEAR and not wishes.scale:
        raise UsageError(
            f"{form.sheet.path}: {form.title!r} goes up to {form.most.normalize():f}, and {totals.assignment} has "
            f"{totals.most:g} points: it is another assignment's, or give it that many points on the platform and "
            "download the file again; to multiply all marks instead: --scale. Nothing was written"
        )


def _enter(done: Filled, form: Form, at: int, learner: str, score: Decimal, totals: Totals) -> None:
    row = form.sheet.rows[at]
    if reason := form.untouchable(row):
        done.kept[learner] = reason
        return
    if form.column >= len(row.cells):
        raise UsageError(f"{form.sheet.path}, line {row.line}: it ends before {form.title!r}; download the file again")
    most = Decimal(str(totals.most))
    grade = score if abs(form.most - most) <= NEAR else score * form.most / most
    if grade > form.most:
        done.kept[learner] = f"has {form.written(grade)}, more than the highest grade, which the platform refuses"
        return
    was = row.text(form.column)
    before = number_in(was)
    if before is not None and abs(before - grade) <= NEAR:
        done.same.append(learner)
        return
    if was:
        done.replaced[learner] = was
    done.grades[learner] = done.cells[at, form.column] = form.written(grade)


def named(names: list[str]) -> str:
    """As many of these as one wants to read."""
    more = f" and {len(names) - NAMED} others" if len(names) > NAMED else ""
    return ", ".join(map(shown, names[:NAMED])) + more
