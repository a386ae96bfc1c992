"""Pictures of memory and of broadcasting, and a stepper that opens before the pass, in a real JupyterLab."""

from __future__ import annotations

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from minigrad.drawing.palette import contrast

CELLS = [
    "import minigrad as mg\nfrom minigrad.drawing import draw, draw_broadcast, draw_jacobian, draw_memory",
    "x = mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])\nturned = x.T\nturned[0, 1] = 40.0\ndraw_memory(x, turned)",
    "draw_memory({'x': x, 'x[:, 1:]': x[:, 1:], 'x.T.reshape(6)': x.T.reshape(6)})",
    "column, row = mg.tensor([[1.0], [2.0]]), mg.tensor([10.0, 20.0, 30.0])\ndraw_broadcast(column, row)",
    "draw_jacobian(lambda x: x.T, mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), row=1, column=1)",
    "x = mg.tensor(3.0, requires_grad=True)\ns = -x\ny = s * s + s\ndraw(y, backward=True, step=0, saved=False)",
]
NAMES = ["strides", "views", "broadcast", "jacobian"]


@pytest.fixture(scope="module")
def notebook(folder):
    cells = [new_code_cell(source, id=f"cell{k}") for k, source in enumerate(CELLS)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), folder / "pictures.ipynb")
    return folder / "pictures.ipynb"


@pytest.fixture
def page(kept_page):
    return kept_page


def output(page, number: int):
    return page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea-output")


def colour(place) -> str:
    """The computed fill as '#rrggbb'."""
    fill = place.first.evaluate("(e) => getComputedStyle(e).fill")
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", fill)[:3])


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_pictures_of_memory_read_in_both_themes(lab, page, screenshot, theme):
    lab.theme(f"JupyterLab {theme}")
    for number, name in enumerate(NAMES, 1):
        view = output(page, number)
        for width in (1280, 620):
            screenshot(f"{name}-{theme.lower()}", width, view)
        assert view.locator("svg").get_attribute("data-theme") == theme.lower()
        for kind in ("cell", "cell number", "cell again"):
            box = view.locator(f'rect[class="{kind}"], rect[class="{kind} "]')
            if box.count():
                text = box.locator("xpath=following-sibling::*[1]")
                assert contrast(colour(text), colour(box)) >= 4.5, (name, kind)
        paper, words = view.locator("rect.paper"), view.locator("text.dim")
        assert contrast(colour(words), colour(paper)) >= 4.5


def test_texts_stay_in_their_cells_and_parts(lab, page):
    for number in range(1, 1 + len(NAMES)):
        for part in output(page, number).locator(".part").all():
            frame = part.locator("rect.box").bounding_box()
            for text in part.locator("text").all():
                box = text.bounding_box()
                assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
            for cell in part.locator("rect.cell:not(.empty)").all():
                box, text = cell.bounding_box(), cell.locator("xpath=following-sibling::*[1]").bounding_box()
                assert box["x"] <= text["x"] and text["x"] + text["width"] <= box["x"] + box["width"]


def test_a_part_is_reached_by_keyboard_and_read(lab, page):
    view = output(page, 1)
    view.locator(".part").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    told = view.locator(".info").inner_text()
    assert told.startswith("Tensor x, shape (2, 3), strides (3, 1), begins at position 0")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Tensor turned")


def test_a_picture_below_a_question_opens_before_the_pass(lab, page, screenshot):
    view = output(page, 5)
    gradients = view.locator("svg text.flow")
    assert view.locator(".count").inner_text() == "before the pass"
    assert "".join(gradients.all_text_contents()) == ""
    assert "turn" not in view.locator("svg").inner_html()
    screenshot("opens-before", show=view), screenshot("opens-before", 620, view)
    following, slider = view.get_by_role("button", name="Next"), view.get_by_role("slider")
    following.click()
    assert (
        view.locator(".count").inner_text().startswith("step 1 of ") and "gradient 1.0" in gradients.all_text_contents()
    )
    slider.focus()
    page.keyboard.press("End")
    assert view.locator(".count").inner_text() == "the whole pass" and following.is_disabled()
    assert any(text.startswith("turn 1") for text in gradients.all_text_contents())
    page.keyboard.press("ArrowLeft")
    assert "x.grad was None and is now 5.0" in view.locator(".info").inner_text()
    view.get_by_role("button", name="Start").click()
    assert "".join(gradients.all_text_contents()) == "" and view.locator(".node.done").count() == 0
