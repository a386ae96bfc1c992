"""Pictures that a learner pasted into a text: shown to whoever reads it, or replaced by a word about them."""

from __future__ import annotations

import json
import sys

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert.exporters import HTMLExporter
from traitlets.config import PyFileConfigLoader

from autograder.bridge.clean import markdown_html

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")


def test_a_picture_pasted_into_an_essay_is_there_for_whoever_reads_it_and_nothing_else_is(small):
    file = small.hand_in("ada", essay="On paper: ![photo](attachment:photo.png)")
    document = json.loads(file.read_text())
    essay = next(cell for cell in document["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") == "ex1_2")
    hostile = {"text/html": "<script>", "image/svg+xml": "<svg onload='x'/>", "image/png": "not base64!"}
    essay["attachments"] = {"photo.png": {"image/png": "iVBORw0KGgo="}, "x": hostile, "y": 3}
    own = {"cell_type": "markdown", "source": "![p](attachment:p.png)", "metadata": {}, "id": "own"}
    document["cells"].append(own | {"attachments": {"p.png": {"image/jpeg": "/9j/4AAQ"}}})
    file.write_text(json.dumps(document))
    small.grade()
    attached = [cell["attachments"] for cell in small.autograded("ada")["cells"] if "attachments" in cell]
    assert attached == [{"photo.png": {"image/png": "iVBORw0KGgo="}}, {"p.png": {"image/jpeg": "/9j/4AAQ"}}]
    shown = markdown_html("![photo](attachment:photo.png)", attached[0])
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in shown


def test_an_attachment_that_is_taken_out_costs_nobody_the_feedback_page(small):
    """By nbconvert with the filters of the course, with which `nbgrader generate_feedback` makes the page."""
    file = small.hand_in("ada", essay="On paper: ![photo](attachment:photo.webp) ![plan](attachment:plan.svg)")
    document = json.loads(file.read_text())
    essay = next(cell for cell in document["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") == "ex1_2")
    essay["attachments"] = {"photo.webp": {"image/webp": "UklGRg=="}, "plan.svg": {"image/svg+xml": "PHN2Zy8+"}}
    own = {"cell_type": "markdown", "source": "![p](attachment:\ud800.png)", "metadata": {}, "id": "own"}
    document["cells"].append(own | {"attachments": {"\ud800.png": {"image/png": "iVBORw0KGgo="}}})
    file.write_text(json.dumps(document))
    assert not small.grade().failed
    config = PyFileConfigLoader("nbgrader_config.py", path=str(small.paths.root)).load_config()
    config.HTMLExporter.template_file = "index.html.j2"  # nbconvert's: the course's are nbgrader's, for its own data
    notebook = nbformat.reads(json.dumps(small.autograded("ada")), as_version=4)
    page = BeautifulSoup(HTMLExporter(config=config).from_notebook_node(notebook)[0], "html.parser")
    words = page.get_text()
    assert "On paper:" in words
    assert words.count("only attached pictures in PNG, JPEG and GIF are shown here") == 2
    assert page.select('img[src^="data:image/png"]'), "what can be shown is shown, by whatever name"
