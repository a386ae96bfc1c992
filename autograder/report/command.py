"""`autograder report NAME ...`: what the class did, as one page and as tables for a spreadsheet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autograder.authoring.masters import full_name
from autograder.errors import UsageError
from autograder.grading.handed_in import find_submissions
from autograder.options import add_db
from autograder.paths import Paths
from autograder.report.book import Report, make_report
from autograder.report.page import page
from autograder.report.sheets import sheets
from autograder.runs.writes import whole

WHOLE_CLASS = "class"  # the name of a report on several notebooks


def main(argv: list[str]) -> int:
    """0 when a report was written, 1 when there is nothing to report on, 2 bad usage, 3 our side failed."""
    parser = argparse.ArgumentParser(
        prog="autograder report", description="What a class did with a notebook: a page and tables. Nothing is sent."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="notebooks, as 05 (default: all that were graded)")
    parser.add_argument("--anonymous", action="store_true", help="with numbers in the place of learners, and no code")
    parser.add_argument(
        "--no-misconceptions", action="store_true", help="do not compare wrong answers with the named ones"
    )
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to write (default: classroom/reports/)")
    add_db(parser)
    options = parser.parse_args(argv)
    paths = Paths.find()
    folder = options.to or paths.classroom / "reports"
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--to wants a folder, and {folder} is a file")
    names = _notebooks(paths, options.names)
    report = make_report(paths, names, options.anonymous, not options.no_misconceptions, options.db)
    for sentence in report.ungraded.values() if options.names else ():
        print(f"left out: {sentence}", file=sys.stderr)
    print(_written(report, folder, options.anonymous))
    return 0


def _notebooks(paths: Paths, given: list[str]) -> list[str]:
    """The notebooks that are asked for; without a name all that somebody handed in."""
    if given:
        names = list(dict.fromkeys(full_name(paths, each) for each in given))
        if to_read := [name for name in names if name not in paths.assignments()]:
            raise UsageError(f"{to_read[0]} has no exercise, so there is nothing to report on")
        return names
    handed_in = [name for name in paths.assignments() if find_submissions(paths, name).files]
    if not handed_in:
        raise UsageError("nobody has handed in anything: `autograder collect`, then `autograder grade NAME`")
    return handed_in


def _written(report: Report, folder: Path, anonymous: bool) -> str:
    """Write all files; what was written, as text."""
    stem = report.chapters[0].found.name if len(report.chapters) == 1 else WHOLE_CLASS
    stem += "-anonymous" if anonymous else ""
    texts = {folder / f"{stem}.html": page(report)}
    texts |= {folder / f"{stem}-{about}.csv": text for about, text in sheets(report).items()}
    try:
        for file, text in texts.items():
            whole("report", file, text)
    except OSError as error:
        raise UsageError(
            f"the report could not be written into {folder}: {error.strerror}; --to takes another folder"
        ) from error
    lines = [f"{chapter.found.name}: {_said(len(chapter.found.works))}" for chapter in report.chapters]
    return "\n".join([*lines, *map(str, texts)])


def _said(learners: int) -> str:
    return "1 learner" if learners == 1 else f"{learners} learners"
