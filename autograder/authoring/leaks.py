"""The leak scan: nothing that learners get may show a solution, a hidden test, or how the course is made.

Works on course/, on one release, and on the archive that learners receive. What a file may show depends on the notebook
it belongs to: the solutions of a notebook and of all later ones are secret, those of earlier ones are out.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from autograder.authoring.beside import slot_texts
from autograder.authoring.containers import embedded, files, text_of
from autograder.authoring.secret_lines import SHORTEST, Published, Secret, hidden_spans, released, secrets_of
from autograder.authoring.squeeze import Squeezed, squeeze, without_comment
from autograder.source.cells import Source
from autograder.source.findings import Finding

_MARK = re.compile(
    r"#{2,}\s*(?:begin|end)\s+(?:solution|hidden\s+tests?|mark\s+scheme)\b|#{2,}\s*stub\b"
    r"|(?-i:BEGIN|END) (?-i:SOLUTION|HIDDEN TESTS|MARK SCHEME)",
    re.IGNORECASE,
)
_PAIRING = re.compile(r"""\bjupytext["']?\s*:|\blines_to_next_cell\b|["']?text_representation["']?\s*:""")


class LeakScan:
    """Knows a whole course, and finds what of it must not be in a file."""

    def __init__(self, sources: Iterable[Source], mutants: Path | None = None, root: Path | None = None):
        self.sources = sorted(sources, key=lambda source: source.name)
        self._secrets = {source.name: secrets_of(source, mutants, root) for source in self.sources}
        self._index = cache(self._make_index)

    def scan(self, place: Path, label: str = "", published: Iterable[Path] = ()) -> list[Finding]:
        """What leaks in a folder, archive or file; `label` is how messages call it.

        `published` are folders whose files learners get on purpose (the package itself): a file with the same bytes
        as one of theirs is passed over.
        """
        known = {path.read_bytes() for folder in published for path in folder.rglob("*") if path.is_file()}
        label = label or str(place)
        found = []
        for name, data in files(place):
            shown = f"{label}/{name}" if place.is_dir() else label + name.removeprefix(place.name)
            if data not in known:
                found += self.scan_file(shown, data, self._notebook_of(name) or self._notebook_of(label))
        return sorted(set(found))

    def scan_file(self, shown: str, data: bytes, notebook: str | None) -> list[Finding]:
        """What leaks in one file of (the release of) a notebook; None: a file that learners get from the start."""
        text = text_of(data)
        found = [*_marks_and_pairing(shown, text), *self._secret_lines(shown, text, notebook)]
        for line, part in embedded(text):
            inside = self._secret_lines(shown, text_of(part), notebook) + _marks_and_pairing(shown, text_of(part))
            found += [Finding(shown, line, f"in an attachment: {each.message}") for each in inside[:1]]
        if shown.endswith(".ipynb"):
            found += self._notebook_structure(shown, text, notebook)
        return found

    def _secret_lines(self, shown: str, text: str, notebook: str | None) -> list[Finding]:
        hits: dict[int, Secret] = {}
        index = self._index(notebook)
        for comments in (True, False):
            squeezed = Squeezed.of(text, comments)
            for position in range(len(squeezed.text) - SHORTEST + 1):
                for secret in index.get(squeezed.text[position : position + SHORTEST], ()):
                    if squeezed.text.startswith(secret.text, position):
                        hits.setdefault(squeezed.line_at(position), secret)
        # A pasted solution hits on each of its lines: the first line of a run is enough to find it.
        first = [line for line in sorted(hits) if line - 1 not in hits]
        return [Finding(shown, line, _told(hits[line])) for line in first]

    def _make_index(self, notebook: str | None) -> dict[str, list[Secret]]:
        """The secrets for files of one notebook, by how they begin."""
        upto = [source for source in self.sources if notebook is None or source.name <= notebook]
        # A release may bring the answers of earlier notebooks along, as the engine's slots.
        earlier = [source for source in upto if notebook is not None and source.name < notebook]
        published = Published.of(upto, slot_texts(earlier))
        index: dict[str, list[Secret]] = defaultdict(list)
        for name, secrets in self._secrets.items():
            if notebook is None or name >= notebook:
                for secret in secrets:
                    if not published.holds(secret):
                        index[secret.text[:SHORTEST]].append(secret)
        return index

    def _notebook_of(self, name: str) -> str | None:
        parts = name.split("/")
        return next((s.name for s in self.sources for part in parts if part.startswith(s.name)), None)

    def _notebook_structure(self, shown: str, text: str, notebook: str | None) -> Iterator[Finding]:
        try:
            cells = json.loads(text)["cells"]
        except (ValueError, KeyError, TypeError):
            yield Finding(shown, 1, "this is not a notebook: build it again")
            return
        source = next((each for each in self.sources if each.name == notebook), None)
        for cell in cells:
            line = _line_of(cell, text)
            if cell.get("outputs") or cell.get("execution_count"):
                yield Finding(shown, line, "a cell with an output or an execution count: a release has neither")
            if source and _shows_its_answer(source, cell):
                yield Finding(shown, line, "this cell still holds its solution or its hidden tests: build it again")


def _marks_and_pairing(shown: str, text: str) -> list[Finding]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if _MARK.search(line):
            found.append(Finding(shown, number, "a region mark of the instructor's copy: a release has none"))
        if _PAIRING.search(line):
            found.append(Finding(shown, number, "pairing metadata of jupytext: a release must not point to its source"))
    return found


def _told(secret: Secret) -> str:
    line = secret.line if len(secret.line) <= 60 else secret.line[:57] + "..."
    return f"this gives away {secret.where} (`{line}`): take it out, or say it in other words"


def _line_of(cell: dict[str, Any], text: str) -> int:
    match = re.search(rf'"id":\s*"{re.escape(str(cell.get("id")))}"', text)
    return text.count("\n", 0, match.start()) + 1 if match else 1


def _shows_its_answer(source: Source, cell: dict[str, Any]) -> bool:
    """Whether a released cell holds what was to be taken out of it, however short that is."""
    original = source.find((cell.get("metadata") or {}).get("nbgrader", {}).get("grade_id", ""))
    if original is None:
        return False
    text = cell.get("source", "")
    here = _code("".join(text) if isinstance(text, list) else text)
    lines = original.source.split("\n")
    hidden = (_code("\n".join(lines[first:last])) for first, last in hidden_spans(original))
    return any(part and part in here and part not in _code(released(original)) for part in hidden)


def _code(text: str) -> str:
    return "".join(squeeze(without_comment(line)) for line in text.split("\n"))
