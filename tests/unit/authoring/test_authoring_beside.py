"""What lies beside a notebook reaches the release and the judge; slots of earlier notebooks only, and nothing odd."""

import json

import pytest
from authoring_course import FIRST, NOTHING_TRIED, Course

from autograder.authoring.build import build
from autograder.authoring.leaks import LeakScan
from autograder.authoring.masters import load_master, stored_master
from autograder.authoring.mutants import one_kernel
from autograder.authoring.reference import SEEDS, reference_cells
from autograder.handout.pack import brought_along, notebooks
from autograder.judge.grader import Judge
from autograder.kit.check import check
from autograder.learner.place import place
from autograder.source.cells import read_source
from autograder.source.findings import CourseErrors

SUM_TO_SHAPE = '''\
# %% nbgrader={"grade_id": "ex1_5", "solution": true}
sum_to_shape = in_order("""
    A | def sum_to_shape(g, shape):
    B |     while g.ndim > len(shape): g = g.sum(axis=0)
    C |     stretched = tuple(n for n, length in enumerate(shape) if length == 1)
    D |     return g.sum(axis=stretched, keepdims=True)
    E |     return g.sum(axis=stretched)
    """,
    ### BEGIN SOLUTION
    "A B C D"
    ### STUB
    # ""  # the labels, with spaces between
    ### END SOLUTION
)

# %% nbgrader={"grade_id": "ex1_5_test", "grade": true, "points": 1} exercise={"kind": "J"}
close(sum_to_shape(np.ones((2, 3)), (1, 3)), np.full((1, 3), 2.0), "shape: the result has the shape asked for")
### BEGIN HIDDEN TESTS
close(sum_to_shape(np.ones((4, 2)), (2,)), np.full(2, 4.0), "shape: the result has the shape asked for")
### END HIDDEN TESTS
'''.replace("BEGIN HIDDEN TESTS\n", f"BEGIN HIDDEN TESTS\n{NOTHING_TRIED}")
USES_TAPE = """\
# %% [markdown]
# # 03 · Leaves

# %%
import numpy as np
from autograder.kit import close, rng, same
from autograder.kit.tape import load

# %%
tape = load(mine=True)
with open("swing.csv") as file:
    swing = [float(line) for line in file]

# %% nbgrader={"grade_id": "ex3_5", "solution": true}
def backward(order, g):
    ### BEGIN SOLUTION
    for node in order:
        if node.variable is not None:
            node.variable.grad = tape.Tensor(g)
        else:
            g = node(g)[0]
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex3_5_test", "grade": true, "points": 1} exercise={"kind": "C"}
x = tape.tensor([[1.0], [2.0]], requires_grad=True)
y = 3.0 * x + np.zeros((2, 5))
product = y.grad_fn.next_functions[0][0]
order = [y.grad_fn, product, product.next_functions[0][0]]
backward(order, np.ones((2, 5)))
close(x.grad, np.full((2, 1), 15.0), "leaf: what arrives at a leaf is in its grad")
same(swing, [1.5, -2.0], "data: the file is there")
### BEGIN HIDDEN TESTS
backward(order, rng.normal(size=(2, 5)))
same(x.grad.shape, (2, 1), "leaf: what arrives at a leaf is in its grad")
### END HIDDEN TESTS
""".replace("BEGIN HIDDEN TESTS\n", f"BEGIN HIDDEN TESTS\n{NOTHING_TRIED}")


@pytest.fixture
def grown(tmp_path):
    """Notebook 01 with a slot, and 03, which loads it and has data."""
    course = Course(tmp_path)
    first = FIRST.replace("import math as m\n", "import math as m\nfrom autograder.kit.lines import in_order\n")
    course.write("01_doubling", first + "\n" + SUM_TO_SHAPE)
    course.write("03_leaves", USES_TAPE)
    data = course.paths.solutions / "03_leaves_data"
    (data / "more").mkdir(parents=True)
    (data / "swing.csv").write_text("1.5\n-2\n")
    (data / "more" / "note.txt").write_text("made by hand")
    return course


def test_a_release_holds_its_data_and_the_slots_of_earlier_notebooks(grown):
    assert grown.build() == 0
    released = grown.paths.course / "03_leaves"
    names = {path.relative_to(released).as_posix() for path in released.rglob("*") if path.is_file()}
    assert names == {"03_leaves.ipynb", "swing.csv", "more/note.txt", "tape_slots.json"}
    slots = json.loads((released / "tape_slots.json").read_text())
    assert slots["notebook"] == "03_leaves" and list(slots["slots"]) == ["sum_to_shape"]
    assert slots["slots"]["sum_to_shape"].startswith("def sum_to_shape") and "axis=stretched)" not in str(slots)
    assert not (grown.paths.course / "01_doubling" / "tape_slots.json").exists()


