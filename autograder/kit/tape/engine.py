"""tape: an engine for automatic differentiation on numpy, small enough to read in one sitting.

Every operation on a tensor that requires grad leaves a node; a node knows the nodes its gradients go to. `backward`
lists the nodes once and sends gradients along the list. Names and meanings are PyTorch's.

There is one kind of operation, a **Function**: a class or an object with `forward(ctx, *inputs)`, which returns a
Tensor, and `backward(ctx, g)`, which gets an array and returns a tuple, an array or None for each input. The ctx is the
node. What stands below a line `--- slot` is written by whoever takes the course, in the exercise that the line names;
until then a plain piece holds the place.
"""

import linecache
import sys
from contextlib import contextmanager, suppress

import numpy as np

tape = sys.modules[__name__]  # an answer may say tape.Tensor here as it does in a notebook


# --- shapes


# --- slot sum_to_shape (exercise 1.5)
def sum_to_shape(g, shape):
    """The array `g`, summed over every axis that broadcasting from `shape` has added or stretched."""
    raise NotImplementedError("the slot sum_to_shape is empty: it is written in exercise 1.5")


# --- tensors


def operator(name):
    """A method that does the operation of this name."""
    return lambda self, *others: operate(name, self, *others)


def writer(name):
    """A method that does it in place."""
    return lambda self, *others: write(name, self, *others)


class Tensor:
    """An array of floats that knows how it was computed."""

    __array_ufunc__ = None  # numpy's arrays leave `array * tensor` to us

    def __init__(self, data, requires_grad=False):
        self.data = np.array(data, dtype=float)
        self.requires_grad = requires_grad
        self.grad = None
        self.version = Version()  # tensors on one memory have one Version
        self.base = None  # for a view the tensor that owns the memory, and
        self.take = None  # the function that finds the view's array in the base's
        self._node = self._seen = None  # see grad_fn
        self._collects = None  # the node at which this leaf collects, made when first needed

    @property
    def grad_fn(self):
        """The node that made it; None for a leaf. A view whose base got another history since is read from it anew."""
        if self.base is not None and self.base.grad_fn is not self._seen:
            node = Node(Reread(self.take, self.base.shape))
            node.next_functions, self._seen = ((node_of(self.base), 0),), self.base.grad_fn
            self.move_to(node)
        return self._node

    @grad_fn.setter
    def grad_fn(self, node):
        self._node = node

    @property
    def requires_grad(self):
        return self._wanted or self.grad_fn is not None

    @requires_grad.setter
    def requires_grad(self, wanted):
        self._wanted = wanted

    is_leaf = property(lambda self: self.grad_fn is None)
    shape = property(lambda self: self.data.shape)
    ndim = property(lambda self: self.data.ndim)
    T = property(lambda self: self.transpose(0, 1))

    def item(self):
        return self.data.item()

    def numpy(self):
        return self.data

    def detach(self):
        """A leaf on the same memory, without history."""
        alone = Tensor(0.0)
        alone.data, alone.version = self.data, self.version
        return alone

    def retain_grad(self):
        """Ask for `.grad` although this is no leaf."""
        if not self.is_leaf:
            self.grad_fn.variable = self

    def move_to(self, node):
        """From now on this node is its history; a `.grad` that was asked for is collected there."""
        if self._node is not None and self._node.variable is self:
            self._node.variable, node.variable = None, self
        self.requires_grad, self.grad_fn = True, node

    def backward(self, gradient=None, retain_graph=False):
        """Add to `.grad` of every leaf the gradient of this tensor with respect to that leaf."""
        start = node_of(self)
        order = topological_order(start) if start else []
        backward(order, first_gradient(self, order, gradient))
        if not retain_graph:
            for node in order:
                node.free()

    __add__ = __radd__ = operator("Add")  # the order does not matter
    __mul__ = __rmul__ = operator("Mul")
    __sub__, __truediv__, __matmul__, __neg__ = map(operator, ("Sub", "Div", "MatMul", "Neg"))
    exp, log, sin, cos, tanh, relu = map(operator, ("Exp", "Log", "Sin", "Cos", "Tanh", "Relu"))
    add_, sub_, mul_, exp_, tanh_, zero_ = map(writer, ("Add", "Sub", "Mul", "Exp", "Tanh", "Zero"))

    def __rsub__(self, other):
        return operate("Sub", other, self)

    def __rtruediv__(self, other):
        return operate("Div", other, self)

    def __rmatmul__(self, other):
        return operate("MatMul", other, self)

    def __pow__(self, number):
        return operate("Pow", self, options=(number,))

    def __getitem__(self, index):
        return operate("Index", self, options=(index,))

    def sum(self, dim=None, keepdim=False):
        return operate("Sum", self, options=(dim, keepdim))

    def mean(self, dim=None, keepdim=False):
        return operate("Mean", self, options=(dim, keepdim))

    def softmax(self, dim):
        return operate("Softmax", self, options=(dim,))

    def log_softmax(self, dim):
        return operate("LogSoftmax", self, options=(dim,))

    def reshape(self, *shape):
        return operate("Reshape", self, options=shape)

    def transpose(self, dim0, dim1):
        return operate("Transpose", self, options=(dim0, dim1))

    def __repr__(self):
        text = np.array2string(self.data, separator=", ", precision=4, prefix="tensor(")
        more = f", grad_fn={self.grad_fn}" if self.grad_fn else ", requires_grad=True" if self.requires_grad else ""
        return f"tensor({text}{more})"


