"""Taking away what a browser would run, and keeping what a person wants to see.

formgrader and the feedback pages show learners' outputs and Markdown on pages that share their origin with the
instructor's Jupyter server. Outputs are cleaned when the autograded notebook is written, because formgrader shows
that very file. Markdown is cleaned after it has become HTML: cleaning its source would eat `$a<b$`.

Parsers of HTML and of Markdown take time that grows with the square of what nests, or is opened and never closed. One
cell of a learner's could so hold up everybody's feedback, so what they are given is bounded.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import nh3
from jinja2 import pass_context
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import List, Unicode

from autograder.learners import shown

MAX_TEXT = 20_000  # characters of one output
MAX_PICTURE = 4 << 20
MAX_OUTPUTS = 100  # in one cell
MAX_HTML = 250_000  # characters without pictures
MAX_TAGS = 10_000
MAX_MARKDOWN = 50_000
MAX_CODE, MAX_LINE = 20_000, 2_000  # characters that are coloured, of a cell and of one of its lines
MAX_UNCLOSED = 20  # openings of mathematics without an end
TOO_LARGE = "<p>[HTML that is too large to be shown was left out]</p>"

PLAIN = ("text/plain", "text/latex")
ATTACHABLE = ("image/png", "image/jpeg", "image/gif")
PICTURES = (*ATTACHABLE, "image/svg+xml")
ATTACHED = "attachment:"  # how a text names a picture that was pasted into it

_ATTRIBUTES = {
    **{tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()},
    "*": {"class", "title", "align"},  # classes: see _keep_attribute
    "details": {"open"},
}
_PICTURE_URL = re.compile(r"data:image/(png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=\s]*\Z")
_HARMLESS_CLASS = re.compile(r"(highlight( hl-\w+)?|[a-z]{1,2}\d?|table)\Z")
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*\Z")
_SVG, _SVG_END = re.compile(r"<svg\b", re.IGNORECASE), re.compile(r"</svg\s*>", re.IGNORECASE)
_LONG_PICTURE = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=\s]{200,}")
_PICTURE_NAME = re.compile(r"(?<=;base64,)picture[0-9a-f]{24}")
_MATH_OPENS = re.compile(r"(\\)(\\([\[(])|begin\{([a-z]*\*?)\})")
_MATH_CLOSES = re.compile(r"(?<!\\)\\\\([\])])|\\end\{([a-z]*\*?)\}")
# Commands by which MathJax writes links, ids and styles into the page.
_ACTIVE_TEX = re.compile(r"\\(href|require|cssId|class|style|unicode|data)\b")
_CONTROL = re.compile(r"\x1b\[(?![0-9;]*m)[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")


def clean_html(text: str) -> str:
    """HTML that cannot run anything or fetch anything; inline drawings stay, as pictures."""
    short, pictures = _without_pictures(_with_pictures(text))
    if len(short) > MAX_HTML or short.count("<") > MAX_TAGS:
        return TOO_LARGE
    cleaned = nh3.clean(
        short,
        attributes=_ATTRIBUTES,
        attribute_filter=_keep_attribute,
        url_schemes={"http", "https", "mailto", "data"},
    )
    return _with_pictures_again(_ACTIVE_TEX.sub(r"\\text{\1}", cleaned), pictures)


def _without_pictures(text: str) -> tuple[str, dict[str, str]]:
    """The text with a short name for each picture's data, which are long, and letters and digits only."""
    pictures: dict[str, str] = {}

    def name(found: re.Match) -> str:
        key = f"picture{hashlib.sha256(found[0].encode()).hexdigest()[:24]}"
        pictures[key] = found[0]
        return key

    return _LONG_PICTURE.sub(name, text), pictures


def _with_pictures_again(text: str, pictures: dict[str, str]) -> str:
    return _PICTURE_NAME.sub(lambda found: pictures.get(found[0], found[0]), text) if pictures else text


def _with_pictures(text: str) -> str:
    """Each inline drawing replaced by a picture of itself."""
    parts, end = [], 0
    while (opens := _SVG.search(text, end)) and (ends := _SVG_END.search(text, opens.end())):
        parts += [text[end : opens.start()], f'<img src="{_picture_of(text[opens.start() : ends.end()])}">']
        end = ends.end()
    return "".join([*parts, text[end:]])


def _keep_attribute(tag: str, name: str, value: str) -> str | None:
    if name == "src":  # pictures come along or not at all: a remote one would tell its owner who grades, and when
        return value if _PICTURE_URL.match(value) else None
    if name == "class":  # of highlighted code and of the report; others could dress a cell up as part of the page
        return value if _HARMLESS_CLASS.match(value) else None
    if name == "href" and value.lower().lstrip().startswith("data:"):
        return None
    return value


def _picture_of(svg: str) -> str:
    """The drawing as the address of a picture: in an <img> no script runs and nothing is fetched."""
    if "xmlns=" not in svg.split(">", 1)[0]:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode("utf-8", "replace")).decode("ascii")


class _Renderer(IPythonRenderer):
    """nbconvert's, with a placeholder for each attached picture that is not there: nbconvert's gives up the page."""

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if url.startswith(ATTACHED):
            name = unquote(url.removeprefix(ATTACHED))
            data = self.attachments.get(name) or {}
            kind = next((kind for kind in ATTACHABLE if kind in data), None)
            if kind is None:
                said = html.escape(f"[{shown(name)}: only attached pictures in PNG, JPEG and GIF are shown here]")
                return f"<em>{said}</em>"
            url = f"data:{kind};base64,{_joined(data[kind])}"
        return super().image(text, url, title)


