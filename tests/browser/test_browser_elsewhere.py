"""A drawing outside JupyterLab: an exported page, a sandboxed frame, paper, a page without scripts."""

from __future__ import annotations

import html

import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

import minigrad as mg

STEPPER = "[id^=mg][data-live]"


@pytest.fixture(scope="module")
def bundle():
    x = mg.tensor(3.0, requires_grad=True)
    loss = x * x + mg.exp(x)
    return mg.draw(loss, backward=True)._repr_mimebundle_()


@pytest.fixture
def opened(page, tmp_path):
    """Open a text as a page of its own, from a file."""

    def open_page(text: str):
        (tmp_path / "page.html").write_text(text, "utf8")
        page.goto((tmp_path / "page.html").as_uri())
        return page

    return open_page


@pytest.fixture
def tolerated():
    return ("//cdnjs.cloudflare.com/", "MathJax", "mermaid", "require")  # nbconvert's page asks for these, not ours


def test_an_exported_page_holds_the_live_view(opened, bundle):
    cell = new_code_cell("draw(loss)", outputs=[new_output("execute_result", data=bundle, execution_count=1)])
    text, _ = HTMLExporter(template_name="lab").from_notebook_node(new_notebook(cells=[cell]))
    page = opened(text)
    page.get_by_role("button", name="Next").click()
    assert "backward() puts the gradient 1.0 at loss" in page.locator(f"{STEPPER} .info").inner_text()


def test_a_sandboxed_frame_holds_the_live_view(opened, bundle):
    frame = f'<iframe sandbox="allow-scripts" width="900" height="600" srcdoc="{html.escape(bundle["text/html"])}">'
    inside = opened(f"<!doctype html>{frame}</iframe>").frame_locator("iframe")
    inside.get_by_role("button", name="Next").click()
    assert "step 1 of" in inside.locator(".count").inner_text()


def test_on_paper_the_whole_pass_in_light_colours_and_no_controls(opened, bundle, screenshot):
    page = opened(f"<!doctype html><meta charset=utf8>{bundle['text/html']}")
    page.get_by_role("button", name="Next").click()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")  # as the browser does before it prints
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.locator(f"{STEPPER} .bar").is_visible()
    assert "turn 1: gradient 1.0" in page.locator(f"{STEPPER} .root text.flow").inner_html()
    fill = page.locator(f"{STEPPER} .paper").evaluate("(e) => getComputedStyle(e).fill")
    assert fill == "rgb(255, 255, 255)"
    screenshot("paper")


def test_a_page_without_scripts_shows_the_still(chromium, bundle, tmp_path):
    (tmp_path / "page.html").write_text(f"<!doctype html><meta charset=utf8>{bundle['text/html']}", "utf8")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    still = page.get_by_role("img", name="The graph of loss: 3 operations, 1 leaf")
    assert still.bounding_box()["width"] > 300
    assert page.get_by_role("slider").count() == 0
    context.close()


def test_two_displays_of_one_drawing_do_not_disturb_each_other(opened, bundle):
    page = opened(f"<!doctype html><meta charset=utf8>{bundle['text/html'] * 2}")
    assert page.locator(STEPPER).count() == 2
    page.get_by_role("button", name="Next").first.click()
    assert page.locator(".count").all_inner_texts() == ["step 1 of 10", "the whole pass"]


def test_motion_only_where_it_is_wanted(opened, bundle):
    page = opened(f"<!doctype html><meta charset=utf8>{bundle['text/html']}")
    duration = "(e) => getComputedStyle(e).transitionDuration"
    box = page.locator(f"{STEPPER} rect.box").first
    assert box.evaluate(duration) == "0s"  # the test's browser asks for reduced motion
    page.emulate_media(reduced_motion="no-preference")
    assert box.evaluate(duration) != "0s"
