"""Convolution along one dimension: windows of the input, times the weights.

The windows are a linear operation, `unfold`, whose transpose `fold` adds them up again where they overlap; with these
two, the derivatives of a convolution are matrix products.
"""

from __future__ import annotations

import numpy as np

from ..operation import operation
from ..ops.einsum import einsum
from ..ops.reduce import sum
from ..ops.views import reshape

__all__ = ["conv1d"]


def places(length: int, width: int, stride: int, padding: int, dilation: int) -> np.ndarray:
    """Which element of the padded input each element of each window is: (windows, width)."""
    windows = (length + 2 * padding - dilation * (width - 1) - 1) // stride + 1
    if windows < 1:
        raise RuntimeError(
            f"Calculated padded input size per channel: ({length + 2 * padding}). Kernel size: "
            f"({width}): a kernel longer than the input has no place"
        )
    return np.arange(windows)[:, None] * stride + np.arange(width)[None, :] * dilation


@operation(
    "unfold",
    linear=True,
    self=lambda g, self_shape, width, stride, padding, dilation: fold(
        g, self_shape[-1], width, stride, padding, dilation
    ),
)
def unfold(self, width, stride, padding, dilation):
    """The windows of the last dimension: (..., length) to (..., windows, width)."""
    at = places(self.shape[-1], width, stride, padding, dilation)
    return np.pad(self, [(0, 0)] * (self.ndim - 1) + [(padding, padding)])[..., at]


@operation(
    "fold", linear=True, self=lambda g, width, stride, padding, dilation: unfold(g, width, stride, padding, dilation)
)
def fold(self, length, width, stride, padding, dilation):
    """The transpose of `unfold`: elements of windows added up where they came from."""
    out = np.zeros((*self.shape[:-2], length + 2 * padding), self.dtype)
    np.add.at(out, (..., places(length, width, stride, padding, dilation)), self)
    return out[..., padding : padding + length]


def windows_of(input, weight, stride, padding, dilation, groups):
    """(n, groups, channels of a group, windows, width)."""
    n, channels, length = input.shape
    return unfold(reshape(input, (n, groups, channels // groups, length)), weight.shape[2], stride, padding, dilation)


def by_group(weight, groups):
    """(groups, outputs of a group, channels of a group, width)."""
    return reshape(weight, (groups, weight.shape[0] // groups, *weight.shape[1:]))


def grouped(g, groups):
    """(n, groups, outputs of a group, windows)."""
    return reshape(g, (g.shape[0], groups, -1, g.shape[2]))


def input_slope(g, weight, shape, stride, padding, dilation, groups):
    parts = einsum("ngow,gocv->ngcwv", grouped(g, groups), by_group(weight, groups))
    return reshape(fold(parts, shape[2], weight.shape[2], stride, padding, dilation), shape)


def weight_slope(g, input, weight, stride, padding, dilation, groups):
    windows = windows_of(input, weight, stride, padding, dilation, groups)
    return reshape(einsum("ngow,ngcwv->gocv", grouped(g, groups), windows), tuple(weight.shape))


@operation(
    "convolution",
    input=lambda g, weight, input_shape, stride, padding, dilation, groups: input_slope(
        g, weight, input_shape, stride, padding, dilation, groups
    ),
    weight=lambda g, input, weight, stride, padding, dilation, groups: weight_slope(
        g, input, weight, stride, padding, dilation, groups
    ),
    bias=lambda g: sum(g, (0, 2)),
)
def _convolution(input, weight, bias, stride, padding, dilation, groups):
    windows = windows_of(input, weight, stride, padding, dilation, groups)
    out = einsum("ngcwv,gocv->ngow", windows, by_group(weight, groups))
    out = reshape(out, (input.shape[0], weight.shape[0], -1))
    return out if bias is None else out + bias[:, None]


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Each output is a weighted sum over a window: (n, channels, length), (outputs, channels / groups, width) and
    (outputs) to (n, outputs, windows). RuntimeError when the channels do not fit.

    >>> import minigrad as mg
    >>> mg.nn.functional.conv1d(mg.tensor([[[1.0, 2.0, 4.0]]]), mg.tensor([[[1.0, -1.0]]]))
    tensor([[[-1., -2.]]])
    """
    stride, padding, dilation = (v[0] if isinstance(v, (tuple, list)) else v for v in (stride, padding, dilation))
    if padding == "same":
        padding = dilation * (weight.shape[2] - 1) // 2
    padding = 0 if padding == "valid" else padding
    if input.ndim == 2:
        return reshape(
            conv1d(reshape(input, (1, *input.shape)), weight, bias, stride, padding, dilation, groups),
            (weight.shape[0], -1),
        )
    if input.ndim != 3 or input.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input"
            f"{list(input.shape)} to have {weight.shape[1] * groups} channels, but got "
            f"{input.shape[-2]} channels instead"
        )
    return _convolution(input, weight, bias, stride, padding, dilation, groups)
