"""The colours of a drawing, in two themes, and the contrast between them."""

from __future__ import annotations

LIGHT = {
    "paper": "#ffffff",
    "ink": "#1b1f24",
    "dim": "#555d66",
    "line": "#6b7480",
    "edge": "#6b7480",
    "leaf": "#e3effc",
    "operation": "#fdf3dc",
    "fold": "#eceef1",
    "hot": "#9a3c00",
    "hotfill": "#ffe3cf",
    "done": "#1a6b34",
    "stale": "#b3121d",
    "stalefill": "#fde7e8",
    "view": "#6a3fb5",
}
DARK = {
    "paper": "#14181d",
    "ink": "#e8edf2",
    "dim": "#aab4bf",
    "line": "#8a96a3",
    "edge": "#8a96a3",
    "leaf": "#17304d",
    "operation": "#3d3113",
    "fold": "#2a3038",
    "hot": "#ffb27a",
    "hotfill": "#5a2d0c",
    "done": "#6fd88b",
    "stale": "#ff9a9a",
    "stalefill": "#4a1a1d",
    "view": "#c3a6ff",
}
# What is read on what. Text needs 4.5; these pairs all hold it, lines included.
PAIRS = (
    [("ink", f) for f in ("paper", "leaf", "operation", "fold", "hotfill", "stalefill")]
    + [("dim", f) for f in ("paper", "leaf", "operation", "fold", "hotfill", "stalefill")]
    + [("hot", f) for f in ("paper", "leaf", "operation", "hotfill", "fold")]
    + [("done", f) for f in ("paper", "leaf", "operation")]
    + [("stale", f) for f in ("paper", "stalefill")]
    + [("view", f) for f in ("paper", "leaf", "operation")]
    + [("line", "paper"), ("edge", "paper")]
)


def luminance(colour: str) -> float:
    """WCAG's relative luminance of '#rrggbb'."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def variables(palette: dict[str, str]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in palette.items())
