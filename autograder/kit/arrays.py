"""numpy, or what stands in for it in a worker that has none, since the exercise is to be solved without it.

There the names that are only asked "is this one of yours?" are classes that nothing is an instance of; anything else
that is asked of it is an AttributeError.
"""

from __future__ import annotations

from typing import Any


class _Nothing:
    """What a worker without numpy has of it."""

    ndarray = type("ndarray", (), {})
    generic = type("generic", (), {})
    dtype = type("dtype", (), {})
    ufunc = type("ufunc", (), {})
    longdouble = type("longdouble", (), {})
    clongdouble = type("clongdouble", (), {})


np: Any
try:
    import numpy as np
except ImportError:
    np = _Nothing

HAS_NUMPY = np is not _Nothing
