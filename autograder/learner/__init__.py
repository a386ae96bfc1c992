"""What learners type and see that decides nothing: where they are, what they hand in, a newer release, JupyterLab.

In a notebook:

    from autograder.learner import answer, progress
    progress()
    answer("3.4")                                  # in a copy for those who learn on their own
"""

from __future__ import annotations

from typing import Any

__all__ = ["answer", "progress"]


def __getattr__(name: str) -> Any:
    """`progress` and `answer`, which are loaded when they are asked for: start.py need not wait for them."""
    if name == "answer":
        from autograder.learner.answers import answer

        return answer
    if name == "progress":
        from autograder.learner.overview import progress

        return progress
    raise AttributeError(f"module 'autograder.learner' has no attribute {name!r}")
