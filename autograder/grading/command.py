"""`autograder grade ASSIGNMENT`: a whole class, in parallel, into the gradebook."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from autograder.authoring.masters import full_name
from autograder.bridge.report import number
from autograder.cluster.options import add_scheduler, scheduler_of
from autograder.collect.report import not_handed_in
from autograder.errors import UsageError
from autograder.judge.pool import Judges, cores
from autograder.learners import shown
from autograder.options import add_db, add_json, add_require, write
from autograder.paths import Paths
from autograder.sandbox import GRADING

if TYPE_CHECKING:
    from autograder.grading.changes import Comparison
    from autograder.grading.run import Graded


def main(argv: list[str]) -> int:
    """0 all judged, 1 a submission could not be read or taken, 2 bad usage, 3 our side failed somewhere."""
    parser = argparse.ArgumentParser(prog="autograder grade", description="Grade all submissions of an assignment.")
    parser.add_argument("assignment", metavar="ASSIGNMENT", help="a notebook, as 05 or 05_custom_functions")
    parser.add_argument("--jobs", type=int, metavar="N", help="judges at a time (default: one a core)")
    add_scheduler(parser)
    add_require(parser, GRADING)
    add_json(parser)
    parser.add_argument("--dry-run", action="store_true", help="say whose points would change, and write no gradebook")
    parser.add_argument("--fresh", action="store_true", help="judge again also what an earlier run has judged")
    add_db(parser)
    options = parser.parse_args(argv)
    scheduler = scheduler_of(options)
    if options.jobs is not None and scheduler:
        raise UsageError("--jobs is for this machine alone: on a cluster each worker says how many it judges at a time")
    jobs = cores() if options.jobs is None else options.jobs
    if jobs < 1:
        raise UsageError("--jobs wants at least 1")
    paths = Paths.find()
    name = full_name(paths, options.assignment)
    judges = None if scheduler else Judges(jobs, options.require)
    try:
        if judges:
            judges.begin()  # they take as long to start as the import of nbgrader does
        from autograder.grading.run import Settings, grade

        settings = Settings(jobs, options.require, options.dry_run, options.fresh, scheduler, options.db)
        found = grade(paths, name, settings, judges)
    finally:
        if judges:
            judges.close()
    write(to_json(found), options.json, as_text(found))
    if found.failed:
        return 3
    unread = any(entry.problem is not None for entry in found.entries.values())
    return 1 if unread or found.left_out or not found.entries else 0


def to_json(found: Graded) -> dict[str, Any]:
    """The judge's object for each learner, with the learner in it, and who of the kept roster has none."""
    return {
        "schema": 1,
        "submissions": [
            {"learner": learner, "late": _late(found, learner), **entry.result.to_json(found.assignment)}
            for learner, entry in found.entries.items()
        ],
        "not_handed_in": [person.learner for person in found.missing],
    }


def as_text(found: Graded) -> str:
    """A table of the class, what changed, and who is not in it."""
    lines = [f"{found.assignment}: {len(found.entries)} submissions at sandbox level {found.level}{_kept(found)}"]
    if not found.entries:
        lines.append(f"  nothing to grade: hand-ins are classroom/submitted/LEARNER/{found.assignment}/")
    width = max((len(shown(learner)) for learner in found.entries), default=0)
    for comparison in found.comparisons:
        lines += _of_learner(found, comparison, width)
    lines += [not_handed_in(found.assignment, found.missing)] if found.missing else []
    if found.strangers:
        lines.append(f"  not in classroom/roster.csv: {', '.join(map(shown, found.strangers))}")
    lines += [f"  look at it: {sentence}" for sentence in found.odd]
    lines += _heard("not taken", found.left_out) + _heard("not graded, the mark stays as it was", found.failed)
    counts = {
        way: sum(it.direction == way for it in found.comparisons) for way in ("new", "up", "down", "moved", "same")
    }
    said = [f"{count} {_WAYS[way]}" for way, count in counts.items() if count]
    said += [f"{len(found.late)} late"] if found.late else []
    lines.append(", ".join(said) or "nothing changed")
    if found.written:
        lines.append(f"The gradebook is written{_backup(found)}")
    elif found.entries:
        lines.append("Dry run: the gradebook and the autograded notebooks are as they were")
    return "\n".join(lines)


def _backup(found: Graded) -> str:
    if found.backup.file is not None:
        return f"; as it was before: {found.backup.file}"
    return f"; there is no copy of what it was before: {found.backup.why_not}" if found.backup.why_not else ""


_WAYS = {"new": "new", "up": "up", "down": "down", "moved": "with the same sum from other tests", "same": "as before"}


def _kept(found: Graded) -> str:
    return f", {found.kept} of them judged by an earlier run" if found.kept else ""


def _of_learner(found: Graded, comparison: Comparison, width: int) -> list[str]:
    entry = found.entries[comparison.learner]
    points = f"{number(comparison.score):>5} of {number(comparison.max_score)}"
    waiting = f", {number(entry.result.manual)} more to be read by a person" if entry.result.manual else ""
    moved = {"new": "", "same": ""}.get(comparison.direction, f"  was {number(comparison.before)}")
    lines = [f"  {shown(comparison.learner):<{width}} {points}{waiting}{moved}"]
    lines += [f"      {change}" for change in comparison.changes]
    if comparison.learner in found.late:
        lines.append(f"      {found.late[comparison.learner]}")
    if entry.problem:
        lines.append(f"      not read: {shown(entry.problem, 300)}")
    lines += [f"      look at it: {shown(remark, 300)}" for remark in found.remarks.get(comparison.learner, ())]
    return lines


def _late(found: Graded, learner: str) -> dict[str, Any] | None:
    charge = found.late.get(learner)
    return (
        None
        if charge is None
        else {"seconds": charge.late.seconds, "days": charge.late.days, "points_off": charge.points}
    )


def _heard(title: str, reasons: dict[str, str]) -> list[str]:
    return [f"  {shown(learner)}: {title}: {shown(reason, 400)}" for learner, reason in sorted(reasons.items())]
