"""A course of which another version is built while a class hands in."""

from __future__ import annotations

from authoring_course import FIRST
from classes import ESSAY, NAME, SmallClass

from autograder.authoring.build import build

OLD, NEW = "1.0", "1.1"
OTHER_CELLS = ("GIVEN = 3", "GIVEN = 4")
OTHER_TESTS = ("size=(3, 4)", "size=(4, 3)")  # of the hidden part


def make(small: SmallClass, version: str, *changes: tuple[str, str]) -> None:
    """Build a version of the course, in which the source is changed."""
    source = FIRST + ESSAY
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    (small.paths.root / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    (small.paths.solutions / f"{NAME}.py").write_text(source)
    build(small.paths, [NAME], reference=lambda master, source: master, say=lambda line: None)
