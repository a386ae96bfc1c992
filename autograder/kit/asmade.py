"""Code of ours that runs beside a learner's, put back as it was made before it says what it saw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _nothing() -> None:
    """In a kernel nobody is to be kept from anything."""


#: Puts modules and classes back that our code uses; a worker sets it.
restore: Callable[[], None] = _nothing


class AsMade:
    """What a source defines, as it is when this is made: before the learner's code is called for the first time.

        again = AsMade(globals()).again

    `again()` puts back what was exchanged meanwhile. It is taken before that and not from the class, which may have
    been changed by then.

    names: the source's own `globals()`
    """

    def __init__(self, names: dict[str, Any]):
        self._names, self._things, self._modules = names, dict(names), restore
        home = names["__name__"]
        kinds = [each for each in names.values() if isinstance(each, type) and each.__module__ == home]
        self._kinds = [(kind, dict(vars(kind))) for kind in kinds]

    def again(self, modules: bool = False) -> None:
        """Put back what was exchanged meanwhile; modules: also in the modules that are used."""
        if modules:
            self._modules()
        self._names.update(self._things)
        for kind, parts in self._kinds:
            there = vars(kind)
            for name, part in parts.items():
                if there.get(name) is not part:
                    type.__setattr__(kind, name, part)
