"""`autograder site`: build/site, made anew each time, and put in place only when nothing in it leaks or is broken."""

from __future__ import annotations

import argparse
import importlib.metadata
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

import nbformat

from autograder.authoring.masters import full_name
from autograder.errors import CourseError, OurFault
from autograder.paths import Paths
from autograder.site import links, scan, sources
from autograder.site.running import run_all
from autograder.source.cells import read_source
from minigrad.drawing import draw
from minigrad.factories import tensor

FOLDER = "site"
CONFIGURATION = Path(__file__).parent / "sphinx"


def main(argv: list[str]) -> int:
    """Build the site and say where it is."""
    parser = argparse.ArgumentParser(prog="autograder site", description=f"Build the course's site in build/{FOLDER}.")
    about = "only these notebooks, as 05 or 05_custom_functions, with all other pages; default all"
    parser.add_argument("names", nargs="*", metavar="NAME", help=about)
    options = parser.parse_args(argv)
    paths = Paths.find()
    folder = paths.build / FOLDER
    made = make_site(paths, folder, [full_name(paths, name) for name in options.names])
    print(f"{folder.relative_to(paths.root)}: {made} pages, no leak, no broken link, nothing from the network")
    print(f"open {folder / 'index.html'}")
    return 0


def make_site(paths: Paths, folder: Path, names: Collection[str] = ()) -> int:
    """Build the site with these notebooks (all by default) in `folder`; the number of its pages.

    CourseError when a page gives an answer away, a link leads nowhere, or Sphinx has something to say; the site that
    was in `folder` stays then.
    """
    names = sorted(names) or paths.names()
    written = [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()]
    released = {name: nbformat.read(_release(paths, name), as_version=4) for name in names}
    ran = run_all(released, paths.course)
    seen = scan.Outputs.of(ran)
    paths.build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making-site-", dir=paths.build) as work:
        sources.write(paths, Path(work, "source"), ran, written, front_drawing())
        _sphinx(Path(work, "source"), Path(work, "html"))
        wrong = [*scan.leaks(paths, written, Path(work, "html"), seen), *links.broken(Path(work, "html"))]
        if wrong:
            raise CourseError("the site is not put in place:\n" + "\n".join(f"  {each}" for each in wrong))
        shutil.rmtree(folder, ignore_errors=True)
        Path(work, "html").rename(folder)
    return len(list(folder.rglob("*.html")))


def front_drawing() -> str:
    """The drawing on the front page: a diamond and its backward pass."""
    x: Any = tensor(3.0, requires_grad=True)  # its operators are given to it at run time
    a, b = x * x, x.exp()
    loss = a + b
    return draw(loss, backward=True)._repr_mimebundle_()["text/html"]


def _release(paths: Paths, name: str) -> Path:
    file = paths.course / name / f"{name}.ipynb"
    if not file.is_file():
        raise CourseError(f"there is no release of {name} yet: run `autograder build {name}` first", file)
    return file


def _sphinx(source: Path, target: Path) -> None:
    version = importlib.metadata.version("minigrad-course")
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-j", "2"]
    command += ["-c", str(CONFIGURATION), "-d", str(source.parent / "doctrees"), "-D", f"release={version}"]
    done = subprocess.run([*command, str(source), str(target)], capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.replace(f"{source}/", "").strip()[-4000:]
        raise (CourseError if "WARNING" in said else OurFault)(f"Sphinx does not take these pages:\n{said}")
    for unused in [*target.glob("_static/webpack-macros.html"), *target.rglob("*.map"), target / ".buildinfo"]:
        unused.unlink(missing_ok=True)
    for page in target.rglob("*.html"):
        # The theme's stylesheet knows light and dark only. Scripts set what the reader wants; without them it is light.
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace('data-theme="auto"', 'data-theme="light"', 1), encoding="utf-8")
