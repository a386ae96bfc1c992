"""What losses and layers need: `functional`, and `Parameter`."""

from . import functional, utils
from .parameter import Parameter

__all__ = ["Parameter", "functional", "utils"]
