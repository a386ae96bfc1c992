"""Function transforms: functions in, functions out. They nest as they please.

>>> import minigrad as mg
>>> from minigrad.func import grad, vmap
>>> vmap(grad(lambda x: x ** 3))(mg.tensor([1.0, 2.0]))
tensor([ 3., 12.])
"""

from .batching import vmap
from .forward import hessian, jacfwd, jvp, linearize
from .levels import counted
from .reverse import grad, grad_and_value, jacrev, vjp

__all__ = ["counted", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp", "vmap"]
