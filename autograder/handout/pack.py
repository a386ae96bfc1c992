"""`autograder pack`: the zip that learners receive, the same bytes for the same course.

A notebook that works with the learner's own engine brings answers of earlier notebooks along. So a zip with both would
hold an exercise and its answer, and is made only when somebody asks for just that.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from autograder.authoring import course_map
from autograder.authoring.leaks import LeakScan
from autograder.authoring.masters import full_name
from autograder.errors import CourseError, UsageError
from autograder.handout import self_study as self_study_files
from autograder.handout.wheel import FILES, PACKAGES, build_wheel
from autograder.kit.tape import SLOTS_FILE
from autograder.kit.tape.slots import Slot, slots
from autograder.learner.place import release_files
from autograder.paths import Paths
from autograder.source.cells import read_source

NAME, SELF_STUDY = "minigrad-course-learner.zip", "minigrad-course-self-study.zip"
TOP = "minigrad-course"
TEMPLATES = Path(__file__).parent / "templates"
MOMENT = (2020, 1, 1, 0, 0, 0)
EXAMPLE = "05_custom_functions"  # in the page that comes with every zip
_SECTION = re.compile(r"<!-- (\w+) -->\n(.*?)<!-- /\1 -->\n", re.S)  # of the page, for zips with certain notebooks
NO_WHEEL = 'WHEEL = ""'  # the line of start.py that says which wheel came with it


def main(argv: list[str]) -> int:
    """Write the zip into dist/ and say what is in it."""
    parser = argparse.ArgumentParser(prog="autograder pack", description=f"Write dist/{NAME}, which learners receive.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="a notebook, as 05 or 05_custom_functions; default all"
    )
    parser.add_argument("--upto", metavar="NN", help="only the notebooks up to this number")
    about = "also where a notebook brings along the answers of another one in the same zip"
    parser.add_argument("--with-answers", action="store_true", help=about)
    about = "notebooks with worked answers in the place of a release, once they are due"
    parser.add_argument("--answers", action="store_true", help=about)
    parser.add_argument("--before-due", action="store_true", help="with --answers: also while the due date lies ahead")
    about = "for learners on their own: with a worked answer to each exercise, which they ask for in the notebook"
    parser.add_argument("--self-study", action="store_true", help=about)
    options = parser.parse_args(argv)
    paths = Paths.find()
    if options.answers and options.self_study:
        raise UsageError("--answers and --self-study are two zips: make one after the other")
    if options.answers:
        return write_answers(paths, _asked(paths, options.names, options.upto), options.before_due)
    archive = pack(paths, chosen(paths, options.names, options.upto), options.with_answers, options.self_study)
    with zipfile.ZipFile(archive) as opened:
        for name in opened.namelist():
            print(f"  {name}")
    for sentence in brought_along(paths, released(paths, archive)):
        print(sentence)
    print(f"{archive.relative_to(paths.root)}: {archive.stat().st_size // 1024} kB, no leak found")
    if options.self_study:
        print("It holds the answers, outside release and wheel: not for a class that is graded.")
    return 0


def write_answers(paths: Paths, names: Sequence[str], before_due: bool) -> int:
    """Write the zip of worked answers, and say what is in it."""
    from autograder.handout.answers import answer_files, archive_name, demand_due

    for sentence in [] if before_due else demand_due(paths, names):
        print(sentence)
    archive = paths.root / archive_name(names)
    archive.parent.mkdir(exist_ok=True)
    files = answer_files(paths, names)
    _write(archive, files)
    print("\n".join(f"  {TOP}/{name}" for name in sorted(files)))
    print(f"{archive.relative_to(paths.root)}: it holds answers; learners unpack it over their course folder")
    return 0


def _asked(paths: Paths, names: Sequence[str], upto: str | None) -> list[str]:
    """The notebooks whose answers are meant; UsageError when none is named, or one has no exercise."""
    if not names and upto is None:
        raise UsageError("--answers wants the notebooks whose answers are meant: autograder pack --answers 05")
    found = chosen(paths, names, upto)
    empty = [name for name in found if name not in paths.assignments()]
    if empty and names:
        raise UsageError(f"{', '.join(empty)} has no exercise, so there is no answer to it")
    return [name for name in found if name not in empty]


def chosen(paths: Paths, names: Iterable[str] = (), upto: str | None = None) -> list[str]:
    """The notebooks that are meant, in the order of the course; all of them when nothing is said."""
    if upto is not None and not (upto.isdigit() and len(upto) == 2):
        raise UsageError(f"--upto wants the two digits that a notebook's name begins with, such as 05, not {upto!r}")
    wanted = {full_name(paths, name) for name in names} or set(paths.names())
    return [name for name in paths.names() if name in wanted and (upto is None or name[:2] <= upto)]


def pack(paths: Paths, names: Collection[str], with_answers: bool = False, self_study: bool = False) -> Path:
    """Pack the release of these notebooks; nothing is written when anything in it leaks, or answers something in it.

    self_study: files of worked answers come with it, after all else was found without a leak
    """
    files = notebooks(paths, names)
    if not with_answers and not self_study:
        demand_no_answers(paths, names)
    part = "" if set(names) == set(paths.names()) else "-" + "-".join(sorted(name[:2] for name in names))
    archive = paths.root / "dist" / (SELF_STUDY if self_study else NAME).replace(".zip", f"{part}.zip")
    archive.parent.mkdir(exist_ok=True)
    draft = archive.with_suffix(".part")
    wheel = build_wheel(paths, paths.build / "wheel")
    page = page_for([name for name in names if name in paths.assignments()] or names, wheel.name)
    contents = {
        "README.md": (page + self_study_files.PAGE if self_study else page).encode(),
        "constraints.txt": (paths.root / "constraints.txt").read_bytes(),
        "start.py": start_with(wheel.name).encode(),
        wheel.name: wheel.read_bytes(),
        **binder_files(wheel.name),
        **{f"release/{name}": content for name, content in files.items()},
    }
    try:
        _write(draft, contents)
        demand_no_leak(paths, draft)
        if self_study:
            _write(draft, contents | self_study_files.sheets(paths, names))
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)
    return archive


def page_for(names: Collection[str], wheel: str) -> str:
    """The page to read, which speaks of notebooks that are there, and of the wheel in the zip."""
    text = (TEMPLATES / "README.md").read_text(encoding="utf-8").replace("@WHEEL@", wheel)
    numbers = {name[:2] for name in names}
    here = {"engine": any(slot.notebook in numbers for slot in slots()), "capstone": course_map.CAPSTONE in numbers}
    text = _SECTION.sub(lambda found: found[2] if here[found[1]] else "", text)
    first = sorted(names)[:2][-1]  # 00, the orientation, is not handed in
    return text.replace(EXAMPLE, first.ljust(len(EXAMPLE)))  # what the commands do stands in a column


def map_for(paths: Paths, names: Collection[str]) -> bytes:
    """The map as far as the last of these notebooks: earlier ones came with an earlier zip, later ones come later."""
    upto = [name for name in paths.names() if name <= max(names)]
    sources = [read_source(paths.solutions / f"{name}.py", paths.root) for name in upto]
    return course_map.course_map(sources).encode()


def start_with(wheel: str) -> str:
    """start.py, which knows the wheel that it came with: an older zip's may lie in the same folder."""
    text = (TEMPLATES / "start.py").read_text(encoding="utf-8")
    assert NO_WHEEL in text
    return text.replace(NO_WHEEL, f'WHEEL = "{wheel}"')