def test_the_same_slots_in_an_earlier_release_are_a_leak(grown):
    grown.build()
    names = grown.paths.names()
    scan = LeakScan([read_source(grown.paths.solutions / f"{name}.py") for name in names], grown.paths.mutants)
    slots = (grown.paths.course / "03_leaves" / "tape_slots.json").read_bytes()
    assert scan.scan_file("course/03_leaves/tape_slots.json", slots, "03_leaves") == []
    own = json.dumps({"slots": {"backward": USES_TAPE.partition("BEGIN SOLUTION\n")[2].partition("### END")[0]}})
    assert scan.scan_file("course/03_leaves/tape_slots.json", own.encode(), "03_leaves")


def test_an_earlier_answer_that_a_later_mutant_repeats_is_no_secret(grown):
    grown.change("01_doubling", "    return both_together", "    return both_together  # twice")
    mutants = grown.paths.mutants / "03_leaves"
    mutants.mkdir()
    line = "    stretched = tuple(n for n, length in enumerate(shape) if length == 1)\n"
    (mutants / "ex3_5__shape.py").write_text("# law: leaf\ndef backward(order, g):\n" + line)
    assert grown.build() == 0


def test_judge_and_kernel_find_the_files_where_the_cells_run(grown):
    grown.build()
    build(grown.paths, ["03_leaves"], say=grown.said.append)  # with the run on the reference
    master = load_master(grown.paths, "03_leaves")
    cells = reference_cells(master)
    assert one_kernel.run(master, cells) == {"ex3_5_test": ("right", "", True)}
    with Judge() as judge:
        result = judge.grade(master, cells, SEEDS[0])
        printed = [out["text"] for outs in result.outputs.values() for out in outs if out["output_type"] == "stream"]
        assert result.score == 1 and printed[0].split()[:2] == ["sum_to_shape", "reference"]
        crash = [*cells[:2], cells[1].__class__("extra", None, "own", "import os; os._exit(1)"), *cells[2:]]
        assert judge.grade(master, crash, SEEDS[0]).score == 1, "a fresh worker has the files too"


def test_another_answer_in_an_earlier_notebook_makes_the_master_anew(grown):
    grown.build()
    before = stored_master(grown.paths, "03_leaves")
    grown.change("01_doubling", "stretched = tuple(n for n", "stretched = tuple(m for m")
    assert before is not None and stored_master(grown.paths, "03_leaves") is None


def test_the_files_reach_the_learner_and_check(grown, tmp_path):
    grown.build()
    assert {"03_leaves/swing.csv", "03_leaves/tape_slots.json"} <= notebooks(
        grown.paths, ["01_doubling", "03_leaves"]
    ).keys()
    assert not [name for name in notebooks(grown.paths, ["01_doubling"]) if "slots" in name], (
        "01 without its own answer"
    )
    place(grown.paths.course, tmp_path / "mine")
    (exercise,) = check(tmp_path / "mine" / "03_leaves" / "03_leaves.ipynb").exercises
    assert exercise.outcome == "stub", "the cells before, which open the files, went well"


def test_whoever_packs_is_told_which_answers_go_out(grown):
    grown.build()
    said = brought_along(grown.paths, ["01_doubling", "03_leaves"])
    assert said == ["03_leaves brings the answers of 1.5 along: hand it out after those"]
    assert not brought_along(grown.paths, ["01_doubling"])


def refused(course):
    with pytest.raises(CourseErrors) as caught:
        course.build("03_leaves")
    return str(caught.value)


def test_data_are_regular_files_of_bearable_size(grown, tmp_path):
    data = grown.paths.solutions / "03_leaves_data"
    (tmp_path / "elsewhere").write_text("secret")
    (data / "link.csv").symlink_to(tmp_path / "elsewhere")
    (data / ".hidden").write_text("")
    (data / "tape_slots.json").write_text("{}")
    (data / "big.bin").write_bytes(bytes(5 << 20))
    said = refused(grown)
    for part in (
        "solutions/03_leaves_data/link.csv:1: data of a notebook are regular",
        ".hidden:1: no release",
        "slots.json:1: the build makes",
    ):
        assert part in said
    assert "5120 kB of data: a notebook may have 4096 kB" in said


