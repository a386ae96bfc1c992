"""What a browser would run is taken away; what a person wants to see stays."""

from __future__ import annotations

import base64
import re
import time
from pathlib import Path

import pytest
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from traitlets.config import PyFileConfigLoader

from autograder.bridge.clean import (
    MAX_TEXT,
    MAX_UNCLOSED,
    TOO_LARGE,
    clean_html,
    clean_output,
    highlight_code,
    markdown_html,
)

ACTIVE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)></svg>",
    "<svg><script>alert(1)</script></svg>",
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" data:text/html,<script>alert(1)</script>">x</a>',
    '<iframe src="https://example.org"></iframe>',
    '<form action="/formgrader"><button>Grade</button></form>',
    '<div style="position:fixed;inset:0">x</div>',
    '<div class="modal-backdrop">x</div>',
    '<img src="https://example.org/seen.png">',
    '<img src="data:text/html;base64,PHNjcmlwdD4=">',
    '<meta http-equiv="refresh" content="0;url=https://example.org">',
    '<base href="https://example.org/">',
    "<math><mtext></p><style><img src=x onerror=alert(1)></style></mtext></math>",
]
RUNS = re.compile(
    r"<script|onerror|onload|javascript:|<iframe|<form|style=|modal|https://example\.org|text/html|<meta|<base|<style"
)


@pytest.mark.parametrize("text", ACTIVE)
@pytest.mark.parametrize("clean", [clean_html, markdown_html], ids=["html", "markdown"])
def test_nothing_active_survives(clean, text):
    assert not RUNS.search(clean(f"before {text} after"))


def test_mathematics_in_markdown_survives_as_written():
    shown = markdown_html("if $a<b$ then\n\n$$\\sum_{i<n} a_i > 0$$\n\nand `x<y`")
    assert "$a&lt;b$" in shown
    assert r"$$\sum_{i&lt;n} a_i &gt; 0$$" in shown
    assert "<code>x&lt;y</code>" in shown


@pytest.mark.parametrize("command", ["href", "require", "cssId", "class", "style"])
def test_mathjax_commands_that_write_into_the_page_do_not(command):
    assert f"\\{command}" not in markdown_html(f"$\\{command}{{javascript:alert(1)}}{{x}}$ &#92;{command}{{x}}")


def test_a_table_and_highlighted_code_survive():
    shown = markdown_html("| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n")
    assert "<table>" in shown
    assert '<span class="n">x</span>' in shown


def test_an_inline_drawing_becomes_a_picture():
    shown = clean_html('<div><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></div>')
    [address] = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)">', shown)
    drawing = base64.b64decode(address).decode()
    assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">')


def display(**data):
    return new_output("display_data", data={name.replace("_", "/", 1): value for name, value in data.items()})


def test_cleaning_twice_changes_nothing():
    once = clean_output(display(text_html="<svg></svg><b>x</b>", text_plain="x"))
    assert clean_output(once) == once


def test_unknown_kinds_of_output_are_dropped():
    output = display(text_plain="x", application_javascript="alert(1)")
    output.data["application/vnd.jupyter.widget-view+json"] = {"model_id": "1"}
    assert clean_output(output).data == {"text/plain": "x"}
    assert clean_output(display(application_javascript="alert(1)")) is None
    assert clean_output(NotebookNode(output_type="update_display_data", data={})) is None


def test_markdown_output_becomes_clean_html():
    cleaned = clean_output(display(text_markdown="**b** <script>x</script>"))
    assert cleaned.data == {"text/html": "<p><strong>b</strong> </p>\n"}


def test_a_picture_is_base64_or_nothing():
    assert clean_output(display(image_png='iVBO" onerror="alert(1)')) is None
    assert clean_output(display(image_png="iVBORw0K\nGgo=")).data == {"image/png": "iVBORw0K\nGgo="}


def test_text_is_capped_and_keeps_colours_only():
    output = clean_output(new_output("stream", name="stdout", text="\x1b[31mred\x1b[0m\x1b[2J\x07" + "x" * 10**6))
    assert output.text.startswith("\x1b[31mred\x1b[0mxxx")
    assert len(output.text) < MAX_TEXT + 100


MISSING = {
    "taken out": ("![p](attachment:photo.webp)", "photo.webp"),
    "with another name": ("![p](attachment:a%20photo.svg)", "a photo.svg"),
    "by a definition": ("![p][1]\n\n[1]: attachment:photo.svg", "photo.svg"),
    "without a name": ("![p](attachment:)", ""),
    "named after markup": ("![p](attachment:%3Cimg%20src=x%20onerror=alert(1)%3E)", "&lt;img"),
    "half a character": ("![p](attachment:\ud800.png)", "?.png"),
}


@pytest.mark.parametrize(("source", "name"), MISSING.values(), ids=MISSING)
def test_a_picture_that_is_not_attached_leaves_a_placeholder_and_the_rest_of_the_text(source, name):
    page = markdown_html(f"before {source}\n\nafter $x$", {"other.png": {"image/png": "iVBORw0KGgo="}})
    assert f"[{name}" in page and "only attached pictures in PNG, JPEG and GIF are shown" in page
    assert "before" in page and "after $x$" in page and not RUNS.search(page.replace("&lt;img src=x onerror", ""))


