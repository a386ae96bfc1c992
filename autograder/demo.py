"""`autograder demo`: the whole line on one notebook: build, hand in, judge, grade, feedback; as often as you like.

Everything happens in build/demo/, a throw-away copy of the course with a classroom and a home folder of its own. The
real classroom/ is neither read nor written.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.errors import OurFault
from autograder.handout import demo_learners as learners
from autograder.master import Master
from autograder.paths import Paths

NAME = "05_custom_functions"
WATCHED = ("classroom/submitted", "course", "home", "solutions")


@dataclass(frozen=True)
class Row:
    """One exercise of one learner."""

    learner: str
    exercise: str
    points: float
    max_points: float
    outcome: str
    level: int


def main(argv: list[str]) -> int:
    """Run the demo; 0 when every learner got what they deserve and nothing outside changed."""
    parser = argparse.ArgumentParser(prog="autograder demo", description="Three learners hand in and are graded.")
    parser.parse_args(argv)
    began = time.monotonic()
    paths = Paths.find()
    print("Building the course.", flush=True)
    master = build_course(paths)
    copy = copy_course(paths, paths.build / "demo")
    keep_few_canaries(copy.mutants / NAME)
    guarded = may_vandalise()
    targets = hand_in_all(copy, master, guarded)
    before = digests(copy)
    print("Grading with nbgrader: ada (right), ben (half right), eve (hostile).", flush=True)
    nbgrader(copy, ["autograde", NAME], ["generate_feedback", NAME], ["export", "--to", "classroom/grades.csv"])
    rows = table(copy)
    print(as_text(rows))
    troubles = verdicts(rows, master) + changes(copy, before)
    print("\n" + conclusion(copy, rows, targets, troubles))
    print(f"\n{time.monotonic() - began:.1f} seconds. " + next_steps(paths, copy))
    return 1 if troubles else 0


def build_course(paths: Paths) -> Master:
    """The notebook's master; course/ is written when it is not what the source builds."""
    master = load_master(paths, NAME)
    released = paths.course / NAME / f"{NAME}.ipynb"
    if not released.is_file() or released.read_text(encoding="utf-8") != master.release_text:
        from autograder.authoring.build import build  # half a second of imports, seldom needed here

        build(paths, [NAME])
    return master


