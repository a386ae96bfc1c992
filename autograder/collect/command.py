"""`autograder collect ARCHIVE ...`: hand-ins from a learning platform, or from folders, into classroom/submitted/."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.build import full_name
from autograder.collect.archive import is_archive, list_archive, opened, regular
from autograder.collect.folder import list_folder, single_file
from autograder.collect.members import Budget, Found, Member, Refused, archive_problem
from autograder.collect.names import HandIn, Roster, hand_in
from autograder.collect.place import NEW, OLDER, REPLACED, UNCHANGED, Places
from autograder.errors import UsageError
from autograder.learners import id_problem, shown
from autograder.paths import Paths

SHOWN = 20  # files of no notebook that are named


@dataclass
class Report:
    """What became of everything."""

    taken: list[tuple[HandIn, str]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)  # file, reason
    others: list[str] = field(default_factory=list)  # files that are no notebooks

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
    names = [full_name(paths, options.assignment)] if options.assignment else paths.names()
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
        members = [member for source in sources for member in _members(source, stack, budget, report)]
        found: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
        for member in members:
            try:
                it = hand_in(member, names, roster, learner)
            except Refused as refusal:
                report.refuse(member.source, member.name, refusal)
                continue
            if it is None:
                report.others.append(member.name)
            else:
                found[it.learner, it.notebook].append(it)
        for (who, _), hand_ins in sorted(found.items(), key=lambda item: item[0]):
            if _are_two(hand_ins):
                for it in hand_ins:
                    reason = f"there are several learners {who!r}; tell them apart by number with a roster (--roster)"
                    report.refuse(it.member.source, it.member.name, reason)
            else:
                _put(places, hand_ins, report, dry_run)
    return report


def _members(source: Path, stack: ExitStack, budget: Budget, report: Report) -> Iterator[Member]:
    try:
        if source.is_dir():
            found = list_folder(source, budget)
        elif not regular(source):
            raise Refused("it is neither a file nor a folder")
        elif is_archive(source):
            found = list_archive(stack.enter_context(opened(source)), str(source), budget)
        elif other := archive_problem(source.name):
            raise Refused(f"only zip files are read: {other}")
        else:
            found = Found([single_file(source, source.name, str(source), budget)])
    except (Refused, OSError) as refusal:
        report.refuse(str(source), "", refusal)
        return
    for name, reason in found.refused:
        report.refuse(str(source), name, reason)
    yield from found.members


def _are_two(hand_ins: list[HandIn]) -> bool:
    """Two people with one name: their numbers on the platform differ within one archive."""
    numbers = defaultdict(set)
    for it in hand_ins:
        numbers[it.member.source].add(it.owner.number)
    return any(len(of_one) > 1 for of_one in numbers.values())


def _put(places: Places, hand_ins: list[HandIn], report: Report, dry_run: bool) -> None:
    """All hand-ins of one learner, the oldest first, so that the last one stays and the others are kept."""
    for it in sorted(hand_ins, key=lambda it: it.order):
        try:
            places.claim(it.learner)
            report.taken.append((it, places.put(it, dry_run)))
        except Refused as reason:
            report.refuse(it.member.source, it.member.name, reason)


def as_text(report: Report, dry_run: bool) -> str:
    """What was taken, replaced and refused, with everybody's words made safe to print."""
    lines = []
    width = max((len(it.learner) for it, _ in report.taken), default=0)
    for it, fate in report.taken:
        if fate != UNCHANGED:
            lines.append(f"  {it.learner:<{width}}  {it.notebook}: {fate}")
    lines += [f"  refused {shown(name, 120)}: {shown(reason, 300)}" for name, reason in report.refused]
    lines += [f"  not a notebook: {shown(name, 120)}" for name in report.others[:SHOWN]]
    if len(report.others) > SHOWN:
        lines.append(f"  and {len(report.others) - SHOWN} other files that are no notebooks")
    counts = Counter(fate for _, fate in report.taken)
    said = [f"{counts[fate]} {fate}" for fate in (NEW, REPLACED, UNCHANGED, OLDER) if counts[fate]]
    said += [f"{len(report.refused)} refused"] if report.refused else []
    lines.append(("Would be: " if dry_run else "") + (", ".join(said) or "nothing found that is a notebook"))
    if counts[REPLACED] or counts[OLDER]:
        lines.append("What is not the newest is kept in classroom/replaced/")
    return "\n".join(lines)
