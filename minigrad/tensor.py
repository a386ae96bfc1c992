"""The tensor: a numpy array, the edge its gradient goes to, and a version counter.

Most tensors have nothing else. What leaves and views have in addition sits in a `Meta`, so that the usual tensor stays
small and an operation finds out with one look that nothing special is to be done.
"""

from __future__ import annotations

import warnings
import weakref

import numpy as np
from numpy import asarray, ndarray

from . import dtypes, errors, modes
from .dtypes import Size
from .node import AccumulateGrad, Counter, NodeExtra, RemovableHandle

new = object.__new__


class Meta:
    """What only some tensors have: a leaf's gradient and hooks, a view's history, a kept gradient, a tangent."""

    __slots__ = ("accumulate", "extra", "grad", "levels", "requires_grad", "retains_grad", "view")

    def __init__(self) -> None:
        self.requires_grad = self.retains_grad = False
        self.grad: Tensor | None = None
        self.accumulate = None  # weak reference to the leaf's AccumulateGrad, which refers to the leaf
        self.extra: NodeExtra | None = None  # hooks of a leaf
        self.view = None  # views.View: what this tensor is a view of
        self.levels: dict | None = None  # what function transforms have noted on it: func/levels.py


class InferenceCounter(Counter):
    """The counter of tensors made in inference mode: it counts nothing, so nothing can be saved under its guard."""

    __slots__ = ()

    def increase(self, operation: str) -> None:
        """Not counted."""


INFERENCE = InferenceCounter()


def wrap(array, edge=None) -> Tensor:
    """A tensor around an array (or a numpy scalar), without copying."""
    t = new(Tensor)
    t._array = array if type(array) is ndarray else asarray(array)
    t._edge, t._counter, t._meta = edge, None, None
    return t


def gradient_edge(t: Tensor):
    """Where a gradient of `t` goes: its node or port, its AccumulateGrad if it is a leaf, None for a constant."""
    meta = t._meta
    if meta is None:
        return t._edge
    if meta.view is not None:
        meta.view.refresh(t)
    if t._edge is not None:
        return t._edge
    if not meta.requires_grad:  # a view of a leaf made under no_grad may require grad and yet lead nowhere
        return None
    node = meta.accumulate and meta.accumulate()
    if node is None:
        node = AccumulateGrad(t)
        meta.accumulate = weakref.ref(node)
    return node


def shared_counter(t: Tensor) -> Counter:
    """The version counter of `t`, made on first need; until then the tensor is at version 0 and alone."""
    if t._counter is None:
        t._counter = Counter()
    return t._counter


def look(t: Tensor | None, how: str) -> None:
    """Before a value is given away, or something done that is not recorded: function transforms may refuse."""
    if (level := modes.current().level) is not None:
        level.look(t, how)


class read_only(property):
    """A property that says, when it is assigned to, what PyTorch says."""

    def __set__(self, tensor, value) -> None:
        raise AttributeError(f"attribute '{self.fget.__name__}' of 'torch._C.TensorBase' objects is not writable")


