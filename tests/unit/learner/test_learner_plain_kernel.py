"""A kernel with the wheel, its extra `draw` and ipykernel is enough: as in Colab, Binder or somebody's own Jupyter."""

from __future__ import annotations

import json
import os
import sys

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from autograder.authoring.masters import load_master
from autograder.kit.cells import SAID
from autograder.sandbox.datafiles import write_files
from tests.notebooks.lesson import PATHS, handed_in

# What the extras `course` and `grade` bring, and what of the project is in no learner's wheel.
ABSENT = """
import sys
PACKAGES = "jupyterlab jupyterlab_server jupyter_server notebook nbgrader nbconvert nbclient nbformat jupytext jinja2"
ROOMS = "authoring bridge handout judge master paths sandbox source testcell worker"
class Absent:
    def find_spec(self, name, path=None, target=None):
        first, _, rest = name.partition(".")
        if first in PACKAGES.split() or (first == "autograder" and rest.partition(".")[0] in ROOMS.split()):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
"""


class _ThisPython(KernelSpecManager):
    def get_kernel_spec(self, kernel_name):
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


def run(notebook, folder):
    notebook.cells.insert(0, nbformat.v4.new_code_cell("import jupyterlab"))
    manager = AsyncKernelManager(kernel_spec_manager=_ThisPython(), kernel_name="python3")
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, km=manager, timeout=180, allow_errors=True, resources=resources).execute(cleanup_kc=True)
    first, *cells = notebook.cells
    assert first.outputs[0].ename == "ModuleNotFoundError", "this test leaves nothing out"
    return [cell for cell in cells if cell.cell_type == "code"]


@pytest.mark.parametrize("name", ["02_graphs", "03_leaves"])
def test_cells_run_drawings_show_and_checks_answer(name, tmp_path, monkeypatch):
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "sitecustomize.py").write_text(ABSENT)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "hidden"), str(PATHS.root)]))
    master, folder = load_master(PATHS, name), tmp_path / name
    folder.mkdir()
    write_files(folder, master.files)
    notebook = nbformat.reads(json.dumps(handed_in(master)), as_version=4)
    last = nbformat.v4.new_code_cell("progress()")
    notebook.cells.append(last)
    (folder / f"{name}.ipynb").write_text(json.dumps(handed_in(master)))
    cells = run(notebook, folder)

    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    tests = {test.grade_id for test in master.tests}
    checked = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade_id") in tests]
    assert len(checked) == len(tests)
    assert all(any(line in SAID.values() for line in text(cell).splitlines()) for cell in checked)
    pictures = [output.data for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert pictures and all("<script" in data["text/html"] for data in pictures)
    assert "text/html" in last.outputs[0].data and name[:2] in last.outputs[0].data["text/plain"]


def text(cell):
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")
