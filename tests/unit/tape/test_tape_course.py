"""The engine in the real notebooks: 03 hangs on no work of 01 and 02, and whoever has done all has an engine."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tape_answers import ANSWERS, LATER, USES_IT_ALONE, write_slots

from autograder.authoring.masters import load_master
from autograder.authoring.reference import reference_cells
from autograder.judge.grader import Judge
from autograder.kit import gather
from autograder.kit.check import check
from autograder.kit.tape import load
from autograder.kit.tape.slots import slots
from autograder.learner.place import place
from tests.notebooks.lesson import PATHS, Lesson, handed_in

EARLIER, ENGINE, FUNCTIONS = "01_tensors", "03_leaves", "05_custom_functions"
MISTAKES = [PATHS.mutants / EARLIER / f"ex1_5__{name}.py" for name in ("averages", "forgets_the_front", "ready_made")]
APPLIES = sorted((PATHS.mutants / FUNCTIONS).glob("ex5_7__alt__*.py"))


@pytest.fixture(scope="module")
def masters():
    return {name: load_master(PATHS, name) for name in (EARLIER, ENGINE, FUNCTIONS)}


@pytest.fixture
def folder(tmp_path):
    """A learner's copy of the course, nothing done yet."""
    place(PATHS.course, tmp_path)
    return tmp_path


def write(folder, master, **answers):
    path = folder / master.name / f"{master.name}.ipynb"
    path.write_text(json.dumps(handed_in(master, **answers)))
    return path


def lost(report):
    return [each for each in report.exercises if each.outcome not in ("holds", "set")]


@pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
def test_whoever_left_out_01_and_02_gets_full_marks_in_03(folder, masters):
    """Graded, where no other notebook ever is, and in the learner's own folder without the other files."""
    with Judge() as judge:
        result = judge.grade(masters[ENGINE], reference_cells(masters[ENGINE]), b"alone")
    assert result.score == result.max_score
    assert "sum_to_shape       reference\n" in str(result.outputs).replace("\\n", "\n")
    (folder / EARLIER / f"{EARLIER}.ipynb").unlink()
    assert not lost(check(write(folder, masters[ENGINE])))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_in_01_loses_nothing_in_03(folder, masters, mistake, capsys):
    """Marks hang on the reference; that the learner's own checks hold with the mistake in the engine is more.

    An answer whose mistake is what it leans on cannot stand in an engine, which does not have it.
    """
    answer = mistake.read_text()
    write(folder, masters[EARLIER], ex1_5=answer)
    load(mine=True, folder=folder / ENGINE)
    owner = "reference" if answer.startswith("# law: allowed names\n") else "yours"
    assert capsys.readouterr().out.split()[:2] == ["sum_to_shape", owner]
    assert not lost(check(write(folder, masters[ENGINE])))


def test_whoever_has_every_answer_sees_yours_in_every_slot(folder, masters, capsys):
    """At the end of 03 itself, and in a notebook after it."""
    pytest.importorskip("matplotlib").use("Agg")
    write(folder, masters[EARLIER])
    all_yours = [word for slot in slots() if slot.notebook <= ENGINE[:2] for word in (slot.name, "yours")]
    Lesson.read(ENGINE).run(folder / ENGINE)
    assert " ".join(all_yours) in " ".join(capsys.readouterr().out.split())
    write(folder, masters[ENGINE])
    tape = load(mine=True, folder=write_slots(folder / "04_rules", "04_rules", *ANSWERS))
    assert capsys.readouterr().out.split() == all_yours
    x = tape.tensor([[1.0], [2.0]], requires_grad=True)
    (x * tape.tensor([10.0, 20.0, 30.0])).sum().backward()
    assert x.grad.data.tolist() == [[60.0], [60.0]]


@pytest.mark.parametrize("answer", [None, *APPLIES], ids=lambda path: path.stem[13:] if path else "reference")
def test_apply_of_05_carries_versions_writes_and_views_in_06(folder, masters, answer, capsys):
    write(folder, masters[FUNCTIONS], **({"ex5_7": answer.read_text()} if answer else {}))
    tape = load(mine=True, folder=write_slots(folder / "06_in_place", "06_in_place", *ANSWERS, *LATER))
    owners = dict(line.split()[:2] for line in capsys.readouterr().out.splitlines() if ", " not in line)
    assert owners["apply"] == "yours"

    class Tenfold(tape.Function):
        def forward(ctx, x):
            x.data[...] *= 10.0
            ctx.mark_dirty(x)
            return x

        def backward(ctx, g):
            return (10 * g,)

    x = tape.tensor([1.0, 2.0], requires_grad=True)
    y = x * 1
    assert Tenfold.apply(y) is y and y.version.number == 1
    part = y[1:]
    part.mul_(3.0)
    assert part.version.number == 2 and part.grad_fn.name() == "AsStridedBackward0"
    y.backward(tape.tensor([1.0, 1.0]))
    assert y.data.tolist() == [10.0, 60.0] and x.grad.data.tolist() == [10.0, 30.0]
    z = x * 2
    w = z * z
    z.add_(1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        w.backward(tape.tensor([1.0, 1.0]))
    with tape.no_grad():
        assert Tenfold.apply(z) is z and not (x * z).requires_grad


def test_gather_writes_an_engine_that_runs_on_its_own(folder, masters, capsys):
    for master in masters.values():
        write(folder, master)
    written = [name[:2] for name in masters]
    assert gather.main([str(folder)]) == 0
    assert capsys.readouterr().out.count(" yours") == sum(slot.notebook in written for slot in slots())
    done = subprocess.run([sys.executable, "-c", USES_IT_ALONE], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