class Tensor:
    """A multi-dimensional array that can remember how it was computed.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ("__weakref__", "_array", "_counter", "_edge", "_meta")
    __array_priority__ = 1000.0  # numpy arrays leave mixed arithmetic to us

    def __new__(cls, data=(), *, device=None):
        from .factories import legacy_tensor

        return legacy_tensor(cls, data)

    # --- what it is ---

    @read_only
    def shape(self) -> Size:
        """The sizes of the dimensions."""
        return Size(self._array.shape)

    @read_only
    def dtype(self) -> dtypes.dtype:
        """The element type."""
        return dtypes.OF_NUMPY[self._array.dtype]

    @read_only
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

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
        steps = tuple(s // self._array.itemsize for s in self._array.strides)
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

    @read_only
    def device(self) -> str:
        """Always "cpu"."""
        return "cpu"

    def _special(self) -> Meta:
        if self._meta is None:
            self._meta = Meta()
        return self._meta

    # --- its place in the graph ---

    @property
    def requires_grad(self) -> bool:
        """Whether operations on it are recorded. Settable on leaves."""
        if self._edge is not None:
            return True
        meta = self._meta
        return meta is not None and (meta.requires_grad or (meta.view is not None and meta.view.base.requires_grad))

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        look(self, "requires_grad_")
        if not isinstance(flag, bool):
            raise RuntimeError(f"requires_grad must be a bool, not {type(flag).__name__}")
        if self._edge is not None and flag:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. This one requires grad "
                f"anyway: it was computed, by {self._edge.node.name()}."
            )
        set_requires_grad(self, flag, "only Tensors of floating point and complex dtype can require gradients")

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Set `requires_grad` in place; returns the tensor itself."""
        look(self, "requires_grad_")
        set_requires_grad(self, requires_grad, "only Tensors of floating point dtype can require gradients")
        return self

    @read_only
    def grad_fn(self):
        """The node this tensor is an output of; None for leaves and constants."""
        edge = gradient_edge(self)
        return None if edge is None or not edge.sequence else edge.node

    @read_only
    def is_leaf(self) -> bool:
        """Whether no recorded operation made it."""
        return self.grad_fn is None

    @read_only
    def output_nr(self) -> int:
        """Which output of `grad_fn` it is."""
        return 0 if self._edge is None else self._edge.nr

    @read_only
    def _version(self) -> int:
        if self.is_inference():
            raise RuntimeError("Inference tensors do not track version counter: nothing can be saved that they hold.")
        return 0 if self._counter is None else self._counter.n

    def is_inference(self) -> bool:
        """Whether it was made in `inference_mode`."""
        return self._counter is INFERENCE

    @read_only
    def _base(self) -> Tensor | None:
        return None if self._meta is None or self._meta.view is None else self._meta.view.base

    @property
    def T(self) -> Tensor:
        """The tensor with its dimensions reversed."""
        return ops.reverse_dims(self)

    @property
    def mT(self) -> Tensor:
        """The tensor with its last two dimensions exchanged."""
        return ops.adjoint(self)

    def _is_view(self) -> bool:
        return self._base is not None

    # --- gradients ---

    @property
    def grad(self) -> Tensor | None:
        """The gradient that `backward` has left here, or None."""
        meta = self._meta
        if self._edge is not None and not (meta is not None and meta.retains_grad):
            warnings.warn(
                "The .grad attribute of a Tensor that is not a leaf is being read, and backward() does not "
                "fill it. Call .retain_grad() on this tensor before backward(), or read the leaf's .grad.",
                UserWarning,
                stacklevel=2,
            )
        return None if meta is None else meta.grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            errors.check_assigned_grad(self, value)
        self._special().grad = value

    @grad.deleter
    def grad(self) -> None:
        self._special().grad = None

    @read_only
    def retains_grad(self) -> bool:
        """Whether `retain_grad` has been called on it while it was not a leaf."""
        return self._meta is not None and self._meta.retains_grad

    def retain_grad(self) -> None:
        """Have `backward` fill `.grad` although this is not a leaf."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False: no gradient reaches it")
        edge = gradient_edge(self)
        if edge is not None and edge.sequence and not self.retains_grad:
            self._special().retains_grad = True
            edge.node.get_extra().retain[edge.nr] = weakref.ref(self)

    def register_hook(self, hook) -> RemovableHandle:
        """Call `hook(grad)` whenever a gradient for this tensor is known; what it returns replaces the gradient."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient: none would come")
        edge = gradient_edge(self)
        if edge is None:  # a view of a leaf, made under no_grad
            return RemovableHandle({}, hook)
        return RemovableHandle(edge.node.get_extra().tensor.setdefault(edge.nr, {}), hook)

    def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle:
        """Call `hook(tensor)` each time `backward` has added to this leaf's `.grad`."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient: none would come")
        edge = gradient_edge(self)
        if edge is None:
            return RemovableHandle({}, hook)
        if edge.sequence:
            raise RuntimeError(
                "post accumulate grad hooks cannot be registered on non-leaf tensors: nothing is accumulated there"
            )
        return RemovableHandle(edge.get_extra().post_accumulate, hook)

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

    # --- other names for the same memory ---

    def detach(self) -> Tensor:
        """The same memory and version counter, outside the graph."""
        t = wrap(self._array)
        t._counter = shared_counter(self)
        if (level := modes.current().level) is not None:
            level.keeps(self, t)
        return t

    @property
    def data(self) -> Tensor:
        """The same memory, outside the graph and with a version counter of its own: writes go unnoticed."""
        return wrap(self._array)

    @data.setter
    def data(self, value: Tensor) -> None:
        self._array = value._array
        if self._meta is not None and self._meta.accumulate is not None:
            self._meta.accumulate = None

    def numpy(self, *, force: bool = False) -> ndarray:
        """The array itself, memory shared; refused when the tensor requires grad, since numpy would not be recorded."""
        look(self, "numpy")
        if force:
            return self.detach()._array
        if modes.current().grad and self.requires_grad:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. What numpy does is not recorded; say "
                "that this is meant: tensor.detach().numpy()."
            )
        return self._array

    def __array__(self, dtype=None, copy=None) -> ndarray:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    # --- as Python values ---

    def item(self):
        """The only element, as a Python number."""
        look(self, "item")
        if self._array.size != 1:
            raise RuntimeError(f"a Tensor with {self._array.size} elements cannot be converted to Scalar")
        return self._array.item()

    def tolist(self):
        """Nested lists of Python numbers."""
        look(self, "tolist")
        return self._array.tolist()

    def _scalar(self):
        if self.requires_grad:
            warnings.warn(
                "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior: "
                "the number knows nothing of the graph. Use tensor.detach() first if that is meant.",
                UserWarning,
                stacklevel=3,
            )
        return self.item()

    def __float__(self) -> float:
        return float(self._scalar())

    def __int__(self) -> int:
        return int(self._scalar())

    def __index__(self) -> int:
        if self._array.size != 1 or self._array.dtype.kind not in "iub":
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self._array.item())

    def __bool__(self) -> bool:
        look(self, "bool")
        if self._array.size != 1:
            many = "more than one value" if self._array.size else "no values"
            raise RuntimeError(f"Boolean value of Tensor with {many} is ambiguous: say which, with .any() or .all()")
        return bool(self._array.item())

    def __len__(self) -> int:
        if self._array.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return self._array.shape[0]

    def __iter__(self):
        if self._array.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        from .printing import tensor_text

        return tensor_text(self)

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if self.ndim == 0 and spec else repr(self)

    def __deepcopy__(self, memo: dict) -> Tensor:
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) can be deep-copied: "
                "a copy of this one would need a copy of the graph behind it"
            )
        t = wrap(self._array.copy())
        if self.requires_grad:
            t.requires_grad_()
        memo[id(self)] = t
        if self._meta is not None and self._meta.grad is not None:
            t._special().grad = self._meta.grad.__deepcopy__(memo)
        return t


def set_requires_grad(t: Tensor, flag: bool, refusal: str) -> None:
    """Make `t` a leaf that requires grad, or no longer."""
    if t._edge is not None:
        if not flag:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables: this one was computed, by "
                f"{t._edge.node.name()}. Use its .detach() where no gradient is wanted."
            )
        return
    if flag and t._array.dtype.kind != "f":
        raise RuntimeError(f"{refusal}; this one is {t.dtype}")
    if t.is_inference() and flag and not modes.current().inference:
        raise RuntimeError(
            "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed: clone() it first"
        )
    if flag or t._meta is not None:
        t._special().requires_grad = bool(flag)


# The operations need the class above, and are its methods. Here is which.
from . import ops  # noqa: E402

METHODS = """
abs abs_ absolute acos acos_ add add_ addcdiv addcdiv_ addcmul addcmul_ addmm adjoint all allclose amax amin any
arccos arcsin arctan argmax argmin argsort asin asin_ atan atan2 atan2_ atan_ baddbmm bitwise_and bitwise_not
bitwise_or bitwise_xor bmm broadcast_to ceil ceil_ chunk clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip
clone contiguous copy_ cos cos_ cosh cosh_ count_nonzero cumprod cumprod_ cumsum cumsum_ detach_ diag diag_embed
diagonal div div_ divide dot eq eq_ equal erf erf_ exp exp_ expand expand_as expm1 expm1_ fill_ flatten flip floor
floor_ floor_divide floor_divide_ fmod fmod_ gather ge ge_ greater gt gt_ hypot hypot_ index_add index_add_ index_put_
index_select inner isclose isfinite isinf isnan le le_ lerp lerp_ less log log10 log10_ log1p log1p_ log2 log2_ log_
log_softmax logaddexp logical_and logical_and_ logical_not logical_not_ logical_or logical_or_ logical_xor
logical_xor_ logsumexp lt lt_ masked_fill masked_fill_ masked_select matmul max maximum mean median min minimum mm
movedim mul mul_ multiply mv narrow ne ne_ neg neg_ negative nonzero norm outer permute pow pow_ prod ravel reciprocal
reciprocal_ relu relu_ remainder remainder_ repeat repeat_interleave reshape roll round round_ rsqrt rsqrt_ scatter
scatter_ scatter_add scatter_add_ select sgn sgn_ sigmoid sigmoid_ sign sign_ sin sin_ sinh sinh_ softmax sort split
sqrt sqrt_ square square_ squeeze squeeze_ std sub sub_ subtract sum sum_to_size swapaxes swapaxes_ swapdims swapdims_
t t_ take take_along_dim tan tan_ tanh tanh_ tile to topk trace transpose transpose_ tril tril_ triu triu_ true_divide
trunc trunc_ unbind unflatten unsqueeze unsqueeze_ var vdot view view_as zero_
""".split()  # noqa: SIM905  a paragraph reads better than two hundred quotes
OPERATORS = {
    "__add__": "_add",
    "__radd__": "_add",
    "__sub__": "_sub",
    "__rsub__": "rsub",
    "__mul__": "mul",
    "__rmul__": "mul",
    "__truediv__": "_div",
    "__rtruediv__": "rdiv",
    "__neg__": "neg",
    "__pow__": "pow",
    "__rpow__": "rpow",
    "__mod__": "remainder",
    "__rmod__": "rremainder",
    "__floordiv__": "floor_divide",
    "__rfloordiv__": "rfloordiv",
    "__matmul__": "matmul",
    "__abs__": "abs",
    "__eq__": "eq",
    "__ne__": "ne",
    "__lt__": "lt",
    "__le__": "le",
    "__gt__": "gt",
    "__ge__": "ge",
    "__and__": "bitwise_and",
    "__or__": "bitwise_or",
    "__xor__": "bitwise_xor",
    "__invert__": "bitwise_not",
    "__getitem__": "getitem",
    "__setitem__": "setitem",
    "__iadd__": "add_",
    "__isub__": "sub_",
    "__imul__": "mul_",
    "__itruediv__": "div_",
    "__ipow__": "pow_",
    "__imod__": "remainder_",
}
for _name in METHODS:
    setattr(Tensor, _name, getattr(ops, _name))
for _name in ops.casts.__all__:
    setattr(Tensor, _name, getattr(ops.casts, _name))
for _name, _operation in OPERATORS.items():
    setattr(Tensor, _name, getattr(ops, _operation))

from . import autograd  # noqa: E402  what `backward` calls
