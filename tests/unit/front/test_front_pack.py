"""The learner's zip: what is in it, that it is the same twice, and that its wheel installs and checks a notebook."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.errors import CourseError, UsageError
from autograder.handout import lab, pack, self_study, wheel
from autograder.paths import Paths

ROOT = Path(__file__).parents[3]
SOURCE = """\
# %% [markdown]
# # {number} · Small
# %% [markdown]
# ## Exercise {number}.1
# %% nbgrader={{"grade_id": "ex{n}_1", "solution": true}}
### BEGIN SOLUTION
def double_of_number_{number}(x):
    return x + x + {n} - {n}
### END SOLUTION
# %% nbgrader={{"grade_id": "ex{n}_1_test", "grade": true, "points": 1}} exercise={{"kind": "C"}}
assert double_of_number_{number}(2) == 4
"""


@pytest.fixture
def course(tmp_path):
    """A course with two released notebooks, and the real packages."""
    root = tmp_path / "checkout"
    for package in ("minigrad", "autograder"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root / name)
    (root / "solutions").mkdir()
    for number in (5, 6):
        name = f"0{number}_small"
        (root / "solutions" / f"{name}.py").write_text(SOURCE.format(number=f"0{number}", n=number))
        (root / "course" / name).mkdir(parents=True)
        (root / "course" / name / f"{name}.ipynb").write_text(json.dumps({"nbformat": 4, "cells": []}))
        (root / "course" / name / "data.csv").write_text("1,2\n")
    return Paths(root)


@pytest.fixture
def quick_wheel(monkeypatch):
    """Building a wheel takes two seconds; most laws of the zip do not need a real one."""

    def build(paths, folder):
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(folder / "minigrad_course-0-py3-none-any.whl", "w") as made:
            made.writestr("minigrad/__init__.py", "")
        return folder / "minigrad_course-0-py3-none-any.whl"

    monkeypatch.setattr(pack, "build_wheel", build)


def names(archive):
    with zipfile.ZipFile(archive) as opened:
        return opened.namelist()


def test_the_zip_holds_what_a_learner_needs_and_nothing_else(course, quick_wheel):
    assert names(pack.pack(course, pack.chosen(course))) == [
        "minigrad-course/README.md",
        "minigrad-course/binder/postBuild",
        "minigrad-course/binder/requirements.txt",
        "minigrad-course/binder/runtime.txt",
        "minigrad-course/constraints.txt",
        "minigrad-course/minigrad_course-0-py3-none-any.whl",
        "minigrad-course/release/05_small/05_small.ipynb",
        "minigrad-course/release/05_small/data.csv",
        "minigrad-course/release/06_small/06_small.ipynb",
        "minigrad-course/release/06_small/data.csv",
        "minigrad-course/start.py",
    ]


def test_later_notebooks_can_be_held_back(course, quick_wheel):
    for some in (pack.chosen(course, upto="05"), pack.chosen(course, ["05"]), pack.chosen(course, ["05_small"])):
        archive = pack.pack(course, some)
        assert not any("06_small" in name for name in names(archive))
        assert archive.name == "minigrad-course-learner-05.zip", "the zip of everything may lie beside it"
    with pytest.raises(UsageError, match="two digits"):
        pack.chosen(course, upto="5")
    with pytest.raises(UsageError, match="no notebook '07'"):
        pack.chosen(course, ["07"])


def bring_along(course, name, *slots):
    content = {"notebook": name, "slots": dict.fromkeys(slots, "def f(): ...")}
    (course.course / name / "tape_slots.json").write_text(json.dumps(content))


def test_an_exercise_and_its_answer_are_not_in_one_zip(course, quick_wheel, monkeypatch):
    monkeypatch.setattr(pack, "demand_no_leak", lambda paths, archive: None)
    for older, newer in (("01", "05"), ("03", "06")):
        shutil.move(course.course / f"{newer}_small", course.course / f"{older}_small")
        shutil.move(course.solutions / f"{newer}_small.py", course.solutions / f"{older}_small.py")
        notebook = course.course / f"{older}_small"
        shutil.move(notebook / f"{newer}_small.ipynb", notebook / f"{older}_small.ipynb")
    bring_along(course, "03_small", "sum_to_shape")
    with pytest.raises(UsageError) as refused:
        pack.pack(course, pack.chosen(course))
    said = str(refused.value)
    assert "03_small brings the answer of 1.5 along" in said and "--with-answers" in said
    assert "`autograder pack 01`, then `autograder pack 03`" in said
    assert not list(course.root.glob("dist/*"))
    for apart in ("01", "03"):
        assert any(f"{apart}_small.ipynb" in name for name in names(pack.pack(course, pack.chosen(course, [apart]))))
    everything = pack.pack(course, pack.chosen(course), with_answers=True)
    assert {"01_small", "03_small"} <= {name.split("/")[2] for name in names(everything) if "release/" in name}


def test_start_takes_the_wheel_of_its_own_zip_where_an_older_one_lies_too(course, quick_wheel, tmp_path):
    with zipfile.ZipFile(pack.pack(course, pack.chosen(course))) as opened:
        opened.extractall(tmp_path)
    here = tmp_path / "minigrad-course"
    (here / "minigrad_course-9-py3-none-any.whl").write_bytes(b"an older zip's")
    found = {"__file__": str(here / "start.py"), "__name__": "start"}
    exec((here / "start.py").read_text(), found)
    assert found["WHEEL"] == "minigrad_course-0-py3-none-any.whl"
    asked = []
    found["ready"] = lambda wheel: asked.append(wheel.name) or True
    said = io.StringIO()
    found["subprocess"] = SimpleNamespace(run=lambda *a, **k: SimpleNamespace(returncode=0))
    found["sys"] = SimpleNamespace(argv=["start.py", "--no-open"], version_info=sys.version_info, stderr=said)
    assert found["main"]() == 0 and asked == ["minigrad_course-0-py3-none-any.whl"]
    (here / "minigrad_course-0-py3-none-any.whl").unlink()
    assert found["main"]() == 1 and "minigrad_course-0-py3-none-any.whl, should lie beside" in said.getvalue()


@pytest.fixture
def start(course, quick_wheel, tmp_path):
    """start.py of an unpacked zip, which notes what it would run: gives exit code, commands, errors."""
    with zipfile.ZipFile(pack.pack(course, pack.chosen(course))) as opened:
        opened.extractall(tmp_path)
    here = tmp_path / "minigrad-course"

    def call(*arguments, code=0):
        found = {"__file__": str(here / "start.py"), "__name__": "start"}
        exec((here / "start.py").read_text(), found)
        runs, said = [], io.StringIO()

        def run(command, **how):
            runs.append(command)
            (here / ".venv").mkdir(exist_ok=True)
            return SimpleNamespace(returncode=code)

        found["subprocess"] = SimpleNamespace(run=run)
        found["sys"] = SimpleNamespace(
            argv=["start.py", "--no-open", *arguments],
            version_info=sys.version_info,
            version=sys.version,
            executable=sys.executable,
            stderr=said,
            platform=sys.platform,
        )
        return found["main"](), runs, said.getvalue()

    return call


def test_start_installs_what_notebooks_need(start):
    code, runs, _ = start()
    installed = next(command for command in runs if "install" in command)
    assert code == 0 and installed[-1] == "./minigrad_course-0-py3-none-any.whl[course]"
    assert "--no-index" not in installed


def test_start_takes_all_packages_from_a_folder_of_wheels(start, tmp_path):
    (tmp_path / "wheels").mkdir()
    code, runs, _ = start("--wheels", str(tmp_path / "wheels"))
    installed = next(command for command in runs if "install" in command)
    place = installed.index("--find-links")
    assert code == 0 and "--no-index" in installed and installed[place + 1] == str(tmp_path / "wheels")


def test_start_says_what_is_wrong_with_a_folder_of_wheels(start, tmp_path):
    for arguments in (["--wheels"], ["--wheels", str(tmp_path / "nowhere")]):
        code, runs, said = start(*arguments)
        assert code == 1 and not runs and "start.py --wheels FOLDER" in said
    (tmp_path / "wheels").mkdir()
    code, _, said = start("--wheels", str(tmp_path / "wheels"), code=1)
    assert code == 1 and "README.md says how to fill such a folder" in said


def test_the_page_names_the_wheel_of_its_zip(course, quick_wheel):
    with zipfile.ZipFile(pack.pack(course, pack.chosen(course))) as opened:
        page = opened.read("minigrad-course/README.md").decode()
    assert '"./minigrad_course-0-py3-none-any.whl[course]"' in page and "@" not in page


def test_nothing_is_written_when_it_leaks(course, quick_wheel):
    (course.course / "05_small" / "data.csv").write_text("    return x + x + 6 - 6\n" * 3 + "### BEGIN SOLUTION\n")
    with pytest.raises(CourseError, match="leaks"):
        pack.pack(course, pack.chosen(course))
    assert list((course.root / "dist").iterdir()) == []


def test_the_wheel_has_no_judge_and_the_same_bytes_twice(course, tmp_path):
    one, two = wheel.build_wheel(course, tmp_path / "one"), wheel.build_wheel(course, tmp_path / "two")
    assert one.read_bytes() == two.read_bytes()
    inside = [name for name in names(one) if ".dist-info/" not in name]
    assert {name.split("/")[0] for name in inside} == {"minigrad", "autograder"}
    rooms = ("autograder/kit/", "autograder/learner/", "minigrad/")
    single = {"autograder/__init__.py", "autograder/weave.py"}
    assert all(name in single or name.startswith(rooms) for name in inside)
    with zipfile.ZipFile(one) as opened:
        metadata = next(opened.read(name).decode() for name in names(one) if name.endswith("/METADATA"))
    assert "nbgrader" not in metadata
    assert "Requires-Dist: jupyterlab" in metadata


def test_the_wheel_alone_wants_numpy_and_notebooks_are_an_extra(course, tmp_path):
    with zipfile.ZipFile(wheel.build_wheel(course, tmp_path)) as opened:
        metadata = opened.read(next(name for name in opened.namelist() if name.endswith("/METADATA"))).decode()
    wanted = [line.removeprefix("Requires-Dist: ") for line in metadata.splitlines() if "Requires-Dist" in line]
    assert [line.partition(">")[0] for line in wanted if "extra ==" not in line] == ["numpy"]
    assert any(line.startswith("jupyterlab") and 'extra == "course"' in line for line in wanted)
    assert any(line.startswith("pygraphviz") and 'extra == "draw"' in line for line in wanted)
    assert not any(line.startswith("nbgrader") for line in wanted)


def test_the_wheel_alone_has_all_that_learners_type(course, tmp_path, notebook_file, right):
    """Unpacked beside the libraries that learners have; the full autograder is out of reach."""
    site, mine = tmp_path / "site", tmp_path / "my-course" / "99_small"
    with zipfile.ZipFile(wheel.build_wheel(course, tmp_path)) as opened:
        opened.extractall(site)
    for folder in (mine, tmp_path / "release" / "99_small"):
        folder.mkdir(parents=True)
        shutil.copy(notebook_file(**right if folder == mine else {}), folder)
    libraries = next(path for path in sys.path if path.endswith("site-packages"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), libraries])}

    def run(*arguments):
        # -S leaves out the editable install of this checkout, which is the full autograder.
        code = f"import sys; from autograder.learner.cli import main; sys.exit(main({list(arguments)!r}))"
        command = [sys.executable, "-S", "-P", "-c", code]
        done = subprocess.run(command, env=environment, cwd=mine.parent, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("check", "99").count("the visible checks hold") == 2
    assert "begun" in run("progress")
    assert "Receipt for 99_small.ipynb" in run("handin", "99")
    assert "handed in" in run("progress")
    assert run("update") == "All your notebooks are as the newest release has them.\n"


def test_lab_brings_my_course_up_to_date_without_opening(course, monkeypatch, capsys):
    monkeypatch.chdir(course.root)
    assert lab.main(["--no-open"]) == 0
    assert (course.root / "my-course" / "05_small" / "05_small.ipynb").exists()
    assert "new: 05_small/05_small.ipynb" in capsys.readouterr().out


def test_lab_without_a_release_says_how_to_get_one(course, monkeypatch):
    shutil.rmtree(course.course)
    monkeypatch.chdir(course.root)
    with pytest.raises(CourseError, match="autograder build"):
        lab.main(["--no-open"])


def test_page_and_map_of_a_zip_speak_of_notebooks_that_are_there(course, quick_wheel):
    (course.course / "README.md").write_text("the map of all")
    archive = pack.pack(course, pack.chosen(course, upto="05"))
    with zipfile.ZipFile(archive) as opened:
        page, course_map = (opened.read(f"minigrad-course/{name}README.md").decode() for name in ("", "release/"))
    assert "autograder check 05_small" in page and "autograder check 05_small" in course_map
    assert "05_custom_functions" not in page and "06_small" not in page + course_map
    assert "autograder gather" in page and "autograder gather" in course_map
    assert "10" not in course_map.partition("## Check")[2] and "--into" not in page + course_map and "<!--" not in page
    with zipfile.ZipFile(pack.pack(course, pack.chosen(course, ["06"]))) as opened:
        later = opened.read("minigrad-course/release/README.md").decode()
    assert "05_small" in later and "06_small" in later, "the map keeps what came with an earlier zip"


def test_the_page_of_a_zip_hands_in_what_can_be_handed_in(course, quick_wheel, monkeypatch):
    monkeypatch.setattr(Paths, "assignments", lambda paths: ["05_small"])
    with zipfile.ZipFile(pack.pack(course, ["05_small", "06_small"], with_answers=True)) as opened:
        page = opened.read("minigrad-course/README.md").decode()
    assert "autograder handin 05_small" in page and "06_small" not in page


def test_the_page_of_a_zip_without_parts_of_the_engine_does_not_speak_of_it(course, quick_wheel):
    assert "engine" not in pack.page_for(["00_orientation"], "a.whl").partition("## Work")[2]
    whole = pack.page_for(["00_orientation", "03_leaves", "10_capstone"], "a.whl")
    assert "## Your engine" in whole and "--into 10" in whole and "<!--" not in whole


def test_answers_for_self_study_lie_outside_release_and_wheel(course, quick_wheel):
    graded, alone = pack.pack(course, pack.chosen(course)), pack.pack(course, pack.chosen(course), self_study=True)
    assert alone.name == "minigrad-course-self-study.zip" and graded.exists()
    more = set(names(alone)) - set(names(graded))
    assert more == {"minigrad-course/answers/05_small.json", "minigrad-course/answers/06_small.json"}
    with zipfile.ZipFile(graded) as without, zipfile.ZipFile(alone) as opened:
        page = "minigrad-course/README.md"
        same = [
            name for name in names(graded) if name != page and not name.endswith(".whl")
        ]  # the quick one has a time
        assert len(same) == 9 and all(opened.read(name) == without.read(name) for name in same)
        assert "answer(" in opened.read(page).decode() and "import answer" not in without.read(page).decode()
        (it,) = json.loads(opened.read("minigrad-course/answers/05_small.json"))["answers"]
        assert "double_of_number_05" in it["reference"] and "SOLUTION" not in it["reference"]


@pytest.mark.parametrize("place", ["answers/05_small.json", "05_small/05_small.json", "notes.txt"])
@pytest.mark.parametrize("alone", [False, True])
def test_answers_in_the_release_are_a_leak_wherever_they_lie(course, quick_wheel, place, alone):
    planted = course.course / place
    planted.parent.mkdir(exist_ok=True)
    planted.write_bytes(self_study.sheet(course, "05_small"))
    with pytest.raises(CourseError, match="not packed, because it leaks"):
        pack.pack(course, pack.chosen(course), self_study=alone)
    assert not list(course.root.glob("dist/*"))


def test_in_the_clone_answers_lie_beside_the_notebooks_and_follow_their_source(course, tmp_path):
    self_study.place_sheets(course, tmp_path / "my-course")
    file = tmp_path / "my-course" / ".answers" / "05_small.json"
    assert "x + x + 5 - 5" in file.read_text() and not list(file.parent.glob("*.part"))
    source = course.solutions / "05_small.py"
    source.write_text(source.read_text().replace("x + x + 5 - 5", "5 - 5 + x + x"))
    os.utime(source, (file.stat().st_mtime + 1,) * 2)
    self_study.place_sheets(course, tmp_path / "my-course")
    assert "5 - 5 + x + x" in file.read_text()


def test_what_the_wheel_holds_on_purpose_is_no_leak(course, tmp_path):
    """Some answer has a line that stands in a file of ours which learners get by itself."""
    (course.mutants / "05_small").mkdir(parents=True)
    (course.mutants / "05_small" / "ex5_1__alt__counts.py").write_text("from collections import defaultdict\n")
    for text, leaks in (
        ((course.root / "autograder" / "weave.py").read_text(), False),
        ("from collections import defaultdict\n", True),
    ):
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
            made.writestr("a.whl/autograder/weave.py", text)
        with pytest.raises(CourseError, match="leaks") if leaks else nullcontext():
            pack.demand_no_leak(course, tmp_path / "a.zip")


def test_a_repository_of_the_unpacked_zip_is_what_binder_reads(course, quick_wheel, tmp_path):
    """Paths in a requirements file start from the folder above, those of constraints from the file itself."""
    with zipfile.ZipFile(pack.pack(course, pack.chosen(course))) as opened:
        opened.extractall(tmp_path)
    here = tmp_path / "minigrad-course"
    lines = [line for line in (here / "binder/requirements.txt").read_text().splitlines() if line[:1] != "#"]
    assert lines == ["--constraint ../constraints.txt", "./minigrad_course-0-py3-none-any.whl[draw]"]
    assert (here / "binder" / "../constraints.txt").is_file() and (here / lines[1].partition("[")[0]).is_file()
    version = re.fullmatch(r"python-(\d+)\.(\d+)\n", (here / "binder/runtime.txt").read_text())
    assert version and (int(version[1]), int(version[2])) >= (3, 11)
    # its script does what start.py does, with the Python that is first on PATH
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = os.environ | {"PATH": path, "PYTHONPATH": str(Path(pack.__file__).parents[2])}
    subprocess.run(["sh", "binder/postBuild"], cwd=here, env=env, check=True, capture_output=True)
    assert (here / "my-course" / "05_small" / "05_small.ipynb").is_file()


def test_this_repository_itself_opens_in_no_binder():
    script = Path(pack.__file__).parents[2] / "binder" / "postBuild"
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True)
    assert done.returncode == 1 and "holds the answers" in done.stderr and os.access(script, os.X_OK)
