"""`autograder gather --package NAME`: the learner's engine as a package to install, with tests and a drawing.

The package needs numpy, its tests pytest besides; nothing in it is of the course but the frame of the engine, whose
licence comes along. What the engine does is found out first, and in a process of its own. A behaviour that it has not
is marked in the package as a test that is expected to fail, with the exercise that would mend it; once it is mended the
mark itself fails, and says so.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import keyword
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from autograder.kit.behaviours import programs
from autograder.kit.behaviours.__main__ import PICTURED
from autograder.kit.behaviours.table import RECORDED
from autograder.kit.reading import Unusable
from autograder.kit.tape import Filling
from autograder.kit.tape.slots import slots

SECONDS = 60.0
LONGEST = 40  # characters of a name
LICENCE = Path(__file__).with_name("license.txt")
# Names that others go by, also where they are not installed, and names that Windows keeps for itself.
TAKEN = {"numpy", "scipy", "torch", "jax", "tensorflow", "keras", "tinygrad", "micrograd", "autograd", "minigrad"}
TAKEN |= {
    "autograder",
    "pytest",
    "setuptools",
    "pip",
    "wheel",
    "src",
    "test",
    "tests",
    "behaviours",
    "my_tape",
    "engine",
}
TAKEN |= {"con", "prn", "aux", "nul", "clock"} | {f"{each}{number}" for each in ("com", "lpt") for number in range(10)}

PYPROJECT = """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1.0"
description = "An engine for automatic differentiation on numpy, in one file"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["numpy>=2.0"]

[project.optional-dependencies]
test = ["pytest>=8"]

