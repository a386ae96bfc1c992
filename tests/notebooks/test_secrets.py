"""What a learner can open, zip and wheel included, holds no solution, hidden test or wrong answer.

`autograder pack` scans before it writes; this looks into what it wrote, line by line and without that scan.
"""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from autograder.errors import UsageError
from autograder.handout import pack, wheel
from autograder.kit.tape import SLOTS_FILE
from autograder.kit.tape.slots import slots
from autograder.learner.place import release_files
from autograder.paths import Paths
from autograder.source.marks import HIDDEN, SCHEME, SOLUTION, regions_of, without, without_solutions
from tests.notebooks.lesson import ASSIGNMENTS, NAMES, PATHS, Lesson

TELLING = 30  # characters: a shorter line may stand in any program


@pytest.fixture(scope="module")
def handed_out(tmp_path_factory):
    """Every file of the learner's zip by its name; those of the wheel as wheel.whl/NAME."""
    root = tmp_path_factory.mktemp("checkout")
    for name in ("course", "solutions", "minigrad", "autograder", "constraints.txt", "pyproject.toml"):
        (root / name).symlink_to(PATHS.root / name)
    return contents(pack.pack(Paths(root), NAMES, with_answers=True).read_bytes())


def contents(archive):
    found = {}
    with zipfile.ZipFile(BytesIO(archive)) as opened:
        for name in opened.namelist():
            data = opened.read(name)
            inside = contents(data) if name.endswith(".whl") else {}
            found |= {name: data} if not inside else {f"wheel.whl/{each}": inside[each] for each in inside}
    return found


def lines(text):
    return {line.strip() for line in text.splitlines() if len(line.strip()) > TELLING}


def shown(name):
    """What a notebook shows on purpose, and the answers of earlier ones that its slots bring; from its source alone."""
    cells = [without(without_solutions(cell.source)[0], HIDDEN, SCHEME) for cell in Lesson.read(name).source.cells]
    return "\n".join(cells + [text for slot in slots() if slot.notebook < name[:2] for text in answer(slot)])


def answer(slot):
    (name,) = (name for name in NAMES if name.startswith(slot.notebook))
    return regions_of(Lesson.read(name).source.find(slot.grade_id).source, SOLUTION)


def secrets(name, kind):
    """The telling lines of hidden tests, solutions or wrong answers that no notebook up to this one shows."""
    cells = Lesson.read(name).source.cells
    texts = {
        "hidden tests": lambda: [cell.hidden for cell in cells],
        "solutions": lambda: [body for cell in cells for body in regions_of(cell.source, SOLUTION)],
        "wrong answers": lambda: [path.read_text(encoding="utf-8") for path in (PATHS.mutants / name).glob("*.py")],
    }[kind]()
    known = "\n".join(shown(each) for each in NAMES if each <= name)
    return {line for line in set().union(*map(lines, texts)) if line not in known}


def texts_of(data):
    """A file's text, and what it means where it is JSON, in which a quote is written with a backslash."""
    text = data.decode("utf-8", "replace")
    return text, text.replace("\\", "")


@pytest.mark.parametrize("kind", ["hidden tests", "solutions", "wrong answers"])
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_no_line_of_a_secret_is_in_anything_that_is_handed_out(handed_out, name, kind):
    """A later release may show what this notebook asked for, and never how it was tested."""
    later = [] if kind == "hidden tests" else [f"/{each}/" for each in NAMES if each > name]
    files = {file: data for file, data in handed_out.items() if not any(each in file for each in later)}
    assert leaks(secrets(name, kind), files) == []


def leaks(found, files):
    assert len(found) >= 4, "nothing was looked for"
    opened = [(file, text) for file, data in files.items() for text in texts_of(data)]
    return [(file, line) for line in found for file, text in opened if line in text]


def test_a_line_that_got_into_a_wheel_or_a_notebook_is_found():
    found = secrets("03_leaves", "hidden tests")
    line = next(each for each in found if '"' in each)
    assert leaks(found, {"wheel.whl/minigrad/notes.py": line.encode()})
    assert leaks(found, {"a.ipynb": json.dumps(["first\n", f"  {line}\n"]).encode()})


def test_the_wheel_holds_the_package_the_kit_and_what_learners_type_only(handed_out):
    inside = [file.removeprefix("wheel.whl/") for file in handed_out if file.startswith("wheel.whl/")]
    assert {"minigrad/__init__.py", "autograder/__init__.py", "autograder/kit/check.py"} <= set(inside)
    rooms, single = ("minigrad/", "autograder/kit/", "autograder/learner/"), {"autograder/__init__.py", *wheel.FILES}
    assert all(each.startswith(rooms) or each in single or ".dist-info/" in each for each in inside)
    assert wheel.FILES == ("autograder/weave.py",), "what else learners get is looked at before it is handed out"
    assert handed_out["wheel.whl/autograder/__init__.py"] == b""


def test_the_zip_holds_releases_the_wheel_and_how_to_start(handed_out):
    outside = {file.removeprefix("minigrad-course/") for file in handed_out if not file.startswith("wheel.whl/")}
    releases = {f"release/{path.relative_to(PATHS.course).as_posix()}" for path in release_files(PATHS.course)}
    binder = {f"binder/{name}" for name in ("postBuild", "requirements.txt", "runtime.txt")}
    assert outside == releases | binder | {"README.md", "constraints.txt", "start.py"}


def test_a_release_brings_the_slots_of_earlier_notebooks_and_no_other(handed_out):
    for name in NAMES:
        file = f"minigrad-course/release/{name}/{SLOTS_FILE}"
        if "autograder.kit.tape" in Lesson.read(name).source.text:
            said = json.loads(handed_out[file])
            assert said["notebook"] == name
            assert set(said["slots"]) == {slot.name for slot in slots() if slot.notebook < name[:2]}
        else:
            assert file not in handed_out


def test_whoever_gets_01_only_gets_no_answer_to_it():
    files = pack.notebooks(PATHS, ["00_orientation", "01_tensors"])
    assert "01_tensors/01_tensors.ipynb" in files
    assert not [file for file in files if SLOTS_FILE in file or file.partition("/")[0] in NAMES[2:]]


def test_no_zip_that_pack_proposes_answers_an_exercise_in_it():
    groups = pack.apart(PATHS, NAMES)
    assert len(groups) > 1 and [name for group in groups for name in group] == NAMES
    for group in groups:
        pack.demand_no_answers(PATHS, group)
        asked = {slot.name for slot in slots() if any(name.startswith(slot.notebook) for name in group)}
        files = pack.notebooks(PATHS, group)
        held = [json.loads(files[file])["slots"] for file in files if file.endswith(SLOTS_FILE)]
        assert not asked & {name for each in held for name in each}
    with pytest.raises(UsageError, match=r"brings the answer of 1\.5 along"):
        pack.demand_no_answers(PATHS, NAMES)