tensor = Tensor


# --- nodes


class Node:
    """What one call of a Function leaves in the graph; in forward and backward it is the ctx.

    next_functions  for each input (node, 0): where its gradient goes; (None, 0) where none is wanted
    variable        the tensor whose `.grad` collects what arrives here, or None
    saved           a Saved for each tensor that backward will need
    freed           True once they are gone
    dirty           the inputs that forward has written
    """

    variable, freed, dirty, shapes, line = None, False, (), None, None

    def __init__(self, function):
        self.function = function
        self.next_functions = ()
        self.saved = ()

    def __call__(self, g):
        """From the gradient of the output to those of the inputs, each in its input's shape; None where unwanted."""
        pairs = enumerate(zip(self.found(g), self.next_functions, strict=True))
        return tuple(None if after is None else self.fitted(k, each) for k, (each, (after, _)) in pairs)

    def found(self, g):
        """What the Function's backward returns."""
        found = self.function.backward(self, g)
        found = found if isinstance(found, (tuple, list)) else (found,)
        if len(found) != len(self.next_functions):
            expected = f"expected {len(self.next_functions)}, got {len(found)}"
            raise RuntimeError(f"{self.told()} returned an incorrect number of gradients ({expected})")
        return found

    def fitted(self, k, g):
        """The gradient of input k in that input's shape."""
        shape = np.shape(g) if self.shapes is None else self.shapes[k]
        if g is None or shape is None:
            return None if shape is None else np.zeros(shape)
        g = np.asarray(g.data if isinstance(g, Tensor) else g, dtype=float)
        if g.shape != shape and not broadcasts(shape, g.shape):
            expected = f"got {list(g.shape)} but expected shape compatible with {list(shape)}"
            raise RuntimeError(f"{self.told()} returned an invalid gradient at index {k} - {expected}")
        return sum_to_shape(g, shape)

    def save_for_backward(self, *tensors):
        self.saved = tuple(Saved(each) if isinstance(each, Tensor) else each for each in tensors)

    @property
    def saved_tensors(self):
        if self.freed:
            raise RuntimeError(f"Trying to backward through the graph a second time: {self} has let go of its tensors")
        return tuple(unpack(self, each) if isinstance(each, Saved) else each for each in self.saved)

    def mark_dirty(self, *tensors):
        """Forward says: these inputs I have written in place."""
        self.dirty = tensors
        word = getattr(self.function, "word", f"mark_dirty of {self.name()}")
        for each in tensors:
            each.version.bump(f"{word}, {self.where()}")

    def free(self):
        """Let go of what was saved. A node that saved nothing can be walked again."""
        if self.saved:
            self.saved, self.freed = (), True

    def name(self):
        name = getattr(self.function, "name", None)
        return f"{name}Backward0" if name else f"{getattr(self.function, '__name__', self.function)}Backward"

    def told(self):
        """The name for an error, with the slot whose rule it is."""
        rule = getattr(self.function, "rule", None)
        return f"{self.name()} (its rule is the slot {rule})" if isinstance(rule, str) else self.name()

    def where(self):
        """The line of the call, as 'line 3: y = x * x'."""
        file, number = self.line or ("", 0)
        return f"line {number}: {linecache.getline(file, number).strip()}".rstrip(": ")

    def __repr__(self):
        return f"<{self.name()}>"