def markdown_html(source: str, attachments: dict | None = None) -> str:
    """Markdown as nbconvert renders it, mathematics untouched, then cleaned."""
    page, source = TOO_LARGE, _whole(source)
    short, pictures = _without_pictures(source)
    if len(short) <= MAX_MARKDOWN:
        renderer = _Renderer(escape=False, attachments=attachments or {}, embed_images=False, exclude_anchor_links=True)
        page = clean_html(MarkdownWithMath(renderer=renderer).render(_without_open_ends(short)))
    return _with_pictures_again(page, pictures) if page != TOO_LARGE else _plain(source)


def _plain(source: str) -> str:
    """As it is written, and no more of it than anybody would read: nbconvert goes through every page once more."""
    return f"<pre>{html.escape(_cut(source), quote=False)}</pre>"


def _without_open_ends(source: str) -> str:
    """The same to the eye, where openings of mathematics are no openings any more if nothing closes them.

    For each of them nbconvert's patterns look through the whole rest, again and again.
    """
    last = {found[1] or found[2]: found.start() for found in _MATH_CLOSES.finditer(source)}

    def is_open(found: re.Match) -> bool:
        end = {"[": "]", "(": ")"}.get(found[3], found[4])
        return last.get(end, -1) < found.start()

    if sum(map(is_open, _MATH_OPENS.finditer(source))) <= MAX_UNCLOSED:
        return source
    return _MATH_OPENS.sub(lambda found: f"{found[1]}\u2060{found[2]}" if is_open(found) else found[0], source)


@pass_context
def markdown2html(context: Any, source: str) -> str:
    """The filter of that name for nbconvert's templates; nbgrader_config.py puts it in the place of theirs."""
    return markdown_html(source, context.get("cell", {}).get("attachments"))


def highlight_code(source: str, language: str | None = None, metadata: dict | None = None) -> str:
    """The filter of that name for nbconvert's templates: code in colours, or as it is where that would take long."""
    if len(source) > MAX_CODE or max(map(len, source.split("\n"))) > MAX_LINE:
        return f'<div class="highlight">{_plain(source)}</div>'
    return _highlighter()(source, language or "ipython3", metadata)


def strip_files_prefix(text: str) -> str:
    """The filter of that name leaves pages alone: nbconvert's looks through all of one for each `[` in it, for links
    that notebooks of 2013 had."""
    return text


@lru_cache(maxsize=1)
def _highlighter() -> Highlight2HTML:
    return Highlight2HTML(pygments_lexer="ipython3")


def clean_text(text: Any) -> str:
    """Text for a page: no control characters but colours, and no more than anybody would read."""
    return _cut(_CONTROL.sub("", _joined(text)))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "\n... the rest was cut off ..."


class PageStep(NbGraderPreprocessor):
    """A step on the way to a page. nbgrader's base takes from it an option that nbconvert's exporter of pages sets."""

    display_data_priority = List(Unicode()).tag(config=True)


class CleanOutputs(PageStep):
    """Outputs that can be shown beside an instructor's session."""

    def preprocess_cell(self, cell: NotebookNode, resources: Any, cell_index: int) -> tuple[NotebookNode, Any]:
        clean_cell(cell)
        return cell, resources


def clean_cell(cell: NotebookNode) -> None:
    """Leave of a code cell's outputs what can be shown, and no more of them than anybody would look at."""
    if cell.cell_type == "code":
        cell.outputs = [output for found in cell.outputs[:MAX_OUTPUTS] if (output := clean_output(found))]


def clean_output(output: NotebookNode) -> NotebookNode | None:
    """A harmless copy of one output, or None when nothing of it can be shown."""
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return NotebookNode(output_type="stream", name=name, text=clean_text(output.get("text", "")))
    if kind == "error":
        fields = {name: clean_text(output.get(name, "")) for name in ("ename", "evalue")}
        return NotebookNode(
            output_type="error", traceback=[clean_text(x) for x in output.get("traceback", [])], **fields
        )
    if kind not in ("display_data", "execute_result"):
        return None
    data = _clean_data(output.get("data", {}))
    number = {"execution_count": None} if kind == "execute_result" else {}
    return NotebookNode(output_type=kind, data=NotebookNode(data), metadata=NotebookNode(), **number) if data else None


def clean_attachments(attachments: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The pictures that were pasted into a Markdown cell; of anything else nothing."""
    found = {_whole(str(name)): _clean_data(data) for name, data in attachments.items() if isinstance(data, dict)}
    kept = {name: {kind: data[kind] for kind in ATTACHABLE if kind in data} for name, data in found.items()}
    return {name: data for name, data in kept.items() if data}


def _clean_data(data: dict) -> dict[str, str]:
    kept = {}
    for kind, value in data.items():
        text = _joined(value)
        if kind in PLAIN:
            kept[kind] = _ACTIVE_TEX.sub(r"\\text{\1}", clean_text(text)) if kind == "text/latex" else clean_text(text)
        elif kind in PICTURES and len(text) <= MAX_PICTURE:
            if kind == "image/svg+xml" or _BASE64.match(text):  # nbconvert shows drawings as <img>, as we do
                kept[kind] = text
        elif kind == "text/html" and len(text) <= MAX_PICTURE:
            kept[kind] = clean_html(text)
        elif kind == "text/markdown" and len(text) <= MAX_TEXT:
            kept.setdefault("text/html", markdown_html(text))
    return kept


def _joined(value: Any) -> str:
    """The text of an output's field, which nbformat allows to be a list of lines."""
    lines = value if isinstance(value, list) else [value]
    return _whole("".join(line for line in lines if isinstance(line, str)))


def _whole(text: str) -> str:
    """Without half characters (lone surrogates): neither a file nor a page can hold one, and JSON can."""
    return text.encode("utf-8", "replace").decode("utf-8")
