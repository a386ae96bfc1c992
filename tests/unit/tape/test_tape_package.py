"""`autograder gather --package NAME`: a package that can be installed, whose tests say what its engine does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from tape_answers import ANSWERS, LATER, write_notebook, write_slots

from autograder.handout.wheel import copy_packages
from autograder.kit import package
from autograder.kit.behaviours.programs import BEHAVIOURS
from autograder.kit.gather import main
from autograder.paths import Paths

NAME = "little_engine_of_mine"
DIVISION = "mul_rule, div_rule"
PATHS = Paths.find()


@pytest.fixture
def folder(tmp_path):
    """A learner's folder: 01 is done, and 10 has brought all references along."""
    write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    write_slots(tmp_path / "10_capstone", "10_capstone", *ANSWERS, *LATER)
    return tmp_path


def write(folder, name=NAME, code=0):
    assert main([str(folder), "--package", name]) == code
    return folder / name


def install_and_test(made, target):
    """Install without network and without what is installed here being touched; how pytest ends, and what it says."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-build-isolation", "--no-deps"]
    subprocess.run([*pip, "--target", str(target), str(made)], check=True, capture_output=True)
    assert (target / f"{made.name}.py").is_file()
    code = f"import sys, {made.name}; print({made.name}.__file__, *sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(target)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    where, *modules = done.stdout.split()
    assert Path(where).parent == target and not {"minigrad", "autograder"} & {each.split(".")[0] for each in modules}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-q", "-rx", "-p", "no:cacheprovider"],
        cwd=made,
        env=environment,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def test_installed_it_stands_alone_and_its_tests_pass(folder, capsys, tmp_path_factory):
    made = write(folder)
    assert "40 of 40 recorded behaviours of PyTorch hold.\nwritten: " in capsys.readouterr().out
    code, said = install_and_test(made, tmp_path_factory.mktemp("installed"))
    assert code == 0 and "40 passed" in said, said
    page = (made / "README.md").read_text("utf-8")
    assert "| `sum_to_shape` | 1.5 | mine |" in page and "| `backward` | 3.5 | the course's |" in page
    assert "with 13 slots, of which 1 is mine" in page and "do not hold" not in page
    example = re.search(r"```python\n(.*?)```", page, re.S)
    assert example is not None
    sys_path = f"import sys; sys.path.insert(0, {str(made / 'src')!r})\n"
    done = subprocess.run([sys.executable, "-c", sys_path + example[1]], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("tensor("), done.stderr
    assert not (folder / "my_tape.py").exists()


def test_what_does_not_hold_is_said_before_and_marked_with_its_exercise(folder, capsys, tmp_path_factory):
    wrong = LATER[DIVISION].replace("-g * a / b**2", "g * a / b**2")
    write_notebook(folder, "04_rules", **{DIVISION: wrong})
    made = write(folder)
    said = capsys.readouterr().out
    (lost,) = json.loads((made / "tests" / "expected_failures.json").read_text())
    assert said.index(f"does not hold: {lost} (exercise 4.1: {DIVISION} (yours)); PyTorch: [[2, 2.5]") < said.index(
        "written"
    )
    assert "1 of its tests is marked as expected to fail" in said and "39 of 40" in said
    assert f"- {lost}: exercise 4.1: {DIVISION} (yours)." in (made / "README.md").read_text("utf-8")
    target = tmp_path_factory.mktemp("installed")
    code, said = install_and_test(made, target)
    assert code == 0 and "39 passed, 1 xfailed" in said and "exercise 4.1" in said, said
    engine = target / f"{NAME}.py"
    engine.write_text(engine.read_text().replace("g * a / b**2", "-g * a / b**2"))  # mended: the mark has to go
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=made,
        env={**os.environ, "PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "XPASS(strict)" in done.stdout and "39 passed" in done.stdout, done.stdout


def test_the_drawing_is_a_picture_of_its_own_graph(folder):
    made = write(folder)
    page = (made / "README.md").read_text("utf-8")
    assert "%3  Add(%2, %0)" in page
    pytest.importorskip("pygraphviz")
    root = ElementTree.fromstring((made / "graph.svg").read_text("utf-8"))
    assert root.tag.endswith("svg") and "](graph.svg)" in page
    assert "Tanh" in "".join(root.itertext())


@pytest.mark.parametrize(
    "name, sentence",
    [
        (
            "My Engine",
            "'My Engine' cannot be the name of a package here: it begins with a small letter",
        ),
        ("my-engine", "single _ between them, such as my_engine."),
        ("2fast", "such as fast."),
        ("../up", "such as up."),
        ("_hidden", "such as hidden."),
        ("été", "cannot be the name"),
        ("", "cannot be the name"),
        ("a__b", "such as a_b."),
        ("a" * 41, "has 41 characters; take a name with at most 40."),
        ("lambda", "is a word of Python's own"),
        ("match", "is a word of Python's own"),
        ("numpy", "There is a package or module called 'numpy' already."),
        ("torch", "There is a package or module called 'torch' already."),
        ("json", "There is a package or module called 'json' already. Take another name, such as json_of_mine."),
        ("nbformat", "There is a package or module called 'nbformat' already."),
        ("con", "There is a package or module called 'con' already."),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_a_sentence(folder, name, sentence, capsys):
    before = sorted(folder.rglob("*"))
    assert main([str(folder), "--package", name]) == 1
    said = capsys.readouterr()
    assert sentence in said.err and said.out == ""
    assert sorted(folder.rglob("*")) == before


def test_a_folder_that_is_there_stays_as_it_is(folder, capsys):
    (folder / NAME).mkdir()
    write(folder, code=1)
    assert "is there already, and stays as it is. Move it away, or take another name." in capsys.readouterr().err
    assert not list((folder / NAME).iterdir())


def test_an_engine_that_does_not_end_or_takes_the_process_along_is_told(folder, capsys, monkeypatch):
    monkeypatch.setattr(package, "SECONDS", 8.0)
    ends = {
        "    while True:\n        pass": "did not end within 8 seconds. That was at: a row that is added",
        "    import os\n    os._exit(7)": "your engine ended the process. That was at: a row that is added",
    }
    for body, sentence in ends.items():
        write_notebook(folder, "01_tensors", sum_to_shape=f"def sum_to_shape(g, shape):\n{body}")
        write(folder, code=1)
        said = capsys.readouterr().err
        assert sentence in said and said.endswith("Look at sum_to_shape (exercise 1.5).\n")
    assert not (folder / NAME).exists() and not list(folder.glob(".*"))


def test_an_engine_without_a_graph_is_packed_all_the_same(folder, capsys):
    write_notebook(folder, "05_functions")
    path = folder / "05_functions" / "05_functions.ipynb"
    source = "def apply(function, *inputs):\n    raise ValueError('<not yet>')"
    cell = {"cell_type": "code", "source": source, "metadata": {"nbgrader": {"grade_id": "ex5_7", "solution": True}}}
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    made = write(folder)
    assert "There is no picture in it" in capsys.readouterr().out
    assert "The engine makes no graph that can be drawn: ValueError: <not yet>" in (made / "README.md").read_text()
    assert len(json.loads((made / "tests" / "expected_failures.json").read_text())) == len(BEHAVIOURS)


def test_one_thing_is_asked_for_at_a_time(folder, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([str(folder), "--package", NAME, "--into", "10"])
    assert stopped.value.code == 2 and "not allowed with argument" in capsys.readouterr().err


def test_the_licence_of_the_frame_is_the_courses():
    assert package.LICENCE.read_bytes() == (PATHS.root / "LICENSE").read_bytes()


def test_learners_have_all_of_it_in_their_wheel(tmp_path):
    packages = copy_packages(PATHS.root, tmp_path)
    assert {"autograder.kit.behaviours", "autograder.kit.tape"} <= set(packages)
    for file in ("behaviours/recorded.json", "license.txt", "into.py", "package.py", "behaviours/__main__.py"):
        assert (tmp_path / "autograder" / "kit" / file).is_file()
