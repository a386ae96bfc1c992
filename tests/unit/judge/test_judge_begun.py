"""Cells of the course's own that stand first run once, for all notebooks that begin alike."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from judging import make_master, submission

from autograder.authoring.mutants.trials import try_variant
from autograder.authoring.mutants.variants import Variant
from autograder.judge.plans import make_plan
from autograder.judge.workers import Zygote
from autograder.limits import Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")


@pytest.fixture(scope="module")
def zygote(tmp_path_factory):
    made = Zygote(Limits(), tmp_path_factory.mktemp("zygote"))
    yield made
    made.close()


def cells(*sources):
    return [{"kind": "given", "source": source} for source in sources]


def ask(worker, expression):
    worker.session.begin(20)
    return worker.session.request("eval", expression, {}, [])


def found(worker, *names):
    worker.session.begin(20)
    return worker.session.request("names", list(names))


def run(worker, source):
    worker.session.begin(20)
    worker.session.request("cell", source, 0, 0)


def test_a_worker_has_the_cells_behind_it_and_its_own_folder_and_nothing_of_another_worker(zygote):
    begun = zygote.begun(cells("numbers = [1]", "def more(): numbers.append(2)"), {"given.txt": "eA=="})
    pids = set()
    for _ in range(3):
        worker = begun.spawn(Limits(), {"given.txt": "eA=="})
        run(worker, "more(); import os; files = os.listdir(); open('left behind', 'w').close()")
        assert found(worker, "numbers", "files") == {"numbers": [1, 2], "files": ["given.txt"]}
        pids.add(worker.pid)
        worker.leave()
    assert len(pids) == 3 and begun.level == zygote.level


def test_it_is_kept_for_the_next_notebook_that_begins_so_and_ended_for_one_that_does_not(zygote):
    first = zygote.begun(cells("a = 1"), {})
    assert zygote.begun(cells("a = 1"), {}) is first
    second = zygote.begun(cells("a = 1", "b = 2"), {})
    worker = second.spawn(Limits(), {})
    assert second is not first and found(worker, "a", "b") == {"a": 1, "b": 2}
    worker.leave()
    zygote.begun(cells("c = 3"), {})
    assert first.control.fileno() == second.control.fileno() == -1


def test_one_whose_worker_is_still_asked_is_let_go_when_that_has_ended(zygote):
    first = zygote.begun(cells("a = 1"), {})
    further = zygote.begun(cells("a = 1", "b = 2"), {})
    worker = further.spawn(Limits(), {})
    zygote.begun(cells("c = 3"), {})
    assert found(worker, "a", "b") == {"a": 1, "b": 2} and first.busy()
    assert worker.stop()["status"] is not None
    zygote.begun(cells("d = 4"), {})
    assert first.control.fileno() == further.control.fileno() == -1


def test_one_that_goes_further_goes_on_from_there(zygote):
    first = zygote.begun(cells("import itertools; runs = itertools.count()", "a = next(runs)"), {})
    further = zygote.begun(cells("import itertools; runs = itertools.count()", "a = next(runs)", "b = next(runs)"), {})
    for begun, drawn in ((first, 1), (further, 2), (first, 1)):
        worker = begun.spawn(Limits(), {})
        run(worker, "c = next(runs)")
        assert found(worker, "a", "c") == {"a": 0, "c": drawn}
        worker.leave()


def test_a_notebook_with_other_files_begins_anew(zygote):
    first = zygote.begun(cells("a = 1"), {})
    assert zygote.begun(cells("a = 1"), {"given.txt": "eA=="}) is not first


def test_what_given_cells_did_with_random_numbers_holds_in_every_worker(zygote):
    begun = zygote.begun(cells("import numpy as np, random; np.random.seed(3); random.seed(3)"), {})
    drawn = []
    for _ in range(2):
        worker = begun.spawn(Limits(), {})
        drawn.append(ask(worker, "[float(__import__('numpy').random.rand()), __import__('random').random()]"))
        worker.leave()
    assert drawn[0] == drawn[1]


def test_a_cell_that_raises_on_purpose_is_passed(zygote):
    begun = zygote.begun(cells("a = 1", "1 / 0", "b = 2"), {})
    worker = begun.spawn(Limits(), {})
    assert found(worker, "a", "b") == {"a": 1, "b": 2}
    worker.leave()


@pytest.mark.parametrize(
    "source",
    [
        "import threading, time; threading.Thread(target=time.sleep, args=(30,), daemon=True).start()",
        "open('numbers.txt', 'w').close()",
    ],
    ids=["a thread", "a file"],
)
def test_nothing_is_forked_from_what_would_not_be_there_in_a_fork(zygote, source):
    assert zygote.begun(cells(source), {}) is None
    worker = zygote.spawn(Limits(), {})  # which serves all the same
    assert ask(worker, "1 + 1") == 2
    worker.leave()


def test_the_folder_goes_with_the_process(tmp_path):
    zygote = Zygote(Limits(), tmp_path, level=0)
    for number in range(4):
        zygote.begun(cells(f"a = {number}"), {"given.txt": "eA=="})
    zygote.ask({"do": "nothing"})
    assert len([path for path in Path(tmp_path).iterdir() if path.is_dir()]) <= 2  # the last may not be gone yet
    zygote.close()


def ours(master, cells, verdict_only=True):
    return make_plan(master, cells, b"", Limits(), verdict_only)["ours"]


def test_only_cells_as_the_course_has_them_count_and_only_before_the_first_test():
    master = make_master("same(ex1, 1, 'law: holds')")
    given, answer, test = submission(master, "ex1 = 1")
    assert ours(master, [given, answer, test]) == 1  # the reference of this master is empty
    assert ours(master, submission(master, "ex1 = 1", "own = 1")) == 1
    assert ours(master, submission(master, "")) == 2
    assert ours(master, [test, given, answer, test]) == 0
    changed = submission(make_master("same(ex1, 1, 'law: holds')", given="import os"), "ex1 = 1")
    assert ours(master, changed) == 0


def test_a_whole_judging_wants_what_cells_print_and_runs_them_all():
    master = make_master("same(ex1, 1, 'law: holds')")
    assert ours(master, submission(master, "ex1 = 1"), verdict_only=False) == 0


@pytest.mark.parametrize("answer", ["ex1 = 1", "ex1 = 2", "import os; os._exit(1)", "raise NotImplementedError('x')"])
def test_verdicts_are_the_same(judge, answer):
    master = make_master("same(ex1, one, 'law: holds')", given="import numpy as np\none = 1\nprint(one)")
    cells = submission(master, answer)
    assert judge.grade(master, cells, b"", verdict_only=True).cells == judge.grade(master, cells, b"").cells


@pytest.mark.parametrize(
    ("visible", "answer", "seeds"),
    [
        ("same(ex1, 1, 'law: holds')", "ex1 = 2", 2),
        ("same(ex1, 1 + 0 * rng.integers(3), 'law: holds')", "ex1 = 2", 5),
        ("same(type(ex1), int, 'law: holds')", "ex1 = 2", 5),
    ],
    ids=["visible checks draw nothing", "they draw", "the hidden part catches it"],
)
def test_where_a_seed_can_change_nothing_a_wrong_answer_is_judged_on_two(judge, visible, answer, seeds):
    master = make_master(visible, "same(ex1, 1, 'law: holds')")
    trial = try_variant(judge, master, Variant("ex1__wrong", "ex1", "law", answer), 5)
    assert (trial.seeds, trial.survived) == (seeds, 0)
