"""The in-place forms: the operation of the same name without the underscore, its result put into the first tensor."""

from __future__ import annotations

from ..inplace import inplace, write
from . import arrange, choice, elementwise, order, powers, select
from .common import is_number
from .views import wrapped

__all__ = [
    "add_",
    "addcdiv_",
    "addcmul_",
    "clamp_",
    "clamp_max_",
    "clamp_min_",
    "cumprod_",
    "cumsum_",
    "div_",
    "floor_divide_",
    "index_add_",
    "lerp_",
    "masked_fill_",
    "pow_",
    "remainder_",
    "round_",
    "scatter_",
    "scatter_add_",
    "square_",
    "sub_",
]

PLAIN = {
    elementwise: "acos asin atan atan2 cos cosh erf exp expm1 fmod hypot log log10 log1p log2 mul neg reciprocal rsqrt "
    "sigmoid sin sinh sqrt tan tanh",
    choice: "abs ceil eq floor ge gt le logical_and logical_not logical_or logical_xor lt ne relu sgn sign trunc "
    "bitwise_and bitwise_not bitwise_or bitwise_xor",
    arrange: "tril triu",
}
for _module, _names in PLAIN.items():
    for _name in _names.split():
        globals()[f"{_name}_"] = inplace(getattr(_module, _name))
        __all__.append(f"{_name}_")


def add_(self, other, *, alpha=1):
    """`self + alpha * other`, in place."""
    if alpha == 1:
        return write(elementwise._add.operation, self, (other,), "add_")
    return write(elementwise._add_scaled.operation, self, (other, alpha), "add_")


def sub_(self, other, *, alpha=1):
    """`self - alpha * other`, in place."""
    if alpha == 1:
        return write(elementwise._sub.operation, self, (other,), "sub_")
    return write(elementwise._sub_scaled.operation, self, (other, alpha), "sub_")


def div_(self, other, *, rounding_mode=None):
    """`self / other`, in place."""
    if rounding_mode is None:
        return write(elementwise._div.operation, self, (other,), "div_")
    return write(elementwise._div_rounded.operation, self, (other, rounding_mode), "div_")


def floor_divide_(self, other):
    """`self // other`, in place."""
    return write(elementwise.floor_divide.operation, self, (other,), "floor_divide_")


def remainder_(self, other):
    """`self % other`, in place."""
    op = elementwise._remainder_number if is_number(other) else elementwise._remainder
    return write(op.operation, self, (other,), "remainder_")


def pow_(self, exponent):
    """`self ** exponent`, in place."""
    op = powers._pow_number if is_number(exponent) else powers._pow
    return write(op.operation, self, (exponent,), "pow_")


def square_(self):
    """`self ** 2`, in place."""
    return pow_(self, 2)


def round_(self, *, decimals=0):
    """`round`, in place."""
    return write(choice._round.operation, self, (decimals,), "round_")


def clamp_(self, min=None, max=None):
    """`clamp` between numbers, in place."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    numbers = all(bound is None or is_number(bound) for bound in (min, max))
    if not numbers and None in (min, max):
        return clamp_min_(self, min) if max is None else clamp_max_(self, max)
    return write((choice._clamp if numbers else choice._clamp_tensor).operation, self, (min, max), "clamp_")


def clamp_min_(self, min):
    """`clamp_min`, in place."""
    op = choice._clamp_min_number if is_number(min) else choice._clamp_min
    return write(op.operation, self, (min,), "clamp_min_")


def clamp_max_(self, max):
    """`clamp_max`, in place."""
    op = choice._clamp_max_number if is_number(max) else choice._clamp_max
    return write(op.operation, self, (max,), "clamp_max_")


def lerp_(self, end, weight):
    """`lerp`, in place."""
    op = powers._lerp_number if is_number(weight) else powers._lerp_tensor
    return write(op.operation, self, (end, weight), "lerp_")


def addcmul_(self, tensor1, tensor2, *, value=1):
    """`addcmul`, in place."""
    return write(powers._addcmul.operation, self, (tensor1, tensor2, value), "addcmul_")


def addcdiv_(self, tensor1, tensor2, *, value=1):
    """`addcdiv`, in place."""
    return write(powers._addcdiv.operation, self, (tensor1, tensor2, value), "addcdiv_")


def masked_fill_(self, mask, value):
    """`masked_fill`, in place."""
    choice.check_mask(mask, value)
    op = choice._masked_fill if is_number(value) else choice._masked_fill_tensor
    return write(op.operation, self, (mask, value), "masked_fill_", overlap=True)


def cumsum_(self, dim):
    """`cumsum`, in place."""
    return write(order._cumsum.operation, self, (wrapped(dim, self.ndim),), "cumsum_")


def cumprod_(self, dim):
    """`cumprod`, in place."""
    return write(order._cumprod.operation, self, (wrapped(dim, self.ndim),), "cumprod_")


def index_add_(self, dim, index, source, *, alpha=1):
    """`index_add`, in place."""
    op, dim = select._index_add.operation, wrapped(dim, self.ndim)
    return write(op, self, (dim, index, source, alpha), "index_add_", separate=True)


def scatter_(self, dim, index, src=None, *, value=None):
    """`scatter`, in place."""
    src = value if src is None else src
    op = select._scatter_value if is_number(src) else select._scatter
    return write(op.operation, self, (wrapped(dim, self.ndim), index, src), "scatter_", separate=True)


def scatter_add_(self, dim, index, src):
    """`scatter_add`, in place."""
    op, dim = select._scatter_add.operation, wrapped(dim, self.ndim)
    return write(op, self, (dim, index, src), "scatter_add_", separate=True)
