"""A class of 10,000: what grading it costs besides the judging, whether that grows as the class does, and the memory.

10,000 hand-ins of one notebook, 200 of them distinct, go through the commands as typed, and so do 2,500. What the judge
says of the distinct ones is worked out once and remembered (`coordinator`), or this would take a day and say nothing
more: the judging is extrapolated from 500. Seconds are those of computing, of a command and of whatever it starts, so
that other work on the machine does not count; waiting for a disk is not in them.

MINIGRAD_FEW and MINIGRAD_MANY in the environment are other sizes, for a first look, and MINIGRAD_STEPS names the steps
to go as far as: `feedback` alone is most of the time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.demo import copy_course
from autograder.paths import Paths
from tests.benchmarks.hand_ins import distinct, pack
from tests.benchmarks.row import Row, cpu_of_children, seconds

ON_DEMAND = True  # an hour: `python -m tests.benchmarks thousands`
NAME = "00_orientation"
DISTINCT, JUDGED = 200, 500
FEW, MANY = 2_500, 10_000
GROWTH = 4.4  # MANY over FEW is 4
MEMORY = 300  # megabytes of the process that grades, beside its judges
MOST_IN_A_FOLDER = 256
CORES = 64
ROOT = Path(__file__).parents[2]

# A command as typed, that says at its end how much memory it has had at most.
TYPED = """
import sys
from tests.benchmarks.row import peak_megabytes
from {module} import main
try:
    ended = main()
except SystemExit as exit:
    ended = exit.code
print(peak_megabytes(), file=sys.stderr)
sys.exit(ended)
"""


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    sizes = [int(os.environ.get(name, number)) for name, number in SIZES.items()]
    with tempfile.TemporaryDirectory() as name:
        few, many = (Class(paths, size, Path(name) / "known.json") for size in sizes)
    for what, longer in many.seconds.items():
        note = f"{many.count} took {longer:.0f} s, {1000 * longer / many.count:.2g} ms each"
        yield Row(f"{what}: {many.count} hand-ins / {few.count}", longer / few.seconds[what], GROWTH, note=note)
    for what, memory in many.megabytes.items():
        limit = MEMORY if what.startswith("grade") else None
        yield Row(f"{what}, {many.count} hand-ins: memory", memory, limit, "MB", f"{few.megabytes[what]:.0f} for fewer")
    most = float(many.most_in_a_folder)
    yield Row(f"results of {many.count} hand-ins: entries in one folder", most, MOST_IN_A_FOLDER, "count")
    assert few.each is not None
    serial, shared = many.seconds["grade: all but judging"], few.each * many.count / CORES
    note = (
        f"judging {few.each:.2f} s of a core each, from {min(JUDGED, few.count)}; the rest, {serial:.0f} s, is "
        "the work of one process meanwhile; if the other cores are as fast, and nothing else runs on them"
    )
    yield Row(f"{many.count} hand-ins on {CORES} cores", max(shared, serial) / 60, None, "min", note)


SIZES = {"MINIGRAD_FEW": FEW, "MINIGRAD_MANY": MANY}
STEPS = ("collect", "grade", "again", "report", "feedback")


class Class:
    """So many hand-ins, taken through all commands; what each took of computing, and of memory.

    known: the file that has what the judge says of each; the first class writes it
    """

    def __init__(self, paths: Paths, count: int, known: Path):
        self.count, self.known = count, known
        self.seconds: dict[str, float] = {}
        self.megabytes: dict[str, float] = {}
        self.each: float | None = None  # seconds of judging
        with tempfile.TemporaryDirectory() as name:
            self._measure(paths, Path(name))

    def _measure(self, paths: Paths, folder: Path) -> None:
        master = load_master(paths, NAME)
        self.course = copy_course(paths, folder / "course")
        archive, roster = pack(folder, NAME, distinct(paths, master, DISTINCT), self.count)
        (self.course.classroom / "roster.csv").write_bytes(roster.read_bytes())
        steps: dict[str, Callable[[], None]] = {
            "collect": lambda: self._typed("collect", "autograder.cli", "collect", str(archive)),
            "grade": self._graded,
            "again": lambda: self._typed("grade again, all kept", "autograder.cli", "grade", NAME, "--require", "0"),
            "report": lambda: self._typed("report", "autograder.cli", "report", NAME),
            "feedback": lambda: self._typed("feedback", "nbgrader.apps.nbgraderapp", "generate_feedback", NAME),
        }
        last = os.environ.get("MINIGRAD_STEPS", STEPS[-1])
        for step in STEPS[: STEPS.index(last) + 1]:
            lasted = seconds(steps[step])
            told = {what: round(used, 2) for what, used in self.seconds.items()}
            print(f"{self.count} hand-ins, {step} after {lasted:.0f} s: {told}", file=sys.stderr, flush=True)
        self._look(feedback=last == "feedback")

    def _graded(self) -> None:
        few = min(JUDGED, self.count)
        command = [sys.executable, "-m", "tests.benchmarks.coordinator", str(self.course.root), NAME, str(few)]
        done = subprocess.run([*command, str(self.known)], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-3000:]
        told = json.loads(done.stdout.splitlines()[-1])
        assert told["graded"] == self.count
        parts = told["seconds"]
        self.seconds["grade: plan"] = parts["plan"]
        self.seconds["grade: kept results"] = parts["kept results"]
        self.seconds["grade: writing"] = parts["writing"]
        self.seconds["grade: all but judging"] = parts["all but the writing"] + parts["writing"]
        self.megabytes["grade"] = told["megabytes"]
        self.each = told["judging"] and told["judging"] / few

    def _typed(self, what: str, module: str, *words: str) -> None:
        command = [sys.executable, "-c", TYPED.format(module=module), *words]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        before = cpu_of_children()
        done = subprocess.run(command, cwd=self.course.root, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{what}: {done.stdout[-1000:]} {done.stderr[-3000:]}"
        self.seconds[what] = cpu_of_children() - before
        self.megabytes[what] = float(done.stderr.splitlines()[-1])

    def _look(self, feedback: bool) -> None:
        """Everybody has a result, a mark and a page."""
        classroom = self.course.classroom
        kept = list((classroom / "results" / NAME).iterdir())
        sizes = [len(list(folder.iterdir())) for folder in kept]
        self.most_in_a_folder = max(len(kept), *sizes)
        assert sum(sizes) == self.count, sum(sizes)
        for step, ending in (("autograded", "ipynb"), *([("feedback", "html")] if feedback else [])):
            made = len(list((classroom / step).glob(f"*/{NAME}/{NAME}.{ending}")))
            assert made == self.count, f"{made} of {self.count} in {step}"
