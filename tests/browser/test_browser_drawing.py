"""A drawing in a real JupyterLab: it is there, it is walked by mouse and by keyboard, it reads in the dark."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from minigrad.drawing.palette import contrast
from tests.browser.serving import Lab

CELLS = [
    "import minigrad as mg\nfrom minigrad.drawing import draw",
    "x = mg.tensor(3.0, requires_grad=True)\ny = x * x\nloss = y + mg.exp(x)\ndraw(loss, backward=True)",
    "a = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)\nb = a * 2\nv = b[0]\nv.mul_(10)\ndraw(b.sum(), v)",
]


@pytest.fixture(scope="module")
def notebook(folder):
    cells = [new_code_cell(source, id=f"cell{k}") for k, source in enumerate(CELLS)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), folder / "drawing.ipynb")
    return folder / "drawing.ipynb"


@pytest.fixture
def page(kept_page):
    return kept_page


def stepper(page):
    return page.locator(".jp-OutputArea-output", has=page.get_by_role("slider"))


def test_the_stepper_moves_by_mouse(lab, page, screenshot):
    view = stepper(page)
    assert view.locator(".count").inner_text() == "the whole pass"
    screenshot("drawing-light"), screenshot("drawing-light", 620)
    following = view.get_by_role("button", name="Next")
    following.click()
    assert "backward() puts the gradient 1.0 at loss" in view.locator(".info").inner_text()
    for _ in range(3):
        following.click()
    assert view.locator(".count").inner_text().startswith("step 4 of ")
    assert view.locator(".node.active").count() == 1
    screenshot("drawing-step"), screenshot("drawing-step", 620)
    view.get_by_role("button", name="Back").click()
    assert view.locator(".count").inner_text().startswith("step 3 of ")
    view.get_by_role("button", name="Whole").click()
    assert view.locator(".node.active").count() == 0


def test_the_stepper_and_the_graph_move_by_keyboard(lab, page):
    view = stepper(page)
    slider = view.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert view.locator(".count").inner_text().startswith("step 2 of ")
    page.keyboard.press("End")
    assert "x.grad was None and is now" in view.locator(".info").inner_text()
    page.keyboard.press("Home")
    assert slider.get_attribute("aria-valuetext") == "the whole pass"
    page.keyboard.press("Tab")  # from the slider to the one stop of the graph: the result
    label = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(label).startswith("Operation loss = Add of y and Exp")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(label).startswith("Operation y = Mul of x and x")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(label).startswith("Leaf x, value 3.0, requires_grad")
    page.keyboard.press("ArrowRight")
    assert "Operation y = Mul of x and x" in view.locator(".info").inner_text()
    assert view.locator(".info").get_attribute("aria-live") == "polite"
    assert page.locator(".jp-Cell").count() == len(CELLS)  # letters and arrows did not reach JupyterLab's commands


def test_saving_and_running_a_cell_are_the_notebooks_keys_within_a_drawing_too(lab, page):
    view = stepper(page)
    view.get_by_role("button", name="Next").click()
    page.evaluate("() => { jupyterapp.shell.currentWidget.context.model.dirty = true; }")
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty", timeout=30_000)
    assert view.locator(".count").inner_text().startswith("step 1 of ")
    page.keyboard.press("Shift+Enter")  # the cell runs again, and its new drawing stands at the beginning
    view.locator(".count", has_text="the whole pass").wait_for(timeout=30_000)


def test_the_dark_theme_reads(lab, page, screenshot):
    lab.theme("JupyterLab Dark")
    view = stepper(page)
    assert view.locator("svg").get_attribute("data-theme") == "dark"
    view.get_by_role("button", name="Next").click()
    screenshot("drawing-dark"), screenshot("drawing-dark", 620)
    for text, box in ((".leaf text.title", ".leaf rect.box"), (".node.active text.flow", ".node.active rect.box")):
        ink, fill = colour(view, text), colour(view, box)
        assert contrast(ink, fill) >= 4.5, (text, ink, fill)
    lab.theme("JupyterLab Light")
    assert view.locator("svg").get_attribute("data-theme") == "light"
    assert contrast(colour(view, ".leaf text.title"), colour(view, ".leaf rect.box")) >= 4.5


def colour(view, selector: str) -> str:
    """The computed fill as '#rrggbb'."""
    fill = view.locator(selector).first.evaluate("(e) => getComputedStyle(e).fill")
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", fill)[:3])


def test_no_text_leaves_its_box_or_lies_on_another(lab, page):
    """In the browser's own font, not the one the layout reckoned with."""
    for k in range(page.locator(".jp-OutputArea svg .node").count()):
        node = page.locator(".jp-OutputArea svg .node").nth(k)
        box = node.locator("rect.box").bounding_box()
        texts = [t.bounding_box() for t in node.locator("text").all() if t.inner_html()]
        for t in texts:
            assert box["x"] <= t["x"] and t["x"] + t["width"] <= box["x"] + box["width"] + 0.5
            assert box["y"] <= t["y"] + 2 and t["y"] + t["height"] <= box["y"] + box["height"] + 2
        for one, other in pairwise(sorted(texts, key=lambda t: t["y"])):
            assert one["y"] + one["height"] <= other["y"] + 4  # line heights touch, letters do not


def test_an_untrusted_copy_shows_the_still(lab, page, notebook, screenshot):
    lab.save()
    saved = json.loads(notebook.read_text("utf8"))
    saved["cells"][0]["source"] = "# a copy from somebody else"  # another content, so another signature: not trusted
    (notebook.parent / "copy.ipynb").write_text(json.dumps(saved), "utf8")
    Lab(page, lab.base).open("copy.ipynb")
    still = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea img").first
    still.wait_for()
    assert still.evaluate("(i) => i.complete && i.naturalWidth > 300")
    assert still.get_attribute("alt").startswith("The graph of loss: 3 operations, 1 leaf")
    assert page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea svg .node").count() == 0
    screenshot("drawing-untrusted"), screenshot("drawing-untrusted", 620)
