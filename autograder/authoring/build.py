"""`autograder build`: course/ and what the judge reads, made from solutions/.

Everything is made in a folder of its own first. Only when nothing at all is wrong do the files move to where they
belong, so a broken source never takes a working release away.
"""

from __future__ import annotations

import argparse
import filecmp
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat

from autograder.authoring import course_map, input_classes, minutes, settled
from autograder.authoring.beside import files_beside
from autograder.authoring.leaks import LeakScan
from autograder.authoring.locate import at_source
from autograder.authoring.masters import digest_of, full_name, stored_master
from autograder.authoring.notebook import as_text, cell_ids, instructor_notebook
from autograder.authoring.opening import opened
from autograder.authoring.reference import with_sites
from autograder.authoring.release import generate
from autograder.authoring.versions import course_version, keep_replaced, master_file
from autograder.authoring.word import words
from autograder.errors import UsageError
from autograder.kit.reading import STAMP
from autograder.master import Master, MasterCell
from autograder.paths import Paths
from autograder.source.cells import Source, read_source
from autograder.source.findings import CourseErrors, Finding
from autograder.testcell.lint import lint
from autograder.testcell.names import names_of_test, notebook_imports

Reference = Callable[[Master, Source], Master]


@dataclass(frozen=True)
class Built:
    """One notebook, made and found good, still in the temporary folder."""

    source: Source
    instructor: Path
    release: Path
    master: Master


def main(argv: list[str]) -> int:
    """`autograder build [NAME...] [--check]`."""
    parser = argparse.ArgumentParser(prog="autograder build", description="Build course/ from solutions/.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="a notebook, as 05 or 05_custom_functions; default all"
    )
    parser.add_argument("--check", action="store_true", help="write nothing in course/; say whether it is up to date")
    options = parser.parse_args(argv)
    paths = Paths.find()
    return build(paths, [full_name(paths, name) for name in options.names], check=options.check)


def build(
    paths: Paths, names: Iterable[str] = (), check: bool = False, reference: Reference = with_sites, say=print
) -> int:
    """Build these notebooks (all by default); 0, or 1 when `check` finds course/ to be another than what is built."""
    names = list(names) or paths.names()
    if not names:
        raise UsageError("solutions/ has no notebook yet: its name begins with two digits, as 01_tensors.py")
    with _workshop(paths) as workshop:
        made = _make(paths, names, workshop, reference)
        differing = 0
        for built in made:
            name = built.source.name
            before = _differences(built.release, paths.course / name)
            differing += bool(before)
            say(f"{name}: {_summary(built.master)}; {_state(before, check)}")
            for word in words(built.source):
                say(f"  {word}")
            if check:
                for line in before:
                    say(f"  course/{name}/{line}")
            _publish(paths, built, release=not check)
        for name, place, what in (
            (course_map.FILE, paths.course, "the map of the course"),
            (settled.FILE, paths.docs, "what became of each claim"),
        ):
            differing += _publish_page(workshop / name, place / name, what, check, say)
    stale = _stale(paths)
    for folder in stale:
        say(f"course/{folder}: its source is gone from solutions/; delete the folder")
    if check and differing:
        say(f"course/ is not what solutions/ builds: type `autograder build {' '.join(names)}` and commit course/")
    return 1 if check and (differing or stale) else 0


def build_master(paths: Paths, name: str, reference: Reference = with_sites) -> Master:
    """Build one notebook for the judge alone: build/ is written, course/ is left as it is."""
    with _workshop(paths) as workshop:
        source = opened(paths, read_source(paths.solutions / f"{name}.py", paths.root))
        _refuse([*lint(source), *input_classes.findings(paths, source)])
        built = _make_one(paths, source, workshop, reference)
        _publish(paths, built, release=False)
        return built.master


@contextmanager
def _workshop(paths: Paths):
    """A temporary folder on the disk where the results will lie."""
    paths.build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making-", dir=paths.build) as folder:
        yield Path(folder)


def _make(paths: Paths, names: list[str], workshop: Path, reference: Reference) -> list[Built]:
    """All of these notebooks, or CourseErrors with everything that is wrong in any of them."""
    # The scan must know every notebook: a release may show no line of a later one's solution.
    sources, wrong = [], []
    for name in paths.names():
        try:
            sources.append(read_source(paths.solutions / f"{name}.py", paths.root))
        except CourseErrors as errors:
            wrong += errors.findings
    chosen = [opened(paths, source) for source in sources if source.name in names]
    for source in chosen:
        wrong += [*lint(source), *input_classes.findings(paths, source), *minutes.findings(source)]
    _refuse(wrong)
    (workshop / course_map.FILE).write_bytes(course_map.course_map(sources).encode())
    (workshop / settled.FILE).write_bytes(settled.settled_json(sources).encode())
    scan = LeakScan(sources, paths.mutants, paths.root)
    made = []
    for source in chosen:
        folder = _release(paths, source, workshop)
        wrong += [at_source(finding, source, folder) for finding in scan.scan(folder, f"course/{source.name}")]
    _refuse(wrong)
    for source in chosen:
        made.append(_make_one(paths, source, workshop, reference))
    return made


