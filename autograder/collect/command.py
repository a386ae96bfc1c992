"""`autograder collect ARCHIVE ...`: hand-ins from a learning platform, or from folders, into classroom/submitted/."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.masters import full_name
from autograder.collect.archive import is_archive, list_archive, opened, regular
from autograder.collect.contents import content_problem
from autograder.collect.folder import list_folder, single_file
from autograder.collect.hand_in import HandIn, demand_no_group_before, hand_in, in_doubt
from autograder.collect.layout import Layout, demand_no_learners_own
from autograder.collect.members import Budget, Found, Refused, archive_problem
from autograder.collect.others import another_courses
from autograder.collect.place import OLDER, Places
from autograder.collect.report import Report, Taken, as_text
from autograder.collect.roster import Person, Roster, kept_roster
from autograder.errors import UsageError
from autograder.learners import id_problem, shown
from autograder.options import add_db
from autograder.paths import Paths
from autograder.runs.people import name_people


def main(argv: list[str]) -> int:
    """0 when everything was taken that is a notebook, 1 when something was refused."""
    parser = argparse.ArgumentParser(prog="autograder collect", description="Take in hand-ins from elsewhere.")
    parser.add_argument("sources", nargs="+", type=Path, metavar="ARCHIVE", help="a zip, a folder or a notebook file")
    parser.add_argument("--assignment", metavar="NAME", help="take only this notebook, as 05 or 05_custom_functions")
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="CSV of your own, or as Moodle or Canvas exports it (default: classroom/roster.csv)",
    )
    parser.add_argument("--learner", metavar="ID", help="whose it is, for files that do not say")
    parser.add_argument("--timestamps", action="store_true", help="keep file times as times of hand-in (late work)")
    parser.add_argument("--dry-run", action="store_true", help="say what would be taken, and write nothing")
    add_db(parser)
    options = parser.parse_args(argv)
    paths = Paths.find()
    problem = id_problem(options.learner) if options.learner is not None else None
    if problem:
        raise UsageError(f"--learner {shown(options.learner)}: {problem}")
    missing = [source for source in options.sources if not source.exists()]
    if missing:
        raise UsageError(f"there is no {missing[0]}")
    names = [full_name(paths, options.assignment)] if options.assignment else paths.assignments()
    roster = Roster.read(options.roster) if options.roster else kept_roster(paths)
    if roster and options.learner is not None and options.learner not in roster.people:
        raise UsageError(
            f"--learner {shown(options.learner)}: the roster {roster.path} has no such id; add a line there"
        )
    places = Places.of(paths, options.timestamps)
    report = collect(places, options.sources, names, roster, options.learner, options.dry_run, paths.course)
    if roster:
        about = {taken.it.notebook for taken in report.taken} | ({names[0]} if options.assignment else set())
        report.missing = {notebook: _missing(places, roster, notebook, report) for notebook in about}
    print(as_text(report, options.dry_run))
    if roster and report.taken and not options.dry_run:
        name_people(paths, roster.people.values(), options.db)
    return 1 if report.refused else 0


def _missing(places: Places, roster: Roster, notebook: str, report: Report) -> list[Person]:
    """Everybody in the roster who has not handed this in, now or before."""
    now = {taken.it.learner for taken in report.taken if taken.it.notebook == notebook}
    there = {learner for learner in roster.people if (places.submitted / learner / notebook).is_dir()}
    return [person for learner, person in roster.people.items() if learner not in now | there]


def collect(
    places: Places,
    sources: list[Path],
    names: list[str],
    roster: Roster,
    learner: str | None = None,
    dry_run: bool = False,
    releases: Path | None = None,
) -> Report:
    """Take what can be taken; a source or a file that cannot be is in the report with its reason.

    releases: the folder of released notebooks, by which another one under the right name is known
    """
    report, budget = Report(), Budget()
    with ExitStack() as stack:  # archives stay open until their members are read
        asked = _Asked(names, roster, learner, releases)
        found = [it for source in sources for it in _hand_ins(source, stack, budget, asked, report)]
        doubtful = {id(it): reason for it, reason in in_doubt(found)}
        newest: dict[tuple[str, str], HandIn] = {}  # by learner and notebook: what was put, and the others stand back
        for it in sorted(found, key=lambda it: it.order, reverse=True):
            try:
                if id(it) in doubtful:
                    raise Refused(doubtful[id(it)])
                report.taken.append(_put(places, it, newest.get((it.learner, it.notebook)), dry_run, releases))
                newest.setdefault((it.learner, it.notebook), it)
            except Refused as reason:
                report.refuse(it.member.source, it.member.name, reason)
    report.taken.sort(key=lambda taken: (taken.it.learner, taken.it.notebook, taken.it.order))
    return report


@dataclass(frozen=True)
class _Asked:
    """What is looked for, and who may be meant."""

    notebooks: list[str]
    roster: Roster
    learner: str | None
    releases: Path | None


def _hand_ins(source: Path, stack: ExitStack, budget: Budget, asked: _Asked, report: Report) -> list[HandIn]:
    """The hand-ins in one source; what is refused there, and what is not a notebook, goes into the report."""
    try:
        found = _listed(source, stack, budget, asked.learner is not None)
        for name, reason in found.refused:
            report.refuse(str(source), name, reason)
        files = [member.name for member in found.members if member.name.lower().endswith(".ipynb")]
        single = files == [source.name] and not source.is_dir()
        layout = Layout(source.parent if single else source, files, asked.notebooks, said=asked.learner is not None)
    except (Refused, OSError) as refusal:
        report.refuse(str(source), "", refusal)
        return []
    taken, refused = [], []
    for member in found.members:
        try:
            it = hand_in(member, layout, asked.roster, asked.learner)
        except Refused as refusal:
            refused.append((member, refusal))
            continue
        if it is None:
            report.others.append(member.name)
        else:
            taken.append(it)
    if problem := another_courses(taken, [reason for _, reason in refused], asked.notebooks, asked.releases):
        report.refuse(str(source), "", problem)
        return []
    for member, why in refused:
        report.refuse(member.source, member.name, why)
    return taken


def _listed(source: Path, stack: ExitStack, budget: Budget, said: bool) -> Found:
    """What a source holds. A folder or an archive that a learner made is listed only when somebody says whose it is."""
    if source.is_dir():
        if not said:
            demand_no_learners_own(source)
        return list_folder(source, budget)
    if not regular(source):
        raise Refused("it is neither a file nor a folder")
    if is_archive(source):
        if not said:
            demand_no_learners_own(source)
        return list_archive(stack.enter_context(opened(source)), str(source), budget)
    if other := archive_problem(source.name):
        raise Refused(f"only zip files are read: {other}")
    return Found([single_file(source, source.name, str(source), budget)])


def _put(places: Places, it: HandIn, newest: HandIn | None, dry_run: bool, releases: Path | None) -> Taken:
    demand_no_group_before(it, places.ids)
    places.claim(it.learner)
    if newest is not None:
        return Taken(it, places.put_aside(it, dry_run), newest.origin)
    before = places.origins.of(it.learner, it.notebook).words
    fate, content = places.put(it, dry_run)
    remark = content_problem(content, releases, it.notebook) if fate != OLDER else None
    return Taken(it, fate, before, remark or "")
