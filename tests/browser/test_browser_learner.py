"""A learner's way through a release notebook: run, look, Validate says no, answer, Validate says yes, saved."""

from __future__ import annotations

import base64
import json

import nbformat
import pytest

from tests.browser.serving import ROOT, Lab

NAME, LAST = "05_custom_functions", "ex5_2"
DRAW = """from minigrad.drawing import draw
x = mg.tensor([3.0, -1.0], requires_grad=True)
loss = Exp.apply(Square.apply(x)).sum()
draw(loss, backward=True)"""


@pytest.fixture(scope="module")
def master():
    from autograder.authoring.masters import load_master
    from autograder.paths import Paths

    return load_master(Paths(ROOT), NAME)


@pytest.fixture(scope="module")
def notebook(folder, master):
    """The release with every exercise answered but one: that one is as it was handed out."""
    from autograder.handout import demo_learners

    answered = demo_learners.right(master)
    released = nbformat.reads(master.release_text, 4)
    cell_of(answered).source = cell_of(released).source
    nbformat.write(answered, folder / f"{NAME}.ipynb")
    for name, content in master.files.items():  # what is released beside it
        (folder / name).write_bytes(base64.b64decode(content))
    return folder / f"{NAME}.ipynb"


def cell_of(document):
    (cell,) = [c for c in document.cells if c.metadata.get("nbgrader", {}).get("grade_id") == LAST]
    return cell


def test_a_learner_runs_draws_answers_and_validates(page, lab_address, notebook, master, screenshot):
    from autograder.handout import demo_learners

    answer = cell_of(demo_learners.right(master)).source
    lab = Lab(page, lab_address)
    lab.open(notebook.name)
    plugins = page.evaluate("() => jupyterapp.listPlugins()")
    assert any(p.startswith("@jupyter/nbgrader:validate-assignment") for p in plugins)
    says = lab.validate()
    assert "still the stub" in says
    lab.type_answer(LAST, answer)
    lab.run_all()
    lab.append_cell(DRAW)
    view = page.locator(".jp-OutputArea-output", has=page.get_by_role("slider"), has_text="The graph of loss")
    view.wait_for()
    view.get_by_role("button", name="Next").click()
    assert "backward() puts the gradient 1.0 at loss" in view.locator(".info").inner_text()
    view.scroll_into_view_if_needed()
    screenshot("learner-drawing"), screenshot("learner-drawing", 620)
    lab.save()
    says = lab.validate()
    assert "Success" in says, says
    saved = json.loads(notebook.read_text("utf8"))
    assert "".join(cell_of(nbformat.from_dict(saved)).source) == answer
    assert "Exp.apply(Square.apply(x))" in "".join(saved["cells"][-1]["source"] or saved["cells"][-2]["source"])
