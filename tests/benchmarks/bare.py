"""A notebook's cells run in a bare fork: no sandbox, no judge, no shell; the peer that judging one is measured against.

The process that forks has imported what the zygote of a judge imports, so that neither pays for imports.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from autograder.authoring.master import Master
from autograder.judge.datafiles import write_files
from autograder.judge.zygote import PRELOADED


class BareFork:
    """A process that runs one notebook, each time in a fork of its own."""

    def __init__(self, master: Master, roles: tuple[str, ...]):
        self._folder = tempfile.TemporaryDirectory()
        write_files(Path(self._folder.name), master.files)
        cells = [cell.source for cell in master.cells if cell.role in roles]
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(Path.cwd())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._folder.name,
            env=os.environ | {"MPLBACKEND": "Agg", "PYTHONPATH": str(Path.cwd()), "OPENBLAS_NUM_THREADS": "1"},
            text=True,
        )
        self._ask(json.dumps(cells))

    def run(self) -> None:
        """All cells once; raises AssertionError when one of them did not run."""
        assert self._ask("run") == "0", "a cell of the reference raised"

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()

    def _ask(self, line: str) -> str:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()


def main() -> None:
    for name in PRELOADED:
        importlib.import_module(name)
    cells = [compile(source, f"<cell {number}>", "exec") for number, source in enumerate(json.loads(input()))]
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(cells)
        print(os.waitpid(child, 0)[1], flush=True)


def _become(cells: list) -> None:
    status = 1
    try:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
        namespace = {"__name__": "__main__", "display": print}
        for cell in cells:
            exec(cell, namespace)
        status = 0
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
