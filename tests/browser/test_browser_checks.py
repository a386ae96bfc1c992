"""What a learner sees of a test: it is folded, a quiet line says that it holds, and an error unfolds to its trace."""

from __future__ import annotations

import shutil

import nbformat
import pytest

from tests.browser.serving import ROOT, Lab

NAME = "05_custom_functions"
NOT_UNPACKED = """\
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = mg.exp(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors"""
RIGHT = NOT_UNPACKED.replace("ctx.saved_tensors", "ctx.saved_tensors[0]")
TAKEN = "sum = len = list = 0"


@pytest.fixture(scope="module")
def notebook(folder):
    document = nbformat.read(ROOT / "course" / NAME / f"{NAME}.ipynb", as_version=4)
    place = next(i for i, cell in enumerate(document.cells) if cell.id == "ex5_2")
    document.cells.insert(place, nbformat.v4.new_code_cell(TAKEN, id="mine"))
    nbformat.write(document, folder / f"{NAME}.ipynb")
    shutil.copy(ROOT / "course" / NAME / "tape_slots.json", folder)
    return folder / f"{NAME}.ipynb"


def cell(page, grade_id):
    number = page.evaluate(
        """(id) => { const n = jupyterapp.shell.currentWidget.content;
           const i = n.widgets.findIndex((w) => w.model.id === id);
           n.scrollToItem(i, 'center'); return i; }""",
        grade_id,
    )
    return page.locator(f'.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell[data-windowed-list-index="{number}"]')


def test_a_test_is_folded_and_an_error_unfolds(page, lab_address, notebook, screenshot):
    lab = Lab(page, lab_address)
    lab.open(notebook.name)
    lab.type_answer("ex5_2", NOT_UNPACKED)
    lab.run_all()
    test = cell(page, "ex5_2_test")
    assert test.locator(".jp-InputPlaceholder").count() == 1 and not test.locator(".cm-content").is_visible()
    shown = test.locator(".jp-OutputArea")
    assert "law: derivative" in shown.inner_text() and "return g * ctx.saved_tensors" in shown.inner_text()
    assert "engine.py" not in shown.inner_text(), "it is folded"
    in_both_themes(lab, screenshot, "error", shown)
    shown.get_by_text("The whole trace").click()
    assert "engine.py" in shown.inner_text()
    in_both_themes(lab, screenshot, "trace", shown)
    lab.type_answer("ex5_2", RIGHT)
    page.keyboard.press("Shift+Enter")  # type_answer leaves the test selected
    test.get_by_text("The visible checks in this cell hold.").wait_for()
    in_both_themes(lab, screenshot, "holds", test)


def in_both_themes(lab, screenshot, name, show):
    for theme in ("Light", "Dark"):
        lab.theme(f"JupyterLab {theme}")
        screenshot(f"{name}-{theme.lower()}", show=show)
