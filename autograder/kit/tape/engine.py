"""tape: an engine for automatic differentiation on numpy, small enough to read in one sitting.

Every operation on a tensor that requires grad leaves a node; a node knows the nodes its gradients go to. `backward`
lists the nodes once and sends gradients along the list. Names and meanings are PyTorch's.

What stands below a line `--- slot` is written by whoever takes the course, in the exercise that the line names; until
then a plain piece holds the place. Later notebooks open three more: the table `RULES`, the function `apply`, and
`Node.keep`, through which every saved value passes.
"""

import sys
from contextlib import contextmanager

import numpy as np

tape = sys.modules[__name__]  # an answer may say tape.Tensor here as it does in a notebook


# --- shapes


# --- slot sum_to_shape (exercise 1.5)
def sum_to_shape(g, shape):
    """The array `g`, summed over every axis that broadcasting from `shape` has added or stretched."""
    raise NotImplementedError("the slot sum_to_shape is empty: it is written in exercise 1.5")


# --- tensors


class Tensor:
    """An array of floats that knows how it was computed."""

    __array_ufunc__ = None  # numpy's arrays leave `array * tensor` to us

    def __init__(self, data, requires_grad=False):
        self.data = np.array(data, dtype=float)
        self.requires_grad = requires_grad
        self.grad = None
        self.grad_fn = None  # the node that made it; None for a leaf
        self._collects = None  # the node at which this leaf collects, made when first needed

    is_leaf = property(lambda self: self.grad_fn is None)
    shape = property(lambda self: self.data.shape)
    ndim = property(lambda self: self.data.ndim)

    def item(self):
        return self.data.item()

    def numpy(self):
        return self.data

    def detach(self):
        """A leaf on the same memory, without history."""
        alone = Tensor(0.0)
        alone.data = self.data
        return alone

    def retain_grad(self):
        """Ask for `.grad` although this is no leaf."""
        if not self.is_leaf:
            self.grad_fn.variable = self

    def backward(self, gradient=None, retain_graph=False):
        """Add to `.grad` of every leaf the gradient of this tensor with respect to that leaf."""
        start = node_of(self)
        order = topological_order(start) if start else []
        backward(order, first_gradient(self, order, gradient))
        if not retain_graph:
            for node in order:
                node.free()

    def __add__(self, other):
        return apply("Add", self, other)

    def __sub__(self, other):
        return apply("Sub", self, other)

    def __mul__(self, other):
        return apply("Mul", self, other)

    def __truediv__(self, other):
        return apply("Div", self, other)

    def __rsub__(self, other):
        return apply("Sub", other, self)

    def __rtruediv__(self, other):
        return apply("Div", other, self)

    __radd__, __rmul__ = __add__, __mul__  # the order does not matter

    def __neg__(self):
        return apply("Neg", self)

    def __pow__(self, number):
        return apply("Pow", self, number)

    def exp(self):
        return apply("Exp", self)

    def cos(self):
        return apply("Cos", self)

    def tanh(self):
        return apply("Tanh", self)

    def sum(self):
        return apply("Sum", self)

    def mean(self):
        return apply("Mean", self)

    def __repr__(self):
        text = np.array2string(self.data, separator=", ", precision=4, prefix="tensor(")
        more = f", grad_fn={self.grad_fn}" if self.grad_fn else ", requires_grad=True" if self.requires_grad else ""
        return f"tensor({text}{more})"


tensor = Tensor


# --- nodes


class Node:
    """What one operation leaves in the graph.

    next_functions  for each input (node, 0): where its gradient goes; (None, 0) where none is wanted
    saved           arrays that the local rule will need
    freed           True once they are gone
    variable        the tensor whose `.grad` collects what arrives here, or None
    """

    variable = None
    freed = False

    def __init__(self, operation, inputs):
        self.operation = operation
        self.shapes = [each.shape for each in inputs]
        self.next_functions = tuple((node_of(each), 0) for each in inputs)
        self.saved = ()

    def __call__(self, g):
        """From the gradient of the output to those of the inputs, each in its input's shape; None where unwanted."""
        arriving = RULES[self.operation](self, g)
        return tuple(
            None if after is None else sum_to_shape(each, shape)
            for each, shape, (after, _) in zip(arriving, self.shapes, self.next_functions, strict=True)
        )

    def keep(self, *arrays):
        self.saved = arrays

    def free(self):
        """Let go of what was saved. A node that saved nothing can be walked again."""
        if self.saved:
            self.saved, self.freed = (), True

    def name(self):
        return f"{self.operation}Backward0"

    def __repr__(self):
        return f"<{self.name()}>"


