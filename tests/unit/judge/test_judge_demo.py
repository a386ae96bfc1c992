"""The demo's hostile learner: she earns what she answered honestly, and the demo says so when that is not so."""

from dataclasses import replace
from pathlib import Path

from autograder.authoring.masters import load_master
from autograder.demo import NAME, Row, keep_few_canaries, verdicts
from autograder.handout import demo_learners as learners
from autograder.intake import read_submission, rebuild
from autograder.judge.grader import Judge
from autograder.paths import Paths

PATHS = Paths.find(Path(__file__))


def rows_of(master, folder):
    with Judge() as judge:
        for learner, notebook in (("ada", learners.right(master)), ("eve", learners.hostile(master, ()))):
            file = folder / learner / f"{NAME}.ipynb"
            learners.hand_in(notebook, file)
            for cell in judge.grade(master, rebuild(master, read_submission(file)), b"the demo").cells:
                name = cell.grade_id.removesuffix("_test")
                yield Row(learner, name, cell.points, cell.max_points, cell.outcome, judge.level)


def test_eve_earns_what_her_honest_answers_earn_and_ada_all(tmp_path):
    master = load_master(PATHS, NAME)
    rows = list(rows_of(master, tmp_path))
    assert verdicts(rows, master) == []
    assert 0 < sum(row.points > 0 for row in rows if row.learner == "eve") < len(rows) / 2
    exchanged = [replace(row, learner="eve" if row.learner == "ada" else "ada") for row in rows]
    assert verdicts(exchanged, master)


def test_one_wrong_and_one_right_answer_of_each_exercise_stay_in_the_copy(tmp_path):
    for name in ("ex1_1__b.py", "ex1_1__c.py", "ex1_1__alt__a.py", "ex1_1__alt__b.py", "ex1_2__a.py"):
        (tmp_path / name).write_text("")
    keep_few_canaries(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ex1_1__alt__a.py", "ex1_1__b.py", "ex1_2__a.py"]