def binder_files(wheel: str) -> dict[str, bytes]:
    """What Binder reads in a repository that the unpacked zip was put into: docs/elsewhere.md."""
    folder = TEMPLATES / "binder"
    return {
        f"binder/{file.name}": file.read_text(encoding="utf-8").replace("@WHEEL@", wheel).encode()
        for file in sorted(folder.iterdir())
    }


def notebooks(paths: Paths, names: Collection[str]) -> dict[str, bytes]:
    """The released files of these notebooks, and of folders that belong to no notebook."""
    found = {}
    for path in release_files(paths.course):
        name = path.relative_to(paths.course).as_posix()
        if not name[:2].isdigit() or name.partition("/")[0] in names:
            found[name] = path.read_bytes()
    if course_map.FILE in found:
        found[course_map.FILE] = map_for(paths, names)
    if not any(name.endswith(".ipynb") for name in found):
        raise CourseError("there is no notebook to pack: run `autograder build` first", paths.course)
    return found


def released(paths: Paths, archive: Path) -> list[str]:
    """The notebooks in a zip."""
    with zipfile.ZipFile(archive) as opened:
        inside = opened.namelist()
    return [name for name in paths.names() if f"{TOP}/release/{name}/{name}.ipynb" in inside]


def answers_in(paths: Paths, name: str) -> list[Slot]:
    """The slots whose reference answers the release of a notebook brings along."""
    file = paths.course / name / SLOTS_FILE
    held = json.loads(file.read_text(encoding="utf-8"))["slots"] if file.is_file() else {}
    return [slot for slot in slots() if slot.name in held]


