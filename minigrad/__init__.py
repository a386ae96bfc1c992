"""minigrad: automatic differentiation on numpy arrays, compact, behaving as PyTorch does.

>>> import minigrad as mg
>>> x = mg.tensor(2.0, requires_grad=True)
>>> y = x * x + 3 * x
>>> y.backward()
>>> x.grad
tensor(7.)
"""

import importlib

from .tensor import Tensor  # isort: skip  first: the operations need the class, and it takes them as methods

from . import autograd, nn, optim
from .dtypes import *  # noqa: F403
from .dtypes import double, float, get_default_dtype, half, int, long, set_default_dtype, short
from .factories import *  # noqa: F403
from .modes import *  # noqa: F403
from .ops import *  # noqa: F403
from .ops.out import *  # noqa: F403
from .random import Generator, default_generator, initial_seed, manual_seed, seed

__course__ = "minigrad-course"  # another project has the name minigrad; notebooks ask for this
__version__ = "0.1.0"

__all__ = [
    "Generator",
    "Tensor",
    "autograd",
    "default_generator",
    "double",
    "float",
    "get_default_dtype",
    "half",
    "initial_seed",
    "int",
    "long",
    "manual_seed",
    "nn",
    "optim",
    "seed",
    "set_default_dtype",
    "short",
]


def __getattr__(name: str):
    """What is imported when somebody asks for it: drawing and the function transforms."""
    if name in ("draw", "graph"):
        from . import drawing

        return getattr(drawing, name)
    if name == "func":
        return importlib.import_module("minigrad.func")
    if name == "vmap":
        return importlib.import_module("minigrad.func").vmap
    if name == "cond":
        return importlib.import_module("minigrad.func.control").cond
    raise AttributeError(f"module 'minigrad' has no attribute '{name}'")