class AccumulateGrad(Node):
    """The last stop on the way to a leaf."""

    def __init__(self, leaf):
        super().__init__("AccumulateGrad", ())
        self.variable = leaf

    def name(self):
        return self.operation


def node_of(each):
    """Where the gradient of a tensor goes: to the node that made it, or to the place where a leaf collects."""
    if each.is_leaf and each.requires_grad and each._collects is None:
        each._collects = AccumulateGrad(each)
    return (each.grad_fn or each._collects) if each.requires_grad else None


# --- operations

recording = True


@contextmanager
def no_grad():
    """In `with no_grad():` nothing is recorded."""
    global recording
    before, recording = recording, False
    try:
        yield
    finally:
        recording = before


def apply(operation, *inputs):
    """Compute, and leave a node if some gradient will want to pass."""
    inputs = [each if isinstance(each, Tensor) else Tensor(each) for each in inputs]
    compute, kept = OPERATIONS[operation]
    arrays = [each.data for each in inputs]
    output = Tensor(compute(*arrays))
    node = Node(operation, inputs)
    if recording and any(after for after, _ in node.next_functions):
        output.requires_grad, output.grad_fn = True, node
        if kept:
            node.keep(*(arrays if kept == "inputs" else [output.data]))
    return output


# What an operation computes, and what its rule needs: the inputs' arrays, the output's, or nothing.
OPERATIONS = {
    "Add": (np.add, None),
    "Sub": (np.subtract, None),
    "Neg": (np.negative, None),
    "Mul": (np.multiply, "inputs"),
    "Div": (np.divide, "inputs"),
    "Pow": (np.power, "inputs"),
    "Exp": (np.exp, "output"),
    "Cos": (np.cos, "inputs"),
    "Tanh": (np.tanh, "output"),
    "Sum": (np.sum, None),
    "Mean": (np.mean, None),
}

# The local rules: from the node and the gradient of the output, one gradient for each input. The node sums shapes.
RULES = {
    "Add": lambda node, g: (g, g),
    "Sub": lambda node, g: (g, -g),
    "Neg": lambda node, g: (-g,),
    "Mul": lambda node, g: (g * node.saved[1], g * node.saved[0]),
    "Div": lambda node, g: (g / node.saved[1], -g * node.saved[0] / node.saved[1] ** 2),
    "Pow": lambda node, g: (g * node.saved[1] * node.saved[0] ** (node.saved[1] - 1), None),  # a number is no tensor
    "Exp": lambda node, g: (g * node.saved[0],),
    "Cos": lambda node, g: (-g * np.sin(node.saved[0]),),
    "Tanh": lambda node, g: (g * (1 - node.saved[0] ** 2),),
    "Sum": lambda node, g: (g * np.ones(node.shapes[0]),),
    "Mean": lambda node, g: (g * np.ones(node.shapes[0]) / np.prod(node.shapes[0]),),
}


# --- the way back


# --- slot topological_order (exercise 3.4)
def topological_order(node):
    """All nodes that can be reached from `node`, each once, and each before every node that it leads to."""
    raise NotImplementedError("the slot topological_order is empty: it is written in exercise 3.4")


# --- slot backward (exercise 3.5)
def backward(order, g):
    """Send `g` from the first node of `order` along the list, and let `.grad` collect."""
    raise NotImplementedError("the slot backward is empty: it is written in exercise 3.5")


# --- slot first_gradient (exercise 3.8)
def first_gradient(output, order, gradient):
    """The array that the walk back from `output` begins with."""
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, Tensor) else np.array(gradient, dtype=float)