def brought_along(paths: Paths, names: Collection[str]) -> list[str]:
    """Which answers these releases show because they come after them: who hands them out should know."""
    return [
        f"{name} brings the answers of {_exercises(found)} along: hand it out after those"
        for name in names
        if (found := answers_in(paths, name))
    ]


def demand_no_answers(paths: Paths, names: Collection[str]) -> None:
    """Refuse notebooks of which one asks for what another one brings along; say which zips to make."""
    groups = apart(paths, names)
    if len(groups) < 2:
        return
    said = []
    for name in sorted(names):
        asked = [slot for slot in answers_in(paths, name) if any(it.startswith(slot.notebook) for it in names)]
        said += [f"{name} brings the answer of {_exercises(asked)} along"] if asked else []
    commands = ", then ".join(f"`autograder pack {' '.join(it[:2] for it in group)}`" for group in groups)
    raise UsageError(
        f"{'; '.join(said)}, and the exercise is in the same zip. Make {len(groups)} zips, {commands}, and hand each "
        "out when the one before it is in. For learners who may see answers, everything in one zip: --with-answers."
    )


def apart(paths: Paths, names: Collection[str]) -> list[list[str]]:
    """The notebooks in groups, in their order, so that none brings along what its own group asks for."""
    groups: list[list[str]] = [[]]
    for name in sorted(names):
        brought = {slot.notebook for slot in answers_in(paths, name)}
        if any(earlier[:2] in brought for earlier in groups[-1]):
            groups.append([])
        groups[-1].append(name)
    return groups


def _exercises(found: Iterable[Slot]) -> str:
    return ", ".join(slot.exercise for slot in found)


def demand_no_leak(paths: Paths, archive: Path) -> None:
    """The build scans releases; this scans what is really handed out, the wheel included."""
    scan = LeakScan(
        [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()], paths.mutants, paths.root
    )
    with tempfile.TemporaryDirectory(prefix="published-") as single:  # the scan passes over what folders hold
        for name in FILES:
            shutil.copy(paths.root / name, single)
        published = [*(paths.root / name for name in PACKAGES), Path(single)]
        found = scan.scan(archive, label=NAME, published=published)
    if found:
        raise CourseError("not packed, because it leaks:\n" + "\n".join(f"  {finding}" for finding in found))


def _write(archive: Path, contents: Mapping[str, bytes]) -> None:
    """The same bytes for the same contents; whole or not at all."""
    draft = archive.with_suffix(".draft")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as opened:
            for name in sorted(contents):
                entry = zipfile.ZipInfo(f"{TOP}/{name}", MOMENT)
                entry.external_attr = 0o100644 << 16
                entry.create_system = 3  # else the bytes would tell Windows from the rest
                entry.compress_type = zipfile.ZIP_DEFLATED
                opened.writestr(entry, contents[name])
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)