class AccumulateGrad(Node):
    """The last stop on the way to a leaf."""

    def __init__(self, leaf):
        super().__init__("AccumulateGrad")
        self.variable = leaf

    def name(self):
        return self.function


def node_of(each):
    """Where the gradient of a tensor goes: to the node that made it, or to the place where a leaf collects."""
    if not each.requires_grad:
        return None
    if each.is_leaf and each._collects is None:
        each._collects = AccumulateGrad(each)
    return each.grad_fn or each._collects


def broadcasts(shape, wider):
    """Whether numpy stretches an array of this shape to the wider one."""
    ending = wider[len(wider) - len(shape) :]
    return len(shape) <= len(wider) and all(a in (1, b) for a, b in zip(shape, ending, strict=True))


# --- what a node saves


# --- slot Version, Saved (exercise 6.2)
class Version:
    """How often a memory has been written. This one does not count."""

    number, changes = None, ()

    def bump(self, by):
        """One more write; `by` says whose, and on which line."""


class Saved:
    """A tensor that a node keeps, and the number of its version then."""

    def __init__(self, tensor):
        self.tensor, self.then = tensor, None


# --- slot unpack (exercise 6.3)
def unpack(node, saved):
    """The tensor that the node saved."""
    return saved.tensor


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


# --- slot apply (exercise 5.7)
def apply(function, *inputs):
    """Compute, and leave a node if some gradient will want to pass. This one is for the engine's own operations only.

    They compute with arrays, so that nothing is recorded meanwhile, and their inputs are tensors.
    """
    if not isinstance(getattr(function, "function", None), (Operation, InPlace)):
        raise NotImplementedError("the slot apply is empty: it is written in exercise 5.7")
    node, edges = Node(function), [(node_of(each), 0) for each in inputs]
    made = function.forward(node, *inputs).detach()
    if recording and any(after for after, _ in edges):
        node.next_functions = tuple(edges)
        made.move_to(node)
    return made


# --- around apply


class Call:
    """One call of a Function on its way through `apply`: remembers the node, and what forward returned."""

    def __init__(self, function):
        self.function, self.line = function, None
        with suppress(RuntimeError):  # a test may let nobody ask who calls
            frame = sys._getframe(1)
            while frame.f_back and frame.f_globals is globals():
                frame = frame.f_back
            self.line = frame.f_code.co_filename, frame.f_lineno

    def forward(self, ctx, *inputs):
        ctx.function, ctx.line, self.node = self.function, self.line, ctx
        ctx.shapes = [each.shape if isinstance(each, Tensor) else None for each in inputs]
        self.result = self.function.forward(ctx, *inputs)
        if not isinstance(self.result, Tensor):
            raise TypeError(f"forward of {ctx.name()} returned no Tensor, but {type(self.result).__name__}")
        return self.result


def run(function, *inputs):
    """Call a Function: `apply` does it, and around it stands what writes and views need."""
    call = Call(function)
    output, result = apply(call, *inputs), call.result
    if call.node.dirty:
        return written(result, output.grad_fn)
    output.data, output.version, output.base, output.take = result.data, result.version, result.base, result.take
    output._seen = None if output.base is None else output.base.grad_fn
    return output


def demand_writable(x):
    """Raise RuntimeError where a write would be recorded at a leaf: its gradient is about the value that it has."""
    owner = x if x.base is None else x.base
    if recording and owner.is_leaf and owner.requires_grad:
        what = "a leaf Variable" if x.base is None else "a view of a leaf Variable"
        raise RuntimeError(f"{what} that requires grad is being used in an in-place operation.")


