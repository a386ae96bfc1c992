# 43 · Scripts, links and pictures from elsewhere in outputs, Markdown, exceptions and notes, on the way to a page.
# stock: formgrader and feedback run them, on the origin of the instructor's Jupyter server

import re
from types import SimpleNamespace

from autograder.selftest.exercise import RIGHT

EVIL = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    '<a href="javascript:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<img src="https://evil.example/pixel.png">',
    "<style>*{background:url(https://evil.example)}</style>",
    '<object data="data:text/html;base64,PHNjcmlwdD4="></object>',
    '<form action="https://evil.example"><button>x</button></form>',
    "<math><mtext></mtext><script>alert(1)</script></math>",
    "$\\href{javascript:alert(1)}{x}$",
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
)
RUNS = re.compile(
    r"<(script|iframe|object|embed|form|style|meta|link|base)\b|\son\w+\s*=|(href|src)\s*=\s*[\"']?\s*(javascript|https?:)"
    r"|\\href",
    re.IGNORECASE,
)
ESCAPED = re.compile(r"&lt;.*?&gt;|&#92;\w*", re.DOTALL)  # text about tags, and commands that MathJax does not see
SHOW = """
from IPython.display import HTML, SVG, Markdown, Javascript, Latex, display
for evil in EVIL:
    display(HTML(evil), Markdown(evil), Latex(evil), {"text/html": evil}, raw=False)
    display({"text/html": evil, "application/javascript": evil, "image/svg+xml": evil, "text/x": evil}, raw=True)
    display(Javascript("alert(1)"))
    print(evil)
"""


def faults(stage):
    from nbformat import NotebookNode, from_dict

    from autograder.bridge.clean import clean_cell, markdown_html
    from autograder.bridge.report import report_html

    answer = f"EVIL = {EVIL!r}\n{SHOW}\n{RIGHT}"
    handed = stage.hand_in(stage.document(answer))
    if handed.verdict.outcome != "right":
        yield f"it lost its points: {handed.verdict.message}"
    outputs = [from_dict(output) for cell in handed.result.outputs.values() for output in cell]
    if not outputs:
        yield "nothing was shown at all"
    cell = NotebookNode(cell_type="code", outputs=outputs)
    clean_cell(cell)
    for output in cell.outputs:
        for kind, text in output.get("data", {}).items():
            if kind == "text/html" and (found := RUNS.search(text)):
                yield f"{kind} keeps {found[0]!r}"
            if kind == "text/latex" and "\\href" in text:  # its tags are escaped by every template
                yield "mathematics keeps its links"
            if kind not in ("text/html", "text/plain", "text/latex", "image/png", "image/jpeg", "image/svg+xml"):
                yield f"{kind} is kept"
    for text in ("![x](attachment:gone.svg)", "![x](attachment:)", "![x](attachment:\ud800.png)", "\udfff"):
        if "the rest" not in markdown_html(f"the rest {text}"):
            yield f"{text!r} costs the rest of the text"
    for evil in EVIL:
        if found := RUNS.search(markdown_html(evil)):
            yield f"Markdown keeps {found[0]!r}"
        failing = f"class Oops(Exception): pass\nOops.__name__ = {evil!r}\ndef gradients(*a):\n    raise Oops({evil!r})"
        failed = stage.hand_in(stage.document(failing, metadata={"title": evil}))
        if (failed.verdict.points, failed.verdict.outcome) != (0, "wrong"):
            yield f"an exception with {evil!r}: {failed.verdict.outcome}"
        failed.submission.note(evil)
        master = SimpleNamespace(name=evil, cells=())
        judged = SimpleNamespace(result=failed.result, submission=failed.submission, master=master, woven=())
        if found := RUNS.search(ESCAPED.sub("", report_html(judged))):
            yield f"the report keeps {found[0]!r}"
