"""What `Tensor` and `Node` can do that stands above them: operations, `backward`, a tensor made of data.

The files below know nothing of the files above, so these are given to the classes here, once all of them are there.
The package imports this file, and no other file does.
"""

from . import autograd, modes, ops, views, written
from .factories import empty, full, legacy_tensor, ones, tensor, zeros
from .node import Node
from .tensor import Tensor, wrap


def attach(owner: type, **methods) -> None:
    """Give methods to a class. Python's own messages call them by their full name: `Tensor.backward() got an ...`."""
    for name, function in methods.items():
        function.__name__, function.__qualname__ = name, f"{owner.__qualname__}.{name}"
        setattr(owner, name, staticmethod(function) if name == "__new__" else function)  # as in a class of its own


def from_data(cls, data=(), *, device=None):
    """`Tensor(data)`."""
    return legacy_tensor(cls, data)


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None) -> None:
    """Add to the `.grad` of every leaf below the derivative of this tensor, times `gradient`.

    `gradient` has the shape of this tensor and may be left out when it has one element. The values the graph
    saved are let go unless `retain_graph` (by default: `create_graph`). `create_graph` records the walk itself,
    for higher derivatives. `inputs` restricts the accumulation to these tensors.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> (x ** 2).backward()
    >>> x.grad
    tensor(6.)
    """
    autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)


def run_by_hand(self, *gradients):
    """Run the node by hand: gradients of its outputs in, gradients of its inputs out, as Tensors."""
    create = modes.current().grad
    gs = [g if g is None or create else g._array for g in gradients]
    answer = self.vjp(gs if self.several else gs[0], create)
    answer = tuple(d if d is None or create else wrap(d) for d in answer)
    return answer[0] if len(answer) == 1 else answer


for _name, _function in ops.METHODS.items():  # under their own names, which several methods may share
    setattr(Tensor, _name, _function)
Tensor.T = property(lambda self: ops.reverse_dims(self), doc="The tensor with its dimensions reversed.")
Tensor.mT = property(lambda self: ops.transpose(self, -2, -1), doc="The tensor with its last two dimensions exchanged.")
attach(Tensor, __new__=from_data, backward=backward)
attach(Node, __call__=run_by_hand)


def of_the_type_of(factory):
    """The method that makes another tensor, of the same type unless told otherwise."""

    def new(self, *args, **how):
        return factory(*args, **{"dtype": self.dtype, **how})

    new.__doc__ = f"`{factory.__name__}`, of the element type of this tensor."
    return new


attach(Tensor, **{f"new_{f.__name__}": of_the_type_of(f) for f in (empty, full, ones, tensor, zeros)})
attach(views.AsStridedBackward0, vjp=written.vjp_of_reading)
attach(views.CopySlices, vjp=written.vjp_of_writing)