def written(x, node):
    """The tensor x after a write: if it was recorded, the node is x's history. A view's history is its base's."""
    if node is not None:
        demand_writable(x)
        whole = node
        if x.base is not None:
            whole = Node(CopySlices(x.take, node))
            whole.shapes, whole.saved = [x.base.shape, *node.shapes[1:]], node.saved
            whole.next_functions = ((node_of(x.base), 0), *node.next_functions[1:])
        (x if x.base is None else x.base).move_to(whole)
    return x


class Function:
    """Made from this class, a Function of one's own is called as in PyTorch: `Cube.apply(x)`."""

    @classmethod
    def apply(cls, *inputs):
        return run(cls, *inputs)


# --- the engine's own operations


class Operation:
    """A Function: `compute` makes the output's array from those of the inputs, `rule` the gradients; see OPERATIONS."""

    def __init__(self, name, *options):
        self.name, self.options = name, options
        self.compute, self.rule, self.needs = OPERATIONS[name]

    def forward(self, ctx, *inputs):
        if self.needs == "place":
            return look(inputs[0], lambda whole: self.compute(whole, *self.options))
        result = Tensor(self.compute(*(each.data for each in inputs), *self.options))
        if self.needs in ("inputs", "output"):
            ctx.save_for_backward(*(inputs if self.needs == "inputs" else [result]))
        return result

    def backward(self, ctx, g):
        rule = globals()[self.rule] if isinstance(self.rule, str) else self.rule
        needed = [ctx.shapes[0]] if self.needs in ("shape", "place") else [each.data for each in ctx.saved_tensors]
        return rule(g, *needed, *self.options)


class InPlace:
    """An operation whose result goes into the memory of its first input."""

    def __init__(self, operation):
        self.operation_in_place, self.name, self.rule = operation, operation.name, operation.rule
        self.needs, self.word = operation.needs, operation.name.lower() + "_"
        self.backward = operation.backward

    def forward(self, ctx, x, *others):
        result = self.operation_in_place.forward(ctx, Tensor(x.data), *others)  # saves the old elements, not x
        x.data[...] = result.data
        ctx.mark_dirty(x)
        if self.operation_in_place.needs == "output":
            ctx.save_for_backward(x.detach())
        return x


def operate(name, *inputs, options=()):
    return run(Operation(name, *options), *(each if isinstance(each, Tensor) else Tensor(each) for each in inputs))


def write(name, x, *others):
    demand_writable(x)
    return run(InPlace(Operation(name)), x, *(each if isinstance(each, Tensor) else Tensor(each) for each in others))


def look(x, take):
    """What `take` finds in x's array, as a tensor: a view, where it lies on the memory of x."""
    made = Tensor(0.0)
    made.data = take(x.data)
    if np.may_share_memory(made.data, x.data):
        share(made, x)
        made.base = x if x.base is None else x.base
        made.take = take if x.base is None else lambda whole: take(x.take(whole))
    return made


class Reread:
    """Reads a view's elements out of a base that has been written."""

    name = "AsStrided"

    def __init__(self, take, shape):
        self.take, self.shape = take, shape

    def backward(self, ctx, g):
        whole = np.zeros(self.shape)
        self.take(whole)[...] = g
        return (whole,)


class CopySlices:
    """A write through a view, seen from the base: `writing` is the node of the write."""

    name, rule = "CopySlices", "write_view"

    def __init__(self, take, writing):
        self.take, self.writing = take, writing

    def backward(self, ctx, g):
        node = self.writing
        return write_view(g, self.take, lambda part: tuple(node.fitted(*each) for each in enumerate(node.found(part))))


def multiplied(a, b):
    if min(a.ndim, b.ndim) < 2:
        raise ValueError("tape multiplies matrices: reshape a vector of n numbers to (n, 1) or (1, n) before @")
    return a @ b


def picked(a, index):
    found = a[index]
    return found if isinstance(found, np.ndarray) else a[(*index, ...) if isinstance(index, tuple) else (index, ...)]


def log_softmax(a, dim):
    a = a - a.max(axis=dim, keepdims=True)
    return a - np.log(np.exp(a).sum(axis=dim, keepdims=True))