def _refuse(findings: list[Finding]) -> None:
    if findings:
        raise CourseErrors(findings)


def _make_one(paths: Paths, source: Source, workshop: Path, reference: Reference) -> Built:
    release = _release(paths, source, workshop)
    text = (release / f"{source.name}.ipynb").read_text(encoding="utf-8")
    master = _judged(paths, _master(paths, source, text), source, reference)
    return Built(source, workshop / "source" / source.name, release, master)


def _judged(paths: Paths, master: Master, source: Source, reference: Reference) -> Master:
    """The master with its site counts: those of an earlier build when nothing that they hang on has changed."""
    stored = stored_master(paths, source.name)
    if stored and all(test.sites for test in stored.tests) and stored.without_sites() == master:
        return stored
    return reference(master, source)


def _release(paths: Paths, source: Source, workshop: Path) -> Path:
    """The folder with the release of a notebook and its data; made once in a workshop."""
    folder = workshop / "release" / source.name
    if not folder.exists():
        # Bytes, not text: a line ending must not hang on the machine.
        notebook = instructor_notebook(source)
        notebook.metadata[STAMP] = {"version": course_version(paths)}
        files = files_beside(paths, source) | {f"{source.name}.ipynb": as_text(notebook).encode()}
        for name, content in files.items():
            file = workshop / "source" / source.name / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        generate(workshop, source.name)
    return folder


def _master(paths: Paths, source: Source, release_text: str) -> Master:
    released = nbformat.reads(release_text, as_version=4).cells
    cells = []
    for cell, cell_id, shown in zip(source.cells, cell_ids(source), released, strict=True):
        test = cell.role == "test"
        cells.append(
            MasterCell(
                index=cell.index,
                cell_id=cell_id,
                cell_type=cell.cell_type,
                role=cell.role,
                source=cell.source,
                release_source=shown.source,
                line=cell.line,
                grade_id=cell.grade_id,
                kind=cell.kind,
                answers=cell.answers,
                points=cell.points,
                commitment=cell.commitment,
                forbid=cell.forbid,
                calls=cell.calls,
                visible=cell.visible if test else "",
                hidden=cell.hidden if test else "",
                exports=names_of_test(source, cell).exports if test else (),
            )
        )
    files = {name: b64encode(content).decode() for name, content in files_beside(paths, source).items()}
    return Master(
        source.name,
        digest_of(paths, source.name),
        tuple(cells),
        notebook_imports(source),
        source.limits,
        files,
        release_text,
    )


def _publish(paths: Paths, built: Built, release: bool) -> None:
    name = built.source.name
    _replace(built.instructor, paths.source / name)
    if release:
        _replace(built.release, paths.course / name)
    keep_replaced(paths, built.master)
    built.master.save(master_file(paths, name))


def _publish_page(made: Path, place: Path, what: str, check: bool, say: Callable[[str], None]) -> bool:
    """A page that shows all notebooks, so that every build may change it; was it another one? An empty one is none."""
    before = place.read_bytes() if place.exists() else b""
    if before == made.read_bytes():
        return False
    if not check:
        place.parent.mkdir(exist_ok=True)
        made.replace(place)
    say(f"{place.name}: {what}; {'not up to date' if check else 'built'}")
    return True


def _replace(made: Path, place: Path) -> None:
    """Make `place` hold what `made` holds; a file that is already right is left alone, and so are hidden ones."""
    for file in _files(place) - _files(made):
        (place / file).unlink()
    for file in _files(made):
        target = place / file
        if not target.exists() or target.read_bytes() != (made / file).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            (made / file).replace(target)


def _files(folder: Path) -> set[str]:
    """The files in a folder, without those of editors and of Jupyter (whose names begin with a dot)."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name for name in names if not any(part.startswith(".") for part in name.split("/"))}


def _differences(made: Path, place: Path) -> list[str]:
    """What a reader of `place` would not find as it was made, one line a file."""
    here, there = _files(made), _files(place)
    changed = [file for file in here & there if not filecmp.cmp(made / file, place / file, shallow=False)]
    return sorted(
        [f"{file} differs from what the source builds" for file in changed]
        + [f"{file} is missing" for file in here - there]
        + [f"{file} belongs to no source" for file in there - here]
    )


def _state(before: list[str], check: bool) -> str:
    if not before:
        return "up to date"
    return "not up to date" if check else "built"


def _summary(master: Master) -> str:
    graded = [cell for cell in master.cells if cell.role in ("test", "manual")]
    return f"{len(graded)} graded cells, {sum(cell.points for cell in graded):g} points"


def _stale(paths: Paths) -> list[str]:
    folders = {path.name for path in paths.course.glob("[0-9][0-9]_*") if path.is_dir()}
    return sorted(folders - set(paths.names()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
