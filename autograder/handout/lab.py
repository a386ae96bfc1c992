"""`autograder lab`: your own copy of the course in my-course/, and JupyterLab on it."""

from __future__ import annotations

import argparse

from autograder.errors import CourseError
from autograder.handout.pack import brought_along
from autograder.handout.self_study import place_sheets
from autograder.learner.lab import open_lab
from autograder.learner.place import place, release_files
from autograder.paths import Paths

FOLDER = "my-course"


def main(argv: list[str]) -> int:
    """Copy what is new, bring notebooks to the newest release, and open JupyterLab."""
    parser = argparse.ArgumentParser(prog="autograder lab", description=f"Open JupyterLab on your own copy, {FOLDER}/.")
    parser.add_argument("--no-open", action="store_true", help="only bring the folder up to date")
    options = parser.parse_args(argv)
    paths = Paths.find()
    if not paths.course.is_dir() or not any(release_files(paths.course)):
        raise CourseError("there is no release yet: run `autograder build` (or `make course`) first", paths.course)
    folder = paths.root / FOLDER
    for sentence in place(paths.course, folder):
        print(sentence)
    for sentence in brought_along(paths, paths.names()):
        print(sentence.replace("hand it out after those", "do those first"))
    place_sheets(paths, folder)
    print(f"your notebooks: {folder}")
    if options.no_open:
        return 0
    return open_lab(folder)