[tool.setuptools]
package-dir = {{"" = "src"}}
py-modules = ["{name}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
"""

TESTS = '''\
"""What PyTorch {torch} was recorded to do, asked of {name}. The programs are in behaviours/.

A behaviour in expected_failures.json is known not to hold. When it does, its test fails: take it out of that file.
"""

import importlib.util
import json
import sys
from pathlib import Path

import behaviours
import pytest

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "recorded.json").read_text(encoding="utf-8"))["seen"]
EXPECTED = json.loads((HERE / "expected_failures.json").read_text(encoding="utf-8"))


def fresh():
    """The engine anew, so that no program spoils the next one."""
    spec = importlib.util.find_spec("{name}")
    engine = importlib.util.module_from_spec(spec)
    sys.modules["{name}"] = engine
    spec.loader.exec_module(engine)
    return engine


def marked(name):
    marks = [pytest.mark.xfail(strict=True, reason=EXPECTED[name])] if name in EXPECTED else []
    return pytest.param(name, marks=marks, id=name)


@pytest.mark.parametrize("name", map(marked, RECORDED))
def test_behaves_as_recorded(name):
    here = behaviours.plain(behaviours.seen(fresh(), name))
    assert behaviours.agree(RECORDED[name], here), f"PyTorch: {{RECORDED[name]}}, here: {{here}}"
'''

README = """\
# {name}

An engine for automatic differentiation in one file, `src/{name}.py`. It needs numpy and nothing else; names and
meanings are PyTorch's.

```python
import {name}

x = {name}.tensor([1.0, 2.0], requires_grad=True)
w = {name}.tensor([0.5, -1.0], requires_grad=True)
y = {pictured}
y.backward()
print(x.grad, w.grad)
```

{picture}

## Install and test

    pip install .
    pip install pytest
    pytest

## Whose work is in it

The engine is a frame with {count} slots, of which {mine} {are} mine. Each was written for an exercise of a course,
which the frame and the other slots are from; their licence is LICENSE-minigrad-course.txt.

| slot | exercise | whose |
|---|---|---|
{rows}

## What it does

{told} They are in `tests/`, with what PyTorch {torch} does, recorded.
{failing}"""


def demand_name(name: str) -> None:
    """Raise Unusable unless a package can go by this name."""
    better = re.sub(r"_+", "_", re.sub(r"[^a-z0-9]+", "_", name.lower())).strip("_").lstrip("0123456789_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        hint = f", such as {better}" if better else ""
        raise Unusable(
            f"{name!r} cannot be the name of a package here: it begins with a small letter, and has small letters, "
            f"digits and single _ between them{hint}."
        )
    if len(name) > LONGEST:
        raise Unusable(f"{name!r} has {len(name)} characters; take a name with at most {LONGEST}.")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise Unusable(f"{name!r} is a word of Python's own, so `import {name}` would not do. Take another name.")


def demand_free(name: str) -> None:
    """Raise Unusable if a package goes by this name."""
    if name in sys.stdlib_module_names or name in TAKEN or _is_installed(name):
        raise Unusable(
            f"There is a package or module called {name!r} already. Take another name, such as {name}_of_mine."
        )


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
        return True
    except importlib.metadata.PackageNotFoundError:
        pass
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True


def demand_room(folder: Path) -> None:
    """Raise Unusable when something of this name is there."""
    if folder.exists() or folder.is_symlink():
        raise Unusable(f"{folder} is there already, and stays as it is. Move it away, or take another name.")


def write_package(
    folder: Path, engine: str, fillings: Mapping[str, Filling], references: Mapping[str, str]
) -> Iterator[str]:
    """Write the package, whole or not at all; what holds and what does not is said before."""
    found = find_out(engine, references, folder.name)
    yield holding(found)
    for name, row in found["failing"].items():
        yield f"does not hold: {name} ({row['answering']}); PyTorch: {row['torch']}, here: {row['here']}"
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        draft.chmod(0o755)
        for name, text in files(folder.name, engine, fillings, found).items():
            file = draft / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        demand_room(folder)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    if found["failing"]:
        verb = "is" if len(found["failing"]) == 1 else "are"
        yield (
            f"{len(found['failing'])} of its tests {verb} marked as expected to fail, in tests/expected_failures.json, "
            "each with the exercise. Mend that, and write the package anew under another name."
        )
    if not found["svg"]:
        yield "There is no picture in it: none could be drawn here. The README has the graph in words."
    yield f"written: {folder}. Install it with:  pip install ./{folder.name}"


def find_out(engine: str, references: Mapping[str, str], name: str) -> dict[str, Any]:
    """What the engine does and how it is drawn; raises Unusable when it does not come to an end."""
    with tempfile.TemporaryDirectory(prefix="autograder-package-") as work:
        task, report = Path(work, "task.json"), Path(work, "report.jsonl")
        task.write_text(json.dumps({"text": engine, "references": dict(references)}), encoding="utf-8")
        command = [sys.executable, "-P", "-m", "autograder.kit.behaviours", str(task), str(report)]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, cwd=work, env=environment, timeout=SECONDS
            )
            ended = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            how = f"ended the process{': ' + ended[0] if ended else ''}"
        except subprocess.TimeoutExpired:
            how = f"did not end within {SECONDS:g} seconds"
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
    entries = [json.loads(line) for line in lines if line.endswith("}")]  # one may have been cut off
    if entries and "hold" in entries[-1]:
        return entries[-1]
    begun = entries[-1]["begun"] if entries else "its first line"
    behaviour = programs.BEHAVIOURS.get(begun)
    exercises = {slot.name: slot.exercise for slot in slots()}
    asked = [f"{each} (exercise {exercises[each]})" for each in behaviour.slots] if behaviour else []
    look = f" Look at {' and '.join(asked)}." if asked else ""
    raise Unusable(f"{name} was not written: your engine {how}. That was at: {begun}.{look}")


def holding(found: Mapping[str, Any]) -> str:
    """In words, how many behaviours hold."""
    return f"{found['hold']} of {len(programs.BEHAVIOURS)} recorded behaviours of PyTorch hold."


def files(name: str, engine: str, fillings: Mapping[str, Filling], found: Mapping[str, Any]) -> dict[str, str]:
    """The package's files by name."""
    torch = json.loads(RECORDED.read_text(encoding="utf-8"))["torch"]
    expected = {each: row["answering"] for each, row in found["failing"].items()}
    made = {
        "pyproject.toml": PYPROJECT.format(name=name),
        "README.md": _readme(name, torch, fillings, found),
        "LICENSE-minigrad-course.txt": LICENCE.read_text(encoding="utf-8"),
        f"src/{name}.py": engine,
        "tests/test_behaviours.py": TESTS.format(name=name, torch=torch),
        **{
            f"tests/behaviours/{file.name}": file.read_text(encoding="utf-8")
            for file in sorted(Path(programs.__file__).parent.glob("*.py"))
        },
        "tests/recorded.json": RECORDED.read_text(encoding="utf-8"),
        "tests/expected_failures.json": json.dumps(expected, indent=1) + "\n",
    }
    return made | ({"graph.svg": found["svg"]} if found["svg"] else {})


def _readme(name: str, torch: str, fillings: Mapping[str, Filling], found: Mapping[str, Any]) -> str:
    words = f"```text\n{found['words']}\n```"
    picture = "The graph of `y`, drawn from the nodes that this engine makes:\n\n"
    picture += f"![The graph of y: {PICTURED}, its nodes listed below](graph.svg)\n\n{words}" if found["svg"] else words
    exercises = {slot.name: slot.exercise for slot in slots()}
    whose = {"yours": "mine", "reference": "the course's", "empty": "empty"}
    rows = [f"| `{each}` | {exercises[each]} | {whose[filling.owner]} |" for each, filling in fillings.items()]
    failing = "".join(
        f"\n- {each}: {row['answering']}. PyTorch: `{row['torch']}`, here: `{row['here']}`"
        for each, row in found["failing"].items()
    )
    mine = sum(filling.owner == "yours" for filling in fillings.values())
    return README.format(
        name=name,
        pictured=PICTURED,
        picture=picture,
        count=len(fillings),
        mine=mine or "none",
        are="is" if mine < 2 else "are",
        rows="\n".join(rows),
        told=holding(found),
        torch=torch,
        failing=f"\nThese do not hold; their tests are marked as expected to fail:\n{failing}\n" if failing else "",
    )
