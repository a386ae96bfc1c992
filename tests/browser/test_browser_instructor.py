"""An instructor's way through formgrader: autograde, look, comment, set points, feedback, and open that offline."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell

from tests.browser.serving import TOKEN, jupyterlab

DRAW = """from minigrad.drawing import draw
x = mg.tensor([3.0, -1.0], requires_grad=True)
loss = Square.apply(x).sum()
draw(loss, backward=True)"""
COMMENT = "Well drawn."


@pytest.fixture
def tolerated():
    """nbgrader's pages ask for MathJax from its usual place, and complain where there is no network."""
    return ("//cdnjs.cloudflare.com/ajax/libs/mathjax/", "MathJax is not defined")


@pytest.fixture(scope="module")
def course(course_copy, tmp_path_factory):
    """A copy of the course with one submission, whose last cell draws."""
    from autograder.authoring.masters import load_master
    from autograder.demo import NAME
    from autograder.handout import demo_learners

    copy = course_copy(tmp_path_factory.mktemp("course") / "copy")
    answered = demo_learners.right(load_master(copy, NAME))
    answered.cells.append(new_code_cell(DRAW, id="drawing"))
    demo_learners.hand_in(answered, copy.classroom / "submitted" / "ada" / NAME / f"{NAME}.ipynb")
    return copy, NAME


@pytest.fixture(scope="module")
def address(course, tmp_path_factory):
    with jupyterlab(course[0].root, tmp_path_factory.mktemp("home")) as base:
        yield base


def press(page, column: str) -> None:
    """Press ada's button in one column of the table of submissions; returns when nbgrader reports success."""
    page.locator(f"tr:has-text('ada') td.{column} a").click()
    dialog = page.locator(".modal.in", has_text="Success")
    dialog.wait_for(timeout=240_000)
    dialog.get_by_role("button", name="OK").click()
    dialog.wait_for(state="detached")


def test_an_instructor_grades_comments_and_hands_back(page, course, address, screenshot):
    copy, name = course
    page.goto(f"{address}/lab?token={TOKEN}", wait_until="domcontentloaded")  # formgrader itself leaves no cookie
    page.goto(f"{address}/formgrader/manage_submissions/{name}")
    press(page, "autograde")
    page.locator("tr:has-text('ada') .label", has_text="graded").wait_for()

    page.goto(f"{address}/formgrader/gradebook/{name}/{name}")
    page.get_by_role("link", name="Submission #1").click()
    drawing = page.locator("img[alt^='The graph of loss']")
    drawing.wait_for()
    assert drawing.evaluate("(i) => i.complete && i.naturalWidth > 300")
    page.wait_for_function("formgrader.grades?.loaded && formgrader.comments?.loaded")  # before, nothing is saved
    assert page.locator("script", has_text="backward() puts the gradient").count() == 0  # cleaned: nothing runs here
    with page.expect_response(lambda r: "/api/comment/" in r.url and r.request.method == "PUT"):
        page.locator("textarea.comment").first.fill(COMMENT)
        page.keyboard.press("Tab")
    with page.expect_response(lambda r: "/api/grade/" in r.url and r.request.method == "PUT"):
        page.locator("input.score").first.fill("0.5")
        page.keyboard.press("Tab")
    screenshot("formgrader", show=drawing), screenshot("formgrader", 620, show=drawing)

    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{address}/formgrader/manage_submissions/{name}")
    press(page, "generate-feedback")
    feedback = copy.classroom / "feedback" / "ada" / name / f"{name}.html"
    page.goto(feedback.as_uri())
    assert page.get_by_text(COMMENT).count() >= 1
    drawing = page.locator("img[alt^='The graph of loss']")
    assert drawing.evaluate("(i) => i.complete && i.naturalWidth > 300")
    screenshot("feedback", show=drawing), screenshot("feedback", 620, show=drawing)
