"""Runs notebooks in kernels, in a copy of their folders, and brings back what each cell put out."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

from autograder.errors import CourseError

AT_ONCE = 2  # kernels
LONGEST = 180  # seconds for one cell
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class _ThisPython(KernelSpecManager):
    """The kernel is this interpreter, whatever kernels somebody has installed under the usual name."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        command += ["--log-level=ERROR", "--HistoryManager.enabled=False"]
        return KernelSpec(argv=command, display_name="Python 3", language="python")


def run_all(notebooks: Mapping[str, NotebookNode], folders: Path) -> dict[str, NotebookNode]:
    """Run notebooks of these names, each in a copy of its folder; they all lie beside each other, as learners have it.

    folders: where NAME/ lies for each, with the files that the notebook reads
    CourseError when a kernel dies or a cell takes too long; a cell that raises is part of what there is to show.
    """
    with tempfile.TemporaryDirectory(prefix="site-") as work:
        for name, notebook in notebooks.items():
            shutil.copytree(folders / name, Path(work, name))
            nbformat.write(notebook, Path(work, name, f"{name}.ipynb"))
        with ThreadPoolExecutor(AT_ONCE) as pool:
            ran = pool.map(lambda name: _run(name, notebooks[name], Path(work, name)), notebooks)
            return dict(zip(notebooks, ran, strict=True))


def _run(name: str, notebook: NotebookNode, folder: Path) -> NotebookNode:
    manager = AsyncKernelManager(kernel_spec_manager=_ThisPython(), kernel_name="python3", transport="tcp")
    client = NotebookClient(
        notebook, km=manager, timeout=LONGEST, allow_errors=True, resources={"metadata": {"path": str(folder)}}
    )
    try:
        return client.execute(cleanup_kc=True)  # else the kernel, which is not its own, stays until this program ends
    except Exception as error:
        raise CourseError(f"{name} could not be run for the site: {error}", folder) from error


def said(cell: NotebookNode) -> str:
    """All that a cell put out as text: what it printed, its values, and how it failed."""
    return "".join(_text(output) for output in cell.get("outputs", ()))


def _text(output: NotebookNode) -> str:
    if output.output_type == "stream":
        return output.text  # what was printed at once may come in several parts
    if output.output_type == "error":
        return f"\n{error_text(output)}\n"
    return f"\n{output.data.get('text/plain', '')}\n"


def error_text(output: NotebookNode) -> str:
    """An error as its last lines say it, without the way through our files: the law and what was seen, or the kind."""
    words = _COLOURS.sub("", output.evalue)
    return words if output.ename == "CheckFailed" else f"{output.ename}: {words}"
