"""Make the pictures of docs/drawing.md from its own code blocks: `python docs/pictures/make.py`."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import minigrad as mg
import minigrad.drawing

HERE = Path(__file__).parent
PAGE = HERE.parent / "drawing.md"
BLOCK = re.compile(r"```python\n(.*?)```\n\n!\[[^\]]+\]\(pictures/(\w+)\.svg\)", re.S)


def pictures() -> Iterator[tuple[str, str]]:
    """Name and SVG of each picture: the block above it is run, and its last line is what is drawn."""
    for source, name in BLOCK.findall(PAGE.read_text("utf8")):
        *before, last = source.rstrip().splitlines()
        file = f"<{name}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        scope = {"mg": mg, "np": np}
        exec(compile("\n".join(before), file, "exec"), scope)
        yield name, eval(last, scope).svg(f"mg-{name}") + "\n"


if __name__ == "__main__":
    for name, svg in pictures():
        (HERE / f"{name}.svg").write_text(svg, "utf8")
        print(HERE / f"{name}.svg")