def copy_course(paths: Paths, root: Path) -> Paths:
    """A fresh copy of the course with everything that grading needs, and nobody's submissions."""
    copy = Paths(root)
    shutil.rmtree(copy.root, ignore_errors=True)
    for folder in ("solutions", "course", "build/source", "build/master"):
        shutil.copytree(paths.root / folder, copy.root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    if (known := paths.build / "canaries").is_dir():  # what is known of them holds in the copy too
        shutil.copytree(known, copy.build / "canaries")
    shutil.copy2(paths.root / "pyproject.toml", copy.root / "pyproject.toml")
    settings = (paths.root / "nbgrader_config.py").read_text(encoding="utf-8")
    # Nothing here is worth hiding: it runs at whatever level the machine has, and says which.
    (copy.root / "nbgrader_config.py").write_text(f"{settings}\nc.RebuildExporter.require = 0\n", encoding="utf-8")
    (copy.root / "home").mkdir()
    (copy.root / "home" / ".profile").write_text("# a home folder for the demo\n")
    copy.classroom.mkdir()
    return copy


def keep_few_canaries(mutants: Path) -> None:
    """One wrong and one other right answer of each exercise stay in the copy: all of them, which a class is graded
    after, would take minutes to judge."""
    kept = set()
    for path in sorted(mutants.glob("*.py")):
        kind = (path.stem.partition("__")[0], learners.is_right(path))
        if kind in kept:
            path.unlink()
        kept.add(kind)


def hand_in_all(copy: Paths, master: Master, guarded: bool) -> list[Path]:
    """Three submissions; the files that the hostile one will try to write to."""
    submitted = {
        learner: copy.classroom / "submitted" / learner / NAME / f"{NAME}.ipynb" for learner in ("ada", "ben", "eve")
    }
    targets = [
        copy.classroom / "gradebook.db",
        submitted["ada"],
        copy.course / NAME / f"{NAME}.ipynb",
        copy.root / "home" / ".profile",
    ]
    learners.hand_in(learners.right(master), submitted["ada"])
    learners.hand_in(learners.half_right(master, copy.mutants / NAME), submitted["ben"])
    learners.hand_in(learners.hostile(master, targets if guarded else ()), submitted["eve"])
    return targets if guarded else []


def may_vandalise() -> bool:
    """Whether the kernel can keep the hostile learner inside its scratch folder."""
    from autograder.sandbox import landlock

    return landlock.version() > 0


# What `nbgrader COMMAND` does, for several commands: importing nbgrader takes longer than most of them.
COMMANDS = """
import json, sys
from jupyter_core.application import NoStart
from nbgrader.apps.nbgraderapp import NbGraderApp
for command in json.loads(sys.argv[1]):
    app = NbGraderApp()
    app.initialize(command)
    try:
        app.start()
    except NoStart:
        app.subapp.clear_instance()
"""


def nbgrader(copy: Paths, *commands: list[str]) -> None:
    """nbgrader commands, as an instructor types them, in the copy."""
    call = [sys.executable, "-c", COMMANDS, json.dumps(commands)]
    done = subprocess.run(call, cwd=copy.root, env=environment(copy), capture_output=True, text=True)
    (copy.root / "nbgrader.log").write_text(done.stdout + done.stderr)
    if done.returncode:
        raise OurFault(f"nbgrader failed in {copy.root}; the end of its nbgrader.log:\n{done.stderr[-3000:]}")


def environment(copy: Paths) -> dict[str, str]:
    """A home folder that may be damaged; caches stay where they are, or each demo would fill new ones."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    home = {"HOME": str(copy.root / "home"), "JUPYTER_CONFIG_DIR": str(copy.root / "jupyter")}
    return {**os.environ, **home, "XDG_CACHE_HOME": cache}


def digests(copy: Paths) -> dict[str, str]:
    """Every watched file and what is in it."""
    files = [path for folder in WATCHED for path in sorted((copy.root / folder).rglob("*")) if path.is_file()]
    return {str(path.relative_to(copy.root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def table(copy: Paths) -> list[Row]:
    """Points as the gradebook has them, outcomes as the autograded notebooks say."""
    query = """
        select student.id, base_cell.name, grade.auto_score, grade_cells.max_score from grade
        join grade_cells on grade_cells.id = grade.cell_id
        join base_cell on base_cell.id = grade_cells.id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
        join student on student.id = submitted_assignment.student_id
    """
    with sqlite3.connect(copy.classroom / "gradebook.db") as database:
        scores = {(learner, name): (points, most) for learner, name, points, most in database.execute(query)}
    rows = []
    for learner in sorted({learner for learner, _ in scores}):
        file = copy.classroom / "autograded" / learner / NAME / f"{NAME}.ipynb"
        document = json.loads(file.read_text(encoding="utf-8"))
        level = document["metadata"]["verdict"]["level"]
        for verdict in filter(None, (cell["metadata"].get("verdict") for cell in document["cells"])):
            points, most = scores[learner, verdict["grade_id"]]
            exercise = verdict["grade_id"].removesuffix("_test")
            rows.append(Row(learner, exercise, points or 0.0, most, verdict["outcome"], level))
    return rows


def as_text(rows: list[Row]) -> str:
    """The table that this is all about."""
    width = max(len(row.exercise) for row in rows)
    lines = [f"\n{'learner':<8} {'exercise':<{width}} {'points':>9}  outcome"]
    for learner in dict.fromkeys(row.learner for row in rows):
        rows_of = [row for row in rows if row.learner == learner]
        for row in rows_of:
            lines.append(f"{learner:<8} {row.exercise:<{width}} {row.points:>3g} of {row.max_points:g}  {row.outcome}")
        score, most = sum(row.points for row in rows_of), sum(row.max_points for row in rows_of)
        lines.append(f"{learner:<8} {'together':<{width}} {score:>3g} of {most:g}\n")
    return "\n".join([*lines, f"Judged at sandbox level {min(row.level for row in rows)}."])


def verdicts(rows: list[Row], master: Master) -> list[str]:
    """What is wrong with the marks, if anything."""
    honest = learners.honest_answers(master)
    deserved = {str(cell.grade_id).removesuffix("_test") for cell in master.tests if set(cell.answers) <= honest}
    troubles = [
        f"ada is right and lost points at {row.exercise}"
        for row in rows
        if row.learner == "ada" and row.points < row.max_points
    ]
    for row in rows:
        if row.learner == "eve" and (row.points > 0) != (row.exercise in deserved):
            troubles.append(f"eve has {row.points:g} points at {row.exercise}, which is not what her code deserves")
    return troubles


def changes(copy: Paths, before: dict[str, str]) -> list[str]:
    """What a learner's code managed to change outside its scratch folder."""
    after = digests(copy)
    troubles = [
        f"changed by a learner: {name}"
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]
    troubles += [f"made by a learner: {path.relative_to(copy.root)}" for path in copy.root.rglob(learners.MARKER)]
    if learners.MARKER.encode() in (copy.classroom / "gradebook.db").read_bytes():
        troubles.append("the gradebook was written to by a learner")
    return troubles


def conclusion(copy: Paths, rows: list[Row], targets: list[Path], troubles: list[str]) -> str:
    if troubles:
        return "Something is not right:\n" + "\n".join(f"  {trouble}" for trouble in troubles)
    said = [
        "eve patched numpy, stripped asserts and returned an object equal to everything: "
        "she got what her honest answers earn."
    ]
    if targets:
        names = ", ".join(str(target.relative_to(copy.root)) for target in targets)
        said.append(f"She also tried to write to {names}: nothing outside her scratch folder changed.")
    else:
        said.append("This kernel has no Landlock, so her attempts to write outside her scratch folder were left out.")
    return "\n".join(said)


def next_steps(paths: Paths, copy: Paths) -> str:
    where = copy.root.relative_to(paths.root)
    return f"""Everything is in {where}/:
  classroom/gradebook.db   the gradebook      classroom/grades.csv   its export
  classroom/feedback/      what learners see, e.g. classroom/feedback/ben/{NAME}/{NAME}.html
  classroom/autograded/    what formgrader shows

Type next:
  make lab                                      work through the notebook yourself, in my-course/
  cd {where} && ../../.venv/bin/jupyter lab     look at the marks: menu Nbgrader > Formgrader
  .venv/bin/autograder pack 00 01 02            the first zip for learners"""
