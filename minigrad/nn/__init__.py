"""What losses and training need: `functional`, `Parameter`, and `utils.clip_grad_norm_`."""

from . import functional, utils
from .parameter import Parameter

__all__ = ["Parameter", "functional", "utils"]
