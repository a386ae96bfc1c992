"""`autograder export ASSIGNMENT`: the gradebook's marks in the file that Moodle or Canvas gave, to upload there."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.authoring.masters import full_name
from autograder.collect.roster import Roster, kept_roster
from autograder.collect.roster_files import read_table
from autograder.collect.roster_formats import Person, people_in
from autograder.errors import UsageError
from autograder.export.fill import Filled, Wishes, fill, named
from autograder.export.forms import Form, canvas_form, moodle_form
from autograder.export.lines import Finder
from autograder.export.pages import Pages, find_pages, write_pages
from autograder.export.sheet import Sheet
from autograder.export.totals import Totals, totals
from autograder.learners import shown
from autograder.options import add_db
from autograder.paths import Paths
from autograder.runs.platform import CANVAS, MOODLE, platform_word


def main(argv: list[str]) -> int:
    """0 done, 1 something needs a look before it is uploaded, 2 refused, and nothing was written."""
    parser = argparse.ArgumentParser(prog="autograder export", description="Fill marks into a platform's own file.")
    parser.add_argument("assignment", metavar="ASSIGNMENT", help="a notebook, as 05 or 05_custom_functions")
    file = parser.add_mutually_exclusive_group(required=True)
    file.add_argument("--moodle", type=Path, metavar="WORKSHEET", help="the assignment's grading worksheet")
    file.add_argument("--canvas", type=Path, metavar="GRADEBOOK", help="the export of the course's gradebook")
    parser.add_argument("--column", metavar="TITLE", help="the column of grades, by its title or Canvas's number")
    parser.add_argument("--roster", type=Path, metavar="FILE", help="who is who (default: classroom/roster.csv)")
    parser.add_argument("--scale", action="store_true", help="multiply marks where the platform has other points")
    parser.add_argument("--partial", action="store_true", help="also when some learners are not in the file")
    parser.add_argument("--overwrite", action="store_true", help="also where another grade stands already")
    parser.add_argument("--feedback", action="store_true", help="also a zip of the feedback pages, to upload there")
    add_db(parser)
    options = parser.parse_args(argv)
    paths = Paths.find()
    assignment = full_name(paths, options.assignment)
    path = options.moodle or options.canvas
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    roster = Roster.read(options.roster) if options.roster else kept_roster(paths)
    found = totals(paths, assignment, options.db)
    words = {learner: platform_word(paths, learner, assignment) for learner in found.marks}
    sheet = Sheet.read(path)
    people = _people(path, MOODLE if options.moodle else CANVAS)
    form = moodle_form(sheet, options.column) if options.moodle else canvas_form(sheet, assignment, options.column)
    finder = Finder(form.platform, people, roster)
    done = fill(form, finder, words, found, Wishes(options.scale, options.partial, options.overwrite))
    pages = find_pages(paths, assignment, form.platform, done.lines, words) if options.feedback else None
    target = beside(path, "filled", path.suffix)
    _write(target, sheet.with_cells(done.cells))
    said, look = report(done, form, found, target)
    if pages is not None:
        archive = beside(path, "feedback", ".zip")
        if pages.names:
            write_pages(pages, archive)
        more, odd = report_pages(pages, archive)
        said, look = said + more, look or odd
    print("\n".join(said))
    return 1 if look else 0


def _people(path: Path, platform: str) -> list[Person]:
    """Everybody in the file; UsageError when it is the other platform's, or has not the platform's own numbers."""
    people = [person for person, _ in people_in(read_table(path))]
    if all(person.moodle if platform == MOODLE else person.canvas for person in people):
        return people
    other = CANVAS if any(person.canvas for person in people) else MOODLE if any(it.moodle for it in people) else ""
    if other and other != platform:
        raise UsageError(f"{path} is {other.title()}'s: give it as --{other}")
    raise UsageError(f"{path} has no numbers of {platform.title()}'s; download the file itself from the platform")


def beside(path: Path, word: str, suffix: str) -> Path:
    """The name of a new file beside the platform's, which is never written to."""
    return path.with_name(f"{path.stem}-{word}{suffix}")


def _write(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name}.part")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def report(done: Filled, form: Form, found: Totals, target: Path) -> tuple[list[str], bool]:
    """What was filled in, and what somebody should know before uploading it; is there anything to look at?"""
    marks = {learner: found.marks[learner] for learner in (*done.grades, *done.same)}
    points = f"{found.most:g} points"
    if abs(float(form.most) - found.most) > 0.005:
        points += f", as {form.most.normalize():f}"
    lines = [f"{found.assignment}, grades filled into {target}: {len(done.grades)} (of {points})"]
    if done.same:
        lines.append(f"  the same grade was there already: {len(done.same)}")
    if done.replaced:
        there = [f"{learner} ({was})" for learner, was in done.replaced.items()]
        lines.append(f"  another grade was replaced: {named(there)}")
    off = [f"{it.learner} (-{it.penalty:g})" for it in marks.values() if it.penalty]
    if off:
        lines.append(f"  late, with points taken off: {named(off)}")
    if done.blank:
        lines.append(f"  lines of people without a mark, left as they are: {done.blank}")
    look = [f"{shown(learner)} {reason}: left as it is" for learner, reason in done.kept.items()]
    waiting = [it.learner for it in marks.values() if it.waiting]
    if waiting:
        look.append(f"not settled, an answer is still to be read by a person: {named(waiting)}")
    free = [it.learner for it in marks.values() if it.late and not it.penalty]
    if free:
        look.append(f"late, and nothing taken off: {named(free)}")
    if found.ungraded:
        look.append(f"handed in and not graded yet: {named(list(found.ungraded))}")
    if done.missing:
        look.append(f"have a mark and no line in the file: {named(done.missing)}")
    return lines + [f"  look at it: {sentence}" for sentence in look], bool(look)


def report_pages(pages: Pages, archive: Path) -> tuple[list[str], bool]:
    """The same for the zip of feedback."""
    written = f" in {archive}" if pages.names else ""
    lines = [f"feedback pages{written}: {len(pages.names)}"]
    look = []
    if pages.without:
        look.append(f"nobody has made a page for {named(pages.without)}: run `nbgrader generate_feedback` first")
    if pages.older:
        look.append(f"the page is older than the mark: {named(pages.older)}; `nbgrader generate_feedback --force`")
    if pages.unnamed:
        look.append(f"the hand-in did not come from Canvas, which knows its own files only: {named(pages.unnamed)}")
    return lines + [f"  look at it: {sentence}" for sentence in look], bool(look)
