"""A notebook that was run without answers, as a page: what is folded, what a failing cell shows, where links lead."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import unquote

from docutils.nodes import make_id
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from autograder.site.running import error_text

# The last paragraph before a cell asks for what the cell shows: then the reader should say it first.
_ASKS = re.compile(r"\b[Pp]redict|\?\**$")
_SHOWS_PREDICTIONS = re.compile(r"\bbeside\(")
# What an output links to: a heading of a notebook, by the name that JupyterLab gives it.
_LINK = re.compile(r"""<a href=(["'])\.\./(\w+)/\2\.ipynb(?:#([^"']*))?\1[^>]*>(.*?)</a>""", re.S)
CHECKS = "The visible checks of this exercise"
OUTCOME = "What the run gives: predict first"


def page(notebook: NotebookNode, published: Collection[str], linked: Collection[str] = ()) -> NotebookNode:
    """The notebook for the page generator.

    published: the notebooks on the site, which outputs may link to
    linked: ids of cells that other pages link to, as `cell-ID`
    """
    cells = []
    asked = False
    for cell in notebook.cells:
        if cell.id in linked:
            cells.append(_anchor(cell.id))
        if cell.cell_type == "markdown":
            asked = bool(_ASKS.search(_last_paragraph(cell.source)))
        else:
            _dress(cell, asked, published)
        cells.append(cell)
    notebook.cells = cells
    return notebook


def role(cell: NotebookNode) -> str:
    """What a cell of the release is for: a test, an answer, or given."""
    marks = cell.metadata.get("nbgrader", {})
    return (
        "test" if marks.get("grade") and not marks.get("solution") else "answer" if marks.get("solution") else "given"
    )


def _anchor(cell_id: str) -> NotebookNode:
    return new_markdown_cell(f'<div class="to-here" id="cell-{cell_id}"></div>', id=f"to-{cell_id}")


def _last_paragraph(text: str) -> str:
    return text.rstrip().rpartition("\n\n")[2].rstrip("_* ")


def _dress(cell: NotebookNode, asked: bool, published: Collection[str]) -> None:
    """Tags for the page generator, and errors as the sentences that count in them."""
    what = role(cell)
    tags = [f"is-{what}"]
    prompt = None
    if what == "test":
        tags, prompt = [*tags, "hide-input"], CHECKS
    elif cell.outputs and (asked or _SHOWS_PREDICTIONS.search(cell.source)):
        tags, prompt = [*tags, "hide-output"], OUTCOME
    cell.metadata = NotebookNode(tags=tags)
    if prompt:
        cell.metadata["mystnb"] = {"code_prompt_show": prompt, "code_prompt_hide": prompt}
    cell.execution_count = None
    cell.outputs = [_shown(output, published) for output in cell.outputs]


def _shown(output: NotebookNode, published: Collection[str]) -> NotebookNode:
    if output.output_type == "error":
        return new_output("stream", name="stdout", text=error_text(output) + "\n")
    if "text/html" in output.get("data", {}):
        output.data["text/html"] = _LINK.sub(lambda link: _to_page(link, published), output.data["text/html"])
    return output


def _to_page(link: re.Match[str], published: Collection[str]) -> str:
    name, heading, words = link[2], link[3], link[4]
    if name not in published:
        return words
    place = f"#{make_id(unquote(heading).replace('-', ' '))}" if heading else ""
    return f'<a href="{name}.html{place}">{words}</a>'
