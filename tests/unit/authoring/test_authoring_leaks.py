"""Whatever way a solution, a hidden test or a wrong answer gets into a release, the scan finds it, and nothing else."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile

import pytest

from autograder.authoring.leaks import LeakScan
from autograder.source.cells import read_source

SOLUTION = ["    both_together = np.add(x, x)", "    return both_together"]
HIDDEN = 'close(double(secret_numbers), secret_numbers * 2.0, "twice: double returns two times its argument")'
MUTANT = "    squared_by_mistake = np.multiply(x, x)"


@pytest.fixture
def scan_of(built_course, tmp_path):
    """Changes a copy of the first release, and scans it: (folder, cells, notebook) -> None makes the change."""
    paths = built_course.paths
    sources = [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()]
    scan = LeakScan(sources, paths.mutants, paths.root)

    def run(change):
        folder = tmp_path / "01_doubling"
        folder.mkdir()
        file = folder / "01_doubling.ipynb"
        notebook = json.loads(built_course.release().read_text(encoding="utf-8"))
        change(folder, notebook["cells"], notebook)
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False), encoding="utf-8")
        return scan.scan(folder, "course/01_doubling"), file.read_text(encoding="utf-8").split("\n")

    return run


def in_hint(text):
    def change(folder, cells, notebook):
        cells[2]["source"] = ["A hint.\n", *[line + "\n" for line in text.split("\n")], "Good luck."]

    return change


def in_metadata(value):
    return lambda folder, cells, notebook: cells[1]["metadata"].update(hint=value)


def in_file(name, data):
    def change(folder, cells, notebook):
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())

    return change


def in_attachment(data):
    def change(folder, cells, notebook):
        cells[0]["attachments"] = {"a.png": {"image/png": base64.b64encode(data).decode()}}

    return change


def zipped(text):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/notes.txt", text)
    return file.getvalue()


def output_left_in(folder, cells, notebook):
    cells[1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["6\n"]}]


def whole_solution_cell(folder, cells, notebook):
    cells[3]["source"] = ["def double(x):\n", *[f"{line}\n" for line in SOLUTION]]


def hidden_part_left_in(folder, cells, notebook):
    cells[-1]["source"] += ["\n", HIDDEN]


PASTED = "\n".join(SOLUTION)
# What is planted: how, and a piece of the line on which it must be found (in the notebook, or in the file named).
PLANTED = {
    "solution in a hint": (in_hint(f"```python\n{PASTED}\n```"), "both_together = np.add"),
    "solution in one line of prose": (
        in_hint("Write `both_together = np.add(x, x)` and `return both_together`."),
        "Write",
    ),
    "re-indented, other blanks": (in_hint("both_together=np.add( x,x )\n\n\treturn   both_together"), "both_together="),
    "in capitals": (in_hint(PASTED.upper()), "BOTH_TOGETHER = "),
    "comment left in between": (in_hint(SOLUTION[0] + "\n    # now give it back\n" + SOLUTION[1]), "both_together = "),
    "comment at the end": (in_hint(SOLUTION[0] + "  # the sum\n" + SOLUTION[1]), "both_together = "),
    "html in a hint": (in_hint(f"<pre>{PASTED}</pre>".replace("x, x", "x,&nbsp;x")), "both_together = "),
    "list of strings in metadata": (in_metadata([line.strip() for line in SOLUTION]), "both_together = "),
    "one string in metadata": (in_metadata(PASTED), "both_together = "),
    "answer cell as it was": (whole_solution_cell, '"id": "ex1_1"'),
    "hidden test in its cell": (hidden_part_left_in, "secret_numbers"),
    "hidden test in a data file": (in_file("data.csv", f"a,b\n1,2\n{HIDDEN}\n"), "data.csv:3"),
    "hidden test in an attachment": (in_attachment(f"x\n{HIDDEN}".encode()), '"image/png"'),
    "solution in a packed file": (in_file("data.zip", zipped(PASTED)), "data.zip/inner/notes.txt:1"),
    "solution in a compressed file": (in_file("data.gz", gzip.compress(PASTED.encode())), "data.gz/contents:1"),
    "packed file in an attachment": (in_attachment(zipped(PASTED)), '"image/png"'),
    "line of a wrong answer": (in_hint(MUTANT), "squared_by_mistake"),
    "solution of a later notebook": (in_hint("    what_is_left = np.subtract(x, x * 0.5)"), "what_is_left"),
    "output": (output_left_in, '"id": '),
    "region mark": (in_hint("### BEGIN SOLUTION"), "BEGIN SOLUTION"),
    "region mark misspelt": (in_hint("#### Begin  hidden test"), "Begin  hidden"),
    "stub mark": (in_hint("### STUB"), "### STUB"),
    "pairing metadata": (lambda f, c, notebook: notebook["metadata"].update(jupytext={"formats": "py"}), '"jupytext"'),
    "pairing header": (in_file("start.py", "# ---\n# jupyter:\n#   jupytext:\n#     x: 1\n"), "start.py:3"),
}


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_leak_is_found_with_file_and_line(case, scan_of):
    change, expected = PLANTED[case]
    found, lines = scan_of(change)
    assert found, "nothing was found"
    assert all(finding.file.startswith("course/01_doubling/") and finding.line > 0 for finding in found)
    if ":" in expected and not expected.startswith('"'):
        assert any(f"{f.file}:{f.line}".endswith(expected) for f in found), found
    else:
        assert any(f.file.endswith(".ipynb") and expected in lines[f.line - 1] for f in found), found


def test_a_release_as_built_leaks_nothing(scan_of):
    found, _ = scan_of(lambda folder, cells, notebook: None)
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "Given `import numpy as np`, call `np.add`.",
        "twice: double returns two times its argument",
        "def double(x):",
        "close(double(2.0), 4.0, 'twice: double returns two times its argument')",
        "A number met itself.",
    ],
)
def test_what_learners_may_see_is_no_leak(text, scan_of):
    found, _ = scan_of(in_hint(text))
    assert found == []


def test_a_later_release_may_show_an_earlier_solution(built_course, tmp_path):
    paths = built_course.paths
    sources = [read_source(paths.solutions / f"{name}.py", paths.root) for name in paths.names()]
    (tmp_path / "02_halving").mkdir()
    (tmp_path / "02_halving" / "notes.md").write_text(PASTED)
    assert LeakScan(sources).scan(tmp_path, "course") == []
    (tmp_path / "notes.md").write_text(PASTED)
    assert [f.file for f in LeakScan(sources).scan(tmp_path, "course")] == ["course/notes.md"]


def test_two_hidden_lines_around_a_closing_bracket_are_no_leak(built_course, tmp_path):
    """The bracket stands in every text, so it says nothing about whose the line before or behind it is."""
    paths = built_course.paths
    (tmp_path / "mutants" / "01_doubling").mkdir(parents=True)
    (tmp_path / "mutants" / "01_doubling" / "ex1_1__sum.py").write_text("x = f(\n)\nreturn_it(x)\n")
    scan = LeakScan([read_source(paths.solutions / "01_doubling.py", paths.root)], tmp_path / "mutants")
    (tmp_path / "notes.md").write_text("another = g(\n)\nreturn_it(x)\n")
    assert scan.scan(tmp_path / "notes.md", "notes.md") == []
    (tmp_path / "notes.md").write_text("y = 1\nx = f(\nreturn_it(x)\n")
    (tmp_path / "mutants" / "01_doubling" / "ex1_1__sum.py").write_text("x = f(\nreturn_it(x)\n")
    scan = LeakScan([read_source(paths.solutions / "01_doubling.py", paths.root)], tmp_path / "mutants")
    assert [found.line for found in scan.scan(tmp_path / "notes.md", "notes.md")] == [2]


def test_files_published_on_purpose_are_passed_over(built_course, tmp_path):
    paths = built_course.paths
    sources = [read_source(paths.solutions / "01_doubling.py", paths.root)]
    package = tmp_path / "package"
    package.mkdir()
    (package / "engine.py").write_text(PASTED)
    archive = tmp_path / "learner.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("minigrad/engine.py", PASTED)
    assert LeakScan(sources).scan(archive, "dist/learner.zip", published=[package]) == []
    found = LeakScan(sources).scan(archive, "dist/learner.zip")
    assert [f"{f.file}:{f.line}" for f in found] == ["dist/learner.zip/minigrad/engine.py:1"]
