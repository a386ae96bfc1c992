"""`autograder pack`: the zip that learners receive, the same bytes for the same course."""

from __future__ import annotations

import argparse
import json
import zipfile
from pathlib import Path

from autograder.authoring.leaks import LeakScan
from autograder.authoring.source import read_source
from autograder.errors import CourseError, UsageError
from autograder.handout.wheel import build_wheel
from autograder.kit.place import release_files
from autograder.kit.tape import SLOTS_FILE
from autograder.kit.tape.slots import slots
from autograder.paths import Paths

NAME = "minigrad-course-learner.zip"
TOP = "minigrad-course"
TEMPLATES = Path(__file__).parent / "templates"
MOMENT = (2020, 1, 1, 0, 0, 0)


def main(argv: list[str]) -> int:
    """Write dist/minigrad-course-learner.zip and say what is in it."""
    parser = argparse.ArgumentParser(prog="autograder pack", description=f"Write dist/{NAME}, which learners receive.")
    parser.add_argument("--upto", metavar="NN", help="only the notebooks up to this number")
    options = parser.parse_args(argv)
    paths = Paths.find()
    archive = pack(paths, options.upto)
    with zipfile.ZipFile(archive) as opened:
        for name in opened.namelist():
            print(f"  {name}")
        for sentence in brought_along(opened):
            print(sentence)
    print(f"{archive.relative_to(paths.root)}: {archive.stat().st_size // 1024} kB, no leak found")
    return 0


def pack(paths: Paths, upto: str | None = None) -> Path:
    """Pack the release in course/; it is not written when anything in it leaks."""
    archive = paths.root / "dist" / NAME
    archive.parent.mkdir(exist_ok=True)
    draft = archive.with_suffix(".part")
    wheel = build_wheel(paths, paths.build / "wheel")
    contents = {
        "README.md": (TEMPLATES / "README.md").read_bytes(),
        "constraints.txt": (paths.root / "constraints.txt").read_bytes(),
        "start.py": (TEMPLATES / "start.py").read_bytes(),
        wheel.name: wheel.read_bytes(),
        **{f"release/{name}": content for name, content in notebooks(paths, upto).items()},
    }
    try:
        _write(draft, contents)
        demand_no_leak(paths, draft)
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)
    return archive


def notebooks(paths: Paths, upto: str | None) -> dict[str, bytes]:
    """The released files of the notebooks up to a number, and of folders that belong to no notebook."""
    if upto is not None and not (upto.isdigit() and len(upto) == 2):
        raise UsageError(f"--upto wants the two digits that a notebook's name begins with, such as 05, not {upto!r}")
    chosen = {}
    for path in release_files(paths.course):
        name = path.relative_to(paths.course).as_posix()
        if upto is None or not name[:2].isdigit() or name[:2] <= upto:
            chosen[name] = path.read_bytes()
    if not any(name.endswith(".ipynb") for name in chosen):
        raise CourseError("there is no notebook to pack: run `autograder build` first", paths.course)
    return chosen


def brought_along(archive: zipfile.ZipFile) -> list[str]:
    """Which answers a release shows because it comes after them: an instructor should know before handing it out."""
    said = []
    for name in archive.namelist():
        if name.endswith(f"/{SLOTS_FILE}"):
            content = json.loads(archive.read(name))
            exercises = ", ".join(slot.exercise for slot in slots() if slot.name in content["slots"])
            said.append(f"{content['notebook']} brings the answers of {exercises} along: hand it out after those")
    return said


def demand_no_leak(paths: Paths, archive: Path) -> None:
    """The build scans releases; this scans what is really handed out, the wheel included."""
    scan = LeakScan(
        [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()], paths.mutants, paths.root
    )
    package = [paths.root / "minigrad", paths.root / "autograder" / "kit"]
    found = scan.scan(archive, label=NAME, published=package)
    if found:
        raise CourseError("not packed, because it leaks:\n" + "\n".join(f"  {finding}" for finding in found))


def _write(archive: Path, contents: dict[str, bytes]) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(f"{TOP}/{name}", MOMENT)
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3  # else the bytes would tell Windows from the rest
            entry.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(entry, contents[name])
