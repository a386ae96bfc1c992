"""A build gives the same bytes for the same source, and nothing at all for a source that is not right."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import types

import nbformat
import pytest

from autograder.authoring import build as building
from autograder.authoring.locate import cell_and_offset
from autograder.authoring.masters import digest_of, load_master
from autograder.errors import OurFault, UsageError
from autograder.master import Master
from autograder.paths import Paths
from autograder.source.findings import CourseErrors
from tests.benchmarks.bench_judge import FIVE_CELLS


def digests(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_source_builds_the_same_bytes_every_time(course):
    course.build()
    before = digests(course.paths.course) | digests(course.paths.source) | digests(course.paths.master)
    course.build()
    assert before == digests(course.paths.course) | digests(course.paths.source) | digests(course.paths.master)
    assert course.said[-1] == "02_halving: 1 graded cells, 2 points; up to date"


def test_a_file_that_is_right_is_not_written_again(course):
    course.build()
    os.utime(course.release(), (1, 1))
    course.build()
    assert course.release().stat().st_mtime == 1


def test_the_release_is_a_notebook_without_anything_of_the_machine(built_course):
    notebook = nbformat.reads(built_course.release().read_text(encoding="utf-8"), as_version=4)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata.kernelspec.name == "python3"
    assert "version" not in notebook.metadata.language_info
    assert all(
        cell.cell_type != "code" or (not cell.outputs and cell.execution_count is None) for cell in notebook.cells
    )
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids) and "ex1_1" in ids and "ex1_1_test" in ids


def test_the_release_has_the_stub_and_the_visible_part_only(built_course):
    notebook = nbformat.reads(built_course.release().read_text(encoding="utf-8"), as_version=4)
    cells = {cell.id: cell.source for cell in notebook.cells}
    assert cells["ex1_1"] == 'def double(x):\n    """Twice x."""\n    raise NotImplementedError("still the stub")'
    assert cells["ex1_1_test"] == 'close(double(2.0), 4.0, "twice: double returns two times its argument")'


def test_a_region_may_bring_its_own_stub(course):
    stub = "    return both_together\n    ### STUB\n    # return {\n    #     'x': None,  # fill in\n    # }"
    course.change("01_doubling", "    return both_together", stub)
    course.build("01_doubling")
    source = Master.from_json(json.loads((course.paths.master / "01_doubling.json").read_text())).find("ex1_1")
    assert source.release_source.endswith("    return {\n        'x': None,  # fill in\n    }")
    assert "both_together" in source.source


def test_cells_that_may_fail_let_run_all_go_on(built_course):
    notebook = nbformat.reads(built_course.release().read_text(encoding="utf-8"), as_version=4)
    tagged = [cell.id for cell in notebook.cells if "raises-exception" in cell.metadata.get("tags", [])]
    printing = next(cell.id for cell in notebook.cells if cell.source == "print(double(GIVEN))")
    assert tagged == ["ex1_1", printing, "ex1_1_test"]


def test_the_release_folds_test_cells_and_no_others(built_course):
    notebook = nbformat.reads(built_course.release().read_text(encoding="utf-8"), as_version=4)
    assert {cell.id: cell.metadata.jupyter for cell in notebook.cells if "jupyter" in cell.metadata} == {
        "ex1_1_test": {"source_hidden": True}
    }


def test_data_files_are_released_beside_the_notebook(course):
    (course.paths.solutions / "01_doubling_data" / "more").mkdir(parents=True)
    (course.paths.solutions / "01_doubling_data" / "more" / "readings.csv").write_text("t,x\n0,1\n")
    course.build()
    assert (course.paths.course / "01_doubling" / "more" / "readings.csv").read_text() == "t,x\n0,1\n"
    (course.paths.solutions / "01_doubling_data" / "more" / "readings.csv").unlink()
    course.build()
    assert not (course.paths.course / "01_doubling" / "more" / "readings.csv").exists()


@pytest.mark.parametrize(
    "break_it",
    [
        lambda course: course.change("02_halving", '"ex2_1_test"', '"ex2_1"'),
        lambda course: course.change("02_halving", "close(halve(2.0)", "close(nobody(2.0)"),
        lambda course: course.change(
            "02_halving", "The story", "    what_is_left = np.subtract(x, x * 0.5)\n# The story"
        ),
    ],
    ids=["a source that cannot be read", "a test that lint refuses", "a leak"],
)
def test_nothing_is_touched_when_anything_is_wrong(course, break_it):
    course.build()
    course.change("01_doubling", "The story of", "Another story of")
    break_it(course)
    before = digests(course.paths.course) | digests(course.paths.build)
    with pytest.raises(CourseErrors, match=r"solutions/02_halving.py:\d+: "):
        course.build()
    assert before == digests(course.paths.course) | digests(course.paths.build)


def test_a_leak_is_told_where_an_author_can_mend_it(course):
    course.change("01_doubling", "The story of", "Or:\n#     both_together = np.add(x, x)\n#\n# The story of")
    line = course.change(
        "01_doubling", "    both_together = np.add(x, x)\n#\n", "    both_together = np.add(x, x)\n#\n"
    )
    with pytest.raises(CourseErrors) as caught:
        course.build()
    assert [(f.file, f.line) for f in caught.value.findings] == [("solutions/01_doubling.py", line)]
    assert "gives away solutions/01_doubling.py:" in str(caught.value)


def test_check_writes_nothing_in_course_and_says_what_to_type(course):
    course.build()
    assert course.build(check=True) == 0
    course.change("01_doubling", "The story of", "Another story of")
    before = digests(course.paths.course)
    course.said.clear()
    assert course.build(check=True) == 1
    assert before == digests(course.paths.course)
    assert "  course/01_doubling/01_doubling.ipynb differs from what the source builds" in course.said
    assert "autograder build 01_doubling" in course.said[-1]


def test_check_names_missing_files_and_those_of_no_source(course):
    course.build()
    course.release("02_halving").unlink()
    (course.paths.course / "02_halving" / "old.csv").write_text("")
    (course.paths.course / "07_gone").mkdir()
    assert course.build(check=True) == 1
    assert "  course/02_halving/02_halving.ipynb is missing" in course.said
    assert "  course/02_halving/old.csv belongs to no source" in course.said
    assert "course/07_gone: its source is gone from solutions/; delete the folder" in course.said


def test_a_name_may_be_its_number(course):
    assert building.full_name(course.paths, "01") == "01_doubling"
    assert building.full_name(course.paths, "solutions/02_halving.py") == "02_halving"
    with pytest.raises(UsageError, match="it has 01_doubling, 02_halving"):
        building.full_name(course.paths, "09")


def test_a_master_says_what_the_judge_must_know(built_course):
    master = Master.from_json(json.loads((built_course.paths.master / "01_doubling.json").read_text()))
    test = master.find("ex1_1_test")
    assert (test.role, test.kind, test.answers, test.points) == ("test", "C", ("ex1_1",), 2.0)
    assert test.exports == ("double",)
    assert test.visible in test.source and test.hidden in test.source
    assert test.release_source == test.visible
    assert master.imports == ("import numpy as np", "import math as m")
    assert master.release.cells[0].source.startswith("# 01")
    source = (built_course.paths.solutions / "01_doubling.py").read_text(encoding="utf-8").split("\n")
    assert source[test.line - 1] == test.source.split("\n")[0]


def test_a_master_is_made_again_when_its_source_changed(course, monkeypatch):
    course.build()
    calls = []
    monkeypatch.setattr(building, "build_master", lambda paths, name: calls.append(name))
    assert load_master(course.paths, "01_doubling").digest == digest_of(course.paths, "01_doubling")
    assert not calls
    course.change("01_doubling", "The story of", "Another story of")
    load_master(course.paths, "01_doubling")
    (course.paths.master / "02_halving.json").write_text("{}")
    load_master(course.paths, "02_halving")
    assert calls == ["01_doubling", "02_halving"]
    with pytest.raises(UsageError, match="there is no notebook '03_none'"):
        load_master(course.paths, "03_none")


def test_building_a_master_leaves_the_course_alone(course):
    master = building.build_master(course.paths, "01_doubling", reference=lambda master, source: master)
    assert load_master(course.paths, "01_doubling") == master
    assert not course.paths.course.exists()


def judge_that_says(monkeypatch, outcome="right", sites=({"L1:0": 1, "L4:0": 1},) * 3, raising=()):
    """Stands in for the judge: every test gets this outcome, and these site counts, one for each seed."""
    counts = iter(sites)

    class Judge:
        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def grade(self, master, cells, seed):
            results = [
                types.SimpleNamespace(grade_id=test.grade_id, outcome=outcome, law="twice: it is", message="got 3")
                for test in master.tests
            ]
            seen = next(counts)
            error = {"output_type": "error", "ename": "ValueError", "evalue": "no"}
            return types.SimpleNamespace(
                cells=results,
                sites={test.grade_id: seen for test in master.tests},
                data={test.grade_id: () for test in master.tests},
                outputs={cell.cell_id: [error] for cell in master.cells if cell.source in raising},
            )

    monkeypatch.setitem(sys.modules, "autograder.judge.grader", types.SimpleNamespace(Judge=Judge))


def test_the_reference_leaves_its_site_counts_in_the_master(course, monkeypatch):
    judge_that_says(monkeypatch)
    assert building.build_master(course.paths, "01_doubling").find("ex1_1_test").sites == {"L1:0": 1, "L4:0": 1}


def test_the_reference_runs_again_only_when_something_changed(course, monkeypatch):
    judge_that_says(monkeypatch)
    first = building.build_master(course.paths, "01_doubling")

    def never(master, source):
        raise AssertionError("the reference was run again")

    assert building.build_master(course.paths, "01_doubling", never) == first
    course.change("01_doubling", "np.add(x, x)", "np.add(x, 1.0 * x)")
    with pytest.raises(AssertionError, match="run again"):
        building.build_master(course.paths, "01_doubling", never)


@pytest.mark.parametrize(
    "says, sentence",
    [
        ({"raising": ["print(double(GIVEN))"]}, "this cell raises ValueError: no; if it is meant to"),
        ({"outcome": "wrong"}, r"does not hold for the reference's own answer \(wrong\): twice: it is: got 3"),
        ({"sites": ({"L4:0": 1},) * 3}, "the visible part reaches no check"),
        ({"sites": ({"L1:0": 1},) * 3}, "the hidden part reaches no check"),
        (
            {"sites": ({"L1:0": 1, "L4:0": 1},) * 2 + ({"L1:0": 1, "L4:0": 2},)},
            "is reached 1, 1, 2 times on three seeds",
        ),
    ],
)
def test_a_reference_that_does_not_hold_stops_the_build(course, monkeypatch, says, sentence):
    judge_that_says(monkeypatch, **says)
    with pytest.raises(CourseErrors, match=r"solutions/01_doubling.py:\d+: .*" + sentence):
        building.build_master(course.paths, "01_doubling")
    assert not course.paths.master.exists()


def test_a_cell_that_is_meant_to_raise_says_so(course, monkeypatch):
    course.change("01_doubling", "# %%\nprint(double", '# %% tags=["raises-exception"]\nprint(double')
    judge_that_says(monkeypatch, raising=["print(double(GIVEN))"])
    assert building.build_master(course.paths, "01_doubling")


def test_a_failure_of_the_judge_is_not_the_authors(course, monkeypatch):
    judge_that_says(monkeypatch, outcome="ours")
    with pytest.raises(OurFault, match="the judge failed on ex1_1_test"):
        building.build_master(course.paths, "01_doubling")


def test_a_line_of_a_notebook_file_is_found_in_its_cell(built_course):
    text = built_course.release().read_text(encoding="utf-8")
    line = next(n for n, content in enumerate(text.split("\n"), 1) if "The story" in content)
    cell_id, offset = cell_and_offset(text, line)
    assert offset == 2 and cell_id == json.loads(text)["cells"][0]["id"]


def test_the_map_of_the_course_follows_the_notebooks(course):
    course.build()
    place = course.paths.course / "README.md"
    assert "(01_doubling/01_doubling.ipynb) |" in place.read_text(encoding="utf-8")
    assert "02_halving" in place.read_text(encoding="utf-8")
    place.write_text("mine")
    assert course.build(check=True) == 1 and place.read_text() == "mine"
    course.build("01_doubling")
    assert "02_halving" in place.read_text(encoding="utf-8")


def test_the_small_notebook_of_the_benchmarks_is_one_that_the_build_accepts(tmp_path):
    """Nobody runs the benchmarks every day; what the build asks for changes."""
    paths = Paths(tmp_path)
    paths.solutions.mkdir(parents=True)
    (paths.solutions / "01_five_cells.py").write_text(FIVE_CELLS)
    (test,) = load_master(paths, "01_five_cells").tests
    assert test.points == 2
