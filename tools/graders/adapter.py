"""What a grader has to be able to do to be measured here."""

from __future__ import annotations

import os
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "build" / "graders"


@dataclass(frozen=True)
class Came:
    """What came of one submission. points: None where there is no grade; shown: what its cells and tests put out."""

    points: float | None
    shown: str = ""


class Grader(ABC):
    """One grader. A new one is a file with a subclass, and a line in `tools/benchmark_graders.py`.

    name: for the table
    packages: what pip is told, each with its version; nothing for the grader of this checkout
    configured: how it is set up, as a sentence for the page
    boxed: does the benchmark put it into a box? Only a grader that keeps hostile code in by itself needs none
    beside: are other learners' work and the gradebook within the reach of what it runs, as it is set up usually?
    together: does one run of it grade a class, so that a hostile submission has neighbours?
    kept: the files to read afterwards, as patterns below the folder
    """

    name: str
    packages: Sequence[str] = ()
    configured: str
    boxed = True
    beside = True
    together = True
    kept: Sequence[str]

    @property
    def folder(self) -> Path:
        """What is made once: the environment, and the exercise."""
        return HOME / self.name.replace(" ", "-")

    @property
    def environment(self) -> Path:
        """Where its own Python is."""
        return self.folder / "env"

    @property
    def python(self) -> Path:
        return self.environment / "bin" / "python"

    @property
    def prepared(self) -> Path:
        """The folder with the exercise, which is copied for each run."""
        return self.folder / "exercise"

    def install(self) -> None:
        """Make its environment from the package index, once; with this course's numpy, and its package for learners."""
        stamp, wanted = self.folder / "installed", "\n".join(self.packages)
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", self.environment], check=True)
        pip = [self.python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt"]
        subprocess.run([*pip, *self.packages, "ipykernel", f"{ROOT}[draw]"], check=True, cwd=ROOT)
        stamp.write_text(wanted)

    def run_python(self, *words: str | Path) -> None:
        """A command of its own on the exercise, where only ours is run: nobody's submission."""
        path = os.pathsep.join([str(self.python.parent), os.environ["PATH"]])
        done = subprocess.run(
            [self.python, *words], cwd=self.prepared, env=os.environ | {"PATH": path}, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{self.name}: {words} failed: {done.stderr[-3000:]}")

    @abstractmethod
    def prepare(self) -> None:
        """Make the exercise in the form that this grader wants, in the folder `prepared`."""

    @abstractmethod
    def hand_in(self, folder: Path, answers: Mapping[str, tuple[str, str]]) -> None:
        """Put submissions into a copy of `prepared`. answers: by learner, a cell that comes before, and the answer."""

    @abstractmethod
    def command(self, learners: Sequence[str]) -> list[str]:
        """What grades them, from within the folder; `python` stands for the grader's own."""

    @abstractmethod
    def read(self, files: Mapping[str, bytes], learners: Sequence[str]) -> dict[str, Came]:
        """What came of these learners, from the files in `kept`. A learner about whom nothing is found is left out."""
