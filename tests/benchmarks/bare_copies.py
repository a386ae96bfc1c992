"""The same cells in a bare fork: what judging a notebook would take if nobody had to be kept from anything.

A process imports and warms what the zygote does. For each notebook it forks, and the child runs every cell in the
IPython shell as a worker does, the full tests among them with the kit's checks, as in a kernel. No sandbox, no scratch
folder, no messages; one after the other.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.intake import ReplayCell
from autograder.judge.workers import clean_environment, isolated
from autograder.master import Master
from autograder.sandbox.datafiles import write_files
from autograder.weave import up_to_last_test


def bare_seconds(master: Master, notebooks: Sequence[Sequence[ReplayCell]]) -> list[float]:
    """How long each takes, from its fork to its end, all its cells up to the last test."""
    full = {cell.grade_id: cell.source for cell in master.cells if cell.role == "test"}
    plans = [_sources(cells, full) for cells in notebooks]
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder), master.files)
        done = subprocess.run(
            isolated("tests.benchmarks.bare_copies"),
            input=json.dumps(plans),
            cwd=folder,
            env=clean_environment() | {"HOME": folder},
            text=True,
            check=True,
            stdout=subprocess.PIPE,
        )
    return json.loads(done.stdout.splitlines()[-1])


def _sources(cells: Sequence[ReplayCell], full: dict[str | None, str]) -> list[str]:
    return [full[c.grade_id] if c.kind == "test" else c.source for c in up_to_last_test(cells) if c.kind != "manual"]


def main() -> None:
    """The process: notebooks from standard input as lists of sources; on the last line the seconds of each."""
    from autograder.worker.zygote import warm_plotting, warm_worker

    plans, said = json.load(sys.stdin), os.dup(1)
    worker = warm_worker()
    if any(word in source for plan in plans for source in plan for word in ("plt.", "draw(")):
        warm_plotting(worker)  # as the judge does before it forks
    taken = []
    for plan in plans:
        start = time.perf_counter()
        child = os.fork()
        if not child:
            os._exit(_run(worker, plan))
        _, status = os.waitpid(child, 0)
        taken.append(time.perf_counter() - start)
        assert not status, f"a cell of a solved notebook failed: {status >> 8}"
    os.write(said, b"\n" + json.dumps(taken).encode() + b"\n")


def _run(worker: Any, plan: Sequence[str]) -> int:
    """0, or the number of the first cell that fails."""
    return next((n for n, source in enumerate(plan, 1) if worker.do_cell(source, 200_000, 0)), 0)