# For each operation what it computes, its local rule, and what the rule needs. A rule gets the gradient of the output;
# then the arrays of the "inputs", that of the "output", or the "shape" of the input ("place": the same, and what is
# computed is a place in the input's array); then the options. A name is that of a slot. The node sums shapes.
OPERATIONS = {
    "Add": (np.add, lambda g: (g, g), None),
    "Sub": (np.subtract, lambda g: (g, -g), None),
    "Neg": (np.negative, lambda g: -g, None),
    "Mul": (np.multiply, "mul_rule", "inputs"),
    "Div": (np.divide, "div_rule", "inputs"),
    "MatMul": (multiplied, "matmul_rule", "inputs"),
    "Pow": (np.power, lambda g, a, number: g * number * a ** (number - 1), "inputs"),
    "Exp": (np.exp, lambda g, y: g * y, "output"),
    "Log": (np.log, lambda g, a: g / a, "inputs"),
    "Sin": (np.sin, lambda g, a: g * np.cos(a), "inputs"),
    "Cos": (np.cos, lambda g, a: -g * np.sin(a), "inputs"),
    "Tanh": (np.tanh, lambda g, y: g * (1 - y**2), "output"),
    "Relu": (lambda a: np.maximum(a, 0), lambda g, y: g * (y > 0), "output"),
    "Zero": (np.zeros_like, lambda g: 0 * g, None),
    "Sum": (lambda a, dim, keepdim: a.sum(axis=dim, keepdims=keepdim), "sum_rule", "shape"),
    "Mean": (lambda a, dim, keepdim: a.mean(axis=dim, keepdims=keepdim), "mean_rule", "shape"),
    "Softmax": (lambda a, dim: np.exp(log_softmax(a, dim)), "softmax_rule", "output"),
    "LogSoftmax": (log_softmax, "log_softmax_rule", "output"),
    "Index": (picked, "index_rule", "place"),
    "Reshape": (lambda a, *new: a.reshape(*new), lambda g, shape, *new: g.reshape(shape), "place"),
    "Transpose": (np.swapaxes, lambda g, shape, *dims: np.swapaxes(g, *dims), "place"),
}


# --- slot mul_rule, div_rule (exercise 4.1)
def mul_rule(g, a, b):
    """The gradients of a and b in a * b."""
    return g * b, g * a


def div_rule(g, a, b):
    """The gradients of a and b in a / b."""
    return g / b, -g * a / b**2


# --- slot sum_rule, mean_rule (exercise 4.2)
def sum_rule(g, shape, dim, keepdim):
    """The gradient of an array of this shape, of which the sum over `dim` was taken."""
    if dim is not None:
        raise NotImplementedError("the slot sum_rule is empty: it is written in exercise 4.2")
    return g * np.ones(shape)


def mean_rule(g, shape, dim, keepdim):
    """The gradient of an array of this shape, of which the mean over `dim` was taken."""
    if dim is not None:
        raise NotImplementedError("the slot mean_rule is empty: it is written in exercise 4.2")
    return g * np.ones(shape) / np.prod(shape)


# --- slot matmul_rule (exercise 4.3)
def matmul_rule(g, a, b):
    """The gradients of a and b in a @ b."""
    raise NotImplementedError("the slot matmul_rule is empty: it is written in exercise 4.3")


# --- slot index_rule (exercise 4.4)
def index_rule(g, shape, index):
    """The gradient of an array of this shape, of which array[index] was taken."""
    raise NotImplementedError("the slot index_rule is empty: it is written in exercise 4.4")


# --- slot softmax_rule, log_softmax_rule (exercise 4.5)
def softmax_rule(g, y, dim):
    """The gradient of the input of softmax, whose output is y."""
    raise NotImplementedError("the slot softmax_rule is empty: it is written in exercise 4.5")


def log_softmax_rule(g, y, dim):
    """The gradient of the input of log_softmax, whose output is y."""
    raise NotImplementedError("the slot log_softmax_rule is empty: it is written in exercise 4.5")


# --- slot share, write_view (exercise 6.9)
def share(view, other):
    """Called for each view: it lies on the memory of `other`. Here each counts for itself."""


def write_view(g, take, rule):
    """From the gradient of a base that was written through a view to that of the base before, and those of the others.

    take(array) finds the view in an array of the base's shape; rule(part) gives the gradients of what was written.
    """
    raise NotImplementedError("the slot write_view is empty: it is written in exercise 6.9")


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
