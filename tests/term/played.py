"""The course folder in which a term is played: its commands, and what they leave behind, as the checks read it."""

from __future__ import annotations

import contextlib
import csv
import io
import logging
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from jupyter_core.application import NoStart
from nbgrader.api import Gradebook
from nbgrader.apps.nbgraderapp import NbGraderApp

from autograder.cli import main
from autograder.paths import Paths

TOTAL = re.compile(r"<h3[^>]*>\s*(\S+): ([\d.]+) of ([\d.]+) points")


class Played:
    """Commands run in this process, in the folder of the course, as an instructor types them."""

    def __init__(self, paths: Paths, options: Sequence[str] = ()):
        self.paths, self.options = paths, list(options)  # of every `autograder grade`

    def autograder(self, *arguments: str, ends: int = 0) -> str:
        """What it says; AssertionError where it ends otherwise than it should."""
        said = io.StringIO()
        with contextlib.chdir(self.paths.root), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main([*arguments, *(self.options if arguments[0] == "grade" else ())])
        assert code == ends, f"autograder {' '.join(arguments)} ended with {code}, not {ends}:\n{said.getvalue()}"
        assert "Traceback" not in said.getvalue(), said.getvalue()
        return said.getvalue()

    def nbgrader(self, *arguments: str) -> None:
        """Raises SystemExit where it ends with an error."""
        with contextlib.chdir(self.paths.root), _quiet():
            app = NbGraderApp()
            app.initialize(list(arguments))
            try:
                app.start()
            except NoStart:
                pass
            finally:
                apps = [app]
                while apps[-1].subapp is not None:
                    apps.append(apps[-1].subapp)
                for each in apps[1:]:
                    each.clear_instance()

    # ---- what is there

    @property
    def gradebook_file(self) -> Path:
        return self.paths.classroom / "gradebook.db"

    @contextlib.contextmanager
    def gradebook(self) -> Iterator[Gradebook]:
        with Gradebook(f"sqlite:///{self.gradebook_file}") as gradebook:
            yield gradebook

    def files(self, folder: str) -> dict[str, bytes]:
        """All files below a folder of the classroom."""
        top = self.paths.classroom / folder
        return {str(file.relative_to(top)): file.read_bytes() for file in sorted(top.rglob("*")) if file.is_file()}

    def page(self, learner: str, name: str) -> str:
        file = self.paths.classroom / "feedback" / learner / name / f"{name}.html"
        return file.read_text(encoding="utf-8")

    def table(self, file: str) -> list[dict[str, str]]:
        text = (self.paths.classroom / file).read_text(encoding="utf-8")
        return list(csv.DictReader(io.StringIO(text, newline="")))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """nbgrader says a line for each file."""
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stderr(nowhere):
        before = logging.root.manager.disable
        logging.disable(logging.WARNING)
        try:
            yield
        finally:
            logging.disable(before)
