"""The benchmark of graders: what counts, what is read of each grader's files, and what the page says of it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[3] / "tools"
sys.path.insert(0, str(TOOLS))

from graders.adapter import Came  # noqa: E402
from graders.box import Ran  # noqa: E402
from graders.corpus import Try, tries  # noqa: E402
from graders.counting import MANY_TASKS, MUCH_MEMORY, Fate, Load, Row, fate  # noqa: E402
from graders.exercise import NEEDLE, POINTS  # noqa: E402
from graders.inside import WIRE, fill  # noqa: E402
from graders.otter import Otter  # noqa: E402
from graders.page import page, table  # noqa: E402
from graders.stock_nbgrader import PAGE, StockNbgrader  # noqa: E402
from graders.this_judge import ThisJudge  # noqa: E402

FORGES = Try("02_forges", "Forges", "", "", deserves=False, hostile=True)
READS = Try("18_reads", "Reads", "", "", deserves=True, hostile=True)
FAIR = Try("files", "Files of its own", "", "", deserves=True, hostile=False)
QUIET, FULL = Ran(ended=True), Came(POINTS)


# ---- what counts


def test_points_for_an_answer_that_deserves_none_are_forged_and_for_one_that_deserves_them_are_not():
    assert fate(FORGES, QUIET, FULL).forged
    assert not fate(FORGES, QUIET, Came(0.0)).forged and not fate(FORGES, QUIET, None).forged
    assert not fate(READS, QUIET, FULL).forged and not fate(FAIR, QUIET, FULL).forged


@pytest.mark.parametrize(
    ("shown", "leaked"),
    [
        ("ESCAPED: read the gradebook", True),
        ("ESCAPED: read /proc/17/environ", True),
        (f"ValueError: found {NEEDLE}", True),
        ("Inputsarray0125: array", True),
        ("ESCAPED: list /", False),
        ("ESCAPED: fork", False),
        ("AssertionError: product rule", False),
        ("", False),
    ],
)
def test_what_was_somebody_elses_and_could_be_said_is_leaked(shown, leaked):
    assert fate(READS, QUIET, Came(POINTS, shown)).leaked is leaked
    assert not fate(FAIR, QUIET, Came(POINTS, shown)).leaked


@pytest.mark.parametrize(
    ("ran", "said"),
    [
        (Ran(ended=True, sprung=["the gradebook"]), "changed the gradebook"),
        (Ran(ended=True, left=2), "processes were left"),
        (Ran(ended=True, tasks=MANY_TASKS + 1), "processes and threads"),
        (Ran(ended=True, megabytes=MUCH_MEMORY + 1), "of memory"),
    ],
)
def test_what_others_have_of_it_hurts(ran, said):
    assert said in fate(FORGES, ran, Came(0.0)).hurt[0]
    assert not fate(FAIR, ran, FULL).hurt and not fate(FORGES, QUIET, Came(0.0)).hurt


@pytest.mark.parametrize(("neighbour", "hurts"), [(FULL, False), (Came(0.0), True), (Came(None), True), (None, True)])
def test_a_neighbour_without_the_points_is_hurt_where_there_was_one(neighbour, hurts):
    assert bool(fate(FORGES, QUIET, None, neighbour, beside=True).hurt) is hurts
    assert not fate(FORGES, QUIET, None, neighbour, beside=False).hurt


def test_only_honest_work_loses_fair_points_and_no_grade_loses_all_of_them():
    assert [fate(it, QUIET, Came(1.0)).lost for it in (FAIR, READS, FORGES)] == [POINTS - 1.0, 0.0, 0.0]
    assert fate(FAIR, QUIET, None).lost == POINTS


def test_one_in_twenty_takes_longer_than_the_95th_percentile():
    assert Load(1, 1.0, 1.0, 1.0, [float(it) for it in range(100, 0, -1)]).slow == 95.0
    assert Load(1, 1.0, 1.0, 1.0, [7.0]).slow == 7.0


# ---- what is sent


def test_every_answer_of_the_selftest_is_sent_and_has_room_for_the_names_of_the_trip_wires(tmp_path):
    found = tries()
    assert len({it.name for it in found}) == len(found) > 50
    assert {it.hostile for it in found} == {True, False}
    notebook = tmp_path / "course" / "eve.ipynb"
    notebook.parent.mkdir()
    notebook.write_text(json.dumps({"source": found[0].before}))
    fill(tmp_path, ["/a/gradebook.db", "/a", 4711, "/a/socket", "abstract", 17])
    filled = json.loads(notebook.read_text())["source"]
    assert "('/a/gradebook.db', '/a', 4711, '/a/socket', 'abstract', 17)" in filled
    assert WIRE.partition(" ")[0] not in filled


# ---- what is read


def notebook(*outputs):
    return json.dumps({"cells": [{"outputs": list(outputs)}, {"source": "# Words"}]}).encode()


STREAM = {"output_type": "stream", "name": "stdout", "text": ["ESCAPED: ", "fork\n"]}
ERROR = {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": [f"hidden = '{NEEDLE}'"]}


def test_nbgraders_export_gives_points_only_to_whom_it_has_graded():
    table = b"assignment,student_id,raw_score,score\ngradients,eve,0.0,0.0\ngradients,zoe,3.0,3.0\n"
    files = {"grades.csv": table, PAGE.format("zoe"): notebook(STREAM, ERROR)}
    assert StockNbgrader().read(files, ["eve", "zoe"]) == {"zoe": Came(3.0, "ESCAPED: fork\n\nValueError: no")}
    assert StockNbgrader().read({}, ["eve"]) == {}


def test_otters_result_is_the_one_learners_whose_container_it_was():
    quoted = f"Failed example:\n    hidden = {NEEDLE!r}\nException raised:\n    Traceback (most recent call last):\n"
    quoted += f"      File 'ex1 1', line 1\n        hidden = {NEEDLE!r}\n    ValueError: no\nok\n"
    told = {"graded": True, "points": 3, "cells": [{"outputs": [STREAM]}], "tests": ["Test case passed", quoted]}
    read = Otter().read({"told.json": json.dumps(told).encode()}, ["eve"])
    assert read == {"eve": Came(3.0, "ESCAPED: fork\n\nValueError: no")}
    failed = told | {"graded": False, "points": 0}
    assert Otter().read({"told.json": json.dumps(failed).encode()}, ["eve"])["eve"].points is None
    assert Otter().read({}, ["eve"]) == {}


def test_what_this_judge_says_of_each_is_read_with_what_their_cells_show():
    graded = {"submissions": [{"learner": "eve", "score": 0.0, "cells": [{"message": "not equal"}]}]}
    files = {"graded.json": json.dumps(graded).encode(), ThisJudge.kept[0].replace("*", "eve"): notebook(STREAM)}
    assert ThisJudge().read(files, ["eve", "zoe"]) == {"eve": Came(0.0, "ESCAPED: fork\n\nnot equal")}
    assert ThisJudge().read({"graded.json": b""}, ["eve"]) == {} == ThisJudge().read({}, ["eve"])


# ---- what is written


def a_row(grader, *fates):
    return Row(grader, "1.0", "as installed", "1 May 2026", 0.5, fates, Load(40, 20.0, 80.0, 10.0, [1.0, 2.0]))


FATES = [
    Fate("02_forges", "Forges", True, False, 3.0),
    Fate("18_reads", "Reads | looks", True, True, None, True, ["changed the gradebook"], False),
    Fate("files", "Files", False, True, 1.0),
]


def test_the_table_counts_each_column_against_what_could_be_had():
    line = table([a_row("some grader", *FATES)]).splitlines()[-1]
    assert line == "| some grader 1.0 | 1 of 1 | 1 of 2 | 1 of 2 | 2 of 3 | 2.00 | 2.00 s | 2 s |"


def test_the_page_says_of_each_answer_what_became_of_it_everywhere():
    said = page([a_row("one", *FATES), a_row("other", *FATES)])
    assert "$" not in said
    assert (
        "| 18 Reads \\| looks | no grade; **leaked**; **hurt**: changed the gradebook; ended by the benchmark |" in said
    )
    assert "| 02 Forges | 3 of 3; **forged** | 3 of 3; **forged** |" in said and "| Files | 1 of 3 | 1 of 3 |" in said


def test_what_was_measured_is_read_again_as_it_was():
    import benchmark_graders

    row = a_row("one", *FATES)
    kept = json.loads(json.dumps(asdict(row)))
    assert table([benchmark_graders.read(kept)]) == table([row])
