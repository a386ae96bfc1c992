"""What a tensor is without its history: an array with sizes, an element type, and values that Python can use."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np

from . import dtypes, errors, modes


def look(t: Array | None, how: str) -> None:
    """Before a value is given away, or something done that is not recorded: function transforms may refuse."""
    if (level := modes.current().level) is not None:
        level.look(t, how)


class read_only(property):
    """A property that says, when it is assigned to, what PyTorch says."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.called = name

    def __set__(self, tensor, value) -> None:
        raise AttributeError(f"attribute '{self.called}' of 'torch._C.TensorBase' objects is not writable")


class Array:
    """The part of `Tensor` that does not differentiate."""

    __slots__ = ()
    _array: np.ndarray
    requires_grad: bool  # Tensor has it
    unbind: Callable  # an operation: attach.py gives it to Tensor

    shape = read_only(lambda self: dtypes.Size(self._array.shape), doc="The sizes of the dimensions.")
    dtype = read_only(lambda self: dtypes.OF_NUMPY[self._array.dtype], doc="The element type.")
    ndim = read_only(lambda self: self._array.ndim, doc="The number of dimensions.")
    device = read_only(lambda self: "cpu", doc='Always "cpu".')

    def dim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    def size(self, dim: int | None = None):
        """The shape, or the size of one dimension."""
        return self.shape if dim is None else self._array.shape[dim]

    def numel(self) -> int:
        """The number of elements."""
        return self._array.size

    nelement = numel

    def stride(self, dim: int | None = None):
        """How many elements apart neighbours along each dimension lie in memory."""
        array = self._array if self._array.size else np.empty([max(n, 1) for n in self._array.shape], self._array.dtype)
        steps = tuple(s // array.itemsize for s in array.strides)
        return steps if dim is None else steps[dim]

    def is_contiguous(self) -> bool:
        """Whether the elements lie in memory in their order, without gaps."""
        return self._array.flags.c_contiguous

    def data_ptr(self) -> int:
        """The address of the first element."""
        return self._array.__array_interface__["data"][0]

    def element_size(self) -> int:
        """Bytes per element."""
        return self._array.itemsize

    def is_floating_point(self) -> bool:
        """Whether the elements are floats."""
        return self._array.dtype.kind == "f"

    # --- as values of numpy's and Python's ---

    def numpy(self, *, force: bool = False) -> np.ndarray:
        """The array itself, memory shared; refused when the tensor requires grad, since numpy would not be recorded."""
        look(self, "numpy")
        lost = modes.current().grad and self.requires_grad
        advice = "What numpy does is not recorded; say that this is meant: tensor.detach().numpy()."
        errors.require(force or not lost, f"Can't call numpy() on Tensor that requires grad. {advice}")
        return np.asarray(self._array)  # itself; a slice that has escaped from vmap has none

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    def item(self):
        """The only element, as a Python number."""
        look(self, "item")
        size = self._array.size
        errors.require(size == 1, f"a Tensor with {size} elements cannot be converted to Scalar")
        return self._array.item()

    def tolist(self):
        """Nested lists of Python numbers."""
        look(self, "tolist")
        return self._array.tolist()

    def _scalar(self):
        if self.requires_grad:
            what = "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior"
            why = "the number knows nothing of the graph. Use tensor.detach() first if that is meant."
            warnings.warn(f"{what}: {why}", UserWarning, stacklevel=3)
        return self.item()

    def __float__(self) -> float:
        return float(self._scalar())

    def __int__(self) -> int:
        return int(self._scalar())

    def __index__(self) -> int:
        look(self, "item")
        whole = self._array.size == 1 and self._array.dtype.kind in "iub"
        errors.require(whole, "only integer tensors of a single element can be converted to an index", TypeError)
        return int(self._array.item())

    def __bool__(self) -> bool:
        look(self, "bool")
        many = "more than one value" if self._array.size else "no values"
        single = self._array.size == 1
        errors.require(single, f"Boolean value of Tensor with {many} is ambiguous: say which, with .any() or .all()")
        return bool(self._array.item())

    def __len__(self) -> int:
        errors.require(self._array.ndim, "len() of a 0-d tensor", TypeError)
        return self._array.shape[0]

    def __iter__(self):
        errors.require(self._array.ndim, "iteration over a 0-d tensor", TypeError)
        return iter(self.unbind(0))

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        from .printing import tensor_text

        return tensor_text(self)

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if self._array.ndim == 0 else repr(self)
