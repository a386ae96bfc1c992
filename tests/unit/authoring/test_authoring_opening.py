"""The cell that finds the packages says the one right command wherever it runs, and never installs by a bare name."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from packaging.requirements import Requirement

from autograder.authoring.masters import digest_of
from autograder.authoring.opening import install_line, opened
from autograder.errors import CourseError
from autograder.paths import Paths
from autograder.source.cells import parse
from tests.notebooks.lesson import NAMES, PATHS

ADDRESS = "https://example.org/course"
NOTEBOOK = """\
# %% [markdown]
# # 01 · Doubling

# %%
try:
    import minigrad as mg
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages.")
"""


def course(folder, setting):
    (folder / "pyproject.toml").write_text(
        f'[project]\nversion = "1.2"\n[tool.minigrad-course]\nwheels = {setting!r}\n'
    )
    return Paths(folder)


ALONE = "import sys; sys.path = [each for each in sys.path if 'site-packages' not in each]\n"
# Packages of these names with whatever one imports from them, but for what tells ours from others.
OTHERS = (
    ALONE
    + """
import types
from importlib.machinery import ModuleSpec
class Other(types.ModuleType):
    __path__ = []
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None
class Others:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "minigrad", "autograder", "matplotlib"):
            return ModuleSpec(name, self, is_package=True)
    def create_module(self, spec):
        return Other(spec.name)
    def exec_module(self, module):
        pass
sys.meta_path.insert(0, Others())
"""
)


def said(source, before=ALONE):
    """What a cell prints in a Python that has none of the packages, or others of their names."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", before + source], capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return done.stdout


def first_cell(name):
    document = json.loads((PATHS.course / name / f"{name}.ipynb").read_text("utf-8"))
    return "".join(next(cell for cell in document["cells"] if cell["cell_type"] == "code")["source"])


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_package_and_a_foreign_one_are_told_and_what_to_run(name):
    wanted = ["In the course folder, run:  python3 start.py", "On Windows:  py start.py.", install_line(PATHS)]
    for before in (ALONE, OTHERS):
        printed = said(first_cell(name), before)
        assert len(printed.splitlines()) == 4 and all(each in printed for each in wanted)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_is_handed_out_installs_by_a_bare_name(name):
    """Another project has the name minigrad on the package index, and nobody has ours."""
    document = json.loads((PATHS.course / name / f"{name}.ipynb").read_text("utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in document["cells"])
    assert [line for line in text.splitlines() if re.search(r"pip3? install", line)] == [
        f"    print('    {install_line(PATHS)}')"
    ]


@pytest.mark.parametrize("name", NAMES)
def test_progress_is_there_in_every_notebook(name):
    assert "\n    from autograder.learner import progress\n" in first_cell(name)


def test_where_the_wheel_can_be_had_is_one_setting(tmp_path):
    cells = {}
    for setting in ("", ADDRESS, ADDRESS + "/"):
        paths = course(tmp_path, setting)
        cell = opened(paths, parse(NOTEBOOK, "01_doubling", "x.py")).cells[1]
        cells[setting] = said(cell.source).splitlines()[1:]
        (what,) = re.findall(r'%pip install -q "(.+)"', install_line(paths))
        if setting:
            wanted = Requirement(what)
            assert wanted.url == f"{ADDRESS}/minigrad_course-1.2-py3-none-any.whl" and wanted.extras == {"draw"}
        else:
            assert what == "./minigrad_course-1.2-py3-none-any.whl[draw]"
    assert "upload the wheel of the course" in cells[""][0] and "upload" not in cells[ADDRESS][0]
    assert cells[ADDRESS] == cells[ADDRESS + "/"]


def test_another_address_makes_other_masters(tmp_path):
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "01_doubling.py").write_text(NOTEBOOK)
    assert len({digest_of(course(tmp_path, each), "01_doubling") for each in ("", ADDRESS)}) == 2


@pytest.mark.parametrize("setting", ["ftp://example.org", "example.org", "https://a b", 'https://a"b', "https://a@b"])
def test_what_is_no_address_is_refused(tmp_path, setting):
    with pytest.raises(CourseError, match="is no address"):
        install_line(course(tmp_path, setting))


def test_a_notebook_without_such_a_cell_stays_as_it_is(tmp_path):
    source = parse(NOTEBOOK.replace("__course__", "other"), "01_doubling", "x.py")
    assert opened(course(tmp_path, ADDRESS), source) == source
