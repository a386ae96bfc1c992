"""What Sphinx does with the pages of the course; `autograder site` calls it and sets version and copyright."""

from __future__ import annotations

from html import escape
from pathlib import Path

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

from autograder.site.docstrings import as_rst, signature

HERE = Path(__file__).parent

project = "minigrad-course"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
language = "en"
nb_execution_mode = "off"  # they were run before, without answers
nb_merge_streams = True
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # an exercise may be two levels below what comes before it
highlight_language = "none"
smartquotes = False
default_role = "literal"
autodoc_member_order = "alphabetical"
autodoc_class_signature = "mixed"
add_module_names = False
python_display_short_literal_types = True

html_theme = "pydata_sphinx_theme"
html_title = "minigrad-course"
html_static_path = [str(HERE / "static")]
html_favicon = str(HERE / "static" / "icon.svg")
html_css_files = ["course.css"]
html_js_files = ["theme.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_math_renderer = "mathml"
html_use_index = False
html_domain_indices = False
html_context = {"default_mode": "auto"}
html_theme_options = {
    "navbar_persistent": ["search-button"],
    "navbar_end": ["theme-switcher"],
    "footer_start": [],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": True,
    "navigation_with_keys": False,  # the arrow keys belong to the drawings
    "show_nav_level": 1,
    "header_links_before_dropdown": 6,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars: dict[str, list[str]] = {"index": [], "claims": [], "docs/drawing": []}

#: What docutils does not know, in what it knows.
MACROS = {r"\dots": r"\ldots", r"\Big": ""}


def math(self, node: nodes.Element) -> None:
    """A formula as MathML, which browsers draw without a script and without a font from elsewhere."""
    text = node.astext()
    for macro, known in MACROS.items():
        text = text.replace(macro, known)
    block = isinstance(node, nodes.math_block)
    formula = tex2mathml(text, as_block=block)
    self.body.append(f'<div class="formula" tabindex="0">{formula}</div>' if block else formula)
    raise nodes.SkipNode


def fold(self, node: nodes.Element) -> None:
    """A folded part, whose summary says what is in it, also to those who only hear it."""
    self.body.append(f'<details class="fold {escape(" ".join(node["classes"]))}">')
    self.body.append(f"<summary>{escape(node['prompt_show'])}</summary>\n")


def unfold(self, node: nodes.Element) -> None:
    self.body.append("</details>\n")


def docstring(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    lines[:] = as_rst("\n".join(lines))


def arguments(app: Sphinx, what: str, name: str, obj: object, options: object, given: str, returned: str):
    found = signature(obj)
    return (found, returned) if found else None


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", inline_renderers=(math, None), block_renderers=(math, None))
    app.add_node(HideCodeCellNode, override=True, html=(fold, unfold))
    app.connect("autodoc-process-docstring", docstring)
    app.connect("autodoc-process-signature", arguments)
