"""What the build writes into the cell that finds the course's packages: `progress`, and the line that Colab needs.

That line names the wheel, with its version, and where it lies, which is one setting of `pyproject.toml`:

    [tool.minigrad-course]
    wheels = "https://..."      # the folder that the wheel lies in; "" while it lies nowhere

So it is written by the build, and not in every source.
"""

from __future__ import annotations

import re
from dataclasses import replace

from autograder.authoring.versions import course_version, project
from autograder.errors import CourseError
from autograder.paths import Paths
from autograder.source.cells import Cell, Source

FINDS = re.compile(r'^( +)ready = hasattr\(mg, "__course__"\)$', re.M)  # in the cell that finds the packages
PROGRESS = "from autograder.learner import progress"
EXTRA = "draw"  # JupyterLab, or what is in its place, is there already
SETTINGS = "minigrad-course"
_ADDRESS = re.compile(r"https?://[^\s\"'\\@]+")


def opened(paths: Paths, source: Source) -> Source:
    """The notebook with these lines in the cell that finds the packages; as it is where no cell does."""
    return replace(source, cells=tuple(_opened(paths, cell) for cell in source.cells))


def wheels_at(paths: Paths) -> str:
    """The address of the folder with the wheel, without a slash at its end; empty while there is none."""
    address = project(paths).get("tool", {}).get(SETTINGS, {}).get("wheels", "")
    if not isinstance(address, str) or (address and not _ADDRESS.fullmatch(address)):
        said = f"wheels = {address!r} is no address: write one as https://..., or leave it empty"
        raise CourseError(said, paths.root / "pyproject.toml")
    return address.rstrip("/")


def install_line(paths: Paths) -> str:
    """What is typed into a cell where there is no terminal to run start.py in."""
    name = str(project(paths).get("project", {}).get("name", SETTINGS))
    wheel = f"{re.sub(r'[-_.]+', '_', name)}-{course_version(paths)}-py3-none-any.whl"
    address = wheels_at(paths)
    what = f"{name}[{EXTRA}] @ {address}/{wheel}" if address else f"./{wheel}[{EXTRA}]"
    return f'%pip install -q "{what}"'


def _opened(paths: Paths, cell: Cell) -> Cell:
    found = FINDS.search(cell.source) if cell.role == "given" else None
    if found is None:
        return cell
    above, below = cell.source[: found.start()], cell.source[found.start() :]
    first = "run" if wheels_at(paths) else "upload the wheel of the course, run"
    return replace(
        cell,
        source=f"{above}{found[1]}{PROGRESS}\n{below.rstrip()}\n"
        f'    print("In Colab, {first} the next line in a cell, and then this cell again:")\n'
        f"    print('    {install_line(paths)}')",
    )
