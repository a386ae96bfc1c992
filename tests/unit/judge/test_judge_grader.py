"""From a notebook to a verdict: outcomes, what a learner is told, and going on after trouble."""

import json
import threading
from dataclasses import replace

import pytest
from judging import STUB, judged, make_master, submission, with_sites

from autograder.authoring.mutants import one_kernel
from autograder.errors import OurFault
from autograder.intake import ReplayCell
from autograder.judge.grader import Judge
from autograder.judge.verdict import OUTCOMES
from autograder.limits import Limits
from autograder.master import Master
from autograder.paths import Paths

TEST = """
    close(double(3.0), 6.0, "twice: double(x) is 2 x")
"""
HIDDEN = """
    a = rng.normal(size=(3, 4))
    close(double(a), 2 * a, "twice: double(x) is 2 x", about="a (3, 4) array")
    close(double(-1.0), -2.0, "sign: the sign stays", show=True)
"""
RIGHT = "def double(x): return 2 * x"


@pytest.mark.parametrize(
    ("answer", "outcome", "visible", "message"),
    [
        (RIGHT, "right", True, ""),
        ("def double(x): return x", "wrong", False, "`double(3.0)` is 3.0, expected 6.0"),
        ("def double(x): return 6.0", "wrong", True, "A hidden check does not hold; it was tried with a (3, 4) array."),
        ("def double(x): return abs(2 * x) if isinstance(x, float) else 2 * x", "wrong", True, "is 2.0, expected -2.0"),
        ("def double(x): return 1 / 0", "wrong", False, "Your code raised ZeroDivisionError: division by zero"),
        ("def double(x): return None", "wrong", False, "`double(3.0)` is None, expected a number"),
        ("def double(x: return", "missing", False, "Your cell ex1 stopped with SyntaxError"),
        ("dubble = 3", "missing", False, "`double` does not exist."),
        (STUB, "stub", False, "still the stub"),
        (f"def double(x):\n    {STUB}", "stub", False, "still the stub"),
    ],
)
def test_outcome_law_and_message(judge, answer, outcome, visible, message):
    verdict = judged(judge, answer, TEST, HIDDEN)
    assert (verdict.outcome, verdict.visible) == (outcome, visible), verdict
    assert message in verdict.message
    assert verdict.points == (3 if outcome == "right" else 0)
    assert verdict.law.startswith("" if outcome == "right" else ("sign" if "-2.0" in message else "twice"))


def test_a_hidden_value_is_never_told(judge):
    verdict = judged(judge, "def double(x): return 6.0", TEST, HIDDEN)
    assert "6" not in verdict.message and "array([" not in verdict.message


def test_a_commitment_is_committed_and_its_stub_earns_nothing(judge):
    test = 'same({type(v).__name__ for v in prediction.values()}, {"str"}, "commitment: a word")'
    assert judged(judge, 'prediction = {"a": "error"}', test, commitment=True).outcome == "committed"
    verdict = judged(judge, 'prediction = {"a": None}', test, commitment=True)
    assert (verdict.outcome, verdict.points) == ("wrong", 0)


def test_random_data_differs_by_seed_and_repeats_with_it(judge):
    answer = "seen = []\ndef double(x):\n    print(x)\n    return 2 * x"
    test = 'draw = float(rng.normal())\nclose(double(draw), 2 * draw + (draw > 0.0), "law: l")'
    found = [judged(judge, answer, test, seed=bytes([n])).outcome for n in range(12)]
    assert set(found) == {"right", "wrong"}
    assert found == [judged(judge, answer, test, seed=bytes([n])).outcome for n in range(12)]


def test_outputs_are_kept_as_the_notebook_format_has_them(judge):
    master = make_master(TEST)
    answer = f"{RIGHT}\nimport warnings\nprint('hello')\nwarnings.warn('w')\ndisplay(3)\n1 / 0"
    outputs = judge.grade(master, submission(master, answer), b"").outputs["ex1"]
    kinds = [output["output_type"] for output in outputs]
    assert kinds == ["stream", "stream", "display_data", "error"]
    assert outputs[0]["text"] == "hello\n" and outputs[-1]["ename"] == "ZeroDivisionError"
    assert "site-packages" not in json.dumps(outputs)


def three_exercises():
    """Three answers and tests; the second test takes the learner's process down when its answer wants so."""
    master = make_master(TEST)
    given, answer, test = master.cells
    cells = [given]
    for number in (1, 2, 3):
        source = f'close(double{number}(3.0), 6.0, "twice: double it")'
        cells.append(replace(answer, cell_id=f"ex{number}", grade_id=f"ex{number}"))
        names = {"cell_id": f"ex{number}_test", "grade_id": f"ex{number}_test", "answers": (f"ex{number}",)}
        cells.append(replace(test, source=source, release_source=source, visible=source, **names))
    return Master("three", "0", tuple(cells), imports=("import numpy as np",))


@pytest.mark.parametrize(
    ("second", "outcome"),
    [
        ("import os\ndef double2(x): os._exit(0)", "crashed"),
        ("def double2(x):\n    while True: pass", "timeout"),
        ("import os; os._exit(0)", "crashed"),
        ("import os\ndef double2(x): os.write(3, b'x' * 99)", "protocol"),
    ],
)
def test_trouble_costs_its_own_test_and_the_others_go_on(judge, second, outcome):
    master = three_exercises()
    sources = {"ex1": "def double1(x): return 2 * x", "ex2": second, "ex3": "def double3(x): return double1(x)"}
    cells = [
        ReplayCell(cell.role, cell.grade_id, cell.cell_id, sources.get(cell.grade_id, cell.source))
        for cell in master.cells
    ]
    result = judge.grade(master, cells, b"")
    assert [cell.outcome for cell in result.cells] == ["right", outcome, "right"]
    assert result.score == 6 and result.max_score == 9