def test_a_slot_whose_exercise_is_not_written_yet_is_not_spoken_of(grown):
    assert grown.build() == 0
    slots = json.loads((grown.paths.course / "03_leaves" / "tape_slots.json").read_text())
    assert slots["known"] == ["sum_to_shape", "backward"], "3.5 is there; 3.4, 3.8 and everything later are not"
    assert grown.change("01_doubling", "ex1_5", "ex1_6") and grown.change("01_doubling", "ex1_5_test", "ex1_6_test")
    assert grown.build() == 0
    slots = json.loads((grown.paths.course / "03_leaves" / "tape_slots.json").read_text())
    assert slots == {"notebook": "03_leaves", "slots": {}, "known": ["backward"]}


def test_a_slots_answer_stands_alone(grown):
    line = grown.change("01_doubling", "len(shape): g = g.sum", "m.floor(len(shape)): g = g.sum")
    said = refused(grown)
    assert "solutions/01_doubling.py" in said and "and it needs m, which the cell itself neither defines" in said
    assert line


def test_limits_of_a_notebook_reach_the_judge(course):
    course.change("01_doubling", "# %% [markdown]", '# %% [markdown] limits={"cell_seconds": 0.5}')
    assert course.build() == 0
    master = stored_master(course.paths, "01_doubling")
    assert master.limits == {"cell_seconds": 0.5} and "limits" not in master.release.cells[0].metadata
    cells = reference_cells(master)
    slow = [cells[0].__class__("extra", None, "own", "import time; time.sleep(5)"), *cells]
    with Judge() as judge:
        assert "longer than 0.5 s" in str(judge.grade(master, slow, b"seed").notes)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ('limits={"cell_second": 4}', "there is no limit 'cell_second': there are cell_seconds,"),
        ('limits={"cell_seconds": -1}', "limits are numbers above 0"),
        ("limits=3", "limits are numbers above 0"),
    ],
)
def test_limits_are_checked(course, header, sentence):
    course.change("01_doubling", "# %% [markdown]", f"# %% [markdown] {header}")
    with pytest.raises(CourseErrors, match=sentence):
        course.build()


def test_limits_stand_on_the_first_cell(course):
    line = course.change("01_doubling", "# %%\nimport", '# %% limits={"cell_seconds": 4}\nimport')
    with pytest.raises(CourseErrors, match=f":{line}: limits hold for a notebook"):
        course.build()


def test_claims_that_a_run_settles_stay_on_its_cell(course):
    course.change("01_doubling", "# %%\nprint(", '# %% claims=["C1-07", "C4-27"]\nprint(')
    assert course.build() == 0
    master = stored_master(course.paths, "01_doubling")
    (released,) = [cell for cell in master.release.cells if "claims" in cell.metadata]
    assert released.metadata["claims"] == ["C1-07", "C4-27"] and released.source.startswith("print(")
    (written,) = [cell for cell in read_source(course.paths.solutions / "01_doubling.py").cells if cell.claims]
    assert written.claims == ("C1-07", "C4-27")


@pytest.mark.parametrize(
    ("marker", "header", "sentence"),
    [
        ("# %%\nprint(", 'claims=["C1-23"]', "there is no claim 'C1-23': there are C0-01 to C0-37, C1-01 to C1-22"),
        ("# %%\nprint(", 'claims=["C1-7"]', "there is no claim 'C1-7'"),
        ("# %%\nprint(", 'claims=["C1-07", "C1-07"]', "the claim 'C1-07' twice on one cell"),
        ("# %%\nprint(", 'claims="C1-07"', "claims is a list of numbers"),
        ("# %%\nprint(", "claims=[7]", "claims is a list of numbers"),
        ("# %%\nprint(", "claims=[]", "claims is a list of numbers"),
        ("# %% [markdown]\n# # 01", 'claims=["C1-07"]', "claims are settled by a run"),
        ('# %% nbgrader={"grade_id": "ex1_1", "solution": true}\n', 'claims=["C1-07"]', "claims are settled by a run"),
    ],
)
def test_claims_are_checked(course, marker, header, sentence):
    head, newline, body = marker.partition("\n")
    line = course.change("01_doubling", marker, f"{head} {header}{newline}{body}")
    with pytest.raises(CourseErrors, match=f":{line}: {sentence}"):
        course.build()
