"""The pictures that a notebook's own plots have, so that they are drawn once and not for each learner.

A worker tells a figure's digest and asks whether its picture is known (`worker.pictures`). Pictures are taken from
a run of the reference only: what a learner's process calls the picture of a digest is nobody else's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograder.wire.messages import DIGEST

PNG = "image/png"


class Pictures:
    """Pictures by the digest of their figures.

    ours: the run is the reference's, and what it draws is kept
    """

    def __init__(self, ours: bool = False) -> None:
        self.ours = ours
        self.drawn: dict[str, str] = {}

    def settle(self, outputs: Iterable[dict[str, Any]]) -> None:
        """Put pictures where an output has a digest only; no digest is left."""
        for output in outputs:
            data = output.get("data", {})
            digest = data.pop(DIGEST, None)
            if PNG in data and digest is not None and self.ours:
                self.drawn[digest] = data[PNG]
            elif PNG not in data and digest in self.drawn:
                data[PNG] = self.drawn[digest]
