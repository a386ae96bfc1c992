#!/usr/bin/env python3
"""`make parity`: the given cells of every notebook, run with minigrad and with PyTorch, must print the same.

The course says what PyTorch does, so it is held against PyTorch. Each notebook runs twice with the instructor's
answers in it, once with `mg` as minigrad and once as torch, each time in a process of its own. What given cells print,
show and raise is compared; object addresses, the packages' own names and drawings are not. A cell that cannot be alike
is tagged and says why (`# %% tags=["no-parity"] reason="only minigrad counts its nodes"`); at most a tenth may be.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.beside import files_beside
from autograder.errors import CommandError
from autograder.paths import Paths
from autograder.source.cells import Cell, Source, read_source
from autograder.source.marks import solved

TAG = "no-parity"
ALLOWED = 0.1  # of the given cells, of a notebook (but one always may) and of all together
SECONDS = 300
RUNNER = Path(__file__).with_name("parity_run.py")
TORCH = Path(".venv-torch", "Scripts/python.exe" if sys.platform == "win32" else "bin/python")

_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"(?<![\w.])([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?!\w)")
SAME = 1e-5  # of a printed number: float32 is summed in another order, and its last digit may differ


@dataclass(frozen=True)
class Difference:
    """A given cell that does not do the same in both."""

    cell: Cell
    minigrad: str
    torch: str


def main(argv: list[str]) -> int:
    """0 when everything is alike, 1 when not, 2 without an environment to compare with."""
    parser = argparse.ArgumentParser(prog="parity", description="Compare what the notebooks print with PyTorch.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="notebooks, as 05_custom_functions (default: all)")
    parser.add_argument("--torch", type=Path, default=None, metavar="PYTHON", help="a Python that has torch 2.13")
    options = parser.parse_args(argv)
    paths = Paths.find()
    torch = (options.torch or paths.root / TORCH).absolute()  # not resolved: a link is what makes it an environment
    if not torch.exists():
        print(f"there is no {torch}: type `make .venv-torch` first", file=sys.stderr)
        return 2
    return compare(paths, options.names or paths.names(), torch)


def compare(paths: Paths, names: list[str], torch: Path) -> int:
    """Report on these notebooks; 1 when something is not as it must be."""
    wrong = given = excused = 0
    for name in names:
        source = read_source(paths.solutions / f"{name}.py", paths.root)
        try:
            lines = report(paths, source, torch)
        except CommandError as error:
            lines = [str(error)]
        here, tagged = len(source.by_role("given")), len(_excused(source))
        print(f"{name}: {here} given cells, {tagged} {TAG}" + (": alike" if not lines else ""))
        print("".join(f"  {line}\n" for line in lines), end="", flush=True)
        wrong, given, excused = wrong + len(lines), given + here, excused + tagged
    if excused > ALLOWED * given and len(names) > 1:
        print(f"{excused} of {given} given cells are {TAG}; a tenth may be")
        wrong += 1
    return 1 if wrong else 0


def report(paths: Paths, source: Source, torch: Path) -> list[str]:
    """Everything about one notebook that is not as it must be."""
    minigrad, other = (
        run(paths, source, python, package) for python, package in ((sys.executable, "minigrad"), (torch, "torch"))
    )
    return [*excuses(source), *(_told(source, each) for each in differences(source, minigrad, other))]


def excuses(source: Source) -> list[str]:
    """Tagged cells without a reason, and too many of them."""
    tagged, given = _excused(source), len(source.by_role("given"))
    silent = [cell for cell in tagged if not cell.metadata.get("reason")]
    said = [f'{source.file}:{cell.line - 1}: {TAG} without a reason: add reason="..."' for cell in silent]
    if len(tagged) > max(1, ALLOWED * given):
        said.append(f"{source.file}: {len(tagged)} of {given} given cells are {TAG}; a tenth may be")
    return said


def differences(source: Source, minigrad: list[str], torch: list[str]) -> list[Difference]:
    """The given cells whose outputs differ and that have no excuse."""
    compared = (cell for cell in source.by_role("given") if cell not in _excused(source))
    return [
        Difference(cell, minigrad[cell.index], torch[cell.index])
        for cell in compared
        if not alike(minigrad[cell.index], torch[cell.index])
    ]


def alike(one: str, other: str) -> bool:
    """Whether two outputs say the same: their words are equal, and their numbers to five digits."""
    one, other = _neutral(one), _neutral(other)
    # Tensors of numbers that differ in the last digit may be padded otherwise.
    words = [" ".join(_NUMBER.sub(" # ", text).split()) for text in (one, other)]
    numbers = [list(map(float, _NUMBER.findall(text))) for text in (one, other)]
    return words[0] == words[1] and all(
        math.isclose(a, b, rel_tol=SAME, abs_tol=1e-7) for a, b in zip(*numbers, strict=True)
    )


def _neutral(text: str) -> str:
    """Without what is the package's own: addresses, and the name it goes by."""
    return _ADDRESS.sub("0x", text).replace("minigrad", "torch")


def _excused(source: Source) -> list[Cell]:
    return [cell for cell in source.by_role("given") if TAG in cell.metadata.get("tags", [])]


def _told(source: Source, found: Difference) -> str:
    said = [f"{source.file}:{found.cell.line}: this cell does something else with torch"]
    for package, text in (("minigrad", found.minigrad), ("torch", found.torch)):
        said += [f"    {package:<9}| {line}" for line in text.splitlines() or ["(nothing)"]]
    return "\n  ".join(said)


def run(paths: Paths, source: Source, python: Path | str, package: str) -> list[str]:
    """What each cell of the notebook says, with this package in the place of minigrad."""
    cells = [
        solved(cell.source) if cell.role in ("given", "answer") and cell.cell_type == "code" else ""
        for cell in source.cells
    ]
    with tempfile.TemporaryDirectory(prefix="parity-") as folder:
        for name, content in files_beside(paths, source).items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        done = subprocess.run(
            [str(python), str(RUNNER), str(paths.root), package],
            input=json.dumps(cells),
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=SECONDS,
        )
    if done.returncode:
        raise CommandError(f"{source.file}: the run with {package} ended: {done.stderr.strip()[-600:]}")
    return json.loads(done.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
