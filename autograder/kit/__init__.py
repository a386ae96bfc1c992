"""What a notebook's test cells use when they run in the learner's own kernel.

    from autograder.kit import close, raises, rng

The judge has the same names with the same meaning; see `autograder.kit.checks`.
"""

from __future__ import annotations

from typing import Any

from autograder.kit.arrays import HAS_NUMPY, np
from autograder.kit.checks import CheckFailed, Checks
from autograder.kit.learnerside import Learner, learner_side
from autograder.kit.shown import install

__all__ = ["CheckFailed", "close", "gradcheck", "learner", "learner_side", "plain", "raises", "ref", "rng", "same"]

#: Random numbers for tests. Here the same ones every time; the judge draws others for each answer.
rng = np.random.default_rng(0) if HAS_NUMPY else None
learner = Learner()

_checks = Checks(rng)
close, same, raises = _checks.close, _checks.same, _checks.raises
gradcheck, plain = _checks.gradcheck, _checks.plain


def __getattr__(name: str) -> Any:
    """`ref`, the checker's minigrad: imported on demand, so that a notebook can first say when it is missing."""
    if name == "ref":
        import minigrad

        return minigrad
    raise AttributeError(f"module 'autograder.kit' has no attribute {name!r}")


install()
