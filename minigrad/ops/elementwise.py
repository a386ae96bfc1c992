"""Operations that act element by element, with their derivatives."""

from __future__ import annotations

import numpy as np

from ..operation import elementwise, operation

__all__ = ["add", "cos", "cosh", "div", "exp", "log", "mul", "neg", "pow", "reciprocal", "rsub", "sigmoid", "sin",
           "sinh", "sqrt", "square", "sub", "tanh"]

_add = elementwise("add", np.add, floats=False, self=lambda g: g, other=lambda g: g)
_sub = elementwise("sub", np.subtract, floats=False, self=lambda g: g, other=lambda g: -g)
mul = elementwise("mul", np.multiply, floats=False, self=lambda g, other: g * other, other=lambda g, self: g * self)
div = elementwise("div", np.true_divide,
                  self=lambda g, other: g / other, other=lambda g, self, other: -g * ((self / other) / other))
neg = elementwise("neg", np.negative, floats=False, self=lambda g: -g)
exp = elementwise("exp", np.exp, self=lambda g, result: g * result)
log = elementwise("log", np.log, self=lambda g, self: g / self)
sin = elementwise("sin", np.sin, self=lambda g, self: g * cos(self))
cos = elementwise("cos", np.cos, self=lambda g, self: g * -sin(self))
sinh = elementwise("sinh", np.sinh, self=lambda g, self: g * cosh(self))
cosh = elementwise("cosh", np.cosh, self=lambda g, self: g * sinh(self))
tanh = elementwise("tanh", np.tanh, self=lambda g, result: g * (1 - result * result))
sqrt = elementwise("sqrt", np.sqrt, self=lambda g, result: g / (2 * result))
reciprocal = elementwise("reciprocal", np.reciprocal, self=lambda g, result: -g * result * result)
sigmoid = elementwise("sigmoid", lambda x: 1 / (1 + np.exp(-x)), self=lambda g, result: g * (1 - result) * result)


@operation("rsub", node="RsubBackward1", elementwise=True, promote=True, self=lambda g: -g)
def rsub(self, other):
    """`other - self`, for a Python number `other`."""
    return other - self


def add(self, other, *, alpha=1):
    """`self + alpha * other`."""
    return _add(self, other if alpha == 1 else other * alpha)


def sub(self, other, *, alpha=1):
    """`self - alpha * other`."""
    return _sub(self, other if alpha == 1 else other * alpha)


@operation("pow_number", node="PowBackward0", elementwise=True,
           self=lambda g, self, exponent: _zeros(g) if exponent == 0 else g * (exponent * pow(self, exponent - 1)))
def _pow_number(self, exponent):
    if self.dtype.kind == "f" or type(exponent) is int:
        return np.power(self, exponent)
    return np.power(self.astype("float32"), exponent)


@operation("pow", node="PowBackward1", elementwise=True, promote=True,
           self=lambda g, self, exponent: g * _power_slope(self, exponent),
           exponent=lambda g, self, exponent, result: g * _exponent_slope(self, exponent, result))
def _pow(self, exponent):
    return np.power(self, exponent)


def _zeros(g):
    return g * 0


def _power_slope(x, p):
    return p * pow(x, p - 1)


def _exponent_slope(x, p, result):
    return result * log(x)


def pow(self, exponent):
    """`self ** exponent`."""
    if isinstance(exponent, (int, float)):
        return _pow_number(self, exponent)
    return _pow(self, exponent)


def square(self):
    """`self ** 2`."""
    return pow(self, 2)
