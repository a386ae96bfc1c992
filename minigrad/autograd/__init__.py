"""Gradients: `backward`, `grad`, custom functions, checks."""

# ruff: noqa: F401  what is imported here is what the package offers

import importlib

from ..gradcheck import gradcheck, gradgradcheck
from ..modes import detect_anomaly, enable_grad, inference_mode, no_grad, set_detect_anomaly, set_grad_enabled
from .function import Function
from .gradients import backward, grad
from .graph import _unsafe_preserve_version_counter


def __getattr__(name: str):
    """`functional` and `forward_ad`, imported when somebody asks for them."""
    if name in ("functional", "forward_ad"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
