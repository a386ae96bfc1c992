"""What learners type and see that decides nothing: where they are, what they hand in, a newer release, JupyterLab.

In a notebook:

    from autograder.learner import progress
    progress()
"""

from __future__ import annotations

from typing import Any

__all__ = ["progress"]


def __getattr__(name: str) -> Any:
    """`progress`, which is loaded when it is asked for: start.py need not wait for it."""
    if name == "progress":
        from autograder.learner.overview import progress

        return progress
    raise AttributeError(f"module 'autograder.learner' has no attribute {name!r}")
