"""minigrad needs numpy and nothing else; whatever needs more says what to install."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import minigrad

ENGINE = """
import minigrad as mg
x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
mg.nn.functional.mse_loss(x * x, mg.zeros(3)).backward()
rows = mg.vmap(mg.func.grad(lambda v: (v ** 3).sum()))(mg.ones(2, 3))
step = mg.optim.SGD([x], lr=0.1); step.step()
checked = mg.autograd.gradcheck(mg.sin, mg.rand(3, dtype=mg.float64).requires_grad_())
print(tuple(x.grad.shape), tuple(rows.shape), checked)
"""
DRAWN = """
import minigrad as mg
x = mg.tensor(2.0, requires_grad=True)
y = x * 3
d = mg.draw(y)
print(d)
print(d._repr_mimebundle_()["text/plain"].splitlines()[0])
"""
PLOTTED = """
from minigrad.drawing import plot_jacobian
import minigrad as mg
plot_jacobian(mg.eye(2), "a caption")
"""


@pytest.fixture
def alone(tmp_path):
    """Run code where the standard library, numpy and minigrad are all that can be imported."""
    folder = tmp_path / "site"
    folder.mkdir()
    numpy = Path(np.__file__).parent
    for package in (numpy, numpy.with_name("numpy.libs"), Path(minigrad.__file__).parent):
        if package.exists():
            (folder / package.name).symlink_to(package)
    lines = f"import sys; sys.path = [p for p in sys.path if 'site-packages' not in p] + [{str(folder)!r}]\n"

    def run(code):
        return subprocess.run(
            [sys.executable, "-I", "-S", "-c", lines + code], cwd=folder, capture_output=True, text=True
        )

    assert "No module named 'pytest'" in run("import pytest").stderr
    return run


def test_the_engine_runs_with_numpy_alone(alone):
    done = alone(ENGINE)
    assert done.stdout == "(3,) (2, 3) True\n", done.stderr


def test_a_drawing_is_a_listing_and_says_what_a_picture_needs(alone):
    done = alone(DRAWN)
    assert "y = Mul(%0, %1)" in done.stdout and "pip install pygraphviz" in done.stdout.splitlines()[-1], done.stderr


def test_a_plot_says_what_it_needs(alone):
    assert "pip install matplotlib" in alone(PLOTTED).stderr


def test_without_an_extra_only_numpy_is_asked_for():
    asked = [line for line in importlib.metadata.requires("minigrad-course") or () if "extra ==" not in line]
    assert [line.partition(">")[0] for line in asked] == ["numpy"]
