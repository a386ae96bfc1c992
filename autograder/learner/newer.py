"""`autograder update`: your notebooks brought to the newest release, which lies beside their folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autograder.kit.reading import Unusable
from autograder.kit.tape import in_folders
from autograder.learner.place import MEMORY, place, release_files

RELEASES = ("release", "course")  # beside the learner's folder: in an unpacked zip, and in a checkout


def main(argv: list[str]) -> int:
    """Bring the notebooks here to the newest release; 0 done, 1 there is no release, or no folder to put it into."""
    parser = argparse.ArgumentParser(
        prog="autograder update",
        description="Put the newest release around your answers and own cells. Save your notebooks first.",
    )
    about = "the folder with the newer release (default: the one that start.py takes)"
    parser.add_argument("release", nargs="?", metavar="RELEASE", help=about)
    options = parser.parse_args(argv)
    try:
        folder = home(Path.cwd())
        said = place(release_for(folder, options.release), folder, again=True)
    except (Unusable, OSError) as reason:
        print(f"autograder update: {reason}", file=sys.stderr)
        return 1
    print("\n".join(said or ["All your notebooks are as the newest release has them."]))
    return 0


def home(start: Path) -> Path:
    """The folder that holds the learner's notebooks, each in a folder of its own; raises Unusable."""
    for folder in (start, *start.parents[:2], start / "my-course"):
        if (folder / MEMORY).is_file() or in_folders(folder):
            return folder
    raise Unusable("There are no notebooks of the course here. Go to the folder that they are in, my-course.")


def release_for(folder: Path, named: str | None) -> Path:
    """The release that is meant; raises Unusable where there is none."""
    found = [Path(named)] if named is not None else [folder.parent / name for name in RELEASES]
    for release in found:
        if release.is_dir() and any(path.suffix == ".ipynb" for path in release_files(release)):
            if release.resolve() == folder.resolve():
                raise Unusable(f"{release} is the folder of your own notebooks, not a release.")
            return release
    raise Unusable(
        f"There is no release in {' or '.join(str(each) for each in found)}. Unpack the newer zip over the folder that "
        "has start.py in it, and start that again; it brings your notebooks up to date by itself."
    )
