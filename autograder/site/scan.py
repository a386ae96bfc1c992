"""Nothing on the site gives an answer away: no line of a solution, a hidden test or a mutant, and nothing that only a
run with answers prints.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from nbformat import NotebookNode

from autograder.authoring.leaks import LeakScan
from autograder.authoring.masters import digest_of
from autograder.authoring.notebook import instructor_notebook
from autograder.authoring.secret_lines import released
from autograder.authoring.squeeze import squeeze
from autograder.paths import Paths
from autograder.site.pages import role
from autograder.site.running import run_all, said
from autograder.source.cells import Source
from autograder.source.findings import Finding

SHORTEST = 12  # squeezed: a shorter line, such as a number, could come from anywhere
KEPT = "site-reference"  # in build/: what each notebook prints with the reference's answers
# The documents speak of the marks in an instructor's copy; on a page of a notebook they would be a leak.
_MARKS = re.compile(r"#+ ?(?:BEGIN|END) (?:SOLUTION|HIDDEN TESTS|MARK SCHEME)|#+ ?STUB")
_SPOKEN = ("alt", "title", "aria-label", "src", "href", "content")


@dataclass(frozen=True)
class Outputs:
    """What notebooks print, line by line."""

    lines: Mapping[str, Collection[str]]

    @classmethod
    def of(cls, notebooks: Mapping[str, NotebookNode]) -> Outputs:
        """Without what test cells print: that is about the answers, and the same for everybody whose answers hold."""
        found = {}
        for name, notebook in notebooks.items():
            cells = (cell for cell in notebook.cells if cell.cell_type == "code" and role(cell) != "test")
            found[name] = sorted({line for cell in cells for line in said(cell).split("\n") if line.strip()})
        return cls(found)


class _Text(HTMLParser):
    """All that a page says: its text, its scripts, and what is said of pictures."""

    def __init__(self, text: str):
        super().__init__()
        self.parts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts += [f"\n{value}\n" for name, value in attrs if name in _SPOKEN and value]

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of_page(html: str) -> str:
    """What a page says, with the lines of code whole again that colours cut into pieces."""
    return "".join(_Text(html).parts)


def leaks(paths: Paths, sources: Collection[Source], folder: Path, seen: Outputs) -> Iterator[Finding]:
    """What the pages in a folder give away; `seen` is what the notebooks printed that these pages were made of."""
    scan = LeakScan(sources, paths.mutants, paths.root)
    from_answers = _from_answers(paths, [source for source in sources if source.name in seen.lines], seen)
    for file in sorted(folder.rglob("*.html")):  # the index for searching holds words, and no two of them in order
        shown = file.relative_to(folder).as_posix()
        raw = file.read_text(encoding="utf-8")
        if str(paths.root) in raw:
            yield Finding(shown, 1, "this names a folder of the machine that built it")
        text = text_of_page(raw)
        notebook = file.stem if file.parent.name == "course" and file.stem in seen.lines else None
        if notebook is None:
            text = _MARKS.sub("", text)
        yield from scan.scan_file(shown, text.encode(), notebook)
        if notebook or file.stem == "claims":
            squeezed = "".join(map(squeeze, text.split("\n")))
            for line in from_answers:
                if squeeze(line) in squeezed:
                    yield Finding(shown, 1, f"this is printed only by a run with the answers: `{line.strip()[:60]}`")


def _from_answers(paths: Paths, sources: Collection[Source], seen: Outputs) -> list[str]:
    """The lines that the reference's run prints and the run without answers does not."""
    known = [line for lines in seen.lines.values() for line in lines]
    known += [line for source in sources for cell in source.cells for line in released(cell).split("\n")]
    known_text = "".join(map(squeeze, known))
    found = []
    for lines in _of_reference(paths, sources).lines.values():
        for line in lines:
            tells = squeeze(line)
            if len(tells) >= SHORTEST and re.search("[a-z]", tells) and tells not in known_text:
                found.append(line)
    return found


def _of_reference(paths: Paths, sources: Collection[Source]) -> Outputs:
    """What the notebooks print with the reference's answers; run again only when something has changed."""
    kept = {source.name: _kept(paths, source.name) for source in sources}
    missing = [source for source in sources if kept[source.name] is None]
    ran = Outputs.of(run_all({source.name: instructor_notebook(source) for source in missing}, paths.course))
    for name, lines in ran.lines.items():
        file = paths.build / KEPT / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"digest": digest_of(paths, name), "lines": list(lines)}), encoding="utf-8")
    return Outputs({name: lines for name, lines in kept.items() if lines is not None} | dict(ran.lines))


def _kept(paths: Paths, name: str) -> Collection[str] | None:
    try:
        found = json.loads((paths.build / KEPT / f"{name}.json").read_text(encoding="utf-8"))
        return found["lines"] if found["digest"] == digest_of(paths, name) else None
    except (OSError, ValueError, KeyError):
        return None
