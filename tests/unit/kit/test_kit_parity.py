"""What `make parity` calls alike, what it excuses, and that it finds a difference. No torch is needed for that."""

import importlib.util
import sys
from pathlib import Path

import pytest

from autograder.paths import Paths
from autograder.source.cells import parse

TOOL = Path(__file__).parents[3] / "tools" / "parity.py"


@pytest.fixture(scope="module")
def parity():
    spec = importlib.util.spec_from_file_location("parity", TOOL)
    module = sys.modules["parity"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("tensor([1., 2.])", "tensor([1., 2.])", True),
        ("<minigrad.Node object at 0x7f01>", "<torch.Node object at 0x99ab>", True),
        ("loss 0.1234561", "loss 0.1234562", True),
        ("loss 0.12345", "loss 0.12445", False),
        ("tensor([1.,  2.])", "tensor([1., 2.])", True),
        ("True", "False", False),
        ("2", "2 3", False),
        ("MulBackward0", "MulBackward1", False),
        ("nan", "0.0", False),
        ("-1.0", "1.0", False),
        ("", "x", False),
    ],
)
def test_alike_is_the_same_words_and_the_same_numbers(parity, one, other, same):
    assert parity.alike(one, other) is same and parity.alike(other, one) is same


NOTEBOOK = """\
# %% [markdown]
# # 01 · One

# %%
import minigrad as mg
import sys

# %% {header}
print(mg.__name__)
mg.__name__

# %%
if mg.__name__ == "other":
    print("only there")
    raise ValueError("not so: and more")
"""


@pytest.fixture
def course(tmp_path):
    """A course, and a package `other` that stands in for torch."""
    (tmp_path / "solutions").mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "other.py").write_text("")
    (tmp_path / "autograder").symlink_to(Path(__file__).parents[3] / "autograder")
    return Paths(tmp_path)


def outputs(parity, course, text):
    source = parse(text, "01_one", "01_one.py")
    ours, theirs = (parity.run(course, source, sys.executable, package) for package in ("minigrad", "other"))
    return source, ours, theirs


def test_a_cell_that_does_something_else_is_found_with_its_line(parity, course):
    source, ours, theirs = outputs(parity, course, NOTEBOOK.format(header=""))
    assert ours[2] == "minigrad\n'minigrad'\n" and theirs[3] == "only there\nValueError: not so\n"
    assert [found.cell.line for found in parity.differences(source, ours, theirs)] == [9, 13]
    assert "01_one.py:13: this cell does something else" in parity._told(
        source, parity.differences(source, ours, theirs)[1]
    )


def test_an_excused_cell_still_runs_and_needs_a_reason(parity, course):
    text = NOTEBOOK.format(header='tags=["no-parity"]')
    source, ours, theirs = outputs(parity, course, text)
    assert [found.cell.line for found in parity.differences(source, ours, theirs)] == [13]
    assert parity.excuses(source) == ['01_one.py:8: no-parity without a reason: add reason="..."']
    excused = text.replace('no-parity"]', 'no-parity"] reason="names differ"').replace(
        "\n# %%\nif", '\n# %% tags=["no-parity"] reason="x"\nif'
    )
    assert parity.excuses(parse(excused, "01_one", "01_one.py")) == [
        "01_one.py: 2 of 3 given cells are no-parity; a tenth may be"
    ]


def test_a_drawing_is_left_out_on_both_sides(parity, course):
    text = NOTEBOOK.format(header="").replace("import sys\n", "from minigrad.drawing import draw\n")
    _, ours, theirs = outputs(parity, course, text + "\n# %%\nprint(draw(3).save('x'))\ndraw(3, backward=True)\n")
    assert ours[4] == theirs[4] == "(a drawing)\n(a drawing)\n"
