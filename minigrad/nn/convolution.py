"""Convolution along one dimension: windows of the input, times the weights.

The windows are an index into the padded input, so what takes them back adds up where they overlap; with that, the
derivatives of a convolution are sums of products.
"""

import numpy as np

from ..declare import operation
from ..errors import require
from ..ops import einsum, reshape, sum
from ..ops.arrange import pad
from ..ops.indexing import _index, index_backward


def windows(length: int, width: int, stride: int, padding: int, dilation: int) -> tuple:
    """Which element of the padded input each element of each window is, (windows, width), as an index."""
    count = (length + 2 * padding - dilation * (width - 1) - 1) // stride + 1
    size = f"Calculated padded input size per channel: ({length + 2 * padding}). Kernel size: ({width})"
    require(count > 0, f"{size}: a kernel longer than the input has no place")
    return (..., np.arange(count)[:, None] * stride + np.arange(width) * dilation)


def input_slope(g, weight, input_shape, stride, padding, dilation):
    """The products with the weights, added up where they came from."""
    *lead, length = input_shape
    index = windows(length, weight.shape[2], stride, padding, dilation)
    padded = index_backward(einsum("now,ocv->ncwv", g, weight), (*lead, length + 2 * padding), index)
    return pad(padded, (-padding, -padding))


def weight_slope(g, input, weight_shape, stride, padding, dilation):
    """The products with the windows, added up over examples and windows."""
    index = windows(input.shape[2], weight_shape[2], stride, padding, dilation)
    return einsum("now,ncwv->ocv", g, _index(pad(input, (padding, padding)), index))


@operation(
    kind="composed", factors=("input", "weight"), input=input_slope, weight=weight_slope, bias=lambda g: sum(g, (0, 2))
)
def _convolution(input, weight, bias, stride, padding, dilation):
    index = windows(input.shape[2], weight.shape[2], stride, padding, dilation)
    out = einsum("ncwv,ocv->now", pad(input, (padding, padding))[index], weight)
    return out if bias is None else out + bias[:, None]


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1):
    """Each output is a weighted sum over a window: (n, channels, length), (outputs, channels, width) and (outputs) to
    (n, outputs, windows). RuntimeError when the channels do not fit.

    >>> mg.nn.functional.conv1d(mg.tensor([[[1.0, 2.0, 4.0]]]), mg.tensor([[[1.0, -1.0]]]))
    tensor([[[-1., -2.]]])
    """
    stride, padding, dilation = (v[0] if isinstance(v, (tuple, list)) else v for v in (stride, padding, dilation))
    if input.ndim == 2:
        one = conv1d(reshape(input, (1, *input.shape)), weight, bias, stride, padding, dilation)
        return reshape(one, tuple(one.shape[1:]))
    what = f"Given groups=1, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have"
    fits = input.ndim == 3 and input.shape[1] == weight.shape[1]
    require(fits, f"{what} {weight.shape[1]} channels, but got {input.shape[-2]} channels instead")
    return _convolution(input, weight, bias, stride, padding, dilation)
