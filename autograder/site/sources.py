"""The folder that Sphinx reads: front page, notebooks that were run, claims, reference and documents."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.authoring import course_map
from autograder.paths import Paths
from autograder.site import claims, pages, reference
from autograder.source.cells import Source

# Documents for people who change the course; the others are for instructors, but what is for everybody.
FOR_CONTRIBUTORS = ("contributing", "architecture", "engine", "hostile-cases", "stock-nbgrader")
FOR_EVERYBODY = ("drawing",)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")

FRONT = """\
---
html_theme.sidebar_secondary.remove: true
---

# Automatic differentiation, in notebooks

````{{raw}} html
<div class="front">
<div>
<p class="lead">How does <code>loss.backward()</code> know the slopes? In {number} notebooks you predict, run and look,
and write an engine of your own that finds them. Each exercise has a check that names the law your answer breaks.</p>
<ul class="ways">
<li><a href="course/index.html"><strong>The course</strong> {number} notebooks, run here without any answer</a></li>
{claims}<li><a href="reference/index.html"><strong>minigrad</strong> the numpy package behind it, which behaves as
PyTorch does</a></li>
<li><a href="instructors.html"><strong>For instructors</strong> hand out, collect, and grade with hidden tests</a></li>
</ul>
</div>
<div class="stepper">
{stepper}
<p class="caption">A backward pass, as it ran. <em>Next</em> walks through it: which edge fires, what arrives, and where
gradients are added. Every graph in the course can be walked like this.</p>
</div>
</div>
````

```{{toctree}}
:hidden:

{contents}
```
"""
CLAIMS = """\
<li><a href="claims.html"><strong>What people say</strong> {number} statements about autograd, settled</a></li>
"""
SECTION = "# {title}\n\n{words}\n\n```{{toctree}}\n:maxdepth: 1\n\n{contents}\n```\n"
INSTRUCTORS = "How a term goes, from handing notebooks out to marks, and what the grader does not stop."
CONTRIBUTORS = "How to change a notebook, a test, the judge or the engine, and how each of them is built."
STUBS = """
On these pages each notebook was run as learners get it, with no answer in it. So a check below an exercise says that
nothing has been filled in, and a cell that needs an answer fails. What a prediction is about is folded away: say what
you expect, then unfold it. To answer, run the notebooks yourself.
"""


def write(
    paths: Paths, folder: Path, notebooks: Mapping[str, NotebookNode], sources: Collection[Source], stepper: str
) -> None:
    """Write all pages of the site, for these notebooks, into an empty folder."""
    rows = claims.read(paths.docs / "settled.json")
    linked = claims.linked_cells(rows)
    for name, notebook in notebooks.items():
        page = pages.page(notebook, notebooks, linked.get(name, ()))
        _put(folder / "course" / f"{name}.ipynb", nbformat.writes(page, version=4))
    _put(folder / "course" / "index.md", _map(paths, notebooks))
    for name, text in reference.pages().items():
        _put(folder / "reference" / name, text)
    documents = _documents(paths, folder / "docs")
    _put(folder / "instructors.md", _section("For instructors", INSTRUCTORS, documents, FOR_CONTRIBUTORS, False))
    _put(folder / "contributors.md", _section("For contributors", CONTRIBUTORS, documents, FOR_CONTRIBUTORS, True))
    contents = ["Course <course/index>", "Reference <reference/index>", "Drawings <docs/drawing>"]
    contents += ["Instructors <instructors>", "Contributors <contributors>"]
    if rows:
        _put(folder / "claims.md", claims.page(sources, rows, notebooks))
        contents.insert(1, "What people say <claims>")
    told = CLAIMS.format(number=len(rows)) if rows else ""
    front = FRONT.format(number=len(notebooks), claims=told, stepper=stepper, contents="\n".join(contents))
    _put(folder / "index.md", front)


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _map(paths: Paths, names: Collection[str]) -> str:
    """The map of the course, whose links lead to pages, with the contents for the sidebar."""
    text = (paths.course / course_map.FILE).read_text(encoding="utf-8")
    text = _LINK.sub(lambda link: _to(link, {f"{name}/{name}.ipynb": f"{name}.ipynb" for name in names}), text)
    first, rest = text.split("\n\n", 1)
    contents = "\n".join(names)
    return f"{first}\n{STUBS}\n{rest}\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n"


def _documents(paths: Paths, folder: Path) -> list[str]:
    """Copy what is in docs/, and CONTRIBUTING.md; the names of the documents."""
    shutil.copytree(paths.docs / "pictures", folder / "pictures")
    files = {file.stem: file for file in sorted(paths.docs.glob("*.md"))}
    files["contributing"] = paths.root / "CONTRIBUTING.md"
    there = {os.path.relpath(file, paths.docs): f"{name}.md" for name, file in files.items()}
    for name, file in files.items():
        text = file.read_text(encoding="utf-8")
        _put(folder / f"{name}.md", _LINK.sub(lambda link: _to(link, there), text))
    return list(files)


def _to(link: re.Match[str], there: Mapping[str, str]) -> str:
    """A link to a page that is here; one to a file that is not on the site becomes its words."""
    words, target, place = link[1], link[2], link[3] or ""
    if re.match(r"[a-z]+:", target):
        return link[0]
    return f"[{words}]({there[target]}{place})" if target in there else words


def _section(title: str, words: str, documents: Collection[str], listed: Collection[str], inside: bool) -> str:
    """A page that lists documents: those in `listed`, or all the others."""
    chosen = [name for name in listed if name in documents] if inside else []
    chosen = chosen or [name for name in documents if name not in listed and name not in FOR_EVERYBODY]
    return SECTION.format(title=title, words=words, contents="\n".join(f"docs/{name}" for name in chosen))
