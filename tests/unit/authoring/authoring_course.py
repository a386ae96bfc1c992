"""A small course of its own: these tests hold whatever the real course contains."""

from __future__ import annotations

from pathlib import Path

from autograder.authoring.build import build
from autograder.authoring.input_classes import CLASSES
from autograder.paths import Paths

# Of what these small notebooks declare only tests of that speak.
NOTHING_TRIED = f"# no inputs: {', '.join(CLASSES)}: a notebook of the tests\n"
FIRST = '''\
# %% [markdown]
# # 01 · Doubling
#
# The story of a number that met itself.

# %%
import numpy as np
import math as m
GIVEN = 3

# %% [markdown]
# ## Exercise 1.1 · double (code, 2 points)

# %% nbgrader={"grade_id": "ex1_1", "solution": true}
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    both_together = np.add(x, x)  # a number met itself
    return both_together
    ### END SOLUTION

# %%
print(double(GIVEN))

# %% nbgrader={"grade_id": "ex1_1_test", "grade": true, "points": 2} exercise={"kind": "C"}
close(double(2.0), 4.0, "twice: double returns two times its argument")
### BEGIN HIDDEN TESTS
secret_numbers = rng.normal(size=(3, 4))
close(double(secret_numbers), secret_numbers * 2.0, "twice: double returns two times its argument")
### END HIDDEN TESTS
'''.replace("### END HIDDEN", f"{NOTHING_TRIED}### END HIDDEN")
SECOND = (
    FIRST.replace("01 · Doubling", "02 · Halving")
    .replace("ex1_1", "ex2_1")
    .replace("double", "halve")
    .replace("both_together = np.add(x, x)  # a number met itself", "what_is_left = np.subtract(x, x * 0.5)")
    .replace("return both_together", "return what_is_left")
    .replace("secret_numbers * 2.0", "secret_numbers / 2.0")
    .replace("4.0", "1.0")
)
MUTANT = """\
# law: twice
def double(x):
    squared_by_mistake = np.multiply(x, x)
    return squared_by_mistake
"""


class Course:
    """A course of two notebooks and a mutant, and what one may do to it."""

    def __init__(self, root: Path):
        self.paths = Paths(root)
        self.said: list[str] = []
        (root / "pyproject.toml").write_text("")
        self.write("01_doubling", FIRST)
        self.write("02_halving", SECOND)
        mutants = self.paths.mutants / "01_doubling"
        mutants.mkdir(parents=True)
        (mutants / "ex1_1__squares.py").write_text(MUTANT)

    def write(self, name: str, text: str) -> None:
        self.paths.solutions.mkdir(exist_ok=True)
        (self.paths.solutions / f"{name}.py").write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> int:
        """Replace a piece of a source; the line on which the new piece begins."""
        file = self.paths.solutions / f"{name}.py"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) >= 1, f"{old!r} is not in {name}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def build(self, *names: str, check: bool = False) -> int:
        # Without the run on the reference: it is the judge's, and has tests of its own.
        return build(self.paths, names, check=check, reference=lambda master, source: master, say=self.said.append)

    def release(self, name: str = "01_doubling") -> Path:
        return self.paths.course / name / f"{name}.ipynb"
