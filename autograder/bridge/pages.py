"""What formgrader's pages and feedback are made with: our templates before nbgrader's, and MathJax.

MathJax is inside every page, so that formulas are set without a network and nobody learns who reads a page, and when. A
feedback page is one file that is handed on by itself: what it needs has to be in it.
"""

from __future__ import annotations

import base64
import json
from functools import lru_cache
from pathlib import Path

import nbgrader

# Where nbconvert looks for templates. Ours are `course.html.j2` and begin with nbgrader's `index.html.j2`.
TEMPLATES = [
    str(Path(__file__).with_name("templates")),
    str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"),
]
MATHJAX = Path(__file__).with_name("mathjax-3.2.2")
COMPONENTS = ("startup", "core", "tex", "chtml", "fonts", "assistive-mml")  # startup first: the others report to it

# nbconvert's settings, said to MathJax 3. Nothing is ever loaded, so `require` and `autoload` have to go, and with them
# all commands that write links, ids and styles into a page. Formgrader's script speaks to MathJax 2, and waits for it.
_BEFORE = """
window.MathJax = {
  startup: {typeset: true},
  loader: {load: [], ready: () => {}},
  options: {enableAssistiveMml: true},
  tex: {
    packages: {'[-]': ['require', 'autoload']},
    tags: 'ams',
    inlineMath: [['$', '$'], ['\\\\(', '\\\\)']],
    displayMath: [['$$', '$$'], ['\\\\[', '\\\\]']],
    processEscapes: true,
    processEnvironments: true,
  },
};
"""
_AFTER = """
(() => {
  const fonts = MathJax._.output.chtml.fonts.tex_ts.TeXFont.defaultFonts;
  for (const [rule, face] of Object.entries(fonts)) {
    if (!rule.startsWith('@font-face')) continue;
    const data = FONTS[face.src.match(/[\\w-]+\\.woff/)[0]];
    if (data) face.src = `url("data:font/woff;base64,${data}") format("woff")`;
    else delete fonts[rule];
  }
  MathJax.loader.preLoad('core', 'input/tex', 'output/chtml', 'output/chtml/fonts/tex', 'a11y/assistive-mml');
  MathJax.Hub = {Startup: {signal: {Interest: (tell) => {
    const end = () => tell('End');
    MathJax.startup.promise.then(end, end);
  }}}};
  MathJax.startup.defaultReady();
})();
"""


@lru_cache(maxsize=1)
def mathjax() -> str:
    """Scripts for the head of a page: MathJax with its fonts, set up for what notebooks write."""
    fonts = {file.name: base64.b64encode(file.read_bytes()).decode("ascii") for file in MATHJAX.glob("*.woff")}
    components = [(MATHJAX / f"{name}.js").read_text(encoding="utf-8") for name in COMPONENTS]
    after = _AFTER.replace("FONTS", json.dumps(fonts, sort_keys=True))
    return "\n".join(f"<script>{code}</script>" for code in (_BEFORE, *components, after))
