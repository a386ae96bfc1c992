"""minigrad: automatic differentiation on numpy arrays, compact, behaving as PyTorch does.

>>> import minigrad as mg
>>> x = mg.tensor(2.0, requires_grad=True)
>>> y = x * x + 3 * x
>>> y.backward()
>>> x.grad
tensor(7.)
"""

# ruff: noqa: F401, F403  what is imported here is what the package offers

import importlib

from . import attach, autograd, nn, optim
from .dtypes import *
from .dtypes import double, float, get_default_dtype, half, int, long, set_default_dtype, short
from .factories import *
from .modes import enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled
from .ops import *
from .ops.inplace import OUT
from .random import default_generator, manual_seed
from .tensor import Tensor

__course__ = "minigrad-course"  # another project has the name minigrad; notebooks ask for this
__version__ = "0.2.0"

LAZY = {"draw": "drawing", "graph": "drawing", "func": "func", "vmap": "func", "cond": "func.batching"}
is_inference = Tensor.is_inference
globals().update(OUT)  # the functions that take out=


def __getattr__(name: str):
    """What is imported when somebody asks for it: drawing and the function transforms."""
    if name not in LAZY:
        raise AttributeError(f"module 'minigrad' has no attribute '{name}'")
    module = importlib.import_module(f"minigrad.{LAZY[name]}")
    return module if name == LAZY[name] else getattr(module, name)
