"""An instructor's way through formgrader: autograde, look, comment, set points, feedback, and open that offline."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from nbformat.v4 import new_code_cell

from tests.browser.serving import TOKEN, jupyterlab

NAME, ESSAY = "02_graphs", "ex2_8"
DRAW = """from minigrad.drawing import draw
x = mg.tensor([3.0, -1.0], requires_grad=True)
loss = (x * x).sum()
draw(loss, backward=True)"""
COMMENT = "Say *why* the sum over $p$ can be taken apart."
ANSWERS = {"ada": "Because $\\sum_p$ has a factor.", "ben": "The chain rule."}


@pytest.fixture(scope="module")
def course(course_copy, tmp_path_factory):
    """A copy of the course with two submissions; the last cell of each draws."""
    from autograder.authoring.masters import load_master
    from autograder.handout import demo_learners

    copy = course_copy(tmp_path_factory.mktemp("course") / "copy")
    for learner, essay in ANSWERS.items():
        answered = demo_learners.right(load_master(copy, NAME))
        written = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in answered.cells}
        written[ESSAY].source = essay
        answered.cells.append(new_code_cell(DRAW, id="drawing"))
        demo_learners.hand_in(answered, copy.classroom / "submitted" / learner / NAME / f"{NAME}.ipynb")
    return copy


@pytest.fixture(scope="module")
def address(course, tmp_path_factory):
    with jupyterlab(course.root, tmp_path_factory.mktemp("home")) as base:
        yield base


def press(page, learner: str, column: str) -> None:
    """Press a learner's button in one column of the table of submissions; returns when nbgrader reports success."""
    page.locator(f"tr:has-text('{learner}') td.{column} a").click()
    dialog = page.locator(".modal.in", has_text="Success")
    dialog.wait_for(timeout=240_000)
    dialog.get_by_role("button", name="OK").click()
    dialog.wait_for(state="detached")


@contextmanager
def saved(page, what: str):
    """Waits for what is done in it to be in the gradebook; before formgrader has loaded marks, nothing is saved."""
    page.wait_for_function("formgrader.grades?.loaded && formgrader.comments?.loaded")
    with page.expect_response(lambda r: f"/api/{what}/" in r.url and r.request.method == "PUT"):
        yield


def typeset(page):
    """The formulas of the page, when MathJax is done."""
    page.wait_for_function("window.MathJax?.startup?.promise && document.querySelector('mjx-container')")
    page.evaluate("MathJax.startup.promise")
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0
    return page.locator("mjx-container")


def test_an_instructor_grades_comments_and_hands_back(page, course, address, screenshot):
    page.goto(f"{address}/lab?token={TOKEN}", wait_until="domcontentloaded")  # formgrader itself leaves no cookie
    page.goto(f"{address}/formgrader/manage_submissions/{NAME}")
    for learner in ANSWERS:
        press(page, learner, "autograde")
        page.locator(f"tr:has-text('{learner}') .label", has_text="manual").wait_for()

    page.goto(f"{address}/formgrader/gradebook/{NAME}/{NAME}")
    page.get_by_role("link", name="Submission #1").click()
    drawing = page.locator("img[alt^='The graph of loss']")
    drawing.wait_for()
    assert drawing.evaluate("(i) => i.complete && i.naturalWidth > 300")
    assert page.locator("script", has_text="backward() puts the gradient").count() == 0  # cleaned: nothing runs here
    assert typeset(page).count() > 10
    screenshot("formgrader", show=drawing), screenshot("formgrader", 620, show=drawing)

    # The essay: a mark by the rubric, a comment, and the next answer to the same item, nobody's name on any of it.
    page.set_viewport_size({"width": 1280, "height": 900})
    aside = page.locator(f"aside[data-essay={ESSAY}]")
    assert "So group the paths by their first edge" in aside.inner_text()
    with saved(page, "grade"):
        aside.get_by_role("button", name="2 The sum and the common factor").click()
    assert page.locator(f"#{ESSAY}").input_value() == "2"
    assert aside.locator("[aria-pressed=true]").get_attribute("data-points") == "2"
    with saved(page, "comment"):
        page.locator(f"#{ESSAY}-comment").fill(COMMENT)
        page.keyboard.press("Tab")
    screenshot("essay", show=aside), screenshot("essay", 620, show=aside)
    aside.get_by_role("link", name="Next answer to be read (1)").click()
    page.wait_for_function(f"document.activeElement?.id === '{ESSAY}'")
    assert not [name for name in ANSWERS if page.get_by_text(name, exact=True).locator("visible=true").count()]
    with saved(page, "comment"):
        aside.get_by_role("button", name=COMMENT).click()
    with saved(page, "grade"):
        aside.get_by_role("button", name="1 Something true").click()
    page.reload()
    aside.get_by_text("No other answer to this exercise waits to be read.").wait_for()

    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{address}/formgrader/manage_submissions/{NAME}")
    totals = set()
    for learner in ANSWERS:
        press(page, learner, "generate-feedback")
        file = course.classroom / "feedback" / learner / NAME / f"{NAME}.html"
        feedback = page.context.new_page()
        feedback.goto(file.as_uri())
        totals.add(feedback.locator("h3").first.inner_text())
        assert feedback.get_by_text("can be taken apart").count() == 1
        feedback.close()
    assert totals == {f"{NAME}: 24 of 25 points", f"{NAME}: 23 of 25 points"}
    page.goto(file.as_uri())
    assert typeset(page).count() > 10
    assert page.locator("summary").first.evaluate("(s) => getComputedStyle(s).display") == "list-item"  # its triangle
    drawing = page.locator("img[alt^='The graph of loss']")
    assert drawing.evaluate("(i) => i.complete && i.naturalWidth > 300")
    screenshot("feedback", show=drawing), screenshot("feedback", 620, show=drawing)
