"""What the pages say: nothing that gives an answer away, no link that leads nowhere, and all that was promised."""

from __future__ import annotations

import re

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from autograder.errors import CourseError
from autograder.site import claims, links, pages, scan
from autograder.site.docstrings import as_rst
from autograder.site.running import run_all
from autograder.source.cells import read_source
from tests.notebooks.lesson import PATHS

NAME = "05_custom_functions"


@pytest.fixture(scope="module")
def sources():
    return [read_source(PATHS.solutions / f"{name}.py", PATHS.root) for name in PATHS.names()]


def write(folder, name, body):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


def leaks(folder, sources, *names):
    return [
        finding.message for finding in scan.leaks(PATHS, sources, folder, scan.Outputs({name: [] for name in names}))
    ]


def test_an_answer_that_colours_have_cut_into_pieces_is_found(tmp_path, sources):
    source = next(each for each in sources if each.name == NAME)
    answer = source.find("ex5_3").source.split("### BEGIN SOLUTION\n")[1].split("### STUB")[0]
    coloured = re.sub(r"(\w+)", r"<span>\1</span>", answer)
    write(tmp_path, f"docs/{NAME}.html", f"<pre>{coloured}</pre>")
    assert "gives away" in leaks(tmp_path, sources)[0]
    write(tmp_path, f"docs/{NAME}.html", f"<pre>{source.cells[1].source}</pre>")
    assert not leaks(tmp_path, sources)


def test_what_only_a_run_with_answers_prints_is_found(tmp_path, sources, monkeypatch):
    told = "the slope, by your own engine: 12.25"
    monkeypatch.setattr(scan, "_of_reference", lambda paths, chosen: scan.Outputs({NAME: [told]}))
    write(tmp_path, f"course/{NAME}.html", f"<pre>{told}</pre>")
    assert "only by a run with the answers" in leaks(tmp_path, sources, NAME)[0]
    seen = scan.Outputs({NAME: [told]})  # and a line that the run without answers prints too is everybody's
    assert not list(scan.leaks(PATHS, sources, tmp_path, seen))


def test_a_page_names_no_folder_of_the_machine(tmp_path, sources):
    write(tmp_path, "index.html", f"<p>{PATHS.root}/minigrad</p>")
    assert "folder of the machine" in leaks(tmp_path, sources)[0]


@pytest.mark.parametrize(
    "body, said",
    [
        ('<a href="there.html">x</a>', "leads nowhere"),
        ('<a href="../index.html">x</a>', "leads nowhere"),
        ('<a href="#part">x</a>', "no such place"),
        ('<img src="https://example.org/a.png">', "loaded from the network"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "loaded from the network"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path, body, said):
    write(tmp_path, "index.html", body)
    assert said in next(links.broken(tmp_path)).message


def test_links_that_lead_somewhere_are_let_be(tmp_path):
    write(
        tmp_path,
        "index.html",
        '<p id="part"><a href="a/b.html#c">x</a><a href="#part">y</a><a href="https://x.org">z</a>',
    )
    write(tmp_path, "a/b.html", '<p id="c"><a href="../index.html">x</a><img src="data:image/png;base64,AA==">')
    assert not list(links.broken(tmp_path))


def cell(source, *outputs, **nbgrader):
    return new_code_cell(source, outputs=list(outputs), metadata={"nbgrader": nbgrader} if nbgrader else {})


PRINTED = new_output("stream", name="stdout", text="6.0\n")


def test_what_a_prediction_is_about_is_folded_and_the_checks_too():
    error = new_output("error", ename="NotImplementedError", evalue="still the stub", traceback=["\x1b[31m/home/me"])
    found = pages.page(
        new_notebook(
            cells=[
                new_markdown_cell("A number."),
                cell("print(x)", PRINTED),
                new_markdown_cell("Look.\n\nPredict the slope."),
                cell("print(y)", PRINTED),
                new_markdown_cell("What comes out?"),
                cell("print(z)", PRINTED),
                new_markdown_cell("The table."),
                cell("beside(said, seen)", PRINTED),
                cell("close(f(3), 6)", error, grade=True, grade_id="ex1_1_test"),
            ]
        ),
        [],
    )
    tags = [each.metadata.tags for each in found.cells if each.cell_type == "code"]
    assert [("hide-output" in each, "hide-input" in each) for each in tags] == [
        (False, False),
        (True, False),
        (True, False),
        (True, False),
        (False, True),
    ]
    assert found.cells[-1].outputs[0].text == "NotImplementedError: still the stub\n"


def test_an_outputs_link_to_a_notebook_leads_to_its_page_or_is_words():
    html = '<a href="../01_tensors/01_tensors.ipynb#Exercise-1.5-%C2%B7-sum_to_shape">1.5</a>'
    output = new_output("display_data", {"text/html": html, "text/plain": "1.5"})
    shown = [
        pages.page(nbformat.from_dict(new_notebook(cells=[cell("whose()", output)])), there).cells[0].outputs[0]
        for there in (["01_tensors"], [])
    ]
    assert shown[0].data["text/html"] == '<a href="01_tensors.html#exercise-1-5-sum-to-shape">1.5</a>'
    assert shown[1].data["text/html"] == "1.5"


def test_each_claim_stands_on_its_page_once_with_its_verdict(sources):
    rows = claims.read(PATHS.docs / "settled.json")
    page = claims.page(sources, rows, PATHS.names())
    for row in rows:
        (line,) = (line for line in page.split("\n") if f"**{row['claim']}**" in line)
        assert f">{claims.WORDS[row['verdict']]}</span>" in line and f"#cell-{row['cell']}" in line
    assert page.count("\n## ") > 20


def test_a_claim_without_a_sentence_is_refused(sources):
    rows = [*claims.read(PATHS.docs / "settled.json"), {"claim": "C9-99", "verdict": "holds", "notebook": "11_claims"}]
    with pytest.raises(CourseError, match="C9-99"):
        claims.page(sources, rows, PATHS.names())


def test_a_docstring_keeps_its_columns_its_names_and_its_examples():
    told = as_rst(
        "Takes `x`s and *args, as copy_ does.\n\ndim    which\n       dimension\nkeep   or not\n\n>>> f(1)\n2"
    )
    assert told[0] == "Takes ``x``\\ s and \\*args, as copy\\_ does."
    assert told[2:8] == ["``dim``", "   which dimension", "", "``keep``", "   or not", ""]
    assert told[8:] == [".. code-block:: pycon", "", "   >>> f(1)", "   2", ""]


def test_a_kernel_ends_with_its_notebook(tmp_path):
    """Twenty-four of them, kept to the end, would take the memory of the machine that builds the pages."""
    (tmp_path / "01_small").mkdir()
    before = psutil.Process().children(recursive=True)
    notebook = new_notebook(cells=[new_code_cell("print('it ran')")])
    ran = run_all({"01_small": notebook}, tmp_path)["01_small"]
    assert ran.cells[0].outputs[0].text == "it ran\n"
    assert not set(psutil.Process().children(recursive=True)) - set(before)
