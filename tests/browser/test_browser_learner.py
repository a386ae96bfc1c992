"""A learner's way through a release notebook: run, look, Validate says no, answer, Validate says yes, saved."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.browser.serving import ROOT, Lab

NAME = "05_custom_functions"
RELEASE = ROOT / "course" / NAME
DRAW = """from minigrad.drawing import draw
x = mg.tensor([3.0, -1.0], requires_grad=True)
loss = Square.apply(x).sum()
draw(loss, backward=True)"""
PREDICTION = """prediction = {
    "number_saved": "error",
    "number_on_ctx": "fine",
    "tensor_on_ctx": 206,
    "tensor_saved": "fine",
}"""
STUB = "commitment: still the stub"


@pytest.fixture(scope="module")
def notebook(folder):
    if not (RELEASE / f"{NAME}.ipynb").is_file():
        pytest.skip(f"course/{NAME} is not built: run `autograder build`")
    shutil.copytree(RELEASE, folder, dirs_exist_ok=True)
    return folder / f"{NAME}.ipynb"


def test_a_learner_runs_draws_answers_and_validates(page, lab_address, notebook, screenshot):
    lab = Lab(page, lab_address)
    lab.open(notebook.name)
    plugins = page.evaluate("() => jupyterapp.listPlugins()")
    assert any(p.startswith("@jupyter/nbgrader:validate-assignment") for p in plugins)
    first = lab.validate()
    assert STUB in first, first
    lab.type_answer("ex5_1", PREDICTION)
    lab.command("notebook:run-all-above")
    lab.append_cell(DRAW)
    view = page.locator(".jp-OutputArea-output", has=page.get_by_role("slider"))
    view.wait_for()
    view.get_by_role("button", name="Next").click()
    assert "backward() puts the gradient 1.0 at loss" in view.locator(".info").inner_text()
    view.scroll_into_view_if_needed()
    screenshot("learner-drawing"), screenshot("learner-drawing", 620)
    lab.save()
    second = lab.validate()
    assert STUB not in second, second
    screenshot("learner-validated")
    saved = json.loads(notebook.read_text("utf8"))
    (answer,) = [c for c in saved["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == "ex5_1"]
    assert "".join(answer["source"]) == PREDICTION
