"""A class as large as one likes: few distinct hand-ins of a notebook under many names, as Moodle would pack them."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import nbformat

from autograder.authoring.mutants.variants import read_variants
from autograder.master import Master
from autograder.paths import Paths
from tests.notebooks.lesson import handed_in

WHEN = (2026, 11, 20, 12, 0, 0)  # of every hand-in, as the archive has it


def distinct(paths: Paths, master: Master, count: int) -> list[bytes]:
    """Notebook files: of every two, one has the reference's answers, the other a named answer, mostly a wrong one."""
    variants = read_variants(paths, master)
    files = []
    for number in range(count):
        variant = variants[number // 2 % len(variants)]
        answers = {variant.answer: variant.source} if number % 2 else {}
        notebook = nbformat.from_dict(handed_in(master, **answers))
        own = nbformat.v4.new_code_cell(f"my_constant = {number} * 0.5", id=f"own-{number}")
        notebook.cells.insert(3, own)
        files.append(json.dumps(notebook).encode())
    return files


def learner(number: int) -> str:
    """The id of one of them."""
    return f"learner-{number:05}"


def pack(folder: Path, name: str, files: list[bytes], count: int) -> tuple[Path, Path]:
    """So many hand-ins in an archive of Moodle's, each of the files in its turn, and the roster that belongs to it."""
    archive, roster = folder / "all.zip", folder / "roster.csv"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed, roster.open("w", newline="") as table:
        lines = csv.writer(table)
        lines.writerow(["learner", "first name", "last name", "email", "moodle"])
        for number in range(count):
            lines.writerow([learner(number), f"L{number:05}", "Earner", f"l{number}@uni.example", 100_000 + number])
            where = f"L{number:05} Earner_{100_000 + number}_assignsubmission_file_/{name}.ipynb"
            info = zipfile.ZipInfo(where, WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, files[number % len(files)])
    return archive, roster
