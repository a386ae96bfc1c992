"""Drawings in files: a page that can be walked through, a picture as SVG or PNG, a backward pass as a GIF.

The page and the SVG are what a notebook shows. Pixels are made from the SVG by resvg, in a font that matplotlib brings,
so that a picture looks the same on every machine.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .model import Graph
from .palette import DARK, LIGHT
from .svg import picture

MOST_PIXELS = 40_000_000  # of one picture: what a viewer still opens
MOST_FRAMES = 100  # more is no longer looked at to its end, and takes minutes to make
SECONDS = 1.6  # for each frame of a GIF: a sentence is read meanwhile
FORMS = (".html", ".svg", ".png", ".gif")

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root{{color-scheme:light dark}}
body{{margin:1rem;background:{light};font-family:system-ui,sans-serif}}
@media (prefers-color-scheme:dark){{body{{background:{dark}}}}}
</style>
</head>
<body>
<main>
{content}
</main>
</body>
</html>
"""


def form_of(path: Any, forms: Sequence[str] = FORMS) -> str:
    """The form that the ending of a path asks for; ValueError for one that there is none of."""
    form = Path(path).suffix.lower()
    if form not in forms:
        said = f"{', '.join(forms[:-1])} or {forms[-1]}"
        raise ValueError(f"save() writes what the name ends in, {said}; {Path(path).name!r} ends in none of them")
    return form


def page(content: str, title: str) -> bytes:
    """One file with the picture, its words and the script, that asks no network for anything."""
    made = PAGE.format(title=html.escape(title), light=LIGHT["paper"], dark=DARK["paper"], content=content)
    return made.encode()


def pixels(svg: str, dark: bool = False, scale: float = 2.0) -> bytes:
    """A picture as PNG. `scale` is in pixels of the file for each pixel of the SVG."""
    try:
        import resvg_py
        from matplotlib import get_data_path
    except ImportError as error:
        raise ImportError(
            "for a picture as .png or .gif, run:  pip install resvg-py matplotlib pillow  (.html and .svg need neither)"
        ) from error
    wide, high = map(float, re.findall(r'(?:width|height)="([\d.]+)"', svg[: svg.index(">")])[:2])
    if not scale > 0 or wide * high * scale * scale > MOST_PIXELS:
        raise ValueError(
            f"a picture of {wide:.0f} by {high:.0f} at scale={scale} would have more than {MOST_PIXELS // 10**6} "
            "million pixels, or none: choose another scale, or save it as .svg"
        )
    palette = DARK if dark else LIGHT
    plain = re.sub(r"var\(--(\w+)\)", lambda found: palette[found[1]], svg)
    plain = plain.replace(f'fill="{LIGHT["paper"]}"', f'fill="{palette["paper"]}"')
    fonts = Path(get_data_path(), "fonts", "ttf")
    made = resvg_py.svg_to_bytes(
        svg_string=plain,
        zoom=scale,
        font_files=[str(fonts / "DejaVuSansMono.ttf"), str(fonts / "DejaVuSansMono-Bold.ttf")],
        monospace_family="DejaVu Sans Mono",
        skip_system_fonts=all(ord(letter) < 0x2E80 for letter in plain),  # beyond that, whatever the system has
    )
    return bytes(made)


def frames(graph: Graph, down: bool | None) -> list[str]:
    """The recorded pass as pictures: before it, then after each step, with the step's sentence below."""
    if not graph.steps:
        raise ValueError("a .gif shows a backward pass, step by step: draw(..., backward=True).save(...)")
    if len(graph.steps) >= MOST_FRAMES:
        raise ValueError(
            f"this pass has {len(graph.steps)} steps, and a .gif gets {MOST_FRAMES - 1} at most: save it as .html"
        )
    told = ["Before the pass.", *(step.text for step in graph.steps)]
    return [
        picture(replace(graph, opens=k, notes=[*graph.notes, text]), f"frame{k}", down, marked=True)
        for k, text in enumerate(told)
    ]


def film(stills: list[str], dark: bool, scale: float, seconds: float) -> bytes:
    """Pictures as a GIF that begins again; each stands on the top of the largest."""
    shots = [pixels(svg, dark, scale) for svg in stills]
    from PIL import Image

    images = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    size = max(image.width for image in images), max(image.height for image in images)
    if size[0] * size[1] * len(images) > 10 * MOST_PIXELS:
        raise ValueError(f"{len(images)} pictures of {size[0]} by {size[1]} pixels are too many for a .gif: use .html")
    whole = []
    for image in images:
        paper = Image.new("RGB", size, (DARK if dark else LIGHT)["paper"])
        paper.paste(image, (0, 0))
        whole.append(paper.quantize(64, dither=Image.Dither.NONE))
    lasts = [round(1000 * seconds)] * (len(whole) - 1) + [round(2000 * seconds)]
    out = io.BytesIO()
    whole[0].save(out, "GIF", save_all=True, append_images=whole[1:], duration=lasts, loop=0, optimize=False)
    return out.getvalue()


def save(path: Any, makers: dict[str, Callable[[], bytes]]) -> Path:
    """Write what the path's ending asks for, made first, so that a failure leaves no half of a file."""
    made = makers[form_of(path, list(makers))]()
    Path(path).write_bytes(made)
    return Path(path)
