"""A notebook's cells run in a bare fork: no sandbox, no judge, no shell. The peer that judging one is measured against.

The process that forks has imported what the zygote of a judge has imported, so that neither pays for imports.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from autograder.authoring.master import Master
from autograder.judge.datafiles import write_files
from autograder.judge.zygote import PLOTTING, PRELOADED

ROOT = Path(__file__).resolve().parents[2]
WARM_PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('a'); plt.close('all')"


class BareFork:
    """Runs the cells of a notebook that have one of these roles, with the reference's answers, as often as asked."""

    def __init__(self, master: Master, roles: Sequence[str]):
        self.master, self.roles = master, roles

    def __enter__(self) -> BareFork:
        self.folder = tempfile.TemporaryDirectory()
        write_files(Path(self.folder.name), self.master.files)
        cells = [cell.source for cell in self.master.cells if cell.role in self.roles and cell.cell_type == "code"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.bare"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder.name,
            env=os.environ | {"MPLBACKEND": "Agg", "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
            text=True,
        )
        self._ask(json.dumps(cells))
        return self

    def run(self) -> None:
        """All cells once; raises AssertionError when one of them did not run."""
        assert self._ask("run") == "0", f"a cell of {self.master.name} raised in the bare fork"

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.communicate()
        self.folder.cleanup()

    def _ask(self, line: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


def main() -> None:
    """The process that forks: cells in one line of JSON, then a fork for each line; the status of each goes out."""
    for name in (*PRELOADED, *PLOTTING):
        importlib.import_module(name)
    exec(WARM_PLOT, {})
    cells = json.loads(sys.stdin.readline())
    print("ready", flush=True)
    while sys.stdin.readline():
        child = os.fork()
        if child == 0:
            run_and_exit(cells)
        print(os.waitpid(child, 0)[1], flush=True)


def run_and_exit(cells: list[str]) -> None:
    status = 1
    try:
        with open(os.devnull, "w") as sys.stdout:  # noqa: PTH123
            namespace = {"__name__": "__main__", "display": print}
            for number, source in enumerate(cells):
                exec(compile(source, f"<cell {number}>", "exec"), namespace)
        status = 0
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