def test_a_missing_answer_cell_is_missing(judge):
    master = make_master(TEST)
    cells = [cell for cell in submission(master, RIGHT) if cell.kind != "answer"]
    assert judge.grade(master, cells, b"").cell("ex1_test").outcome == "missing"


def test_an_unreadable_submission_is_refused_with_its_sentence(judge):
    result = judge.grade(make_master(TEST), [], b"", problem="The file is empty.")
    assert [(cell.outcome, cell.points, cell.message) for cell in result.cells] == [
        ("refused", 0, "The file is empty.")
    ]


def test_a_word_that_is_no_outcome_becomes_no_verdict():
    from autograder.judge.verdict import CellResult

    for outcome in OUTCOMES:
        CellResult("ex1", "C", 0.0, 3.0, outcome)
    with pytest.raises(ValueError, match="no outcome"):
        CellResult("ex1", "C", 0.0, 3.0, "rihgt")


def test_json_is_the_documented_schema(judge):
    master = make_master(TEST)
    data = judge.grade(master, submission(master, RIGHT), b"\x01").to_json("05")
    assert list(data) == ["schema", "notebook", "level", "seed", "score", "max_score", "manual", "cells"]
    assert list(data["cells"][0]) == [
        *("grade_id", "kind", "points", "max_points", "outcome", "visible", "law", "message")
    ]
    assert data["seed"] == "01" and all(cell["outcome"] in OUTCOMES for cell in data["cells"])
    json.dumps(data)


def test_the_time_of_a_whole_submission_is_bounded():
    master = three_exercises()
    slow = "import time\ntime.sleep(0.8)\ndef double{0}(x): return 2 * x"
    sources = {f"ex{n}": slow.format(n) for n in (1, 2, 3)}
    cells = [
        ReplayCell(cell.role, cell.grade_id, cell.cell_id, sources.get(cell.grade_id, cell.source))
        for cell in master.cells
    ]
    with Judge(limits=Limits(submission_seconds=1.2)) as judge:
        result = judge.grade(master, cells, b"")
    assert [cell.outcome for cell in result.cells] == ["right", "timeout", "timeout"]


def test_a_judge_works_in_any_thread():
    found = []

    def work():
        with Judge(limits=Limits(cell_seconds=2, test_seconds=1)) as judge:
            found.append(judged(judge, RIGHT, TEST).outcome)
            found.append(judged(judge, RIGHT, "while plain(double(3)) == 6: pass\nassert 1").outcome)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    assert found == ["right", "timeout"]


def test_level_zero_can_be_asked_for():
    with Judge(level=0) as judge:
        assert judge.level == 0 and not judge.writes_confined
        assert judged(judge, RIGHT, TEST).outcome == "right"


@pytest.mark.parametrize("answer", [RIGHT, "def double(x): return 6.0", "def double(x): return None", STUB, "1 / 0"])
def test_kernel_and_judge_say_the_same(judge, answer):
    given = "import numpy as np\nfrom autograder.kit import close, rng"
    master = with_sites(judge, make_master(TEST, HIDDEN, given=given), RIGHT)
    cells = submission(master, answer)
    there = judge.grade(master, cells, b"").cell("ex1_test")
    outcome, law, visible = one_kernel.run(master, cells)["ex1_test"]
    assert (outcome, visible) == (there.outcome, there.visible)
    assert outcome == "right" or law == there.law


def test_seeds_hang_on_secret_notebook_learner_and_all_code_of_the_learners(tmp_path):
    from autograder.judge.seeds import seed_for

    paths = Paths(tmp_path)

    def cells(**changed):
        code = {"answer": "x = 1", "extra": "def helper(): return 1", "given": "import numpy", "test": "same(x, 1)"}
        return [ReplayCell(kind, "ex1", kind, source) for kind, source in (code | changed).items()]

    first = seed_for(paths, "05", "ada", cells())
    assert first == seed_for(paths, "05", "ada", cells(given="import math", test="")), "not the learner's code"
    others = [("05", "ben", cells()), ("06", "ada", cells()), ("05", "ada", cells(answer="x = 2"))]
    others += [("05", "ada", cells(extra="def helper(): return 2")), ("05", "ada", cells()[1::-1])]
    assert len({first, *(seed_for(paths, *other) for other in others)}) == 6
    secret = tmp_path / "classroom" / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.unlink()
    assert seed_for(paths, "05", "ada", cells()) != first


def test_a_secret_that_cannot_be_read_is_not_taken_for_a_broken_one(tmp_path):
    from autograder.judge.seeds import secret

    file = tmp_path / "classroom" / "secret"
    file.mkdir(parents=True)
    with pytest.raises(OurFault, match=r"cannot be read \(.+\): run this as the account that made it"):
        secret(Paths(tmp_path))
    file.rmdir()
    file.write_text("cut off")
    with pytest.raises(OurFault, match="is not a course secret: put back the old one"):
        secret(Paths(tmp_path))


def test_only_the_verdict_means_nothing_after_the_last_test_is_run(judge):
    master = make_master(TEST, HIDDEN)
    cells = submission(master, RIGHT)
    later = [*cells, ReplayCell("extra", None, "later", "import time; time.sleep(30)")]
    result = judge.grade(master, later, bytes(32), verdict_only=True)
    assert result.score == result.max_score and "later" not in result.outputs
