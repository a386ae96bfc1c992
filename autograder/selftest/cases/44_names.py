# 44 · Learners' ids and names that are formulas, paths, lines, tags; with commas, quotes, marks that turn text.
# stock: its CSV quotes nothing and guards nothing; ids become folders as they are

import csv
import io
import json
import zipfile

from autograder.learners import id_problem, shown
from autograder.selftest.stage import NAME

IDS = (
    *(
        "=cmd|'/c calc'!A1",
        "@SUM(1)",
        "+1+1",
        "-1",
        "../../x",
        "..",
        ".",
        "",
        "a/b",
        "a\\b",
        "a\nb",
        "a\0b",
        "a,b",
        'a"b',
    ),
    *("<script>alert(1)</script>", "a" * 500, "\u202eada", "ada\u200b", "nul", "COM1.txt", "x ", "x.", "%2e%2e", "a;b"),
    *("$(touch x)", "`x`", "a*b", "~root", "-rf", "\ud800"),
)
HONEST = ("ada", "ada.lovelace@uni.example", "José Ñandú", "李小龙", "o'hara", "müller-lüdenscheidt", "4711", "محمد")
NAMES = ("=1+1", "\t=1+1", " @x", "＝1+1", "|calc", "%0A", '"x","y"', "a\r\n=1+1", "-2+3")


def faults(stage):
    for learner in IDS:
        if id_problem(learner) is None:
            yield f"the id {learner!r} is taken"
        if any(mark in shown(learner) for mark in "\x1b\n\0\u202e"):
            yield f"{learner!r} is shown as it is"
    for learner in HONEST:
        if problem := id_problem(learner):
            yield f"the honest id {learner!r} is refused: {problem}"
    yield from as_folders(stage)
    yield from in_a_table()


def as_folders(stage):
    archive = stage.folder / "names.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for learner in (*IDS, *HONEST):
            if learner and "\ud800" not in learner:
                file.writestr(zipfile.ZipInfo(f"{learner}/{NAME}.ipynb"), json.dumps(stage.document()))
    report = stage.collect(archive)
    found = {path.name for path in stage.submitted.iterdir()}
    if found != {*HONEST}:
        yield f"folders were made for {sorted(found)}"
    if any(not reason for _, reason in report.refused):
        yield "something was refused without a reason"


def in_a_table():
    from autograder.bridge.export import guarded

    for name in (*IDS, *NAMES):
        text = io.StringIO()
        csv.writer(text).writerow([guarded(name.encode("utf-8", "replace").decode()), "next"])
        ((cell, following),) = csv.reader(io.StringIO(text.getvalue()))
        if following != "next" or cell.strip()[:1] in ("=", "+", "@", "|", "%", "＝") or "\n" in cell:
            yield f"the table has {cell!r} for {name!r}"
        if cell.startswith("-") and not cell[1:].isdigit():
            yield f"the table has the formula {cell!r}"
