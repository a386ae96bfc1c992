"""`autograder grade` of this checkout, from its own environment."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from autograder.authoring.build import build
from autograder.authoring.input_classes import CLASSES
from autograder.authoring.masters import load_master
from autograder.paths import Paths
from graders.adapter import ROOT, Came, Grader
from graders.exercise import OURS, POINTS, RIGHT, VISIBLE_PART, shown_in

NAME = "01_gradients"
SOURCE = f"""\
# %% [markdown]
# # 01 · Gradients

# %%
import numpy as np

# %% [markdown]
# ## Exercise 1.1 · gradients (code, {POINTS:g} points)

# %% nbgrader={{"grade_id": "ex1_1", "solution": true}}
### BEGIN SOLUTION
{RIGHT}
### END SOLUTION

# %% nbgrader={{"grade_id": "ex1_1_test", "grade": true, "points": {POINTS:g}}} exercise={{"kind": "C"}}
{VISIBLE_PART}
### BEGIN HIDDEN TESTS
{OURS}
# no inputs: {", ".join(CLASSES)}: the exercise of a benchmark
### END HIDDEN TESTS
"""


class ThisJudge(Grader):
    name = "this judge"
    configured = "as installed: `autograder grade --require 2`, one judge a core, at the highest level that holds"
    boxed = False
    kept = (f"classroom/autograded/*/{NAME}/{NAME}.ipynb", "graded.json")

    @property
    def environment(self) -> Path:
        return Path(sys.prefix)

    @property
    def python(self) -> Path:
        return Path(sys.executable)

    def install(self) -> None:
        """It is the checkout that this runs from."""

    def prepare(self) -> None:
        paths = Paths(self.prepared)
        shutil.rmtree(self.prepared, ignore_errors=True)
        paths.solutions.mkdir(parents=True)
        shutil.copy(ROOT / "pyproject.toml", self.prepared)
        shutil.copy(ROOT / "nbgrader_config.py", self.prepared)
        (paths.solutions / f"{NAME}.py").write_text(SOURCE, encoding="utf-8")
        build(paths, [NAME], reference=lambda master, source: master, say=lambda line: None)

    def hand_in(self, folder: Path, answers: Mapping[str, tuple[str, str]]) -> None:
        release = load_master(Paths(folder), NAME).release_text
        for learner, (before, answer) in answers.items():
            notebook = json.loads(release)
            cells = notebook["cells"]
            place = next(i for i, cell in enumerate(cells) if cell["metadata"].get("nbgrader", {}).get("solution"))
            cells[place]["source"] = answer
            own = {"cell_type": "code", "id": "own", "metadata": {}, "outputs": [], "execution_count": None}
            cells.insert(place, own | {"source": before})
            file = folder / "classroom" / "submitted" / learner / NAME / f"{NAME}.ipynb"
            file.parent.mkdir(parents=True)
            file.write_text(json.dumps(notebook), encoding="utf-8")

    def command(self, learners: Sequence[str]) -> list[str]:
        return ["python", "-m", "autograder", "grade", NAME, "--json", "graded.json"]

    def read(self, files: Mapping[str, bytes], learners: Sequence[str]) -> dict[str, Came]:
        if "graded.json" not in files:
            return {}
        try:
            graded = json.loads(files["graded.json"])["submissions"]
        except ValueError:  # it ended before it came to that
            return {}
        found = {}
        for one in graded:
            page = files.get(f"classroom/autograded/{one['learner']}/{NAME}/{NAME}.ipynb", b'{"cells": []}')
            said = [cell["message"] for cell in one["cells"]]
            found[one["learner"]] = Came(one["score"], "\n".join([shown_in(json.loads(page)["cells"]), *said]))
        return found
