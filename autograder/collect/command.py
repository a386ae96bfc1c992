"""`autograder collect ARCHIVE ...`: hand-ins from a learning platform, or from folders, into classroom/submitted/."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.build import full_name
from autograder.collect.archive import is_archive, list_archive, opened, regular
from autograder.collect.folder import list_folder, single_file
from autograder.collect.hand_in import HandIn, hand_in, in_doubt
from autograder.collect.layout import Layout, demand_no_learners_own
from autograder.collect.members import Budget, Found, Refused, archive_problem
from autograder.collect.place import NEW, OLDER, REPLACED, UNCHANGED, Places
from autograder.collect.roster import Roster
from autograder.errors import UsageError
from autograder.learners import id_problem, shown
from autograder.paths import Paths

SHOWN = 20  # files of no notebook that are named


@dataclass(frozen=True)
class Taken:
    """A hand-in that was taken, what became of it, and whose file was there before."""

    it: HandIn
    fate: str
    before: str = ""


@dataclass
class Report:
    """What became of everything."""

    taken: list[Taken] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)  # file, reason
    others: list[str] = field(default_factory=list)  # files that are not notebooks

    def refuse(self, source: str, name: str, reason: object) -> None:
        self.refused.append((f"{Path(source).name}: {name}" if name else source, str(reason)))


def main(argv: list[str]) -> int:
    """0 when everything was taken that is a notebook, 1 when something was refused."""
    parser = argparse.ArgumentParser(prog="autograder collect", description="Take in hand-ins from elsewhere.")
    parser.add_argument("sources", nargs="+", type=Path, metavar="ARCHIVE", help="a zip, a folder or a notebook file")
    parser.add_argument("--assignment", metavar="NAME", help="take only this notebook, as 05 or 05_custom_functions")
    parser.add_argument("--roster", type=Path, metavar="FILE", help="CSV: learner, and what the platform writes")
    parser.add_argument("--learner", metavar="ID", help="whose it is, for files that do not say")
    parser.add_argument("--timestamps", action="store_true", help="keep file times as times of hand-in (late work)")
    parser.add_argument("--dry-run", action="store_true", help="say what would be taken, and write nothing")
    options = parser.parse_args(argv)
    paths = Paths.find()
    problem = id_problem(options.learner) if options.learner is not None else None
    if problem:
        raise UsageError(f"--learner {shown(options.learner)}: {problem}")
    missing = [source for source in options.sources if not source.exists()]
    if missing:
        raise UsageError(f"there is no {missing[0]}")
    names = [full_name(paths, options.assignment)] if options.assignment else paths.assignments()
    roster = Roster.read(options.roster) if options.roster else Roster()
    places = Places.of(paths, options.timestamps)
    report = collect(places, options.sources, names, roster, options.learner, options.dry_run)
    print(as_text(report, options.dry_run))
    return 1 if report.refused else 0


def collect(
    places: Places,
    sources: list[Path],
    names: list[str],
    roster: Roster,
    learner: str | None = None,
    dry_run: bool = False,
) -> Report:
    """Take what can be taken; a source or a file that cannot be is in the report with its reason."""
    report, budget = Report(), Budget()
    with ExitStack() as stack:  # archives stay open until their members are read
        found = [it for source in sources for it in _hand_ins(source, stack, budget, names, roster, learner, report)]
        doubtful = {id(it): reason for it, reason in in_doubt(found)}
        newest: dict[tuple[str, str], HandIn] = {}  # by learner and notebook: what was put, and the others stand back
        for it in sorted(found, key=lambda it: it.order, reverse=True):
            try:
                if id(it) in doubtful:
                    raise Refused(doubtful[id(it)])
                report.taken.append(_put(places, it, newest.get((it.learner, it.notebook)), dry_run))
                newest.setdefault((it.learner, it.notebook), it)
            except Refused as reason:
                report.refuse(it.member.source, it.member.name, reason)
    report.taken.sort(key=lambda taken: (taken.it.learner, taken.it.notebook, taken.it.order))
    return report


def _hand_ins(
    source: Path,
    stack: ExitStack,
    budget: Budget,
    notebooks: list[str],
    roster: Roster,
    learner: str | None,
    report: Report,
) -> list[HandIn]:
    """The hand-ins in one source; what is refused there, and what is not a notebook, goes into the report."""
    try:
        found = _listed(source, stack, budget, learner is not None)
        for name, reason in found.refused:
            report.refuse(str(source), name, reason)
        files = [member.name for member in found.members if member.name.lower().endswith(".ipynb")]
        single = files == [source.name] and not source.is_dir()
        layout = Layout(source.parent if single else source, files, notebooks, said=learner is not None)
    except (Refused, OSError) as refusal:
        report.refuse(str(source), "", refusal)
        return []
    taken = []
    for member in found.members:
        try:
            it = hand_in(member, layout, roster, learner)
        except Refused as refusal:
            report.refuse(member.source, member.name, refusal)
            continue
        if it is None:
            report.others.append(member.name)
        else:
            taken.append(it)
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


def _put(places: Places, it: HandIn, newest: HandIn | None, dry_run: bool) -> Taken:
    places.claim(it.learner)
    if newest is not None:
        return Taken(it, places.put_aside(it, dry_run), newest.origin)
    before = places.origins.of(it.learner, it.notebook).words
    return Taken(it, places.put(it, dry_run), before)


def as_text(report: Report, dry_run: bool) -> str:
    """What was taken, replaced and refused, with everybody's words made safe to print."""
    lines = []
    width = max((len(taken.it.learner) for taken in report.taken), default=0)
    for taken in report.taken:
        if taken.fate != UNCHANGED:
            lines.append(f"  {taken.it.learner:<{width}}  {taken.it.notebook}: {taken.fate}{_whose(taken)}")
    lines += [f"  refused {shown(name, 120)}: {shown(reason, 600)}" for name, reason in report.refused]
    lines += [f"  not a notebook: {shown(name, 120)}" for name in report.others[:SHOWN]]
    if len(report.others) > SHOWN:
        lines.append(f"  and {len(report.others) - SHOWN} other files that are no notebooks")
    counts = Counter(taken.fate for taken in report.taken)
    said = [f"{counts[fate]} {fate}" for fate in (NEW, REPLACED, UNCHANGED, OLDER) if counts[fate]]
    said += [f"{len(report.refused)} refused"] if report.refused else []
    lines.append(("Would be: " if dry_run else "") + (", ".join(said) or "nothing found that is a notebook"))
    if counts[REPLACED] or counts[OLDER]:
        lines.append("What is not the newest is kept in classroom/replaced/")
    return "\n".join(lines)


def _whose(taken: Taken) -> str:
    """Whose file replaced whose, since two people may have one name."""
    this, before = shown(taken.it.origin, 200), shown(taken.before, 200)
    if taken.fate == REPLACED:
        return f": {this} is there now, in the place of {before}"
    return f": {this} is kept, and {before} stays" if taken.fate == OLDER else ""
