"""`python -m tests.term`: the term on notebooks of the course, with the real judge; some minutes, in build/term/."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.demo import copy_course
from autograder.paths import Paths
from tests.notebooks.lesson import reference
from tests.term.people import everybody
from tests.term.play import Term
from tests.term.played import Played
from tests.term.work import Notebook

# For each notebook some named wrong answers of solutions/mutants/, which lose the points of their own test and no more.
WRONG = {
    "01_tensors": ("ex1_2__aligned_left", "ex1_4__means_of_rows"),
    "02_graphs": ("ex2_1__not_divided", "ex2_3__arrows_reversed"),
}


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.term", description="A term, played by a program.")
    parser.add_argument("--learners", type=int, default=60)
    parser.add_argument("--require", default="2", help="the sandbox level, as for `autograder grade`")
    options = parser.parse_args(argv)
    began, paths = time.monotonic(), Paths.find(Path(__file__))
    folder = paths.build / "term"
    shutil.rmtree(folder, ignore_errors=True)
    copy = copy_course(paths, folder / "course")
    term = Term(Played(copy, ["--require", options.require]), everybody(options.learners), folder)
    term.begin()
    for number, (name, wrong) in enumerate(WRONG.items()):
        master = load_master(copy, name)
        answers = {
            each.partition("__")[0]: (copy.mutants / name / f"{each}.py").read_text(encoding="utf-8") for each in wrong
        }
        term.week(number, Notebook(master, reference(master), answers))
    term.end()
    print(f"Nothing was lost or doubled. {time.monotonic() - began:.0f} s; the course folder is {copy.root}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