@pytest.mark.parametrize("kind", ["image/svg+xml", "image/webp", "text/html"])
def test_an_attachment_of_another_kind_leaves_a_placeholder_also_when_nobody_took_it_out(kind):
    page = markdown_html("![p](attachment:p)", {"p": {kind: "PHN2Zy8+"}})
    assert "[p: only attached pictures" in page and "PHN2Zy8+" not in page
    assert "[p: only attached pictures" in markdown_html("![p](attachment:p)", {"p": {}})


def test_an_attached_picture_is_shown_also_when_its_name_has_spaces():
    page = markdown_html("![p](<attachment:a photo.png>)", {"a photo.png": {"image/png": "iVBORw0KGgo="}})
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in page


def test_half_a_character_in_an_output_or_in_a_text_does_not_stop_the_page():
    assert markdown_html("a \ud800 b") == "<p>a ? b</p>\n"
    assert clean_output(display(text_html="<b>\udfff</b>", text_plain="\ud800")).data["text/html"] == "<b>?</b>"


OPENED = [
    "\\\\[",
    "\\\\(",
    "\\begin{a}",
    "\\begin{a}\\end{b}",
    "\\\\[ \\\\( \\begin{q}\n\n",
    "<div>",
    "<b>x</i>",
    "<svg ",
    "[",
]
NESTED = ["<div>", "<ul><li>", "<b>x</i>", "<svg ", "<svg>", "<svg></svg ", "<a b=", "<!-- "]


@pytest.mark.parametrize("text", OPENED)
def test_markdown_that_opens_without_end_is_rendered_in_bounded_time(text):
    began = time.process_time()
    markdown_html((text * 50_000)[:49_000])
    assert markdown_html((text * 500_000)[:1_000_000]).startswith("<pre>")
    assert time.process_time() - began < 10  # without the bounds: minutes and hours


@pytest.mark.parametrize("text", NESTED)
def test_html_that_nests_without_end_is_cleaned_in_bounded_time(text):
    began = time.process_time()
    for size in (50_000, 4 << 20):
        clean_html((text * size)[:size])
    assert time.process_time() - began < 10
    assert clean_html(text * 500_000) == TOO_LARGE


def test_what_is_opened_and_never_closed_looks_the_same():
    source = "\\\\[ x " * 30 + "$a<b$"
    shown = markdown_html(source)
    assert "$a&lt;b$" in shown and shown.replace("\u2060", "").count("\\[ x") == 30
    closed = "\\\\[ x \\\\] " * 30
    assert markdown_html(closed).count("$$ x $$") == 30


CLOSED = {
    "\\\\[ x \\\\]": "$$ x $$",
    "\\\\( y \\\\)": "$ y $",
    "\\begin{align*} z \\end{align*}": "\\begin{align*} z \\end{align*}",
}


@pytest.mark.parametrize("opened", ["\\\\[ a ", "\\\\( a ", "\\begin{align*} a ", "\\begin{align} a "])
@pytest.mark.parametrize("number", [MAX_UNCLOSED, MAX_UNCLOSED + 1])
def test_mathematics_that_is_closed_stays_mathematics_however_many_openings_are_not(opened, number):
    shown = markdown_html(f"{' '.join(CLOSED)} {opened * number}")
    assert all(mathematics in shown for mathematics in CLOSED.values())
    assert shown.count("\u2060") == (number if number > MAX_UNCLOSED else 0)
    # Behind the openings too, in every kind but their own: there, the first of them is the one that is closed.
    others = {source: shown for source, shown in CLOSED.items() if not source.startswith(opened.removesuffix(" a "))}
    shown = markdown_html(f"{opened * number} {' '.join(others)}")
    assert all(mathematics in shown for mathematics in others.values())
    assert shown.count("\u2060") == (number if number > MAX_UNCLOSED else 0)


def test_a_large_picture_counts_as_one_and_survives_unchanged():
    data = "data:image/png;base64," + "iVBORw0KGgo/" * 40_000
    assert f'src="{data}"' in clean_html(f'<p><img src="{data}"></p>')
    assert f'src="{data}"' in markdown_html(f"![a plot]({data})")
    drawing = "<svg>" + "<g></g>" * 20_000 + "</svg>"
    assert clean_html(drawing).startswith('<img src="data:image/svg+xml;base64,')


@pytest.mark.parametrize("code", ["a." * 100_000, "(" * 1_000_000, "x = '<b>'\n" * 100_000])
def test_code_that_would_take_long_is_shown_without_colours(code):
    began = time.process_time()
    shown = highlight_code(code)
    assert (
        "<span" not in shown and "<b>" not in shown and code[:1000].replace("<", "&lt;").replace(">", "&gt;") in shown
    )
    assert len(shown) < 10 * MAX_TEXT
    assert time.process_time() - began < 5


def test_a_page_of_such_cells_is_made_in_bounded_time():
    """By nbconvert with the configuration of the course: its templates have more filters than are ours."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(Path(__file__).parents[3])).load_config()
    sources = [(text * 300_000)[:300_000] for text in (*OPENED, "a.", '"', "![a](")]
    cells = [make(text) for text in sources for make in (new_markdown_cell, new_code_cell)]
    cells += [new_markdown_cell((text * 40_000)[:40_000]) for text in (*OPENED, "![a](")]
    began = time.process_time()
    exporter = HTMLExporter(config=config, template_file="index.html.j2")  # ours ask for a gradebook too
    page, _ = exporter.from_notebook_node(new_notebook(cells=cells))
    assert page.count("the rest was cut off") >= 2 * len(sources)
    assert time.process_time() - began < 30


def test_other_code_has_its_colours():
    assert '<span class="k">def</span>' in highlight_code("def f(x):\n    return x")
